extension PortableMath {
    /// The hyperbolic sine of `x`, within 16 units in the last place for magnitudes up to 20; beyond 700 infinite or
    /// close to it.
    ///
    /// Up to 1 the series to the 17th power, in which nothing cancels; above, half the difference of the two powers of
    /// e.
    public static func sinh(_ x: Double) -> Double {
        if x.magnitude <= 1 {
            let z = x * x
            var sum = 1.0 / 355_687_428_096_000
            sum = sum * z + 1.0 / 1_307_674_368_000
            sum = sum * z + 1.0 / 6_227_020_800
            sum = sum * z + 1.0 / 39_916_800
            sum = sum * z + 1.0 / 362_880
            sum = sum * z + 1.0 / 5_040
            sum = sum * z + 1.0 / 120
            sum = sum * z + 1.0 / 6
            return x + x * (z * sum)
        }
        let exponent = x * 1.442695040888963407359925
        return 0.5 * (exp2(exponent) - exp2(-exponent))
    }
}
