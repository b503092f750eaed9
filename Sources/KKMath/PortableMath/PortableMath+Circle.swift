extension PortableMath {
    /// The sine of `x` radians, within 3·10⁻¹⁶, for magnitudes up to 2²⁸; NaN beyond.
    public static func sin(_ x: Double) -> Double {
        guard let (quadrant, rest) = reduced(x) else { return .nan }
        switch quadrant & 3 {
        case 0: return sine(rest)
        case 1: return cosine(rest)
        case 2: return -sine(rest)
        default: return -cosine(rest)
        }
    }

    /// The cosine of `x` radians, within 3·10⁻¹⁶, for magnitudes up to 2²⁸; NaN beyond.
    public static func cos(_ x: Double) -> Double {
        guard let (quadrant, rest) = reduced(x) else { return .nan }
        switch quadrant & 3 {
        case 0: return cosine(rest)
        case 1: return -sine(rest)
        case 2: return -cosine(rest)
        default: return sine(rest)
        }
    }

    /// `x` as a number of quarter turns and a rest of at most an eighth of a turn.
    ///
    /// π/2 is taken off in four parts (Cody and Waite, *Software Manual for the Elementary Functions*, 1980). The first
    /// three have 24 bits each, so their products with up to 29 bits of quarter turns are exact, and so are the first
    /// differences.
    private static func reduced(_ x: Double) -> (quadrant: Int32, rest: Double)? {
        guard x.magnitude <= 0x1p28 else { return nil }
        let shifted = x * 0.636619772367581343075535 + rounder
        let turns = shifted - rounder
        let first = x - turns * QuarterTurn.first
        let second = first - turns * QuarterTurn.second
        let third = second - turns * QuarterTurn.third
        return (Int32(truncatingIfNeeded: shifted.bitPattern), third - turns * QuarterTurn.fourth)
    }

    private enum QuarterTurn {
        static let first = 0x1.921fb4p+0
        static let second = 0x1.4442dp-24
        static let third = 0x1.846988p-48
        static let fourth = 0x1.8cc51701b839ap-72
    }

    /// The series of the sine to its 17th power, for magnitudes up to π/4.
    private static func sine(_ x: Double) -> Double {
        let z = x * x
        var sum = 1.0 / 355_687_428_096_000
        sum = sum * z - 1.0 / 1_307_674_368_000
        sum = sum * z + 1.0 / 6_227_020_800
        sum = sum * z - 1.0 / 39_916_800
        sum = sum * z + 1.0 / 362_880
        sum = sum * z - 1.0 / 5_040
        sum = sum * z + 1.0 / 120
        sum = sum * z - 1.0 / 6
        return x + x * (z * sum)
    }

    /// The series of the cosine to its 16th power, for magnitudes up to π/4.
    private static func cosine(_ x: Double) -> Double {
        let z = x * x
        var sum = 1.0 / 20_922_789_888_000
        sum = sum * z - 1.0 / 87_178_291_200
        sum = sum * z + 1.0 / 479_001_600
        sum = sum * z - 1.0 / 3_628_800
        sum = sum * z + 1.0 / 40_320
        sum = sum * z - 1.0 / 720
        sum = sum * z + 1.0 / 24
        return (1 - 0.5 * z) + z * z * sum
    }
}
