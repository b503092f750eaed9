internal import KKPCM

extension AudioCodec {
    static let mpegLayer1 = AudioCodec(
        .mpegLayer1, "mp1", name: "MPEG layer I", framesPerPacket: 384, prerollPackets: 1, decoder: mpegDecoder)
    static let mpegLayer2 = AudioCodec(
        .mpegLayer2, "mp2", name: "MPEG layer II", framesPerPacket: 1152, prerollPackets: 1, decoder: mpegDecoder)
    /// Layer III takes bits from up to nine packets before, too.
    static let mpegLayer3 = AudioCodec(
        .mpegLayer3, "mp3", name: "MP3", prerollPackets: 10, decoder: mpegDecoder,
        encoder: Encoder(
            limits: MP3PacketEncoder.limits, bitRates: { rate, _ in MP3PacketEncoder.bitRates(rate) },
            bitRateControls: [.variable, .constant, .longTermAverage]
        ) { (description, settings) throws(CodecError) in try MP3PacketEncoder(description, settings) }
    ) { sampleRate in sampleRate > 0 && sampleRate < 32_000 ? 576 : 1152 }

    private static let mpegDecoder = Decoder { (description, _, _) throws(CodecError) in
        try MPEGPacketDecoder(description)
    }
}
