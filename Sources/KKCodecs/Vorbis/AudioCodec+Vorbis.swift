internal import KKPCM

extension AudioCodec {
    static let vorbis = AudioCodec(
        .vorbis, "vorbis", name: "Vorbis", prerollPackets: 1,
        decoder: Decoder { (_, cookie, _) throws(CodecError) in try VorbisPacketDecoder(VorbisHeaders(cookie)) },
        encoder: Encoder(
            limits: VorbisPacketEncoder.limits, bitRates: { _, channels in VorbisPacketEncoder.bitRates(channels) },
            bitRateControls: [.variable, .longTermAverage, .constant]
        ) { (description, settings) throws(CodecError) in try VorbisPacketEncoder(description, settings) })
}
