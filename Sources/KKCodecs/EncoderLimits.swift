public import KKPCM

/// What streams there are of a format that is encoded.
public struct EncoderLimits: Hashable, Sendable {
    public var channels: ClosedRange<Int>
    /// In ascending order; a single rate is a range of one.
    public var sampleRates: [ClosedRange<Double>]
    /// The bits per second that can be asked for, over all numbers of channels and sample rates; empty where there is no
    /// choice. What one stream can have is ``PacketEncoder/bitRates``.
    public var bitRates: [ClosedRange<Int>]

    init(channels: ClosedRange<Int>, sampleRates: [ClosedRange<Double>], bitRates: [ClosedRange<Int>] = []) {
        self.channels = channels
        self.sampleRates = sampleRates
        self.bitRates = bitRates
    }

    /// - Parameter bitRates: for each channel.
    init(
        channels: ClosedRange<Int>, sampleRates: [ClosedRange<Double>], bitRatesPerChannel bitRates: ClosedRange<Int>
    ) {
        self.init(
            channels: channels, sampleRates: sampleRates,
            bitRates: [bitRates.lowerBound * channels.lowerBound...bitRates.upperBound * channels.upperBound])
    }
}

extension PacketEncoders {
    /// What streams of a format can be asked for; `nil` of one that has no encoder.
    public static func limits(of format: FourCharCode) -> EncoderLimits? {
        switch format {
        case .appleLossless: ALACEncoder.limits
        case .appleIMA4: IMA4Encoder.limits
        case .flac: FLACPacketEncoder.limits
        case .opus: OpusPacketEncoder.limits
        case .vorbis: VorbisPacketEncoder.limits
        case .mpegLayer3: MP3PacketEncoder.limits
        case .aac: AVEncoderKind.aac.limits
        case .ac3: AVEncoderKind.ac3.limits
        default: nil
        }
    }
}
