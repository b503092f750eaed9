public import KKMath

// Sections as the single-band units take their parameters.

extension BiquadCoefficients {
    /// The low-pass unit: its resonance is the gain in dB at the cutoff (Q = 10^(resonance / 20)), as in Apple's sample
    /// unit *FilterDemo*.
    ///
    /// At 0 dB the response comes back to 0 dB at the cutoff after a hump of 1.25 dB; −3.0103 dB is Butterworth.
    public static func lowPass(frequency: Double, resonance: Decibels, sampleRate: Double) -> BiquadCoefficients {
        lowPass(frequency: frequency, width: .quality(resonance.linear), sampleRate: sampleRate)
    }

    /// The high-pass unit: its resonance is the gain in dB at the cutoff.
    public static func highPass(frequency: Double, resonance: Decibels, sampleRate: Double) -> BiquadCoefficients {
        highPass(frequency: frequency, width: .quality(resonance.linear), sampleRate: sampleRate)
    }

    /// The band-pass unit: its bandwidth is in cents, 1200 to the octave, between the −3 dB points.
    public static func bandPass(frequency: Double, cents: Double, sampleRate: Double) -> BiquadCoefficients {
        bandPass(frequency: frequency, width: .octaves(cents / 1200), sampleRate: sampleRate)
    }

    /// The parametric unit: Q of the peak.
    public static func parametric(
        frequency: Double, q: Double, gain: Decibels, sampleRate: Double
    ) -> BiquadCoefficients {
        peak(frequency: frequency, gain: gain, width: .quality(q), sampleRate: sampleRate)
    }
}
