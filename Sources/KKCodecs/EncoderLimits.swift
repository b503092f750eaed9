internal import KKPCM

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
