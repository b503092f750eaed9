/// A level: 20 · log₁₀ of an amplitude ratio.
///
/// The conversions use ``PortableMath``, so a gain in decibels is the same factor everywhere. 0 dB is exactly 1, −∞ dB
/// exactly 0.
public struct Decibels: Hashable, Sendable, Comparable {
    public var value: Double

    public init(_ value: Double) {
        self.value = value
    }

    /// The level of an amplitude ratio; the sign (polarity) is ignored. −∞ for 0.
    public init(linear: Double) {
        value = PortableMath.log2(linear.magnitude) * 6.020599913279623904274778
    }

    /// The amplitude ratio: 10^(value / 20).
    public var linear: Double {
        PortableMath.exp2(value * 0.166096404744368117393516)
    }

    public static func < (left: Decibels, right: Decibels) -> Bool {
        left.value < right.value
    }
}
