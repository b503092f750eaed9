/// One second-order section: H(z) = (b0 + b1 z⁻¹ + b2 z⁻²) / (1 + a1 z⁻¹ + a2 z⁻²).
///
/// The five numbers of a band as `kAUNBandEQProperty_BiquadCoefficients` lists them, b0 b1 b2 a1 a2, already
/// divided by a0. The makers of `BiquadCoefficients+Cookbook.swift` give stable sections only; a section that is set
/// number by number is stable when both poles lie inside the unit circle (``isStable``).
///
/// ## Allocation
/// None.
@frozen
public struct BiquadCoefficients: Hashable, Sendable, Codable {
    public var b0: Double
    public var b1: Double
    public var b2: Double
    public var a1: Double
    public var a2: Double

    public init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
        (self.b0, self.b1, self.b2, self.a1, self.a2) = (b0, b1, b2, a1, a2)
    }

    /// The section that does not change any sample, including the sign of zero.
    public static let identity = BiquadCoefficients(b0: 1, b1: 0, b2: 0, a1: 0, a2: 0)

    /// Whether both poles lie inside the unit circle, by the triangle |a2| < 1, |a1| < 1 + a2. Not for a number that is
    /// not finite.
    public var isStable: Bool {
        a2.magnitude < 1 && a1.magnitude < 1 + a2 && (b0.magnitude + b1.magnitude + b2.magnitude).isFinite
    }
}
