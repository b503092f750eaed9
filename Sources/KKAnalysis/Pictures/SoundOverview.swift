public import KKPCM

/// A sound at a glance: the lowest and highest sample and the RMS of each channel in each of a picture's columns.
///
/// Frames are added in order, in slices of any size, and the slices do not show: squares are added in Float64 in eight
/// lanes, by the frame's number, and these at the end of a column in one order. A sound that proves shorter than
/// promised leaves columns without frames, and what comes beyond the promised length goes to the last column.
///
/// Samples that are infinite or no number are counted and left out.
///
/// ## Allocation
/// In `init` alone: 40 bytes per channel and column.
public final class SoundOverview {
    /// What a channel did in one column. Amplitudes: 1 is full scale.
    public struct Column: Hashable, Sendable {
        public var minimum: Float
        public var maximum: Float
        public var rms: Float
        /// Whether a sample was infinite or no number.
        public var hasNonFinite = false

        /// Whether a run of samples at full scale, as ``LevelMeter`` counts them, lies in it or comes to its third
        /// sample there.
        public var hasClippedRun = false

        /// The larger magnitude.
        public var peak: Float { max(-minimum, maximum) }
    }

    public let grid: ColumnGrid
    public let channelCount: Int
    /// Frames added so far.
    public private(set) var frameCount: Int64 = 0
    /// Samples that were infinite or no number.
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
    ///   - grid: the columns; made of the frames that the source promises.
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

    /// To be called once, behind the last frame.
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

    /// A column of a channel; `nil` when it has got no frame.
    public subscript(channel: Int, column: Int) -> Column? { columns[channel * grid.columnCount + column] }

    /// The loudest of all channels in a column: the largest magnitude and the largest RMS.
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
