/// Noise that is added before rounding, so that the rounding error is noise, not distortion.
///
/// The noise depends on the seed, the channel and the absolute frame (`CounterHash`), so slices make no difference. A
/// frame that is zero in all channels is written as zero: silence stays silence.
///
/// Source: S. Lipshitz, R. Wannamaker, J. Vanderkooy, *Quantization and Dither: A Theoretical Survey*, JAES 40(5),
/// 1992.
public enum Dither: String, Sendable, Codable, CaseIterable {
    /// No dither: each sample is rounded to the nearest code, ties to even.
    case none
    /// Triangular noise, two code steps wide at its base: mean and power (¼ step²) of the error do not depend on the
    /// signal.
    case tpdf
    /// The same, with the error's spectrum moved to where the ear is less sensitive: see ``NoiseShaper``.
    case shaped

    /// An upper bound of the distance between a sample and its written value, in code steps; 0 without dither.
    public func headroom(sampleRate: Double) -> Double {
        switch self {
        case .none: 0
        case .tpdf: 1
        case .shaped: NoiseShaper(sampleRate: sampleRate).headroom
        }
    }
}
