internal import KKPCM

/// The frames of a ``PacketFileDecoder`` whose packets need none of the others, in pieces of whole packets where these
/// are of one length, each decoded by a decoder that is kept from piece to piece. A piece ends with an error before the
/// first packet that there is something to say of.
///
/// ## Allocation
/// A decoder in `init`, and one more for each piece in which something is wrong.
final class PacketPieces: PiecewiseSource {
    let format: StreamDescription
    let frameCount: Int64?
    let pieceCount: Int

    private let make: () throws -> PacketFileDecoder
    private var decoder: PacketFileDecoder
    private let longestPacket: Int
    private let total: Int64
    /// The frames of a piece.
    private let length: Int64
    /// Those of the piece that were not read yet.
    private var rest: Range<Int64>

    /// Trouble, of which the one who reads from front to back finds out more.
    private struct Trouble: Error {}

    private static let frameCount = 1 << 17

    /// - Parameter make: opens a decoder of all frames.
    init(longestPacket: Int, _ make: @escaping () throws -> PacketFileDecoder) throws {
        self.make = make
        self.longestPacket = longestPacket
        decoder = try make()
        let properties = decoder.properties
        format = .canonical(
            sampleRate: properties.dataFormat.sampleRate, channels: properties.layout.channelCount)
        let packet = max(1, longestPacket)
        length = Int64(max(1, Self.frameCount / packet) * packet)
        total = properties.frameCount
        frameCount = total
        pieceCount = Int((total + length - 1) / length)
        rest = 0..<total
    }

    func frames(ofPiece index: Int) -> Range<Int64> {
        Int64(index) * length..<min(total, Int64(index + 1) * length)
    }

    func reopened() throws -> any PiecewiseSource { try PacketPieces(longestPacket: longestPacket, make) }

    func open(_ piece: Int) throws {
        rest = frames(ofPiece: piece)
        try decoder.seek(to: rest.lowerBound)
    }

    func readPiece(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        let wanted = Int(min(Int64(frameCount), Int64(rest.count)))
        guard wanted > 0 else { return 0 }
        let count = try decoder.read(into: &buffer, at: offset, frameCount: wanted)
        guard count > 0, decoder.warnings.isEmpty else {
            // The packet would not be reported a second time.
            decoder = try make()
            throw Trouble()
        }
        rest = rest.lowerBound + Int64(count)..<rest.upperBound
        return count
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        try decoder.read(into: &buffer, at: offset, frameCount: frameCount)
    }

    func seek(to frame: Int64) throws { try decoder.seek(to: frame) }
}
