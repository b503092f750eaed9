internal import KKPCM

/// A format that libavcodec encodes here, and what is known of it.
struct AVEncoderKind: Sendable {
    let formatID: FourCharCode
    /// libavcodec's name of the encoder.
    let name: String
    /// The frames of a packet, and those that come out before the first of the sound.
    let framesPerPacket: Int
    let leadingFrames: Int
    /// Whether the encoder gives out the last of the sound when the stream ends; otherwise silence has to push it out.
    let drains: Bool
    /// In ascending order.
    let sampleRates: [Double]
    /// For each number of channels what they are, and libavcodec's name of that.
    let layouts: [(layout: ChannelLayout, name: String)]
    /// The largest packet, in bytes.
    let maximumPacketSize: @Sendable (_ channelCount: Int) -> Int
    /// Over all numbers of channels and sample rates.
    let allBitRates: [ClosedRange<Int>]
    /// The bits per second that can be asked for.
    let bitRates: @Sendable (_ sampleRate: Double, _ channelCount: Int) -> [ClosedRange<Int>]
    /// What is chosen where nobody says; `step` is the codec quality's.
    let standardBitRate: @Sendable (_ sampleRate: Double, _ channelCount: Int, _ step: Int) -> Int
    let bitRateControls: [BitRateControl]
    /// What makes packets of a constant rate of those that the encoder gives; `nil`: they are.
    var padding: (@Sendable (_ bitRate: Int, _ sampleRate: Int) -> AACPadding)?
    /// How libavcodec is to look for its quantisers, at a bit rate for each channel; `nil`: there is no choice.
    var coder: (@Sendable (_ bitRatePerChannel: Int) -> String)?

    /// Packets keep a rate as an average, within a decoder's reservoir, or are filled up to a constant one. Without a rate
    /// they have one by the quality in five steps, less where the sample rate leaves less to code.
    ///
    /// A packet may have 6 bits for each sample (ISO/IEC 14496-3 §4.5.3.1); libavcodec's encoder keeps to a rate from a
    /// third of a bit to four.
    ///
    /// The coder `fast` is by FFmpeg's manual the better one from 64 kbit/s on: a tone comes back within 80 dB of itself at
    /// 96 kbit/s, and within 30 to 40 by `twoloop`, which also makes noise of the treble of music.
    static let aac = AVEncoderKind(
        formatID: .aac, name: "aac", framesPerPacket: 1024, leadingFrames: 1024, drains: true,
        sampleRates: AACConfiguration.rates.map(Double.init).reversed(),
        layouts: [
            (.mono, "mono"), (.stereo, "stereo"), (.threeZero, "3.0"), (.mpegFourZeroB.inWaveOrder, "4.0"),
            (.fiveZero, "5.0"), (.fiveOne, "5.1"),
        ],
        maximumPacketSize: { 768 * $0 + 64 },
        allBitRates: [(AACConfiguration.rates.min() ?? 0) / 3...4 * 96_000 * 6],
        bitRates: { [Int($0 / 3) * $1...Int($0 * 4) * $1] },
        standardBitRate: { sampleRate, channelCount, step in
            let rate = [48_000, 64_000, 96_000, 128_000, 160_000][step]
            return Int(Double(rate) * min(1, sampleRate / 44_100)) * channelCount
        },
        bitRateControls: [.longTermAverage, .variableConstrained, .constant],
        padding: { AACPadding(bitRate: $0, sampleRate: $1) }, coder: { $0 < 64_000 ? "twoloop" : "fast" })

    /// All packets of a stream have one size: that of one of 19 bit rates (ATSC A/52 table 5.18).
    static let ac3 = AVEncoderKind(
        formatID: .ac3, name: "ac3", framesPerPacket: 1536, leadingFrames: 256, drains: false,
        sampleRates: [32_000, 44_100, 48_000],
        layouts: [
            (.mono, "mono"), (.stereo, "stereo"), (.threeZero, "3.0"), (.quadraphonic, "quad"), (.fiveZero, "5.0"),
            (.fiveOne, "5.1"),
        ],
        maximumPacketSize: { _ in 3840 }, allBitRates: ac3BitRates.map { $0...$0 },
        // With less, AC-3's own side information may not fit.
        bitRates: { _, channelCount in ac3BitRates.filter { $0 >= 16_000 * channelCount }.map { $0...$0 } },
        standardBitRate: { _, channelCount, _ in
            [96_000, 192_000, 256_000, 320_000, 384_000, 448_000][channelCount - 1]
        },
        bitRateControls: [.constant])

    private static let ac3BitRates = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]
    .map { $0 * 1000 }

    var limits: EncoderLimits {
        EncoderLimits(
            channels: 1...layouts.count, sampleRates: sampleRates.map { $0...$0 }, bitRates: allBitRates)
    }
}
