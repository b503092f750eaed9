internal import KKPCM

/// A decoder whose packets need of those before them a few numbers alone, which can be had without the frames: a seek
/// goes past packets, or begins where the numbers were kept.
package protocol CarryingDecoder: PacketDecoder {
    /// The words that are carried from packet to packet.
    var carriedWordCount: Int { get }

    /// Takes a packet as ``PacketDecoder/decode(_:into:at:)`` does, without its frames.
    ///
    /// - Throws: what `decode` throws.
    func pass(_ packet: Span<UInt8>) throws(CodecError)

    /// Writes what is carried to `words`, from `place` on.
    func carried(to words: inout [UInt32], at place: Int)

    /// Takes up what ``carried(to:at:)`` has written.
    func carry(_ words: [UInt32], at place: Int)
}
