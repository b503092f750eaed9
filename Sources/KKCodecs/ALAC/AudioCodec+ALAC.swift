internal import KKPCM

extension AudioCodec {
    static let appleLossless = AudioCodec(
        .appleLossless, "alac", name: "Apple Lossless", framesPerPacket: 4096,
        decoder: Decoder { (description, cookie, _) throws(CodecError) in
            try ALACDecoder(ALACConfiguration(cookie), description)
        },
        encoder: Encoder(
            limits: ALACEncoder.limits,
            layouts: ALACEncoder.limits.channels.map { ALACOrder.stored($0).inWaveOrder }
        ) { (description, settings) throws(CodecError) in try ALACEncoder(description, settings) })
}
