internal import KKPCM

extension AudioCodec {
    static let appleIMA4 = AudioCodec(
        .appleIMA4, "ima-adpcm", name: "IMA4", framesPerPacket: 64, bytesPerChannel: 34,
        decoder: Decoder { (description, _, _) throws(CodecError) in try IMA4Decoder(description) },
        encoder: Encoder(limits: IMA4Encoder.limits) { (description, _) throws(CodecError) in
            try IMA4Encoder(description)
        })
}
