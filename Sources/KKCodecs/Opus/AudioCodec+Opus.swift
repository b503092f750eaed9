internal import KKPCM

extension AudioCodec {
    /// 80 ms of the usual packets (RFC 7845 §4.6).
    static let opus = AudioCodec(
        .opus, "opus", name: "Opus", prerollPackets: 4,
        decoder: Decoder { (description, cookie, _) throws(CodecError) in
            try OpusPacketDecoder(OpusHeader(cookie, channelCount: description.channelCount))
        },
        encoder: Encoder(
            limits: OpusPacketEncoder.limits, bitRates: { _, channels in OpusPacketEncoder.bitRates(channels) },
            bitRateControls: [.variableConstrained, .constant, .variable]
        ) { (description, settings) throws(CodecError) in try OpusPacketEncoder(description, settings) })
}
