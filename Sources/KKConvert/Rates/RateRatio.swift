/// Two sample rates as the exact ratio of whole numbers that they are: M input frames take as long as L output frames.
///
/// Every Float64 is an odd integer times a power of two, so also rates that are not whole numbers have such a ratio,
/// and no frame's place is ever rounded. 44,100 to 48,000 is L = 160, M = 147.
struct RateRatio: Hashable, Sendable {
    /// Output frames in a period (L).
    let output: Int64
    /// Input frames in a period (M).
    let input: Int64

    /// - Parameters:
    ///   - from: the input's rate, finite and above zero.
    ///   - to: the output's, at most 2¹⁰ times as much or as little: so both numbers stay below 2⁶³.
    init(from: Double, to: Double) {
        let (above, below) = (OddFactor(to), OddFactor(from))
        let divisor = Self.commonDivisor(above.factor, below.factor)
        let shift = above.exponent - below.exponent
        output = Int64(above.factor / divisor) << Int64(max(0, shift))
        input = Int64(below.factor / divisor) << Int64(max(0, -shift))
    }

    /// Output over input.
    var factor: Double { Double(output) / Double(input) }

    /// ⌈`frames` · L / M⌉; `Int64.max` when it is more than that.
    func outputLength(of frames: Int64) -> Int64 {
        guard frames > 0 else { return 0 }
        let (quotient, rest) = (UInt128(frames) * UInt128(output)).quotientAndRemainder(dividingBy: UInt128(input))
        return Int64(clamping: quotient + (rest == 0 ? 0 : 1))
    }

    /// Where output frame `frame` lies in the input: so many whole frames, and a rest in L-ths of a frame, not below
    /// zero.
    func place(of frame: Int64) -> (frame: Int64, rest: Int64) { Self.divide(frame, input, by: output) }

    /// The output frame at or before the place of input frame `frame`.
    func outputFrame(at frame: Int64) -> Int64 { Self.divide(frame, output, by: input).frame }

    private static func divide(_ a: Int64, _ b: Int64, by divisor: Int64) -> (frame: Int64, rest: Int64) {
        let (quotient, rest) = (Int128(a) * Int128(b)).quotientAndRemainder(dividingBy: Int128(divisor))
        return rest < 0
            ? (Int64(clamping: quotient - 1), Int64(rest) + divisor) : (Int64(clamping: quotient), Int64(rest))
    }

    private static func commonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}

private struct OddFactor {
    let factor: UInt64
    let exponent: Int

    /// - Parameter value: finite and above zero.
    init(_ value: Double) {
        let integer = UInt64(value.significand * 0x1p52)
        factor = integer >> UInt64(integer.trailingZeroBitCount)
        exponent = Int(value.exponent) - 52 + integer.trailingZeroBitCount
    }
}
