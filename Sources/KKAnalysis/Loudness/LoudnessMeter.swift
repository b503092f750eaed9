internal import KKDSP
public import KKPCM

/// A meter of loudness by ITU-R BS.1770-4, EBU Tech 3341 and 3342.
///
/// The sound is weighted (``KWeighting``) and its power is summed over cells of 10 ms; cell k begins at frame k · rate
/// / 100, rounded down, so windows are correct at every rate. 40 cells are a momentary window, 300 a short-term one;
/// every tenth window is used for the gates of the integrated loudness and the range. A remainder after the last whole
/// cell is not measured.
///
/// The slice size does not change the results: the order of additions depends only on a sample's position in its cell.
/// Samples that are not finite count as silence.
///
/// ## Allocation
/// In `init`, and 16 bytes for each 100 ms of sound: half a megabyte an hour.
public final class LoudnessMeter {
    /// Frames that are worked on together. A call may bring more.
    private static let blockCount = 1024
    private static let scale = 0x1p-8

    private let channelCount: Int
    private let weights: [Double]
    private let cells: CellBorders
    private var filter: BiquadCascade
    private var work: PCMBuffer
    /// The squares of the cell that is open, a channel each.
    private var squares: [LaneSum]
    /// Frames of the open cell that are there, and how many it takes.
    private var place = 0
    private var cellLength: Int
    private var windows: LoudnessWindows
    /// What the powers are multiplied by, because the filter's output is scaled down.
    private let unscaled: Double

    /// - Parameters:
    ///   - layout: determines the weight of each channel.
    ///   - sampleRate: must be within ``SoundMeter/sampleRates``; anything else is a programming error.
    public init(layout: ChannelLayout, sampleRate: Double) {
        precondition(SoundMeter.sampleRates.contains(sampleRate), "no such stream")
        channelCount = layout.channelCount
        weights = layout.labels.map(KWeighting.weight)
        cells = CellBorders(sampleRate: sampleRate, perSecond: 100)
        cellLength = cells.length(of: 0)
        squares = Array(repeating: LaneSum(), count: channelCount)
        work = PCMBuffer(channelCount: channelCount, frameCapacity: Self.blockCount)
        windows = LoudnessWindows(cells: cells)
        let sections = KWeighting.sections(sampleRate: sampleRate)
        filter = BiquadCascade(sectionCount: sections.count, channelCount: channelCount)
        for (index, section) in sections.enumerated() { filter[index] = section }
        // Scaled by a power of two, of which no result knows, the largest Float32 stays one after filters that raise
        // it.
        guard let index = sections.lastIndex(where: { $0 != .identity }) else {
            unscaled = 1
            return
        }
        unscaled = 1 / (Self.scale * Self.scale)
        let (b0, b1, b2) = (
            sections[index].b0 * Self.scale, sections[index].b1 * Self.scale, sections[index].b2 * Self.scale
        )
        filter[index] = BiquadCoefficients(b0: b0, b1: b1, b2: b2, a1: sections[index].a1, a2: sections[index].a2)
    }

    /// Adds `frames` of a buffer with the layout's channels.
    public func add(_ buffer: borrowing PCMBuffer, frames: Range<Int>) {
        precondition(buffer.channelCount == channelCount, "a meter keeps the number of channels")
        var start = frames.lowerBound
        while start < frames.upperBound {
            let count = min(Self.blockCount, frames.upperBound - start)
            work.copy(count, framesFrom: buffer, at: start)
            work.silenceNonFinite(0..<count)
            filter.process(0..<count, in: &work)
            sum(count)
            start += count
        }
    }

    /// The mean powers of the windows of 400 ms that begin every 100 ms.
    var momentaryPowers: [Double] { windows.gatingBlocks }

    /// Returns the results.
    public func finish() -> Loudness { windows.loudness() }

    /// Adds the first `count` frames of the weighted sound to their cells.
    private func sum(_ count: Int) {
        var start = 0
        while start < count {
            let end = min(count, start + cellLength - place)
            for channel in 0..<channelCount where weights[channel] != 0 {
                work.addSquares(of: start..<end, ofChannel: channel, place: place, to: &squares[channel])
            }
            place += end - start
            start = end
            if place == cellLength { closeCell() }
        }
    }

    private func closeCell() {
        var power = 0.0
        for channel in 0..<channelCount where weights[channel] != 0 {
            power += weights[channel] * squares[channel].total * unscaled
            squares[channel] = LaneSum()
        }
        place = 0
        cellLength = windows.add(power)
    }
}
