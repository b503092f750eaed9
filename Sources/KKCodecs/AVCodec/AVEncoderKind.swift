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
        // With less, AC-3's own side information may not fit.
        guard formatID == .aac else {
            return Self.constantRates.filter { $0 >= 16_000 * channelCount }.map { $0...$0 }
        }
        // A packet may have 6 bits for each sample (ISO/IEC 14496-3 §4.5.3.1); libavcodec's encoder keeps to a rate from a third
        // of a bit to four.
        return [Int(sampleRate / 3) * channelCount...Int(sampleRate * 4) * channelCount]
    }

    /// What is chosen where nobody says: of AAC by the quality in five steps, less where the rate leaves less to code.
    func bitRate(_ sampleRate: Double, _ channelCount: Int, step: Int) -> Int {
        guard formatID == .aac else { return [96_000, 192_000, 256_000, 320_000, 384_000, 448_000][channelCount - 1] }
        let rate = [48_000, 64_000, 96_000, 128_000, 160_000][step]
        return Int(Double(rate) * min(1, sampleRate / 44_100)) * channelCount
    }

    /// How AAC is coded at a bit rate for each channel. `fast` is by FFmpeg's manual the better one from 64 kbit/s on: a
    /// tone comes back within 80 dB of itself at 96 kbit/s, and within 30 to 40 by `twoloop`, which also makes noise of the
    /// treble of music.
    func coder(_ bitRatePerChannel: Int) -> String? {
        formatID != .aac ? nil : bitRatePerChannel < 64_000 ? "twoloop" : "fast"
    }

    /// Source: ATSC A/52 table 5.18.
    private static let constantRates = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]
    .map { $0 * 1000 }

    /// The packets of AC-3 have one size. Those of AAC keep a rate as an average, within a decoder's reservoir.
    var bitRateControls: [BitRateControl] {
        formatID == .aac ? [.longTermAverage, .variableConstrained, .constant] : [.constant]
    }

    var limits: EncoderLimits {
        EncoderLimits(
            channels: 1...layouts.count, sampleRates: sampleRates.map { $0...$0 },
            bitRates: formatID == .aac
                ? [Int(sampleRates[0] / 3)...4 * 96_000 * layouts.count] : bitRates(48_000, 1))
    }
}
