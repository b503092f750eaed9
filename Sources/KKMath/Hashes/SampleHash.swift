/// A hash of samples that does not depend on how they are cut into pieces: the sum, modulo 2⁶⁴, of a number for every
/// non-zero sample, which depends on its bits, frame and channel. So pieces can be added in any order, and silence of
/// any length is 0; −0 counts as 0.
///
/// The number is the output function of SplitMix64 (G. Steele, D. Lea, C. Flood, *Fast Splittable Pseudorandom Number
/// Generators*, 2014) of (channel key + frame · 0x9E3779B97F4A7C15) xor bits. It finds accidental differences; it does
/// not protect against those made on purpose.
///
/// ## Allocation
/// None.
@frozen
public struct SampleHash: Hashable, Sendable {
    public private(set) var value: UInt64 = 0

    public init() {}

    /// Adds samples of one channel, starting at frame `firstFrame`.
    public mutating func add(_ samples: Span<Float>, channel: Int, firstFrame: Int64) {
        var key = Self.mixed(UInt64(truncatingIfNeeded: channel)) &+ UInt64(bitPattern: firstFrame) &* Self.step
        var sum = value
        for index in samples.indices {
            let bits = samples[index].bitPattern
            let number = Self.mixed(key ^ UInt64(bits))
            sum &+= bits & 0x7FFF_FFFF == 0 ? 0 : number
            key &+= Self.step
        }
        value = sum
    }

    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    @inline(__always)
    private static func mixed(_ key: UInt64) -> UInt64 {
        var value = key
        value = (value ^ value &>> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value &>> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value &>> 31
    }
}
