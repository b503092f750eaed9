internal import KKMath
internal import KKPCM

/// Finds out what was done to a sound: a shift, a level, polarities, channels that changed places, and what is left
/// when all this is undone.
struct Diagnoser {
    private let reference: any FrameSource
    private let actual: any FrameSource
    private let rate: Double
    private let reach: Int64
    private let workers: (any AnalysisWorkers)?

    init(
        _ reference: any FrameSource, _ actual: any FrameSource, rate: Double, reach: Int64,
        workers: (any AnalysisWorkers)?
    ) {
        self.reference = reference
        self.actual = actual
        self.rate = rate
        self.reach = reach
        self.workers = workers
    }

    /// What leaves this much beside the reference, in dB, explains nothing; and a shift that does not leave so much
    /// less than none does neither.
    private static let least = 1.0
    /// What does not leave so much less when it is undone, in dB, was hardly done to the sound: it is the best fit of
    /// something else.
    private static let worth = 3.0
    /// What leaves more than this beside the reference, in dB, is another sound: a tone of another pitch fits somewhere
    /// as well, late or inverted.
    private static let most = -8.0

    /// - Returns: `nil` if one has nothing of the other, and where undoing what was found hardly helps.
    func diagnose() throws -> Diagnosis? {
        guard let found = try closest() else { return nil }
        let left = found.residual ?? -.infinity
        if left <= SoundComparator.transformedLimit { return found }
        return try left <= Self.most && left <= residual() - Self.worth ? found : nil
    }

    /// With the simplest shift that leaves hardly more than any other: none, the one that made the sound longer or
    /// shorter, the smallest, the best.
    private func closest() throws -> Diagnosis? {
        let found = try LagFinder(reference, actual, reach: reach).find()
        let longer = (actual.frameCount ?? 0) - (reference.frameCount ?? 0)
        var lags: [Int64] = [0]
        for lag in [longer, found.smallest, found.best] where abs(lag) <= reach && !lags.contains(lag) {
            lags.append(lag)
        }
        let diagnoses = try lags.compactMap(diagnosis)
        let least = diagnoses.map { $0.residual ?? -.infinity }.min() ?? 0
        return diagnoses.first { ($0.residual ?? -.infinity) - Self.least <= least }
    }

    /// What was done to it beside a known shift.
    private func diagnosis(lag: Int64) throws -> Diagnosis? {
        let hop = ComparisonPass.hop(rate)
        let pair = PairReader(reference, actual, lag: lag, blockLength: 8 * hop, workers: workers)
        try pair.rewind()
        var match = ChannelMatch(channelCount: reference.format.channelCount, searched: 64)
        while try pair.next() > 0 {
            match.add(pair.actual.buffer, pair.reference.buffer, count: min(pair.reference.count, pair.actual.count))
        }
        let map = match.map
        let inverted = match.invertedChannels(map)
        guard let gain = match.gain(map, inverted: inverted) else { return nil }
        var diagnosis = Diagnosis(
            lag: lag, gain: Decibels(linear: gain).value, channelMap: map, invertedChannels: inverted)
        diagnosis.residual = try residual(pair, diagnosis, hop: hop)
        return diagnosis.residual ?? -.infinity < -Self.least ? diagnosis : nil
    }

    /// What there is with nothing undone, beside the reference, dB.
    private func residual() throws -> Double {
        let hop = ComparisonPass.hop(rate)
        let pair = PairReader(reference, actual, lag: 0, blockLength: 8 * hop, workers: workers)
        let none = Diagnosis(
            lag: 0, gain: 0, channelMap: Array(0..<reference.format.channelCount), invertedChannels: [])
        return try residual(pair, none, hop: hop) ?? -.infinity
    }

    /// What is left where both have frames, beside the reference, dB.
    private func residual(_ pair: PairReader, _ diagnosis: Diagnosis, hop: Int) throws -> Double? {
        let scale = abs(diagnosis.gain) < 0.001 ? 1 : Decibels(-diagnosis.gain).linear
        let scales = diagnosis.channelMap.indices.map {
            Float(diagnosis.invertedChannels.contains($0) ? -scale : scale)
        }
        var meter = ResidualMeter(
            channelCount: scales.count, hop: hop, sampleLimit: .infinity, rmsLimit: .infinity, relativeLimit: .infinity)
        try pair.rewind()
        while try pair.next() > 0 {
            let count = min(pair.reference.count, pair.actual.count)
            _ = meter.add(
                pair.actual.buffer, against: pair.reference.buffer, count: count, firstFrame: pair.firstFrame,
                map: diagnosis.channelMap, scales: scales)
        }
        let residual = meter.totals.reduce(0) { $0 + $1.residual }, power = meter.totals.reduce(0) { $0 + $1.reference }
        return residual > 0 && power > 0 ? Decibels(linear: (residual / power).squareRoot()).value : nil
    }
}
