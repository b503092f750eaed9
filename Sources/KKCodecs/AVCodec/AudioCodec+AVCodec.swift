internal import KKPCM

/// What libavcodec decodes and encodes here; ``AVCodecKind`` and ``AVEncoderKind`` have what is known of each.
extension AudioCodec {
    static let aac = AudioCodec(
        .aac, "aac", name: "AAC", framesPerPacket: 1024, prerollPackets: 1,
        decoder: decoder(.aac(.aac)),
        encoder: encoder(.aac))
    static let aacHE = AudioCodec(
        .aacHE, "he-aac", name: "HE-AAC", prerollPackets: 2, decoder: decoder(.aac(.aacHE)))
    static let aacHE2 = AudioCodec(
        .aacHE2, "he-aac-v2", name: "HE-AAC v2", prerollPackets: 2, decoder: decoder(.aac(.aacHE2)))

    static let ac3 = AudioCodec(
        .ac3, "ac3", name: "AC-3", framesPerPacket: 1536, prerollPackets: 1,
        decoder: decoder(AVCodecKind(formatID: .ac3, decoderName: "ac3", hasChecksums: true)), encoder: encoder(.ac3))
    static let enhancedAC3 = AudioCodec(
        .enhancedAC3, "eac3", name: "E-AC-3", prerollPackets: 1,
        decoder: decoder(AVCodecKind(formatID: .enhancedAC3, decoderName: "eac3", hasChecksums: true)))

    static let amr = speech(.amr, "amr-nb", name: "AMR-NB", decoder: "amrnb", framesPerPacket: 160)
    static let amrWB = speech(.amrWB, "amr-wb", name: "AMR-WB", decoder: "amrwb", framesPerPacket: 320)

    /// Speech is predicted from all that was said before: so one decoder makes it all. A packet of 3GP may have 15
    /// packets of AMR's own files (3GPP TS 26.244, 6.7).
    private static func speech(
        _ formatID: FourCharCode, _ shortName: String, name: String, decoder: String, framesPerPacket: UInt32
    ) -> AudioCodec {
        AudioCodec(
            formatID, shortName, name: name, framesPerPacket: framesPerPacket, prerollPackets: nil,
            decoder: Self.decoder(
                AVCodecKind(
                    formatID: formatID, decoderName: decoder, maximumFramesPerPacket: 15 * Int(framesPerPacket),
                    precedingPackets: 0, packetsPerPiece: nil)))
    }

    private static func decoder(_ kind: AVCodecKind) -> Decoder {
        Decoder(readsFirstPackets: true) { (description, cookie, first) throws(CodecError) in
            try AVPacketDecoder(kind, cookie, description, first: first)
        }
    }

    private static func encoder(_ kind: AVEncoderKind) -> Encoder {
        Encoder(
            limits: kind.limits, layouts: kind.layouts.map(\.layout), bitRates: kind.bitRates,
            bitRateControls: kind.bitRateControls
        ) { (description, settings) throws(CodecError) in try AVPacketEncoder(kind, description, settings) }
    }
}
