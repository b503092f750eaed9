internal import KKMath

/// A band of an equaliser, as the N-band EQ's parameters describe it.
///
/// Values out of range are limited when coefficients are computed; the description keeps the given values.
///
/// ## Resonance
/// No public source says how the bandwidth of the resonant kinds (3, 4, 9, 10) sets their resonance. Here it is the
/// analog Q = 1 / (2 sinh(ln 2 / 2 · bandwidth)), without a correction for the bilinear transform, so that the gain at
/// a corner is the same at every sample rate: Q is 28.85 at 0.05 octaves, 2.87 at the default of 0.5, 0.71
/// (Butterworth) at 1.9, and 0.18 at 5.
public struct EQBand: Hashable, Sendable, Codable {
    public var kind: FilterType
    /// Hz, 20 … half the sample rate.
    public var frequency: Double
    /// dB, −96 … 24; not used by passes and stops.
    public var gain: Double
    /// Octaves, 0.05 … 5; not used by kinds with a fixed slope.
    public var bandwidth: Double
    /// Whether the band does not change any sample.
    public var isBypassed: Bool

    public init(
        _ kind: FilterType = .parametric, frequency: Double = 1000, gain: Double = 0, bandwidth: Double = 0.5,
        isBypassed: Bool = false
    ) {
        self.kind = kind
        self.frequency = frequency
        self.gain = gain
        self.bandwidth = bandwidth
        self.isBypassed = isBypassed
    }

    /// Hz; the upper end is half the sample rate, and coefficients stop at ``BiquadCoefficients/highestFrequency`` of
    /// the rate.
    public static let lowestFrequency = 20.0
    /// dB.
    public static let gainRange = -96.0...24.0
    /// Octaves.
    public static let bandwidthRange = 0.05...5.0

    /// The section of this band at a sample rate.
    ///
    /// The identity for a bypassed band, for a gain of 0 dB and for values that are not finite.
    public func coefficients(sampleRate: Double) -> BiquadCoefficients {
        guard !isBypassed, frequency.isFinite, gain.isFinite, bandwidth.isFinite else { return .identity }
        let frequency = max(frequency, Self.lowestFrequency)
        let gain = Decibels(min(max(gain, Self.gainRange.lowerBound), Self.gainRange.upperBound))
        let octaves = min(max(bandwidth, Self.bandwidthRange.lowerBound), Self.bandwidthRange.upperBound)
        let resonance = FilterWidth.analog(octaves: octaves)
        switch kind {
        case .parametric:
            return .peak(frequency: frequency, gain: gain, width: .octaves(octaves), sampleRate: sampleRate)
        case .lowPass: return .lowPass(frequency: frequency, sampleRate: sampleRate)
        case .highPass: return .highPass(frequency: frequency, sampleRate: sampleRate)
        case .resonantLowPass: return .lowPass(frequency: frequency, width: resonance, sampleRate: sampleRate)
        case .resonantHighPass: return .highPass(frequency: frequency, width: resonance, sampleRate: sampleRate)
        case .bandPass: return .bandPass(frequency: frequency, width: .octaves(octaves), sampleRate: sampleRate)
        case .bandStop: return .bandStop(frequency: frequency, width: .octaves(octaves), sampleRate: sampleRate)
        case .lowShelf: return .lowShelf(frequency: frequency, gain: gain, sampleRate: sampleRate)
        case .highShelf: return .highShelf(frequency: frequency, gain: gain, sampleRate: sampleRate)
        case .resonantLowShelf:
            return .lowShelf(frequency: frequency, gain: gain, width: resonance, sampleRate: sampleRate)
        case .resonantHighShelf:
            return .highShelf(frequency: frequency, gain: gain, width: resonance, sampleRate: sampleRate)
        }
    }
}
