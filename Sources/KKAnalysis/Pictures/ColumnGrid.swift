internal import KKMath

/// The columns of a picture: a known number of frames, divided into a known number of columns with integer arithmetic.
///
/// Column c has the frames ⌊c · N / C⌋ ..< ⌊(c + 1) · N / C⌋, at least one: there are never more columns than frames.
public struct ColumnGrid: Hashable, Sendable {
    /// N, 0 or more.
    public let frameCount: Int64
    /// C, at most N; 0 for no frames.
    public let columnCount: Int

    /// The most columns that a picture may have.
    public static let limit = 1 << 16

    /// - Parameter columnCount: the number of columns if there are enough frames.
    public init(frameCount: Int64, columnCount: Int) {
        self.frameCount = max(0, frameCount)
        self.columnCount = Int(min(self.frameCount, Int64(max(1, min(columnCount, Self.limit)))))
    }

    /// The first frame of a column; for the column after the last, the number of frames.
    public func start(of column: Int) -> Int64 {
        let count = Int64(columnCount)
        guard count > 0 else { return 0 }
        // ⌊c · N / C⌋ without a product that could overflow: c · (N div C) + ⌊c · (N mod C) / C⌋.
        return Int64(column) * (frameCount / count) + Int64(column) * (frameCount % count) / count
    }

    /// The column of a frame; the nearest one for a frame outside.
    public func column(of frame: Int64) -> Int {
        max(0, (0..<max(0, columnCount)).partitioningIndex { start(of: $0) > frame } - 1)
    }
}
