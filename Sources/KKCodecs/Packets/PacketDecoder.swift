public import KKPCM

/// Decodes compressed packets, one after another.
///
/// It gives all frames of the codec, including priming and remainder, at the stream's own rate; the caller cuts them
/// off by the packet table. The same packets always give the same frames.
///
/// ## Allocation
/// When it is made; none while decoding.
public protocol PacketDecoder: AnyObject {
    /// The output: canonical, with the stream's rate and channels.
    var format: StreamDescription { get }

    /// The layout of the output, in the WAVE order.
    var layout: ChannelLayout { get }

    /// The bit depth of the audio before compression; `nil` for lossy formats.
    var sourceBitDepth: Int? { get }

    /// Whether a packet gives the same frames whatever came before it. Then a seek can begin at any packet, otherwise
    /// at the first one; and the number of frames of the last packet of a file can be found alone.
    var isIndependent: Bool { get }

    /// How many packets before a packet must be decoded, after ``reset()``, so that it gives the same frames as in a
    /// straight run; `nil` for all.
    var precedingPackets: Int? { get }

    /// After how many packets a new decoder goes on; `nil`: one makes the whole stream. Then packet `n` gives what it
    /// gives in a straight run after ``reset(before:)`` of the first of its piece, less ``precedingPackets``.
    var packetsPerPiece: Int64? { get }

    /// Whether the codec defines a layout. If not, the channels come as they are stored, and the file may define one.
    var namesChannels: Bool { get }

    /// The largest number of frames of a packet: the room that ``decode(_:into:at:)`` needs.
    var maximumFramesPerPacket: Int { get }

    /// By how many frames what comes out is later than a packet table counts that is of the core, without the extensions
    /// of AAC: what band replication takes, which its decoders make up for (ISO/IEC TR 14496-24). 0 of other codecs.
    var delayOfExtensions: Int { get }

    /// Decodes one packet, and writes its frames at frame `offset` of `buffer`.
    ///
    /// - Returns: the number of frames; 0 if the codec needs the next packet first, as Vorbis does for its first
    ///   packet.
    /// - Throws: ``CodecError`` for a packet that cannot be decoded. The decoder goes on with the next one.
    func decode(_ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int) throws(CodecError) -> Int

    /// The range of stream frames that a packet states for itself; only FLAC does. `LostFrames` computes from it how
    /// many frames are lost between two packets.
    ///
    /// - Returns: `nil` if packets do not state it, and for a packet with a damaged header.
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

    public var delayOfExtensions: Int { 0 }

    public func reset(before packet: Int64) { reset() }

    /// The packet with which to begin after a reset for `packet` to give what it gives in a straight run.
    package func start(for packet: Int64) -> Int64 {
        guard let precedingPackets else { return 0 }
        return max(0, packet / max(1, packetsPerPiece ?? 1) * max(1, packetsPerPiece ?? 1) - Int64(precedingPackets))
    }

    public func statedFrames(of packet: Span<UInt8>) -> Range<Int64>? { nil }
}
