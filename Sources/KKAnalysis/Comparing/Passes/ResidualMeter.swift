internal import KKDSP
internal import KKMath
internal import KKPCM

/// What is left when the reference is taken from the actual: peaks and powers, for the whole and in windows of four
/// hops.
///
/// A hop is a tenth of a second. Blocks come as whole hops, but for the last one.
struct ResidualMeter {
    /// Of one channel, one hop, or several together.
    struct Sums {
        var count = 0
        var reference = 0.0
        var actual = 0.0
        var residual = 0.0

        static func + (left: Sums, right: Sums) -> Sums {
            Sums(
                count: left.count + right.count, reference: left.reference + right.reference,
                actual: left.actual + right.actual,
                residual: left.residual + right.residual)
        }

        /// A residual counts as at most the largest Float32, like its largest sample.
        var rms: Double {
            count == 0 ? 0 : min((residual / Double(count)).squareRoot(), Double(Float.greatestFiniteMagnitude))
        }
        var referenceRMS: Double { count == 0 ? 0 : (reference / Double(count)).squareRoot() }
        /// Amplitude ratio; the reference counts as −60 dBFS where it is quieter.
        var relative: Double { count == 0 ? 0 : (residual / max(reference, 1e-6 * Double(count))).squareRoot() }
    }

    /// The largest value of a limit's measure in a window.
    struct Reading {
        var value = 0.0
        var window: Range<Int64>?
        var channel = 0
    }

    /// A sample that differs.
    typealias Place = (frame: Int64, channel: Int, value: Float)

    static let hopsInWindow = 4
    /// −30 dBFS: what the reference's power counts as at least where a burst is looked for.
    private static let burstFloor = 1e-3
    /// −65 dBFS: what the power of either counts as at least where a dropout is looked for.
    private static let dropoutFloor = 3.16227766e-7

    let channelCount: Int
    let hop: Int
    /// Of full scale: the largest residual sample that passes.
    let sampleLimit: Double
    let rmsLimit: Double
    let relativeLimit: Double
    /// How many times the power of the actual the reference's may have in a tenth of a hop.
    let dropoutLimit: Double
    /// How many times the power of the reference the residual may have in a quarter of a hop.
    let burstLimit: Double
    /// Whether ``places`` are kept: 32 bytes for each hop that differs.
    let keepsPlaces: Bool
    /// Whether ``hops`` are kept: 8 bytes for each.
    let keepsHops: Bool

    private(set) var totals: [Sums]
    private(set) var referencePeak: Float = 0
    private(set) var actualPeak: Float = 0
    private(set) var worst: Place?
    private(set) var first: Place?
    /// The first sample that differs in each hop that has one, where ``keepsPlaces``.
    private(set) var places: [Place] = []
    /// The peaks of each hop, where ``keepsHops``.
    private(set) var hops: [TruePeakWindows.Hop] = []
    private(set) var rms = Reading()
    private(set) var relative = Reading()
    /// The largest ratio of the reference's power and the actual's.
    private(set) var dropout = Reading()
    /// The largest ratio of the residual's power and the reference's in a quarter of a hop.
    private(set) var burst = Reading()
    private(set) var frameCount: Int64 = 0

    /// The last hops of each channel, by hop modulo their number; and where the oldest began.
    private var ring: [[Sums]]
    /// The first sample of each that is beyond the limit of a window by itself: there is one in every window that is.
    private var beyond: [[Place?]]
    private var hopCount = 0
    private var starts = [Int64](repeating: 0, count: hopsInWindow)

    init(
        channelCount: Int, hop: Int, sampleLimit: Double, rmsLimit: Double, relativeLimit: Double,
        dropoutLimit: Double = .infinity,
        burstLimit: Double = .infinity, keepsPlaces: Bool = false, keepsHops: Bool = false
    ) {
        self.channelCount = channelCount
        self.hop = hop
        self.sampleLimit = sampleLimit
        self.rmsLimit = rmsLimit
        self.relativeLimit = relativeLimit
        self.dropoutLimit = dropoutLimit
        self.burstLimit = burstLimit
        self.keepsPlaces = keepsPlaces
        self.keepsHops = keepsHops
        totals = Array(repeating: Sums(), count: channelCount)
        ring = Array(repeating: Array(repeating: Sums(), count: Self.hopsInWindow), count: channelCount)
        beyond = Array(repeating: Array(repeating: nil, count: Self.hopsInWindow), count: channelCount)
    }

    /// Takes the first `count` frames of both. `firstFrame` is the reference's number of the first.
    ///
    /// - Parameters:
    ///   - scales: for each channel of the actual, what it is multiplied by before the reference is taken from it.
    ///   - map: for each channel of the actual, the channel of the reference that it is held against.
    /// - Returns: the frame and channel of the first sample that is not finite, and whose it is; nothing is taken from
    ///   that hop on.
    mutating func add(
        _ actual: borrowing PCMBuffer, against reference: borrowing PCMBuffer, count: Int, firstFrame: Int64,
        map: [Int], scales: [Float]
    ) -> (name: Comparison.Name, frame: Int64, channel: Int)? {
        var start = 0
        while start < count {
            let frames = start..<min(count, start + hop)
            let slot = hopCount % Self.hopsInWindow
            starts[slot] = firstFrame + Int64(start)
            var earliest: Place?
            var peaks = TruePeakWindows.Hop(residual: 0, sample: 0)
            for channel in 0..<channelCount {
                let found = actual.difference(
                    frames, ofChannel: channel, from: reference, channel: map[channel], scale: scales[channel])
                guard found.isFinite else { return place(of: frames, actual, reference, firstFrame) }
                referencePeak = max(referencePeak, found.referencePeak)
                actualPeak = max(actualPeak, found.actualPeak)
                peaks.residual = max(peaks.residual, found.peak)
                peaks.sample = max(peaks.sample, found.referencePeak, found.actualPeak)
                let sums = Sums(
                    count: frames.count, reference: found.referencePower, actual: found.actualPower,
                    residual: found.power)
                ring[channel][slot] = sums
                beyond[channel][slot] = nil
                totals[channel] = totals[channel] + sums
                guard found.peak > 0 else { continue }
                let hop = Stretch(
                    frames: frames, firstFrame: firstFrame, channel: channel, other: map[channel],
                    scale: scales[channel], peak: found.peak)
                if found.peak > worst?.value ?? 0 {
                    worst = Self.place(in: hop, actual, reference, above: Double(found.peak.nextDown))
                }
                if keepsPlaces, let found = Self.place(in: hop, actual, reference, above: 0),
                    found.frame < earliest?.frame ?? .max
                {
                    earliest = found
                }
                if dropoutLimit.isFinite { lookForDropouts(hop, actual, reference) }
                if burstLimit.isFinite { lookForBursts(hop, actual, reference) }
                // What is known to be first can only be preceded by another channel of the same hop.
                guard first?.frame ?? .max >= starts[slot] else { continue }
                if let found = Self.place(in: hop, actual, reference, above: sampleLimit) { raise(found) }
                let level = min(rmsLimit, relativeLimit.isFinite ? relativeLimit * sums.referenceRMS : .infinity)
                beyond[channel][slot] = Self.place(in: hop, actual, reference, above: level)
            }
            if let earliest { places.append(earliest) }
            if keepsHops { hops.append(peaks) }
            hopCount += 1
            start = frames.upperBound
            frameCount += Int64(frames.count)
            if hopCount >= Self.hopsInWindow { closeWindow(end: firstFrame + Int64(start)) }
        }
        return nil
    }

    private mutating func lookForDropouts(
        _ whole: Stretch, _ actual: borrowing PCMBuffer, _ reference: borrowing PCMBuffer
    ) {
        let length = hop / 10, least = Self.dropoutFloor * Double(length)
        var earliest: Place?
        Self.forEachPart(of: length, in: whole, actual, reference) { part, found in
            let ratio = max(found.referencePower, least) / max(found.actualPower, least)
            if ratio > dropout.value { dropout = part.reading(ratio) }
            if ratio > dropoutLimit, earliest == nil { earliest = Self.place(in: part, actual, reference, above: 0) }
        }
        if let earliest { raise(earliest) }
    }

    private mutating func lookForBursts(
        _ whole: Stretch, _ actual: borrowing PCMBuffer, _ reference: borrowing PCMBuffer
    ) {
        let length = hop / 4, least = Self.burstFloor * Double(length)
        var earliest: Place?
        Self.forEachPart(of: length, in: whole, actual, reference) { part, found in
            let rest = found.power / max(found.referencePower, least)
            if rest > burst.value { burst = part.reading(rest) }
            if rest > burstLimit, earliest == nil { earliest = Self.place(in: part, actual, reference, above: 0) }
        }
        if let earliest { raise(earliest) }
    }

    /// Looks at parts of a hop, of so many frames; what is left behind the last whole one is skipped.
    private static func forEachPart(
        of length: Int, in whole: Stretch, _ actual: borrowing PCMBuffer, _ reference: borrowing PCMBuffer,
        _ look: (Stretch, SampleDifference) -> Void
    ) {
        guard length > 0 else { return }
        var part = whole, start = whole.frames.lowerBound
        while start + length <= whole.frames.upperBound {
            part.frames = start..<start + length
            let found = actual.difference(
                part.frames, ofChannel: part.channel, from: reference, channel: part.other, scale: part.scale)
            part.peak = found.peak
            look(part, found)
            start += length
        }
    }

    /// Ends the sound: one that is shorter than a window is one window.
    mutating func finish() {
        if (1..<Self.hopsInWindow).contains(hopCount) { closeWindow(end: starts[0] + frameCount) }
    }

    private mutating func closeWindow(end: Int64) {
        let oldest = hopCount < Self.hopsInWindow ? 0 : hopCount % Self.hopsInWindow
        let window = starts[oldest]..<end
        var missed: Place?
        for channel in 0..<channelCount {
            let hops = ring[channel]
            let sums = ((hops[0] + hops[1]) + hops[2]) + hops[3]
            let isMissed = sums.rms > rmsLimit || sums.relative > relativeLimit
            if sums.rms > rms.value { rms = Reading(value: sums.rms, window: window, channel: channel) }
            if sums.relative > relative.value {
                relative = Reading(value: sums.relative, window: window, channel: channel)
            }
            // A sample beyond its own limit says more than the window that it is in.
            guard isMissed, first == nil else { continue }
            missed = [missed, beyond[channel].compactMap { $0 }.min { $0.frame < $1.frame }].compactMap { $0 }.min {
                $0.frame < $1.frame
            }
        }
        if let missed { raise(missed) }
    }

    /// A place beyond a limit; the earliest stays, and of those of one frame the first channel.
    private mutating func raise(_ place: Place) {
        if let first, (first.frame, first.channel) <= (place.frame, place.channel) { return }
        first = place
    }

    /// A channel's frames in a block, and the largest sample of their residual.
    private struct Stretch {
        var frames: Range<Int>
        var firstFrame: Int64
        var channel: Int
        var other: Int
        var scale: Float
        var peak: Float

        func reading(_ value: Double) -> Reading {
            Reading(
                value: value, window: firstFrame + Int64(frames.lowerBound)..<firstFrame + Int64(frames.upperBound),
                channel: channel)
        }
    }

    /// The first sample of the residual above a level.
    private static func place(
        in hop: Stretch, _ actual: borrowing PCMBuffer, _ reference: borrowing PCMBuffer, above level: Double
    ) -> Place? {
        guard Double(hop.peak) > level else { return nil }
        for frame in hop.frames {
            let value =
                (actual.sample(frame, ofChannel: hop.channel) * hop.scale
                - reference.sample(frame, ofChannel: hop.other)).magnitude
            if Double(value) > level {
                return (hop.firstFrame + Int64(frame), hop.channel, min(value, .greatestFiniteMagnitude))
            }
        }
        return nil
    }

    private func place(
        of frames: Range<Int>, _ actual: borrowing PCMBuffer, _ reference: borrowing PCMBuffer, _ firstFrame: Int64
    ) -> (Comparison.Name, Int64, Int) {
        for frame in frames {
            for channel in 0..<channelCount {
                if !reference.sample(frame, ofChannel: channel).isFinite {
                    return (.reference, firstFrame + Int64(frame), channel)
                }
                if !actual.sample(frame, ofChannel: channel).isFinite {
                    return (.actual, firstFrame + Int64(frame), channel)
                }
            }
        }
        return (.actual, firstFrame + Int64(frames.lowerBound), 0)
    }
}
