extension PortableMath {
    /// The angle between −π/2 and π/2 whose sine is `x`, within 4·10⁻¹⁶; NaN beyond ±1.
    ///
    /// Up to ½ the series to the 49th power; above, π/2 less twice the angle of √((1 − x) / 2), which is below ½.
    public static func asin(_ x: Double) -> Double {
        let size = x.magnitude
        guard size <= 1 else { return .nan }
        if size <= 0.5 { return arcSeries(x) }
        let rest = .pi / 2 - 2 * arcSeries(((1 - size) / 2).squareRoot())
        return x < 0 ? -rest : rest
    }

    private static func arcSeries(_ x: Double) -> Double {
        let z = x * x
        var (term, sum) = (x, 0.0)
        for n in 1...24 {
            term *= z * (Double(2 * n - 1) / Double(2 * n))
            sum += term / Double(2 * n + 1)
        }
        return x + sum
    }
}
