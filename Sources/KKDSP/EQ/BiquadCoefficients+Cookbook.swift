public import KKMath

// The sections of R. Bristow-Johnson, *Cookbook formulae for audio equalizer biquad filter coefficients* (W3C Note,
// 2021): analog prototypes brought over by the bilinear transform, exact at the frequency they are named after.
//
// Frequencies are in Hz. One outside 10⁻⁶ … 0.4999 of the rate is moved to the nearer end, because a pole on the unit
// circle would not die away; gains are limited to ±120 dB. A number that is not finite, or a rate that is not positive,
// makes the identity: the units refuse such values by name before they come here. A gain of exactly 0 dB makes the
// identity, too, so a flat equaliser changes no bit.
//
// cos ω₀ is written 1 − 2 sin²(ω₀/2) wherever it is taken from a number near 1.

extension BiquadCoefficients {
    /// The highest centre or corner, as a part of the sample rate.
    public static let highestFrequency = 0.4999

    /// A low pass; |H| at the corner is Q, which for ``FilterWidth/butterworth`` is −3.01 dB.
    public static func lowPass(
        frequency: Double, width: FilterWidth = .butterworth, sampleRate: Double
    ) -> BiquadCoefficients {
        guard let angle = Angle(frequency, width, sampleRate: sampleRate) else { return .identity }
        return BiquadCoefficients(
            angle.sine2, 2 * angle.sine2, angle.sine2,
            1 + angle.alpha, -2 * angle.cosine, 1 - angle.alpha)
    }

    /// A high pass; |H| at the corner is Q.
    public static func highPass(
        frequency: Double, width: FilterWidth = .butterworth, sampleRate: Double
    ) -> BiquadCoefficients {
        guard let angle = Angle(frequency, width, sampleRate: sampleRate) else { return .identity }
        return BiquadCoefficients(
            angle.cosine2, -2 * angle.cosine2, angle.cosine2,
            1 + angle.alpha, -2 * angle.cosine, 1 - angle.alpha)
    }

    /// A band pass with exactly 0 dB at its centre.
    public static func bandPass(frequency: Double, width: FilterWidth, sampleRate: Double) -> BiquadCoefficients {
        guard let angle = Angle(frequency, width, sampleRate: sampleRate) else { return .identity }
        return BiquadCoefficients(
            angle.alpha, 0, -angle.alpha,
            1 + angle.alpha, -2 * angle.cosine, 1 - angle.alpha)
    }

    /// A band stop: nothing at its centre, 0 dB far from it.
    public static func bandStop(frequency: Double, width: FilterWidth, sampleRate: Double) -> BiquadCoefficients {
        guard let angle = Angle(frequency, width, sampleRate: sampleRate) else { return .identity }
        return BiquadCoefficients(
            1, -2 * angle.cosine, 1,
            1 + angle.alpha, -2 * angle.cosine, 1 - angle.alpha)
    }

    /// A peak or a dip of `gain` at its centre, 0 dB at both ends of the spectrum.
    public static func peak(
        frequency: Double, gain: Decibels, width: FilterWidth, sampleRate: Double
    ) -> BiquadCoefficients {
        guard let angle = Angle(frequency, width, gain: gain, sampleRate: sampleRate), gain.value != 0 else {
            return .identity
        }
        let (boost, cut) = (angle.alpha * angle.amplitude, angle.alpha / angle.amplitude)
        return BiquadCoefficients(
            1 + boost, -2 * angle.cosine, 1 - boost,
            1 + cut, -2 * angle.cosine, 1 - cut)
    }

    /// A low shelf: `gain` at 0 Hz, half of it in dB at `frequency`, 0 dB at half the rate.
    public static func lowShelf(
        frequency: Double, gain: Decibels, width: FilterWidth = .slope(1), sampleRate: Double
    ) -> BiquadCoefficients {
        guard let angle = Angle(frequency, width, gain: gain, sampleRate: sampleRate), gain.value != 0 else {
            return .identity
        }
        let (a, s) = (angle.amplitude, angle.sine2)
        let skirt = 2 * a.squareRoot() * angle.alpha
        let (below, above) = (2 + 2 * (a - 1) * s, 2 * a - 2 * (a - 1) * s) // (A+1) ∓ (A−1) cos ω₀
        return BiquadCoefficients(
            a * (below + skirt), 2 * a * (2 * (a + 1) * s - 2), a * (below - skirt),
            above + skirt, -2 * (2 * a - 2 * (a + 1) * s), above - skirt)
    }

    /// A high shelf: 0 dB at 0 Hz, half of `gain` in dB at `frequency`, `gain` at half the rate.
    public static func highShelf(
        frequency: Double, gain: Decibels, width: FilterWidth = .slope(1), sampleRate: Double
    ) -> BiquadCoefficients {
        guard let angle = Angle(frequency, width, gain: gain, sampleRate: sampleRate), gain.value != 0 else {
            return .identity
        }
        let (a, s) = (angle.amplitude, angle.sine2)
        let skirt = 2 * a.squareRoot() * angle.alpha
        let (below, above) = (2 + 2 * (a - 1) * s, 2 * a - 2 * (a - 1) * s) // (A+1) ∓ (A−1) cos ω₀
        return BiquadCoefficients(
            a * (above + skirt), -2 * a * (2 * a - 2 * (a + 1) * s), a * (above - skirt),
            below + skirt, 2 * (2 * (a + 1) * s - 2), below - skirt)
    }

    private init(_ b0: Double, _ b1: Double, _ b2: Double, _ a0: Double, _ a1: Double, _ a2: Double) {
        self.init(b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0)
    }

    /// What the formulas are made of; nil when a number is not finite.
    private struct Angle {
        /// sin²(ω₀/2) = (1 − cos ω₀) / 2, and cos²(ω₀/2).
        let sine2: Double, cosine2: Double
        let cosine: Double
        let alpha: Double
        /// 10^(gain / 40).
        let amplitude: Double

        init?(_ frequency: Double, _ width: FilterWidth, gain: Decibels = Decibels(0), sampleRate: Double) {
            guard frequency.isFinite, width.isFinite, gain.value.isFinite, sampleRate.isFinite, sampleRate > 0 else {
                return nil
            }
            let half = .pi * min(max(frequency / sampleRate, 1e-6), BiquadCoefficients.highestFrequency)
            let (s, c) = (PortableMath.sin(half), PortableMath.cos(half))
            (sine2, cosine2) = (s * s, c * c)
            cosine = 1 - 2 * s * s
            amplitude = Decibels(0.5 * min(max(gain.value, -120), 120)).linear
            alpha = width.alpha(omega: 2 * half, sine: 2 * s * c, amplitude: amplitude)
        }
    }
}
