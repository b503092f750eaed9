internal import KKDSP
internal import KKMath
internal import KKPCM

/// The true peaks of both sides in windows of four hops, for those windows in which they may be apart by more than a
/// limit.
///
/// To find true peaks takes longer than all else, and hardly a window needs it: what two crests are apart by is what
/// the meter makes of the residual, at most ``TruePeakMeter/worstGain`` times its largest sample. So the samples' own
/// peaks, hop by hop, tell where it is worth while to read once more.
struct TruePeakWindows {
    /// What is known of a hop from its samples, of full scale: the largest of all channels.
    struct Hop {
        var residual: Float
        /// Of either side.
        var sample: Float
    }

    /// A window that is beyond the limit.
    struct Reading {
        var window: Int
        /// The actual's less the reference's, dB.
        var delta: Double
    }

    /// −80 dBFS. Crests that are less apart are not, however quiet they are: dither of 16 bits does as much.
    static let leastDifference = 1e-4

    private let hops: [Hop]
    private let hop: Int
    private let allowed: Double
    private let floor: Double
    /// Hops before and after a hop that its peak depends on.
    private let reach: Int

    /// - Parameters:
    ///   - hop: frames.
    ///   - allowed: dB.
    ///   - floor: what is quieter counts as this loud, dBTP.
    init(_ hops: [Hop], hop: Int, allowed: Double, floor: Double) {
        (self.hops, self.hop, self.allowed, self.floor) = (hops, hop, allowed, floor)
        reach = (TruePeakMeter.reach + hop - 1) / hop
    }

    private var windowCount: Int { hops.isEmpty ? 0 : max(1, hops.count - ResidualMeter.hopsInWindow + 1) }

    private func hops(of window: Int) -> Range<Int> { window..<min(hops.count, window + ResidualMeter.hopsInWindow) }

    /// The windows whose peaks must be known, in their order.
    private var wanted: [Int] {
        let gain = TruePeakMeter(channelCount: 0, maximumFrameCount: 1).worstGain
        let share = 1 - Decibels(-allowed).linear, silent = Decibels(floor).linear
        return (0..<windowCount).filter { window in
            let own = hops(of: window),
                around = max(0, own.lowerBound - reach)..<min(hops.count, own.upperBound + reach)
            let apart = gain * Double(hops[around].reduce(0) { max($0, $1.residual) })
            let loudest = Double(hops[own].reduce(0) { max($0, $1.sample) })
            guard apart > Self.leastDifference, apart > share * loudest else { return false }
            return gain * Double(hops[around].reduce(0) { max($0, $1.sample) }) > silent
        }
    }

    /// Reads those windows once more.
    ///
    /// - Parameters:
    ///   - silent: frames that count for neither side, of those that the pair gives.
    ///   - stopsAtFirst: whether the first window beyond the limit is enough.
    /// - Returns: the first one, and that which is farthest beyond.
    func read(
        _ pair: PairReader, silent: Range<Int64>, workers: (any AnalysisWorkers)?, stopsAtFirst: Bool
    ) throws -> (first: Reading, worst: Reading)? {
        var found: (first: Reading, worst: Reading)?
        let wanted = wanted
        var isWanted = Array(repeating: false, count: windowCount)
        for window in wanted { isWanted[window] = true }
        var windows = wanted[...]
        while let start = windows.first {
            var end = start
            while let next = windows.first, next <= hops(of: end).upperBound { end = windows.removeFirst() }
            try read(start..<hops(of: end).upperBound, pair, silent, workers) { window, peaks in
                guard isWanted[window], let reading = beyond(window, peaks) else { return true }
                if found == nil { found = (reading, reading) }
                if let worst = found?.worst, abs(reading.delta) > abs(worst.delta) { found?.worst = reading }
                return !stopsAtFirst
            }
            if stopsAtFirst, found != nil { break }
        }
        return found
    }

    /// A window's peaks, reference and actual, as a reading where they are apart by more than the limit.
    private func beyond(_ window: Int, _ peaks: [Double]) -> Reading? {
        guard abs(peaks[1] - peaks[0]) > Self.leastDifference else { return nil }
        let levels = peaks.map { max(floor, Measurement.level($0) ?? -.infinity) }
        let delta = levels[1] - levels[0]
        return abs(delta) > allowed ? Reading(window: window, delta: delta) : nil
    }

    /// Gives the peaks of each window of some hops that follow one another, until it is told to stop.
    private func read(
        _ wanted: Range<Int>, _ pair: PairReader, _ silent: Range<Int64>, _ workers: (any AnalysisWorkers)?,
        _ take: (Int, [Double]) -> Bool
    ) throws {
        let first = max(0, wanted.lowerBound - reach), length = ResidualMeter.hopsInWindow
        try pair.rewind(to: Int64(first * hop))
        let sides = [HopPeaks(pair.reference, hop: hop), HopPeaks(pair.actual, hop: hop)]
        var position = Int64(first * hop), done = first
        while done < wanted.upperBound {
            _ = try pair.next()
            let count = pair.reference.buffer.frameCapacity
            let hidden =
                Int(
                    max(0, min(Int64(count), silent.lowerBound - position)))..<Int(
                    max(0, min(Int64(count), silent.upperBound - position)))
            if !hidden.isEmpty { pair.silence(hidden) }
            workers.perform(2) { sides[$0].add(count) }
            position += Int64(count)
            while done < first + sides[0].peaks.count, done < wanted.upperBound {
                done += 1
                let window = done - length
                guard window >= wanted.lowerBound || done == hops.count else { continue }
                let own = max(wanted.lowerBound, window)
                let places = own - first..<done - first
                guard take(own, sides.map { $0.peaks[places].max() ?? 0 }) else { return }
            }
        }
    }
}

/// The true peaks of one side, hop by hop.
private final class HopPeaks {
    private let side: PairReader.Side
    private let hop: Int
    private var meter: TruePeakMeter
    /// Frames until the peaks of a hop are known.
    private var missing: Int
    /// The largest of all channels, linear.
    private(set) var peaks: [Double] = []

    init(_ side: PairReader.Side, hop: Int) {
        self.side = side
        self.hop = hop
        meter = TruePeakMeter(channelCount: side.buffer.channelCount, maximumFrameCount: 4_096)
        missing = hop + TruePeakMeter.delay
    }

    /// Takes the first `count` frames of the side's block, of which those that it does not have are silent.
    func add(_ count: Int) {
        var start = 0
        while start < count {
            let end = min(count, start + missing)
            meter.add(side.buffer, frames: start..<end)
            missing -= end - start
            start = end
            guard missing == 0 else { continue }
            peaks.append(meter.peaks.max() ?? 0)
            meter.clearPeaks()
            missing = hop
        }
    }
}
