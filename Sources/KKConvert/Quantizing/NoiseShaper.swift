/// Error feedback: each sample is corrected by the errors of the last few, so that the total error, dither included, is
/// white noise through the filter 1 − c₁z⁻¹ − … − c₅z⁻⁵, and not white noise.
///
/// - From 40 to 56 kHz: the five-tap filter for 44.1 kHz of S. Lipshitz, J. Vanderkooy, R. Wannamaker, *Minimally
///   Audible Noise Shaping*, JAES 39(11), 1991: 14 dB and more below white noise up to 5 kHz, 23 dB and more at 4 kHz,
///   and the power moved above 13 kHz, 12 dB more than white noise in all.
/// - Above 56 kHz: 1 − 2z⁻¹ + z⁻², which lowers everything below a sixth of the rate.
/// - Below 40 kHz: none. There is nowhere to hide the noise.
///
/// The filter has no poles and what it is fed is an error of at most one and a half steps (clipping is left out), so it
/// is stable for every input.
struct NoiseShaper: Hashable, Sendable {
    let coefficients: Coefficients

    struct Coefficients: Hashable, Sendable {
        var first = 0.0, second = 0.0, third = 0.0, fourth = 0.0, fifth = 0.0
    }

    /// The last five errors of one channel in code steps, the latest first.
    struct History: Hashable, Sendable {
        var first = 0.0, second = 0.0, third = 0.0, fourth = 0.0, fifth = 0.0
    }

    init(sampleRate: Double) {
        if sampleRate > 56_000 {
            coefficients = Coefficients(first: 2, second: -1)
        } else if sampleRate >= 40_000 {
            coefficients = Coefficients(first: 2.033, second: -2.165, third: 1.959, fourth: -1.590, fifth: 0.6149)
        } else {
            coefficients = Coefficients()
        }
    }

    /// The most code steps between a sample and its code: five errors of at most one and a half steps, all the wrong
    /// way, and one more.
    var headroom: Double {
        let feedback =
            abs(coefficients.first) + abs(coefficients.second) + abs(coefficients.third) + abs(coefficients.fourth)
            + abs(coefficients.fifth)
        return 1.5 * (1 + feedback)
    }

    /// What is taken from the next sample.
    @inline(__always) func correction(_ errors: History) -> Double {
        // The latest error comes last: the others are ready while it is being made.
        let older = coefficients.second * errors.second + coefficients.third * errors.third
        let oldest = coefficients.fourth * errors.fourth + coefficients.fifth * errors.fifth
        return (older + oldest) + coefficients.first * errors.first
    }
}

extension NoiseShaper.History {
    @inline(__always) mutating func push(_ error: Double) {
        self = NoiseShaper.History(first: error, second: first, third: second, fourth: third, fifth: fourth)
    }
}
