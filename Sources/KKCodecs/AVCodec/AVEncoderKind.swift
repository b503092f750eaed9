internal import KKPCM

/// The formats that libavcodec encodes here, and what is known of each.
struct AVEncoderKind: Sendable {
    let formatID: FourCharCode
    /// libavcodec's name of the encoder, and of the decoder of what it makes.
    let name: String
    /// The frames of a packet, and those that come out before the first of the sound.
    let framesPerPacket: Int
    let leadingFrames: Int
    let sampleRates: [Double]
    /// For each number of channels what they are, and libavcodec's name of that.
    let layouts: [(layout: ChannelLayout, name: String)]

    static let aac = AVEncoderKind(
        formatID: .aac, name: "aac", framesPerPacket: 1024, leadingFrames: 1024,
        sampleRates: AACConfiguration.rates.map(Double.init).reversed(),
        layouts: [
            (.mono, "mono"), (.stereo, "stereo"), (.threeZero, "3.0"), (.mpegFourZeroB.inWaveOrder, "4.0"),
            (.fiveZero, "5.0"), (.fiveOne, "5.1"),
        ])

    static let ac3 = AVEncoderKind(
        formatID: .ac3, name: "ac3", framesPerPacket: 1536, leadingFrames: 256,
        sampleRates: [32_000, 44_100, 48_000],
        layouts: [
            (.mono, "mono"), (.stereo, "stereo"), (.threeZero, "3.0"), (.quadraphonic, "quad"), (.fiveZero, "5.0"),
            (.fiveOne, "5.1"),
        ])

    /// The bits per second that can be asked for.
    func bitRates(_ sampleRate: Double, _ channelCount: Int) -> [ClosedRange<Int>] {
        guard formatID == .aac else { return Self.constantRates.map { $0...$0 } }
        // A packet has 6144 bits for each channel at most (ISO/IEC 14496-3 §4.5.3.1).
        return [4_000 * channelCount...Int(sampleRate * 6) * channelCount]
    }

    /// What is chosen where nobody says: of AAC by the quality in five steps, less where the rate leaves less to code.
    func bitRate(_ sampleRate: Double, _ channelCount: Int, step: Int) -> Int {
        guard formatID == .aac else { return [96_000, 192_000, 256_000, 320_000, 384_000, 448_000][channelCount - 1] }
        let rate = [48_000, 64_000, 96_000, 128_000, 160_000][step]
        return Int(Double(rate) * min(1, sampleRate / 44_100)) * channelCount
    }

    /// Source: ATSC A/52 table 5.18.
    private static let constantRates = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]
    .map { $0 * 1000 }

    var limits: EncoderLimits {
        EncoderLimits(
            channels: 1...layouts.count, sampleRates: sampleRates.map { $0...$0 },
            bitRates: formatID == .aac ? [4_000...6 * 96_000 * layouts.count] : bitRates(48_000, 1))
    }
}
