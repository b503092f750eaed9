internal import KKPCM

extension AudioCodec {
    static let vorbis = AudioCodec(
        .vorbis, "vorbis", name: "Vorbis",
        decoder: Decoder { (_, cookie, _) throws(CodecError) in try VorbisPacketDecoder(VorbisHeaders(cookie)) },
        encoder: Encoder(
            limits: VorbisPacketEncoder.limits, bitRateControls: [.variable, .longTermAverage, .constant]
        ) { (description, settings) throws(CodecError) in try VorbisPacketEncoder(description, settings) })
}
