internal import KKPCM

/// What libavcodec decodes and encodes here, and what is known of each.
extension AudioCodec {
    static let aac = AudioCodec(
        .aac, "aac", name: "AAC", framesPerPacket: 1024, decoder: decoder(.aac(.aac, isDoubled: false)),
        encoder: encoder(.aac))
    static let aacHE = AudioCodec(.aacHE, "he-aac", name: "HE-AAC", decoder: decoder(.aac(.aacHE, isDoubled: true)))
    static let aacHE2 = AudioCodec(
        .aacHE2, "he-aac-v2", name: "HE-AAC v2", decoder: decoder(.aac(.aacHE2, isDoubled: true)))

    static let ac3 = AudioCodec(
        .ac3, "ac3", name: "AC-3", framesPerPacket: 1536,
        decoder: decoder(AVCodecKind(formatID: .ac3, decoderName: "ac3", hasChecksums: true)), encoder: encoder(.ac3))
    static let enhancedAC3 = AudioCodec(
        .enhancedAC3, "eac3", name: "E-AC-3",
        decoder: decoder(AVCodecKind(formatID: .enhancedAC3, decoderName: "eac3", hasChecksums: true)))

    // Speech is predicted from all that was said before: so one decoder makes it all. A packet of 3GP may have 15 frames
    // (3GPP TS 26.244, 6.7), one of AMR's own files has one.
    static let amr = AudioCodec(
        .amr, "amr-nb", name: "AMR-NB", framesPerPacket: 160,
        decoder: decoder(
            AVCodecKind(
                formatID: .amr, decoderName: "amrnb", maximumFramesPerPacket: 15 * 160, precedingPackets: 0,
                packetsPerPiece: nil)))
    static let amrWB = AudioCodec(
        .amrWB, "amr-wb", name: "AMR-WB", framesPerPacket: 320,
        decoder: decoder(
            AVCodecKind(
                formatID: .amrWB, decoderName: "amrwb", maximumFramesPerPacket: 15 * 320, precedingPackets: 0,
                packetsPerPiece: nil)))

    private static func decoder(_ kind: AVCodecKind) -> Decoder {
        Decoder(readsFirstPackets: true) { (description, cookie, first) throws(CodecError) in
            try AVPacketDecoder(kind, cookie, description, first: first)
        }
    }

    private static func encoder(_ kind: AVEncoderKind) -> Encoder {
        Encoder(limits: kind.limits, layouts: kind.layouts.map(\.layout), bitRates: kind.bitRates) {
            (description, settings) throws(CodecError) in try AVPacketEncoder(kind, description, settings)
        }
    }
}
