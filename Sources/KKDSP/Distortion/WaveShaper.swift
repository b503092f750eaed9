/// A curve that bends samples: a polynomial of third degree, and a soft clipper that nothing comes above 1 behind.
///
/// The clipper is 35/16 of u − u³ + 3/5 u⁵ − 1/7 u⁷ for u within −1 … 1, the input by 35/16, and ±1 beyond: the integral of
/// (1 − u²)³, so that it leaves small samples as they are, and meets its ends with three derivatives of 0. Its degree is the
/// highest of which four times the rate folds nothing back: as long as the input stays within ±35/16, there are no aliases.
struct WaveShaper {
    var linear = 1.0
    var squared = 0.0
    var cubic = 0.0
    /// The polynomial's part, 0 … 1.
    var mix = 0.0
    /// Before the clipper, as a factor.
    var gain = 1.0

    @inline(__always)
    func shaped(_ x: Double) -> Double {
        let bent = x * (linear + x * (squared + x * cubic))
        return Self.clipped(gain * (x + mix * (bent - x)))
    }

    @inline(__always)
    private static func clipped(_ x: Double) -> Double {
        let end = 35.0 / 16, u = max(-end, min(end, x)), v = u / end * (u / end)
        return u * (1 - v * (1 - v * (0.6 - v / 7)))
    }
}
