internal import KKAnalysis
internal import KKMath
internal import KKPCM
internal import KKReport

/// Keeps the last frames of two sounds, so that the place where they differ most can be drawn from near by without
/// reading them again.
///
/// ## Allocation
/// In `init`, and for the place itself: a tenth of a second of one channel.
final class WorstPlace {
    private let sampleRate: Double
    /// Frames on either side of the place.
    private let reach: Int64
    private let capacity: Int
    /// Of each side and channel; a frame has its place by its number.
    private var kept: [[[Float]]]
    /// Frames that came.
    private var end: Int64 = 0
    private var found: (frame: Int64, channel: Int)?
    private var taken: (start: Int64, sides: [[Float]])?

    /// - Parameters:
    ///   - blockLength: the most frames that come at a time.
    ///   - length: frames that are drawn.
    /// - Returns: `nil` for what is too short to have such a place.
    init?(channelCount: Int, sampleRate: Double, blockLength: Int, length: Int64) {
        guard sampleRate > 0, Double(length) / sampleRate >= ComparisonZoom.shortestSound else { return nil }
        self.sampleRate = sampleRate
        reach = max(1, Int64(min(65_536, (ComparisonZoom.reach * sampleRate).rounded())))
        let capacity = 2 * Int(reach) + 2 * blockLength
        self.capacity = capacity
        kept = Array(
            repeating: Array(repeating: Array(repeating: 0, count: capacity), count: channelCount), count: 2)
    }

    /// Takes the frames of a channel of both sides; every channel has its turn before ``advance(by:worst:)``.
    func keep(_ reference: [Float], _ actual: [Float], _ frames: Range<Int>, channel: Int) {
        for (side, samples) in [reference, actual].enumerated() {
            var place = Int(end % Int64(capacity))
            for index in frames {
                kept[side][channel][place] = samples[index]
                place = place + 1 == capacity ? 0 : place + 1
            }
        }
    }

    /// To be called after the frames of all channels.
    ///
    /// - Parameter worst: the place of the largest difference up to here.
    func advance(by count: Int, worst: (frame: Int64, channel: Int)?) {
        end += Int64(count)
        if let worst, found.map({ $0 != worst }) ?? true { (found, taken) = (worst, nil) }
        if let found, taken == nil, end >= found.frame + reach { take() }
    }

    private func take() {
        guard let found else { return }
        let start = max(0, found.frame - reach), stop = min(end, found.frame + reach)
        taken = (
            start,
            kept.map { side in (start..<max(start, stop)).map { side[found.channel][Int($0 % Int64(capacity))] } }
        )
    }

    /// What is to be drawn; `nil` if nothing differs.
    ///
    /// - Parameters:
    ///   - firstFrame: the number of the first frame that came, in the reference's file.
    ///   - columnCount: pixels from left to right.
    func zoom(layout: ChannelLayout, firstFrame: Int64, columnCount: Int) -> ComparisonZoom? {
        if taken == nil { take() }
        guard let found, let taken, !taken.sides[0].isEmpty else { return nil }
        let difference = zip(taken.sides[0], taken.sides[1]).map { $1 - $0 }
        let overviews = (taken.sides + [difference]).map { Self.overview($0, columnCount) }
        let channel = layout.channelCount > 1 ? ", \(layout.labels[found.channel])" : ""
        let time = timeText(Double(firstFrame + found.frame) / sampleRate)
        return ComparisonZoom(
            title: "around the largest difference, \(time)\(channel)",
            reference: overviews[0], actual: overviews[1], difference: overviews[2],
            start: Double(firstFrame + taken.start) / sampleRate,
            duration: Double(difference.count) / sampleRate)
    }

    private static func overview(_ samples: [Float], _ columnCount: Int) -> SoundOverview {
        let overview = SoundOverview(
            channelCount: 1, grid: ColumnGrid(frameCount: Int64(samples.count), columnCount: columnCount))
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: samples.count)
        buffer.fill(channel: 0, with: samples)
        buffer.frameLength = samples.count
        overview.add(buffer, frames: 0..<samples.count)
        overview.finish()
        return overview
    }
}
