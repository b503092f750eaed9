public import KKPCM
internal import KKMath

/// The levels of a sound by frequency and time, in rows of a logarithmic frequency axis and columns of a picture.
///
/// ## What a cell says
/// The highest level that any window of the column finds at any frequency of the row in any channel: maxima, so that
/// neither a click in a long file nor a tone among many bins is averaged away. 0 dBFS is a sine at full scale. Rows
/// that are narrower than the distance of two bins lie on the straight line between those bins' powers.
///
/// ## Windows
/// Hann, 4,096 frames at 44.1 and 48 kHz, in proportion at other rates, and shorter for sounds of less than sixteen of
/// them. Their middles are at most half a window apart, whatever the length, so that every frame lies where some window
/// has at least half its height; where columns are narrower than that, each has a window of its own. Outside the sound
/// there is silence; of a part of one, windows at its ends reach into what is before and after it, so that a cut is not
/// a click. Infinite samples and such that are not a number count as 0.
///
/// Frames are added in order, in slices of any size, and the slices do not show.
///
/// ## Allocation
/// In `init`, and 4 windows per channel with the first frames: columns × rows × 4 bytes, whatever the length.
public final class Spectrogram {
    public let grid: ColumnGrid
    public let rows: FrequencyRows
    /// The channels of the sound.
    public let channelCount: Int
    /// The channels that are analysed.
    public let channels: Range<Int>
    /// Frames in a window.
    public let windowLength: Int
    /// The number of frames added so far, without those before the grid and beyond the stated length.
    public var frameCount: Int64 { max(0, min(position, grid.frameCount)) }
    /// The number of completed columns.
    public private(set) var finishedColumnCount = 0

    /// The frame that comes next; below 0 before the grid.
    private var position: Int64
    /// Frames that may come after the grid.
    private let behind: Int

    /// Powers, column after column, row 0 first.
    private var powers: [Float]
    private let transform: WindowedTransform
    private let bins: BinRows
    /// Frames that are still wanted, channel after channel, in runs of `roomLength`.
    private var kept: PCMBuffer
    private var keptStart: Int64
    private var keptCount = 0
    private var windowsDone = 0

    /// - Parameters:
    ///   - channelCount: 1 or more.
    ///   - grid: the columns, for the number of frames that the source states.
    ///   - rowCount: 1 or more.
    ///   - before: for a part of a sound, the number of frames before the grid that are added first; at most
    ///     ``reach(sampleRate:frameCount:)``.
    ///   - behind: the number of frames after the grid; further frames are ignored.
    ///   - channels: the channels to analyse; `nil` for all. Threads can share the channels; ``formUnion(_:)`` combines
    ///     the results.
    public init(
        channelCount: Int, sampleRate: Double, grid: ColumnGrid, rowCount: Int, before: Int = 0, behind: Int = 0,
        channels: Range<Int>? = nil
    ) {
        let channels = channels ?? 0..<channelCount
        precondition(channels.lowerBound >= 0 && channels.upperBound <= channelCount, "no such channels")
        self.channels = channels
        self.grid = grid
        self.channelCount = channelCount
        rows = FrequencyRows(sampleRate: sampleRate, count: rowCount)
        windowLength = Self.windowLength(sampleRate: sampleRate, frameCount: grid.frameCount)
        powers = Array(repeating: 0, count: grid.columnCount * rows.count)
        transform = WindowedTransform(length: windowLength, channelCount: channels.count)
        bins = BinRows(rows, windowLength: windowLength)
        kept = PCMBuffer(channelCount: channels.count, frameCapacity: 4 * windowLength)
        // The first window may reach in front of the sound, where silence is.
        keptStart = Int64(-windowLength / 2)
        keptCount = windowLength / 2 - before
        position = Int64(-before)
        self.behind = behind
        precondition(keptCount >= 0 && before >= 0 && behind >= 0, "more frames than a window sees")
    }

    /// The number of frames before and after a part of a sound that affect its spectrogram: half a window.
    public static func reach(sampleRate: Double, frameCount: Int64) -> Int {
        windowLength(sampleRate: sampleRate, frameCount: frameCount) / 2
    }

    /// A power of two from 64 to 2¹⁶: the nearest one to 85 ms, and no longer than a sixteenth of the sound.
    static func windowLength(sampleRate: Double, frameCount: Int64) -> Int {
        var length = 64
        while length < 1 << 16, Double(length) * 1.5 < sampleRate * 0.0853, Int64(length) * 32 <= frameCount {
            length *= 2
        }
        return length
    }

    /// Adds `frames` of a buffer with ``channelCount`` channels. Frames beyond the stated length are ignored.
    public func add(_ buffer: borrowing PCMBuffer, frames: Range<Int>) {
        precondition(buffer.channelCount == channelCount, "a spectrogram of other channels")
        var next = frames.lowerBound
        let end = next + Int(max(0, min(Int64(frames.count), grid.frameCount + Int64(behind) - position)))
        while next < end, finishedColumnCount < grid.columnCount {
            let count = min(end - next, kept.frameCapacity - keptCount)
            for channel in channels {
                kept.copy(
                    count, framesFrom: buffer, channel: channel, at: next, toChannel: channel - channels.lowerBound,
                    at: keptCount)
            }
            keptCount += count
            next += count
            position += Int64(count)
            work()
        }
    }

    /// Must be called once after the last frame: computes the remaining columns.
    public func finish() {
        let end = frameCount
        guard end > 0 else { return }
        // Behind the sound is silence, as long as windows have their middle within the sound.
        while finishedColumnCount < grid.columnCount, grid.start(of: finishedColumnCount) < end {
            let count = min(windowLength, kept.frameCapacity - keptCount)
            kept.silence(keptCount..<keptCount + count)
            keptCount += count
            work(until: end)
        }
    }

    /// Works out every window whose frames are there, and forgets what no further window wants.
    private func work(until end: Int64 = .max) {
        while finishedColumnCount < grid.columnCount {
            let start = grid.start(of: finishedColumnCount)
            if start >= end { break }
            let length = grid.start(of: finishedColumnCount + 1) - start
            let count = max(1, Int((length + Int64(windowLength) / 2 - 1) / (Int64(windowLength) / 2)))
            let middle = start + (2 * Int64(windowsDone) + 1) * length / (2 * Int64(count))
            let first = middle - Int64(windowLength) / 2
            forget(before: first)
            guard first - keptStart + Int64(windowLength) <= Int64(keptCount) else { break }
            for channel in 0..<channels.count { transform.add(kept, channel: channel, from: Int(first - keptStart)) }
            windowsDone += 1
            if windowsDone == count {
                finishColumn()
                windowsDone = 0
                finishedColumnCount += 1
            }
        }
    }

    /// Row by row the largest of all channels: each channel's rows are its own bins', so it does not matter who works
    /// which channels out.
    private func finishColumn() {
        for spectrum in transform.powers { bins.raise(&powers, from: finishedColumnCount * rows.count, to: spectrum) }
        transform.clear()
    }

    private func forget(before frame: Int64) {
        let count = Int(min(Int64(keptCount), frame - keptStart))
        // A move now and then, not for every window.
        guard count >= windowLength || count == keptCount && count > 0 else { return }
        kept.moveToFront(from: count, count: keptCount - count)
        keptStart += Int64(count)
        keptCount -= count
    }

    /// Adds the results of another spectrogram, of other channels of the same frames.
    public func formUnion(_ other: Spectrogram) {
        precondition(
            other.grid == grid && other.rows == rows && other.finishedColumnCount == finishedColumnCount,
            "a spectrogram of other frames")
        for index in powers.indices { powers[index] = max(powers[index], other.powers[index]) }
    }

    /// The level of a cell in dBFS; −∞ for silence, `nil` in a column without frames.
    public func level(column: Int, row: Int) -> Double? {
        guard column < finishedColumnCount else { return nil }
        return PortableMath.log2(Double(powers[column * rows.count + row])) * 3.010299956639811952137389
    }
}
