internal import KKPCM

/// A source whose frames lie in pieces that can be read each by itself, on different threads, and are the same as those
/// of a straight read.
protocol PiecewiseSource: FrameSource {
    var pieceCount: Int { get }

    /// The frames of a piece. The ranges adjoin and may be empty.
    func frames(ofPiece index: Int) -> Range<Int64>

    /// A source of the same frames that stands at the start and may be used on another thread at the same time.
    func reopened() throws -> any PiecewiseSource

    /// Makes the first frame of a piece the next one to be read.
    func open(_ piece: Int) throws

    /// As ``FrameSource/read(into:at:frameCount:)``, with the end of the piece for the end. A piece may prove shorter
    /// than its range.
    func readPiece(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int
}

extension PiecewiseSource {
    var longestPieceFrameCount: Int { (0..<pieceCount).reduce(0) { max($0, frames(ofPiece: $1).count) } }
}
