public import KKPCM

/// An overview of a sound: the lowest and highest sample and the RMS of each channel in each column of a picture.
///
/// Frames are added in order; the slice size does not change the results: squares are added in Float64 in eight lanes
/// selected by the frame's number, which are added in a fixed order at the end of a column. If a sound is shorter than
/// stated, columns remain without frames; frames beyond the stated length go to the last column.
///
/// Samples that are infinite or NaN are counted and left out.
///
/// ## Allocation
/// In `init` alone: 40 bytes per channel and column.
public final class SoundOverview {
    /// The values of a channel in one column. Full scale is 1.
    public struct Column: Hashable, Sendable {
        public var minimum: Float
        public var maximum: Float
        public var rms: Float
        /// Whether a sample was infinite or NaN.
        public var hasNonFinite = false

        /// Whether a run of samples at full scale, as counted by ``LevelMeter``, is in the column or reaches its third
        /// sample there.
        public var hasClippedRun = false

        /// The larger magnitude.
        public var peak: Float { max(-minimum, maximum) }
    }

    public let grid: ColumnGrid
    public let channelCount: Int
    /// Frames added so far.
    public private(set) var frameCount: Int64 = 0
    /// The number of samples that were infinite or NaN.
    public private(set) var nonFiniteCount: Int64 = 0

    /// Channel after channel, `nil` for a column that has got no frame.
    private var columns: [Column?]
    private var column = 0
    private var columnEnd: Int64
    /// The open column of each channel.
    var open: [OpenColumn]
    /// Samples at full scale in a row up to here, of each channel.
    private var runs: [Int]

    /// - Parameters:
    ///   - channelCount: 1 or more.
    ///   - grid: the columns, for the number of frames that the source states.
    public init(channelCount: Int, grid: ColumnGrid) {
        self.grid = grid
        self.channelCount = channelCount
        columns = Array(repeating: nil, count: channelCount * grid.columnCount)
        open = Array(repeating: OpenColumn(), count: channelCount)
        runs = Array(repeating: 0, count: channelCount)
        columnEnd = grid.columnCount > 1 ? grid.start(of: 1) : .max
    }

    /// Adds `frames` of a buffer with ``channelCount`` channels.
    public func add(_ buffer: borrowing PCMBuffer, frames: Range<Int>) {
        precondition(buffer.channelCount == channelCount, "an overview of other channels")
        guard grid.columnCount > 0 else { return }
        var next = frames.lowerBound
        while next < frames.upperBound {
            if frameCount == columnEnd { close() }
            let count = Int(min(Int64(frames.upperBound - next), columnEnd - frameCount))
            for channel in 0..<channelCount {
                nonFiniteCount += Int64(
                    open[channel].add(buffer, channel: channel, frames: next..<next + count, at: frameCount))
                runs[channel] = open[channel].followRun(
                    runs[channel], buffer, channel: channel, frames: next..<next + count)
            }
            next += count
            frameCount += Int64(count)
        }
    }

    /// Must be called once after the last frame.
    public func finish() {
        guard frameCount > 0, column < grid.columnCount else { return }
        close()
        columnEnd = .max
    }

    private func close() {
        for channel in 0..<channelCount {
            columns[channel * grid.columnCount + column] = open[channel].column
            open[channel] = OpenColumn()
        }
        column += 1
        columnEnd = column + 1 < grid.columnCount ? grid.start(of: column + 1) : .max
    }

    /// A column of a channel; `nil` if it has no frames.
    public subscript(channel: Int, column: Int) -> Column? { columns[channel * grid.columnCount + column] }

    /// The maximum of all channels in a column: the largest magnitude and the largest RMS.
    public func loudest(_ column: Int) -> Column? {
        var result: Column?
        for channel in 0..<channelCount {
            guard let one = self[channel, column] else { continue }
            let soFar = result ?? one
            result = Column(
                minimum: min(soFar.minimum, one.minimum), maximum: max(soFar.maximum, one.maximum),
                rms: max(soFar.rms, one.rms),
                hasNonFinite: soFar.hasNonFinite || one.hasNonFinite,
                hasClippedRun: soFar.hasClippedRun || one.hasClippedRun)
        }
        return result
    }

    /// The largest magnitude of all; 0 for no frames.
    public var peak: Float { columns.reduce(0) { max($0, $1?.peak ?? 0) } }
}
