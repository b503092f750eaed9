public import KKPCM

/// Makes frames of compressed packets, one packet after the other.
///
/// It gives what the codec gives: priming and remainder included, at the stream's own rate. Who knows the packet table
/// cuts them off. The same packets give the same frames, however they come.
///
/// ## Allocation
/// When it is made. None while decoding.
public protocol PacketDecoder: AnyObject {
    /// What comes out: canonical, at the stream's rate, with the stream's channels.
    var format: StreamDescription { get }

    /// The channels that come out, in the WAVE order.
    var layout: ChannelLayout { get }

    /// The bits of the audio before it was compressed; `nil` of lossy formats.
    var sourceBitDepth: Int? { get }

    /// Whether a packet gives the same frames whatever came before it: a seek begins with the packet that is wanted,
    /// and else with the first one, and the last packet of a file is asked by itself how many frames it has.
    var isIndependent: Bool { get }

    /// How many packets before one have to be decoded, behind ``reset()``, for it to give what it gives in a straight
    /// run; `nil` for all of them.
    var precedingPackets: Int? { get }

    /// After how many packets a new decoder goes on; `nil`: one makes the whole stream. Then packet `n` gives what it
    /// gives in a straight run behind ``reset(before:)`` of the first of its piece, less ``precedingPackets``.
    var packetsPerPiece: Int64? { get }

    /// Whether the codec says which channel is which. Where it does not, the channels come as they are stored, and a
    /// file may name them.
    var namesChannels: Bool { get }

    /// The most frames that one packet gives: the room that ``decode(_:into:at:)`` needs.
    var maximumFramesPerPacket: Int { get }

    /// Decodes one packet, and writes its frames at frame `offset` of `buffer`.
    ///
    /// - Returns: how many frames it gave; 0 where the codec needs the next packet first, as Vorbis does with its first
    ///   one.
    /// - Throws: ``CodecError`` for a packet that cannot be decoded. The decoder goes on with the next one.
    func decode(_ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int) throws(CodecError) -> Int

    /// The stream's frames that a packet is of, up to the next packet's first, by its own word, where it gives one:
    /// FLAC alone does. `LostFrames` makes of it how many frames are lost between two packets.
    ///
    /// - Returns: `nil` where packets do not tell, and for one whose header is not sound.
    func statedFrames(of packet: Span<UInt8>) -> Range<Int64>?

    /// Forgets what earlier packets have left: for every discontinuity.
    func reset()

    /// As ``reset()``, where the next packet is not the first one.
    func reset(before packet: Int64)
}

extension PacketDecoder {
    public var sourceBitDepth: Int? { nil }

    public var precedingPackets: Int? { isIndependent ? 0 : nil }

    public var packetsPerPiece: Int64? { nil }

    public func reset(before packet: Int64) { reset() }

    /// The packet with which to begin behind a reset for `packet` to give what it gives in a straight run.
    package func start(for packet: Int64) -> Int64 {
        guard let precedingPackets else { return 0 }
        return max(0, packet / max(1, packetsPerPiece ?? 1) * max(1, packetsPerPiece ?? 1) - Int64(precedingPackets))
    }

    public func statedFrames(of packet: Span<UInt8>) -> Range<Int64>? { nil }
}
