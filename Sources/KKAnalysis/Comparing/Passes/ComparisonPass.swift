internal import KKDSP
internal import KKMath
internal import KKPCM

/// The pass in which everything is measured.
struct ComparisonPass: ~Copyable {
    /// Hops in a block.
    private static let hops = 8
    let comparator: SoundComparator
    let tolerance: Tolerance
    let measures: ComparisonMeasures
    let pair: PairReader
    let lag: Int64
    let step: Double
    let rate: Double
    let hop: Int
    let sides: [ComparedSide]
    let state: ComparisonState
    private let sink: (any FrameSink)?
    /// Excess frames that are skipped.
    private let passedOver: Int64
    /// Frames that both sides have, and after them the excess of one.
    private(set) var overlap: Int64 = 0
    private(set) var excess: Int64 = 0
    /// Of those that the pair gives, the frames that only one side has: its meters do not see them.
    var silent: Range<Int64> { overlap..<overlap + excess }

    /// The largest sample whose level in decibels is not above a limit: a limit that was made of a sample is not beside
    /// it by its own rounding.
    private static func sampleLimit(_ level: Double?) -> Double {
        guard let level else { return .infinity }
        let limit = Decibels(level).linear, near = Float(limit)
        return Decibels(linear: Double(near)).value <= level
            ? max(limit, Double(near)) : min(limit, Double(near.nextDown))
    }

    /// Frames in a tenth of a second.
    static func hop(_ rate: Double) -> Int { max(1, Int((rate / 10).rounded())) }

    init(
        _ comparator: SoundComparator, _ reference: any FrameSource, _ actual: any FrameSource, lag: Int64,
        step: Double, residual sink: (any FrameSink)?
    ) {
        let tolerance = comparator.tolerance
        self.comparator = comparator
        self.tolerance = tolerance
        self.lag = lag
        self.step = step
        self.sink = sink
        // Frames that a shift leaves out are in no hash.
        measures = comparator.measures.union(tolerance.neededMeasures).subtracting(lag == 0 ? [] : .hashes)
        rate = reference.format.sampleRate
        hop = Self.hop(rate)
        let channelCount = reference.format.channelCount
        let layouts = comparator.layouts(channelCount: channelCount)
        let (measures, rate, hop) = (measures, rate, hop)
        pair = PairReader(reference, actual, lag: lag, blockLength: Self.hops * hop, workers: comparator.workers)
        sides =
            measures.isEmpty
            ? [] : layouts.map { ComparedSide(layout: $0, sampleRate: rate, hop: hop, measures: measures) }
        // Never most of the longer sound: a few frames that are alike are not the same sound.
        let longer = max(reference.frameCount ?? 0, actual.frameCount ?? 0)
        passedOver = min(tolerance.length.frames(at: rate), longer / 2) + abs(lag)
        func linear(_ level: Double?) -> Double { level.map { Decibels($0).linear } ?? .infinity }
        let meter = ResidualMeter(
            channelCount: channelCount, hop: hop,
            sampleLimit: min(tolerance[.lsb].map { $0 * step } ?? .infinity, Self.sampleLimit(tolerance[.peak])),
            rmsLimit: linear(tolerance[.rms]),
            relativeLimit: linear(tolerance[.relative]),
            dropoutLimit: tolerance[.dropout].map { Decibels(2 * $0).linear } ?? .infinity,
            burstLimit: tolerance[.burst].map { Decibels(2 * $0).linear } ?? .infinity,
            keepsPlaces: tolerance[.loudness] != nil || tolerance[.weighted] != nil || tolerance[.truePeak] != nil,
            keepsHops: tolerance[.truePeak] != nil)
        // Limits on the residual alone would show exchanged sides; beside the reference, two that are much alike do
        // not.
        let isMatched = tolerance[.relative] != nil
        let isWeighted = measures.contains(.loudness)
        state = ComparisonState(
            meter, match: isMatched ? ChannelMatch(channelCount: channelCount) : nil,
            residualCapacity: isWeighted || sink != nil ? Self.hops * hop : 0,
            weighted: isWeighted ? LoudnessMeter(layout: layouts[0], sampleRate: rate) : nil)
    }

    /// Whether not one sample differs.
    var isFinite: Bool { state.notFinite == nil }
    var isIdentical: Bool { state.meter.worst == nil }
    var isWithinStep: Bool { Double(state.meter.worst?.value ?? 0) <= step }

    /// Reads both to their ends; measures up to the first sample that is not finite.
    mutating func run() throws {
        try pair.rewind()
        while state.notFinite == nil {
            let count = try pair.next()
            if count == 0 { break }
            let both = min(pair.reference.count, pair.actual.count)
            // Excess that is skipped is no difference: it becomes silence on both sides.
            let passed = Int(min(Int64(count - both), max(0, passedOver - excess)))
            excess += Int64(count - both)
            let (pair, state) = (pair, state)
            let meters = meters(pair, hasHashes: both == count)
            if both < count {
                // The hash is of all there is; the meters see what both have: half a sound is no softer than all of it.
                for (side, read) in zip(sides, [pair.reference, pair.actual]) { side.add(read.buffer, .hash) }
                pair.shorten(to: both)
                comparator.workers.perform(meters.count) { meters[$0]() }
                pair.silence(both..<both + passed)
                state.compare(pair, count: passed == count ? 0 : count)
            } else {
                comparator.workers.perform(meters.count + 1) { number in
                    // The residual takes longer than a meter, but for the true peaks of both.
                    if number == min(2, meters.count) {
                        state.compare(pair, count: count)
                    } else {
                        meters[number < 2 ? number : number - 1]()
                    }
                }
            }
            if let sink { try sink.write(state.residual) }
            try comparator.progress(pair.firstFrame + Int64(count))
        }
        // A name of its own, as in the loop: for ThreadSanitizer the compiler does not build a change through a
        // structure that cannot be copied.
        let state = state
        overlap = pair.overlap
        if let place = state.notFinite {
            // Frames are counted to the end all the same.
            overlap = place.frame - pair.reference.start
            while try pair.next() > 0 {}
        }
        state.meter.finish()
    }

    /// What the meters of both sides have to do with a block.
    private func meters(_ pair: PairReader, hasHashes: Bool) -> [() -> Void] {
        guard sides.count == 2 else { return [] }
        let (reference, actual) = (sides[0], sides[1])
        return ComparedSide.Part.allCases.filter { hasHashes || $0 != .hash }.flatMap { part in
            [{ reference.add(pair.reference.buffer, part) }, { actual.add(pair.actual.buffer, part) }]
        }
    }
}
