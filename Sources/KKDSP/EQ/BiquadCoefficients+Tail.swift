public import KKMath

extension BiquadCoefficients {
    /// The number of frames in which the slowest part of the impulse response falls by `level`, a negative number of
    /// dB: the section's decay.
    ///
    /// From the larger pole radius r: r^frames is the level. 0 for a section without poles; the largest number of
    /// frames is 2³⁰, which is also what a section that is not stable has.
    public func tailLength(to level: Decibels = Decibels(-120)) -> Int {
        let longest = 1 << 30
        guard isStable else { return longest }
        let discriminant = a1 * a1 - 4 * a2
        let radius = discriminant < 0 ? a2.squareRoot() : 0.5 * (a1.magnitude + discriminant.squareRoot())
        if radius == 0 { return 0 }
        let frames = min(level.value, 0) / Decibels(linear: radius).value
        return frames < Double(longest) ? Int(frames.rounded(.up)) : longest
    }
}
