internal import KKMath

extension BiquadCoefficients {
    /// |H| at a frequency in Hz: the factor, not decibels, by which a steady sine of that frequency comes out.
    ///
    /// e^(jω) times either polynomial has the real part (c0 + c1 + c2) − 2 (c0 + c2) sin²(ω/2) and the imaginary part
    /// (c0 − c2) sin ω, with c0 = 1 below: two squares, so nothing is taken from a number of its own size where the
    /// frequency is low or a pole near. (The Cookbook's formula in sin²(ω/2) is the same polynomial multiplied out.)
    /// Above a quarter of the rate cos²(ω/2) takes the sine's place.
    public func magnitude(atFrequency frequency: Double, sampleRate: Double) -> Double {
        let half = .pi * (frequency / sampleRate)
        let (s, c) = (PortableMath.sin(half), PortableMath.cos(half))
        let (s2, c2, sine) = (s * s, c * c, 2 * s * c)
        func square(_ c0: Double, _ c1: Double, _ last: Double) -> Double {
            let real = s2 < 0.5 ? (c0 + c1 + last) - 2 * (c0 + last) * s2 : 2 * (c0 + last) * c2 - (c0 - c1 + last)
            let imaginary = (c0 - last) * sine
            return real * real + imaginary * imaginary
        }
        return (square(b0, b1, b2) / square(1, a1, a2)).squareRoot()
    }

    /// 20 log₁₀ |H| at a frequency in Hz.
    public func decibels(atFrequency frequency: Double, sampleRate: Double) -> Double {
        Decibels(linear: magnitude(atFrequency: frequency, sampleRate: sampleRate)).value
    }
}
