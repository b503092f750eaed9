extension PortableMath {
    /// The modified Bessel function of the first kind and order zero, I₀(`x`), for magnitudes up to 24, within a few
    /// units in the last place.
    public static func besselI0(_ x: Double) -> Double {
        besselI0(quarterSquare: 0.25 * x * x)
    }

    /// I₀(2√`y`), for `y` from 0 to 144: the variable of the series Σ yᵏ / (k!)² (Abramowitz and Stegun, *Handbook of
    /// Mathematical Functions*, 9.6.12), in which a Kaiser window needs no root.
    ///
    /// Fifty terms, all of one sign, innermost first.
    public static func besselI0(quarterSquare y: Double) -> Double {
        // Counted by hand: a bank of filters asks for a hundred thousand of these, and an iterator takes a debug build
        // ten times as long.
        let reciprocals = reciprocalSquares
        var (sum, index) = (1.0, 0)
        while index < 50 {
            sum = sum * (y * reciprocals[index]) + 1
            index += 1
        }
        return sum
    }

    /// 1/k² for k from 50 down to 1.
    private static let reciprocalSquares: [Double] = (1...50).reversed().map { 1 / Double($0 * $0) }
}
