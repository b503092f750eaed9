internal import KKMath

/// A low-pass filter with one pole, y ← y + (1 − pole)(x − y), whose response at its cutoff is exactly √½.
///
/// It keeps a constant and is nowhere above 1, so a loop around it with a gain of at most 1 cannot grow. The pole is
/// the solution of |H|² = g² for H(z) = (1 − pole)/(1 − pole · z⁻¹): with u = (1 − cos ω) g² / (1 − g²), it is 1 + u −
/// √(u(2 + u)); at the cutoff g² is ½.
struct OnePoleLowPass {
    /// 0 for a filter that lets everything through.
    let pole: Double

    /// - Parameter cutoff: in hertz. From half the sample rate on, there is no filter.
    init(cutoff: Double, sampleRate: Double) {
        if cutoff >= sampleRate / 2 {
            pole = 0
        } else {
            let sine = PortableMath.sin(.pi * cutoff / sampleRate)
            pole = Self.pole(2 * sine * sine)
        }
    }

    /// - Parameters:
    ///   - gain: a factor of amplitude, up to 1, where there is no filter.
    ///   - frequency: where it is, in hertz, below half the sample rate.
    init(gain: Double, at frequency: Double, sampleRate: Double) {
        if gain >= 1 {
            pole = 0
        } else {
            let sine = PortableMath.sin(.pi * frequency / sampleRate), power = gain * gain
            pole = Self.pole(2 * sine * sine * power / (1 - power))
        }
    }

    private static func pole(_ u: Double) -> Double { 1 + u - (u * (2 + u)).squareRoot() }

    /// Frames until nothing is left above −120 dB of an impulse.
    var tail: Int {
        if pole <= 0 || 1 - pole <= 1e-6 { return 0 }
        let frames = (-19.931568569324174 - PortableMath.log2(1 - pole)) / PortableMath.log2(pole)
        return max(0, Int(frames.rounded(.up)))
    }

    @inline(__always)
    func next(_ x: Double, _ state: inout Double) -> Double {
        if pole == 0 { return x }
        let y = x + pole * (state - x)
        // What cannot be heard any more becomes zero, before it is a denormal number.
        state = y.magnitude < 1e-30 ? 0 : y
        return state
    }
}
