/// The two logarithmic codes of telephony: eight bits for the range of thirteen or fourteen.
///
/// A code is a sign, a segment of three bits and a place of four bits within it; the segments double in size. All
/// numbers below are magnitudes in the units of the recommendation: full scale is 8192 in µ-law and 4096 in A-law.
///
/// Source: ITU-T G.711 (11/88), tables 1 and 2. The companders there take uniform samples; these take any real number,
/// and apply the decision values (tables 1a and 2a, column 3) to it exactly.
enum CompandingLaw: Hashable, Sendable {
    case uLaw, aLaw

    /// The code of silence: the positive code nearest to zero.
    var zeroCode: UInt8 { self == .uLaw ? 0xFF : 0xD5 }

    /// The magnitude that one unit of Float32 stands for.
    var fullScale: Float { self == .uLaw ? 8192 : 4096 }

    /// The virtual decision value at the top of the last segment: from here on a sample is out of range.
    var ceiling: Float { self == .uLaw ? 8159 : 4096 }

    /// The sample of a code, as Float32 with full scale at 1.0.
    func sample(_ code: UInt8) -> Float {
        switch self {
        case .uLaw:
            let bits = ~code
            let segment = Int32(bits &>> 4 & 7)
            let magnitude = (Int32(bits & 15) &* 2 &+ 33) &<< segment &- 33
            return Float(bits & 0x80 == 0 ? magnitude : -magnitude) / 8192
        case .aLaw:
            let bits = code ^ 0x55
            let segment = Int32(bits &>> 4 & 7)
            let place = Int32(bits & 15) &* 2 &+ 1
            let magnitude = segment == 0 ? place : (place &+ 32) &<< (segment &- 1)
            return Float(bits & 0x80 != 0 ? magnitude : -magnitude) / 4096
        }
    }

    /// The code of a sample. Beyond the ceiling it is the largest code; of NaN it is silence.
    @inline(__always)
    func code(_ sample: Float) -> UInt8 {
        guard sample == sample else { return zeroCode }
        let magnitude = min(sample.magnitude * fullScale, ceiling - 1)
        switch self {
        case .uLaw:
            let biased = UInt32(magnitude) &+ 33
            let segment = 26 &- UInt32(truncatingIfNeeded: biased.leadingZeroBitCount)
            let place = biased &>> (segment &+ 1) & 15
            let bits = segment &<< 4 | place | (sample < 0 ? 0x80 : 0)
            return ~UInt8(truncatingIfNeeded: bits)
        case .aLaw:
            let whole = UInt32(magnitude)
            let segment = whole < 32 ? 0 : 27 &- UInt32(truncatingIfNeeded: whole.leadingZeroBitCount)
            let place = whole &>> max(segment, 1) & 15
            let bits = segment &<< 4 | place | (sample < 0 ? 0 : 0x80)
            return UInt8(truncatingIfNeeded: bits) ^ 0x55
        }
    }

    /// All samples, by code.
    var table: [Float] { (0...255).map { sample(UInt8($0)) } }
}
