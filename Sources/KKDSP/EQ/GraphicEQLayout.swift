/// The centres and widths of the graphic equaliser, with ten bands or with thirty-one.
///
/// Each band is a peak as wide as the distance between centres, an octave or a third of one, so neighbours meet halfway
/// in octaves, where each has half its gain in dB. (The nominal centres are rounded, as in ISO 266, by at most 4 %.)
/// Equal gains therefore give a plateau with ripples.
public enum GraphicEQLayout: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Octaves from 32 Hz to 16 kHz.
    case tenBands = 10
    /// Thirds of an octave from 20 Hz to 20 kHz.
    case thirtyOneBands = 31

    /// The layout for a value of the unit's parameter `NumberOfBands`: ten bands for 0, thirty-one for higher values.
    public init(parameter value: Float) {
        self = value > 0 ? .thirtyOneBands : .tenBands
    }

    /// Hz, low to high.
    public var frequencies: [Double] {
        switch self {
        case .tenBands: [32, 64, 128, 256, 512, 1000, 2000, 4000, 8000, 16000]
        case .thirtyOneBands:
            [
                20, 25, 31.5, 40, 50, 63, 80, 100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1000, 1250, 1600,
                2000, 2500, 3150, 4000, 5000, 6300, 8000, 10000, 12500, 16000, 20000,
            ]
        }
    }

    /// Octaves, the same for every band.
    public var bandwidth: Double {
        switch self {
        case .tenBands: 1
        case .thirtyOneBands: 1.0 / 3
        }
    }

    /// The section of band `index` with a gain in dB; `nil` if its centre is at or above
    /// ``BiquadCoefficients/highestFrequency`` of the rate, and for an index out of range.
    public func band(_ index: Int, gain: Double, sampleRate: Double) -> EQBand? {
        guard frequencies.indices.contains(index), frequencies[index] < BiquadCoefficients.highestFrequency * sampleRate
        else { return nil }
        return EQBand(.parametric, frequency: frequencies[index], gain: gain, bandwidth: bandwidth)
    }
}
