internal import KKMath

/// A low-pass filter with one pole, y ← y + (1 − pole)(x − y), whose response at its cutoff is exactly √½.
///
/// It keeps a constant and is nowhere above 1, so a loop around it with a gain of at most 1 cannot grow. The pole is
/// the solution of
/// |H|² = ½ for H(z) = (1 − pole)/(1 − pole · z⁻¹): with u = 1 − cos ω, it is 1 + u − √(u(2 + u)).
struct OnePoleLowPass {
    /// 0 for a filter that lets everything through.
    let pole: Double

    /// - Parameter cutoff: in hertz. From half the sample rate on, there is no filter.
    init(cutoff: Double, sampleRate: Double) {
        if cutoff >= sampleRate / 2 {
            pole = 0
        } else {
            let sine = PortableMath.sin(.pi * cutoff / sampleRate)
            let u = 2 * sine * sine
            pole = 1 + u - (u * (2 + u)).squareRoot()
        }
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
