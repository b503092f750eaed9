/// What is added before rounding, so that the rounding error is noise and not distortion.
///
/// The noise is a function of the seed, the channel and the absolute frame (`CounterHash`), so slices make no
/// difference. A frame whose every channel is exactly zero is written as zero: silence stays silence.
///
/// Source: S. Lipshitz, R. Wannamaker, J. Vanderkooy, *Quantization and Dither: A Theoretical Survey*, JAES 40(5),
/// 1992.
public enum Dither: String, Sendable, Codable, CaseIterable {
    /// Nothing: each sample goes to the nearest code, ties to even.
    case none
    /// Noise of triangular density, two code steps wide at its foot: the error's mean and power (¼ step²) do not depend
    /// on the signal.
    case tpdf
    /// The same, with the error's spectrum moved to where the ear is less sensitive: see ``NoiseShaper``.
    case shaped

    /// The code steps by which what is written can be away from the sample, short of them; 0 without dither.
    public func headroom(sampleRate: Double) -> Double {
        switch self {
        case .none: 0
        case .tpdf: 1
        case .shaped: NoiseShaper(sampleRate: sampleRate).headroom
        }
    }
}
