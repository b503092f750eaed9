public import KKDSP
internal import KKMath
internal import KKPCM

/// A band of an equaliser as written on the command line. Its width is in octaves or a Q; converting one to the other
/// needs the sample rate.
public struct EQBandSpec: Hashable, Sendable, Codable {
    public enum Width: Hashable, Sendable, Codable {
        case octaves(Double)
        case quality(Double)
    }

    public var kind: FilterType
    /// In hertz, 20 and up.
    public var frequency: Double
    /// In decibels, −96 … 24; 0 for a kind without gain.
    public var gain: Double
    /// Default: one octave. Not used by kinds with a fixed slope.
    public var width: Width

    public init(_ kind: FilterType, frequency: Double, gain: Double = 0, width: Width = .octaves(1)) {
        self.kind = kind
        self.frequency = frequency
        self.gain = gain
        self.width = width
    }

    /// The unit's band at a sample rate.
    ///
    /// A Q is the Audio EQ Cookbook's: α = sin ω₀ / 2Q. In octaves that is 2/ln 2 · asinh(1/2Q), times sin ω₀ / ω₀ for
    /// the kinds that compensate their width for the bilinear transform: peaks, band passes and band stops.
    public func band(sampleRate: Double) -> EQBand {
        EQBand(kind, frequency: frequency, gain: gain, bandwidth: octaves(sampleRate: sampleRate))
    }

    private func octaves(sampleRate: Double) -> Double {
        switch width {
        case .octaves(let octaves): return octaves
        case .quality(let quality):
            // asinh x = ln(x + √(x² + 1))
            let x = 1 / (2 * quality)
            let analog = 2 * PortableMath.log2(x + (x * x + 1).squareRoot())
            guard kind == .parametric || kind == .bandPass || kind == .bandStop else { return analog }
            let angle = 2 * Double.pi * min(frequency, BiquadCoefficients.highestFrequency * sampleRate) / sampleRate
            return analog * (PortableMath.sin(angle) / angle)
        }
    }

    /// - Throws: `SessionError` for a band that a mix at `sampleRate` has no room for.
    func check(sampleRate: Double, place: String) throws(SessionError) {
        if frequency > sampleRate / 2 {
            throw SessionError(
                .usage, "an EQ band at \(decimalText(frequency, digits: 0)) Hz is beyond half the mix's rate",
                place: place,
                nextStep: "use at most \(decimalText(sampleRate / 2, digits: 0)) Hz, or a higher --rate")
        }
        if kind.usesBandwidth, !EQBand.bandwidthRange.contains(octaves(sampleRate: sampleRate)),
            case .quality(let quality) = width
        {
            throw SessionError(
                .usage,
                "an EQ band with a Q of \(decimalText(quality, digits: 2)) at \(decimalText(frequency, digits: 0)) Hz is outside 0.05 to 5 octaves",
                place: place,
                nextStep:
                    "use \(octaves(sampleRate: sampleRate) < 1 ? "a smaller" : "a larger") Q, or write the width in octaves"
            )
        }
    }
}
