internal import KKPCM

/// The limits of an encoder.
public struct EncoderLimits: Hashable, Sendable {
    public var channels: ClosedRange<Int>
    /// In ascending order; a single rate is a range of one.
    public var sampleRates: [ClosedRange<Double>]
    /// The bit rates, over all numbers of channels and sample rates; empty if there is no choice. See
    /// ``PacketEncoders/bitRates(of:)`` for those of one stream.
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
