package import KKPCM

/// A packet that could not be decoded, and the silence in its place.
///
/// Files, pipes and converters all do the same: silence takes the place of the packet, so that everything else stays in
/// its place, the problem is reported with its position, and in strict mode it is an error.
public struct DamagedPacket: Hashable, Sendable {
    /// Its number, from 0 at the start of the stream. If whole packets are lost, the number of the packet after them.
    public var number: Int64
    /// The frames of silence in its place; 0 if their number is not known, so that the following sound comes earlier.
    public var frameCount: Int
    /// What is wrong with it.
    public var error: CodecError

    public init(number: Int64, frameCount: Int, error: CodecError) {
        self.number = number
        self.frameCount = frameCount
        self.error = error
    }

    /// `packet 7: the packet has no marker`.
    package var problem: String { "packet \(number): \(error.problem)" }
    /// `1152 frames of silence`.
    package var silence: String { "\(frameCount) frames of silence" }
}

extension DamagedPacket: CustomStringConvertible {
    /// A warning: `packet 7: the packet has no marker; 1152 frames of silence in its place`.
    public var description: String {
        "\(problem); " + (frameCount > 0 ? "\(silence) in its place" : "it is left out")
    }
}

extension PacketDecoder {
    /// Decodes a packet, or puts silence in its place.
    ///
    /// - Parameters:
    ///   - number: of the packet in its stream.
    ///   - length: the frames that it should have; no more are silent than a packet can have.
    ///   - offset: the frame of `buffer` from which on there is room for ``maximumFramesPerPacket``.
    /// - Returns: how many frames are there now, and what is wrong where they are silence.
    ///
    /// ## Allocation
    /// The decoder's, and the words about a damaged packet.
    package func decode(
        _ packet: Span<UInt8>, number: Int64, length: Int, into buffer: inout PCMBuffer, at offset: Int = 0
    ) -> (frameCount: Int, damage: DamagedPacket?) {
        do throws(CodecError) {
            return (try decode(packet, into: &buffer, at: offset), nil)
        } catch {
            let silent = min(length, maximumFramesPerPacket)
            buffer.silence(offset..<offset + silent)
            return (silent, DamagedPacket(number: number, frameCount: silent, error: error))
        }
    }
}
