/// What is added before rounding, so that the rounding error is noise and not distortion.
public enum Dither: String, Sendable, Codable, CaseIterable {
    /// Nothing: each sample goes to the nearest code, ties to even.
    case none
    /// Noise of triangular density, two code steps wide at its foot: the error's mean and power (¼ step²) do not depend on the signal.
    case tpdf
    /// The same, with the error's spectrum moved to where the ear is less sensitive.
    case shaped
}
