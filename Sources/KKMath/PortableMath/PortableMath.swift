/// Elementary functions that give the same bits on every processor, in every build and with every C library.
///
/// The functions of libm differ in the last bits between its versions, and between processors with and without fused
/// multiplication. These use only +, −, × and ÷ on Float64. IEEE 754 defines the rounding of each, and Swift neither
/// reorders nor fuses them. They are for coefficients, levels, windows and synthesis; they are too slow to call for
/// every sample.
///
/// ## Allocation
/// None.
public enum PortableMath {
    /// Adding this to a magnitude below 2⁵¹ leaves no fraction bits: the addition rounds to an integer, ties to even,
    /// and the low bits of the sum are that integer.
    public static let rounder = 6_755_399_441_055_744.0

    /// 2 to the power of `x`, within 1 unit in the last place; exact for integers. 0 below −1075, infinite from 1024
    /// on.
    ///
    /// Splits `x` into an integer and a rest of at most ½ and sums the series of e^(rest · ln 2) to its 13th power.
    public static func exp2(_ x: Double) -> Double {
        guard x > -1080 else { return x != x ? x : 0 }
        guard x < 1024 else { return x != x ? x : .infinity }
        let shifted = x + rounder
        let whole = Int64(Int32(truncatingIfNeeded: shifted.bitPattern))
        let rest = x - (shifted - rounder)
        let t = rest * 0.693147180559945309417232
        var sum = 1.0 / 6_227_020_800
        sum = sum * t + 1.0 / 479_001_600
        sum = sum * t + 1.0 / 39_916_800
        sum = sum * t + 1.0 / 3_628_800
        sum = sum * t + 1.0 / 362_880
        sum = sum * t + 1.0 / 40_320
        sum = sum * t + 1.0 / 5_040
        sum = sum * t + 1.0 / 720
        sum = sum * t + 1.0 / 120
        sum = sum * t + 1.0 / 24
        sum = sum * t + 1.0 / 6
        sum = sum * t + 0.5
        // The first-order term is added last and with the low part of ln 2, because its rounding would dominate.
        let small = sum * (t * t) + rest * 2.3190468138462996e-17
        // Two factors, so that a subnormal result is rounded once.
        let half = whole >> 1
        return (1 + (t + small)) * power(half) * power(whole - half)
    }

    /// 2^`exponent` in the normal range.
    private static func power(_ exponent: Int64) -> Double {
        Double(bitPattern: UInt64(bitPattern: (exponent &+ 1023) &<< 52))
    }

    /// The logarithm to base 2, within 2 units in the last place; exact for powers of two. −∞ for 0, NaN for negative
    /// numbers.
    ///
    /// With x = m · 2^e and m between √½ and √2, ln m is 2 artanh(s) with s = (m − 1) / (m + 1), whose series is summed
    /// to s²³ and arranged so that its large terms are exact, as in W. Cody and W. Waite, *Software Manual for the
    /// Elementary Functions*, 1980.
    public static func log2(_ x: Double) -> Double {
        guard x > 0 else { return x == 0 ? -.infinity : .nan }
        guard x < .infinity else { return x }
        let isSubnormal = x < 0x1p-1022
        let bits = (isSubnormal ? x * 0x1p54 : x).bitPattern
        var exponent = Int64(bits >> 52) - (isSubnormal ? 1077 : 1023)
        var mantissa = Double(bitPattern: bits & 0xF_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
        if mantissa > 1.4142135623730951 {
            mantissa *= 0.5
            exponent += 1
        }
        let f = mantissa - 1
        let s = f / (2 + f)
        let z = s * s
        var sum = 2.0 / 23
        sum = sum * z + 2.0 / 21
        sum = sum * z + 2.0 / 19
        sum = sum * z + 2.0 / 17
        sum = sum * z + 2.0 / 15
        sum = sum * z + 2.0 / 13
        sum = sum * z + 2.0 / 11
        sum = sum * z + 2.0 / 9
        sum = sum * z + 2.0 / 7
        sum = sum * z + 2.0 / 5
        sum = sum * z + 2.0 / 3
        // f − f²/2 + … with s only in the small terms: f is exact, s is not.
        let square = 0.5 * f * f
        let natural = f - (square - s * (square + z * sum))
        return Double(exponent) + (natural * 1.442695040888963407359925 + natural * 2.0355273740931033e-17)
    }
}
