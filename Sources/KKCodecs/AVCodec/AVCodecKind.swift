package import KKPCM

/// The formats that libavcodec decodes here, and what is known of each.
///
/// Its floating-point decoders are taken, which are the exact ones; that they give the same bits on every processor of
/// a kind is seen to when the library is loaded.
package struct AVCodecKind: Sendable {
    package let formatID: FourCharCode
    /// libavcodec's name of the decoder.
    let decoderName: String
    /// Whether packets have checksums, which are looked at.
    var hasChecksums: Bool { formatID == .ac3 || formatID == .enhancedAC3 }
    /// The most frames that a packet gives.
    let maximumFramesPerPacket: Int
    /// How many packets before one are decoded for it to be whole: what overlaps with it, and what it predicts from.
    let precedingPackets: Int
    /// After so many packets a new decoder goes on, so that a seek and a straight run give the same: a decoder makes
    /// noise up, which goes on from packet to packet. `nil`: one decoder makes the whole stream.
    let packetsPerPiece: Int64?

    private static let pieceLength: Int64 = 256
    /// Those that a packet of 3GP may have (3GPP TS 26.244, 6.7): a file of AMR has one.
    private static let mostAMRFrames = 15

    package static let all: [AVCodecKind] = [
        aac(.aac, isDoubled: false), aac(.aacHE, isDoubled: true), aac(.aacHE2, isDoubled: true),
        AVCodecKind(
            formatID: .ac3, decoderName: "ac3", maximumFramesPerPacket: 1536, precedingPackets: 1,
            packetsPerPiece: pieceLength),
        AVCodecKind(
            formatID: .enhancedAC3, decoderName: "eac3", maximumFramesPerPacket: 1536, precedingPackets: 1,
            packetsPerPiece: pieceLength),
        // Speech is predicted from all that was said before: so one decoder makes it all.
        AVCodecKind(
            formatID: .amr, decoderName: "amrnb", maximumFramesPerPacket: 160 * mostAMRFrames, precedingPackets: 0,
            packetsPerPiece: nil),
        AVCodecKind(
            formatID: .amrWB, decoderName: "amrwb", maximumFramesPerPacket: 320 * mostAMRFrames, precedingPackets: 0,
            packetsPerPiece: nil),
    ]

    /// A packet in ADTS has up to four blocks. Where the rate is doubled, a header that is not in every packet says
    /// how: so one decoder makes it all.
    private static func aac(_ formatID: FourCharCode, isDoubled: Bool) -> AVCodecKind {
        AVCodecKind(
            formatID: formatID, decoderName: "aac", maximumFramesPerPacket: isDoubled ? 8192 : 4096,
            precedingPackets: 2, packetsPerPiece: isDoubled ? nil : pieceLength)
    }

    package static func of(_ formatID: FourCharCode) -> AVCodecKind? { all.first { $0.formatID == formatID } }
}
