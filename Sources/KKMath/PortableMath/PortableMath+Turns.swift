extension PortableMath {
    /// sin(2π · `numerator` / `denominator`), within 4·10⁻¹⁶: the sine of a fraction of a turn. Because the fraction is
    /// in whole numbers, it is exact at any distance. Whole, half and quarter turns give exactly 0 and ±1.
    ///
    /// The quarter is found by an integer division, and what is left of it is at most π/2.
    ///
    /// - Parameters:
    ///   - numerator: below `denominator`.
    ///   - denominator: above 0, at most 2⁶⁰.
    public static func sin(turns numerator: Int64, of denominator: Int64) -> Double {
        let (quarter, rest) = (4 * numerator).quotientAndRemainder(dividingBy: denominator)
        let angle = 1.570796326794896619231322 * (Double(rest) / Double(denominator))
        switch quarter & 3 {
        case 0: return sin(angle)
        case 1: return cos(angle)
        case 2: return -sin(angle)
        default: return -cos(angle)
        }
    }
}
