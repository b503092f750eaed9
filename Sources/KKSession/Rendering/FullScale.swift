internal import KKFiles

/// What an encoding can hold, and the level at which a mix just fits into it.
///
/// - Integers hold what rounds to one of their codes: in 16 bits −1.0 does (−32768), +1.0 does not (32768).
/// - µ-law and A-law hold what lies below the virtual decision value at their top (ITU-T G.711, tables 1 and 2).
/// - MP3, Vorbis and Opus hold everything, but their players clip at full scale: what passes ±1.0 counts.
struct FullScale: Hashable, Sendable {
    /// The samples that are not clipped.
    let held: Range<Float>
    /// The codes from zero to full scale; `nil` where there are none.
    private let halfRange: Double?

    /// - Returns: `nil` for floating point, which holds everything.
    init?(_ encoding: Encoding) {
        switch encoding {
        case .u8, .s16, .s24, .s32:
            let half = Double(sign: .plus, exponent: (encoding.integerBits ?? 16) - 1, significand: 1)
            self.init(held: Self.roundedUp(-1 - 0.5 / half)..<Self.roundedUp(1 - 0.5 / half), halfRange: half)
        case .ulaw: self.init(below: 8159.0 / 8192)
        case .alaw: self.init(below: 1)
        case .mp3, .vorbis, .opus: self.init(below: Float(1).nextUp)
        case .f32, .f64, .alac, .flac: return nil
        }
    }

    private init(below bound: Float) {
        self.init(held: (-bound).nextUp..<bound, halfRange: nil)
    }

    private init(held: Range<Float>, halfRange: Double?) {
        self.held = held
        self.halfRange = halfRange
    }

    /// The factor that brings samples from `lowest` to `highest` inside.
    ///
    /// - Parameters:
    ///   - lowest: 0 or less.
    ///   - highest: 0 or more.
    ///   - headroom: the code steps that are kept free at both ends, for dither.
    func factor(lowest: Float, highest: Float, headroom: Double) -> Double {
        let top = halfRange.map { 1 - (1 + headroom) / $0 } ?? Double(held.upperBound)
        let bottom = halfRange.map { -1 + headroom / $0 } ?? -top
        let downward = lowest < 0 ? bottom / Double(lowest) : .infinity
        let upward = highest > 0 ? top / Double(highest) : .infinity
        // Four roundings to Float32 lie between what was measured and what will be written.
        return min(upward, downward, 1) * (1 - 0x1p-22)
    }

    /// The lowest Float that is not below `value`: a bound that sorts Floats as `value` does.
    private static func roundedUp(_ value: Double) -> Float {
        let nearest = Float(value)
        return Double(nearest) < value ? nearest.nextUp : nearest
    }
}
