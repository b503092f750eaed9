internal import KKDSP
internal import KKMath
internal import KKPCM

/// What is left when the reference is taken from the actual: peaks and powers, for the whole and in windows of four hops.
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
                count: left.count + right.count, reference: left.reference + right.reference, actual: left.actual + right.actual,
                residual: left.residual + right.residual)
        }

        var rms: Double { count == 0 ? 0 : (residual / Double(count)).squareRoot() }
        /// Amplitude ratio; the reference counts as −60 dBFS where it is quieter.
        var relative: Double { count == 0 ? 0 : (residual / max(reference, 1e-6 * Double(count))).squareRoot() }
    }

    /// The largest value of a limit's measure in a window.
    struct Reading {
        var value = 0.0
        var window: Range<Int64>?
        var channel = 0
    }

    static let hopsInWindow = 4

    let channelCount: Int
    let hop: Int
    /// Of full scale: the largest residual sample that passes.
    let sampleLimit: Double
    let rmsLimit: Double
    let relativeLimit: Double

    private(set) var totals: [Sums]
    private(set) var referencePeak: Float = 0
    private(set) var actualPeak: Float = 0
    private(set) var worst: (frame: Int64, channel: Int, value: Float)?
    private(set) var first: (frame: Int64, channel: Int, value: Float)?
    private(set) var rms = Reading()
    private(set) var relative = Reading()
    private(set) var frameCount: Int64 = 0

    /// The last hops of each channel, by hop modulo their number; and where the oldest began.
    private var ring: [[Sums]]
    private var peaks: [[Float]]
    private var hopCount = 0
    private var starts = [Int64](repeating: 0, count: hopsInWindow)

    init(channelCount: Int, hop: Int, sampleLimit: Double, rmsLimit: Double, relativeLimit: Double) {
        self.channelCount = channelCount
        self.hop = hop
        self.sampleLimit = sampleLimit
        self.rmsLimit = rmsLimit
        self.relativeLimit = relativeLimit
        totals = Array(repeating: Sums(), count: channelCount)
        ring = Array(repeating: Array(repeating: Sums(), count: Self.hopsInWindow), count: channelCount)
        peaks = Array(repeating: Array(repeating: 0, count: Self.hopsInWindow), count: channelCount)
    }

    /// Takes the first `count` frames of both. `firstFrame` is the reference's number of the first.
    ///
    /// - Parameters:
    ///   - scales: for each channel of the actual, what it is multiplied by before the reference is taken from it.
    ///   - map: for each channel of the actual, the channel of the reference that it is held against.
    /// - Returns: the frame and channel of the first sample that is not finite, and whose it is; nothing is taken from that hop on.
    mutating func add(
        _ actual: borrowing PCMBuffer, against reference: borrowing PCMBuffer, count: Int, firstFrame: Int64, map: [Int], scales: [Float]
    ) -> (name: Comparison.Name, frame: Int64, channel: Int)? {
        var start = 0
        while start < count {
            let frames = start..<min(count, start + hop)
            let slot = hopCount % Self.hopsInWindow
            starts[slot] = firstFrame + Int64(start)
            for channel in 0..<channelCount {
                let found = actual.difference(frames, ofChannel: channel, from: reference, channel: map[channel], scale: scales[channel])
                guard found.isFinite else { return place(of: frames, actual, reference, firstFrame) }
                referencePeak = max(referencePeak, found.referencePeak)
                actualPeak = max(actualPeak, found.actualPeak)
                if found.peak > worst?.value ?? 0 {
                    let frame = Self.frame(of: frames, actual, channel, reference, map[channel], scales[channel]) { $0 >= found.peak }
                    worst = (firstFrame + Int64(frame), channel, found.peak)
                }
                if Double(found.peak) > sampleLimit {
                    let frame = Self.frame(of: frames, actual, channel, reference, map[channel], scales[channel]) { Double($0) > sampleLimit }
                    raise((firstFrame + Int64(frame), channel, Self.residual(frame, actual, channel, reference, map[channel], scales[channel])))
                }
                ring[channel][slot] = Sums(
                    count: frames.count, reference: found.referencePower, actual: found.actualPower, residual: found.power)
                peaks[channel][slot] = found.peak
                totals[channel] = totals[channel] + ring[channel][slot]
            }
            hopCount += 1
            start = frames.upperBound
            frameCount += Int64(frames.count)
            if hopCount >= Self.hopsInWindow { closeWindow(end: firstFrame + Int64(start)) }
        }
        return nil
    }

    /// Ends the sound: one that is shorter than a window is one window.
    mutating func finish() {
        if (1..<Self.hopsInWindow).contains(hopCount) { closeWindow(end: starts[0] + frameCount) }
    }

    private mutating func closeWindow(end: Int64) {
        let oldest = hopCount < Self.hopsInWindow ? 0 : hopCount % Self.hopsInWindow
        let window = starts[oldest]..<end
        for channel in 0..<channelCount {
            let hops = ring[channel]
            let sums = ((hops[0] + hops[1]) + hops[2]) + hops[3]
            let isMissed = sums.rms > rmsLimit || sums.relative > relativeLimit
            if sums.rms > rms.value { rms = Reading(value: sums.rms, window: window, channel: channel) }
            if sums.relative > relative.value { relative = Reading(value: sums.relative, window: window, channel: channel) }
            // A sample beyond its limit says more than the window that it is in.
            if isMissed, first == nil { raise((window.lowerBound, channel, peaks[channel].max() ?? 0)) }
        }
    }

    /// A place beyond a limit; the earliest stays, and of those of one frame the first channel.
    private mutating func raise(_ place: (frame: Int64, channel: Int, value: Float)) {
        if let first, (first.frame, first.channel) <= (place.frame, place.channel) { return }
        first = place
    }

    private static func residual(
        _ frame: Int, _ actual: borrowing PCMBuffer, _ channel: Int, _ reference: borrowing PCMBuffer, _ other: Int, _ scale: Float
    ) -> Float {
        (actual.sample(frame, ofChannel: channel) * scale - reference.sample(frame, ofChannel: other)).magnitude
    }

    private static func frame(
        of frames: Range<Int>, _ actual: borrowing PCMBuffer, _ channel: Int, _ reference: borrowing PCMBuffer, _ other: Int, _ scale: Float,
        where isMeant: (Float) -> Bool
    ) -> Int {
        for frame in frames where isMeant(residual(frame, actual, channel, reference, other, scale)) { return frame }
        return frames.lowerBound
    }

    private func place(
        of frames: Range<Int>, _ actual: borrowing PCMBuffer, _ reference: borrowing PCMBuffer, _ firstFrame: Int64
    ) -> (Comparison.Name, Int64, Int) {
        for frame in frames {
            for channel in 0..<channelCount {
                if !reference.sample(frame, ofChannel: channel).isFinite { return (.reference, firstFrame + Int64(frame), channel) }
                if !actual.sample(frame, ofChannel: channel).isFinite { return (.actual, firstFrame + Int64(frame), channel) }
            }
        }
        return (.actual, firstFrame + Int64(frames.lowerBound), 0)
    }
}
