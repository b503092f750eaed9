internal import KKMath

/// What a dynamics processor takes away from each level, in octaves of amplitude (6.02 dB).
///
/// ```
/// output ▲                  threshold + headroom  ┄┄┄┄┄┄┄┄
///        │                                   ▁▄▆▇
///        │                              ▂▅▇      d above the threshold T come out as d · H / (H + d)
///        │                          ▗▞ T
///        │                       ▗▞
///        │                    ▗▞ E
///        │                   ▞       d below the threshold E come out as R · d
///        └──────────────────────────────────────► input
/// ```
struct DynamicsCurve {
    /// Decibels of an octave of amplitude.
    static let octave = 6.020599913279623904274778
    /// Nothing counts as less than −120 dB, nor as more than 120 dB, and the expander takes away no more than 120 dB.
    static let floor = -120 / octave

    var threshold = 0.0
    var headRoom = 1.0
    var expansionThreshold = 0.0
    var expansionRatio = 1.0

    /// The level of a magnitude.
    static func level(_ magnitude: Float) -> Double {
        max(floor, min(-floor, PortableMath.log2(Double(magnitude))))
    }

    /// What the compressor takes away.
    func compression(of level: Double) -> Double {
        let above = level - threshold
        return above > 0 ? above * above / (headRoom + above) : 0
    }

    /// What the expander takes away.
    func expansion(of level: Double) -> Double {
        let below = expansionThreshold - level
        return below > 0 ? min(-Self.floor, (expansionRatio - 1) * below) : 0
    }
}
