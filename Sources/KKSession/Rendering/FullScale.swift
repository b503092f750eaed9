internal import KKFiles

/// What an encoding can hold, and the level at which a mix just fits into it.
///
/// - Integers hold what rounds to one of their codes: in 16 bits −1.0 does (−32768), +1.0 does not (32768).
/// - µ-law and A-law hold what lies below the virtual decision value at their top (ITU-T G.711, tables 1 and 2).
/// - The lossy codecs hold everything, but their players clip at full scale: what passes ±1.0 counts.
struct FullScale: Sendable {
    /// The samples that are not clipped.
    let held: Range<Float>
    /// The codes from zero to full scale; `nil` if there are none.
    private let halfRange: Double?

    /// - Returns: `nil` for floating point, which holds everything.
    init?(_ encoding: Encoding) {
        switch encoding {
        case .u8, .s16, .s24, .s32, .alac16, .alac24:
            let half = Double(sign: .plus, exponent: (encoding.integerBits ?? 16) - 1, significand: 1)
            self.init(held: Self.roundedUp(-1 - 0.5 / half)..<Self.roundedUp(1 - 0.5 / half), halfRange: half)
        case .ulaw: self.init(below: 8159.0 / 8192, companding: (8192, 33))
        case .alaw: self.init(below: 1, companding: (4096, 0))
        case .mp3, .vorbis, .opus, .aac, .ac3: self.init(below: Float(1).nextUp)
        case .f32, .f64, .alac, .flac: return nil
        }
    }

    private init(below bound: Float, companding: (units: Double, bias: Double)? = nil) {
        self.init(held: (-bound).nextUp..<bound, halfRange: nil, companding: companding)
    }

    private init(held: Range<Float>, halfRange: Double?, companding: (units: Double, bias: Double)? = nil) {
        self.companding = companding
        self.held = held
        self.halfRange = halfRange
    }

    /// Of µ-law and A-law: the units of full scale, and what is added to a magnitude of them before it is coded.
    private let companding: (units: Double, bias: Double)?

    /// How far the code of a sample up to `level` is from it, in µ-law and A-law: half a step of the segment that
    /// `level` lies in, which doubles from segment to segment. 0 for the others.
    func compandingError(at level: Double) -> Double {
        guard let companding else { return 0 }
        let top = min(level * companding.units, companding.units - companding.bias - 1) + companding.bias
        return Double(sign: .plus, exponent: max(top.exponent, 5) - 5, significand: 1) / companding.units
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
