/// The measured properties of a converter.
///
/// Each figure is the worst over conversions between any two of ``rates``, measured with sines at full scale, away from
/// the ends.
public struct ResamplerFigures: Hashable, Sendable {
    /// The end of the flat band, as a fraction of the lower Nyquist frequency.
    public var passband: Double
    /// The largest error of level in that band, in decibels.
    public var ripple: Double
    /// The largest output sample for a sine at or above the lower Nyquist frequency, in dBFS.
    public var alias: Double
    /// The RMS of everything in the output that is not the sine in the passband, images included, relative to a sine at
    /// full scale, in dBFS.
    public var noise: Double
    /// Multiplications per sample, for 44,100 to 48,000 Hz.
    public var taps: Int
    /// The number type of the sums.
    public var arithmetic: String

    /// The rates between which the figures were measured, in hertz.
    public static let rates: [Double] = [
        8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000,
    ]
}

extension ResamplerQuality {
    /// `nil` for libsamplerate, which publishes its own.
    public var figures: ResamplerFigures? {
        switch self {
        case .best:
            ResamplerFigures(
                passband: 0.907, ripple: 0.0094, alias: -143.6, noise: -146.5, taps: 192, arithmetic: "Float64")
        case .high:
            ResamplerFigures(
                passband: 0.907, ripple: 0.0095, alias: -124.1, noise: -132.6, taps: 168, arithmetic: "Float32")
        case .medium:
            ResamplerFigures(
                passband: 0.84, ripple: 0.0092, alias: -107, noise: -115.1, taps: 88, arithmetic: "Float32")
        case .fast:
            ResamplerFigures(
                passband: 0.75, ripple: 0.0086, alias: -86.1, noise: -91.4, taps: 48, arithmetic: "Float32")
        default: nil
        }
    }
}
