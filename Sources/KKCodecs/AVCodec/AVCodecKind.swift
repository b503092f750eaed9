internal import KKPCM

/// What is known of a format that libavcodec decodes here.
///
/// Its floating-point decoders are taken, which are the exact ones; that they give the same bits on every processor of
/// a kind is seen to when the library is loaded.
struct AVCodecKind: Sendable {
    let formatID: FourCharCode
    /// libavcodec's name of the decoder.
    let decoderName: String
    /// Whether packets have checksums, which are looked at.
    var hasChecksums = false
    /// The most frames that a packet gives.
    var maximumFramesPerPacket = 1536
    /// How many packets before one are decoded for it to be whole: what overlaps with it, and what it predicts from.
    var precedingPackets = 1
    /// After so many packets a new decoder goes on, so that a seek and a straight run give the same: a decoder makes
    /// noise up, which goes on from packet to packet. `nil`: one decoder makes the whole stream.
    var packetsPerPiece: Int64? = 256
    /// Whether it is AAC whose rate its decoder doubles.
    var isDoubled: Bool { formatID == .aacHE || formatID == .aacHE2 }

    /// A packet in ADTS has up to four blocks. Where the rate is doubled, a header that is not in every packet says
    /// how: so one decoder makes it all.
    static func aac(_ formatID: FourCharCode) -> AVCodecKind {
        var kind = AVCodecKind(
            formatID: formatID, decoderName: "aac", maximumFramesPerPacket: 4096, precedingPackets: 2)
        if kind.isDoubled { (kind.maximumFramesPerPacket, kind.packetsPerPiece) = (8192, nil) }
        return kind
    }
}
