internal import KKPCM

extension AudioCodec {
    static let flac = AudioCodec(
        .flac, "flac", name: "FLAC",
        decoder: Decoder { (description, cookie, _) throws(CodecError) in try FLACPacketDecoder(cookie, description) },
        encoder: Encoder(limits: FLACPacketEncoder.limits) { (description, settings) throws(CodecError) in
            try FLACPacketEncoder(description, settings)
        })
}
