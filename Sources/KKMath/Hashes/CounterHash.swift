/// Random numbers without state: the number of a frame depends only on a seed, a channel and the frame's number, so any
/// slice of a time line can be computed alone and in any order.
///
/// The seed, the channel and the upper half of the frame's number are mixed once into two keys
/// (``init(seed:channel:frame:)``). The lower half then takes two rounds of multiplication and folding (``bits(_:)``),
/// each a few vector instructions.
///
/// Source: the shape and the constants of the rounds are the 32-bit mixer *lowbias32* (C. Wellons, *Prospecting for
/// Hash Functions*, 2018, public domain); those of the keys are SplitMix64 (G. Steele, D. Lea, C. Flood, *Fast
/// Splittable Pseudorandom Number Generators*, 2014).
@frozen
public struct CounterHash: Hashable, Sendable {
    @usableFromInline let first: UInt32
    @usableFromInline let second: UInt32

    /// The noise of one channel for the 2³² frames around `frame` whose numbers have the same upper half.
    public init(seed: UInt64, channel: UInt32, frame: Int64) {
        var key = Self.mixed(seed &+ 0x9E37_79B9_7F4A_7C15)
        key = Self.mixed(key ^ UInt64(channel) &+ 0x9E37_79B9_7F4A_7C15)
        key = Self.mixed(key ^ UInt64(bitPattern: frame &>> 32) &+ 0x9E37_79B9_7F4A_7C15)
        first = UInt32(truncatingIfNeeded: key)
        second = UInt32(truncatingIfNeeded: key &>> 32)
    }

    /// What the frame's number is mixed with, for loops in other languages.
    package var keys: (first: UInt32, second: UInt32) { (first, second) }

    /// 32 random bits.
    ///
    /// - Parameter counter: the lower half of the frame's number.
    @inlinable @inline(__always)
    public func bits(_ counter: UInt32) -> UInt32 {
        var value = counter ^ first
        value ^= value &>> 16
        value &*= 0x7FEB_352D
        value ^= value &>> 15
        value &+= second
        value &*= 0x846C_A68B
        value ^= value &>> 16
        return value
    }

    /// 32 random bits for one frame of one channel.
    public static func bits(seed: UInt64, channel: UInt32, frame: Int64) -> UInt32 {
        CounterHash(seed: seed, channel: channel, frame: frame).bits(UInt32(truncatingIfNeeded: frame))
    }

    private static func mixed(_ key: UInt64) -> UInt64 {
        var value = key
        value = (value ^ value &>> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value &>> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value &>> 31
    }
}
