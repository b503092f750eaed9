internal import KKPCM

extension AudioCodec {
    static let opus = AudioCodec(
        .opus, "opus", name: "Opus",
        decoder: Decoder { (description, cookie, _) throws(CodecError) in
            try OpusPacketDecoder(OpusHeader(cookie, channelCount: description.channelCount))
        },
        encoder: Encoder(
            limits: OpusPacketEncoder.limits, bitRates: { _, channels in OpusPacketEncoder.bitRates(channels) },
            bitRateControls: [.variableConstrained, .constant, .variable]
        ) { (description, settings) throws(CodecError) in try OpusPacketEncoder(description, settings) })
}
