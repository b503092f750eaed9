internal import KKMath

/// The attenuation of a source by distance: none up to the reference distance, the full attenuation from the maximum
/// distance.
///
/// With d the distance, r the reference, m the maximum and g the gain there:
///
/// | curve | gain |
/// |---|---|
/// | power | (d / r)^−p, where p makes it g at m |
/// | exponential | decibels in proportion to d − r |
/// | inverse | r / (r + f (d − r)), where f makes it g at m |
/// | linear | 1 − (1 − g) (d − r) / (m − r) |
///
/// With the defaults, 100 dB from 1 m to 100 km, power and inverse are both r / d: 6 dB for every doubling, as in a free
/// field. If the maximum distance is not above the reference distance there is no attenuation.
///
/// Source: the names of AudioUnitProperties.h; the formulas of AVAudioEnvironmentDistanceAttenuationModel.
public struct DistanceAttenuation: Hashable, Sendable, Codable {
    /// The values are those of `AUSpatialMixerAttenuationCurve`.
    public enum Curve: Int, Sendable, Codable, CaseIterable {
        case power = 0
        case exponential = 1
        case inverse = 2
        case linear = 3
    }

    public var curve: Curve
    /// Meters, above 0.
    public var referenceDistance: Double
    public var maximumDistance: Double
    /// Decibels, at least 0.
    public var maximumAttenuation: Double

    public init(
        curve: Curve = .power, referenceDistance: Double = 1, maximumDistance: Double = 100_000,
        maximumAttenuation: Double = 100
    ) {
        self.curve = curve
        self.referenceDistance = referenceDistance
        self.maximumDistance = maximumDistance
        self.maximumAttenuation = maximumAttenuation
    }

    /// The factor for a source at this distance in metres.
    public func gain(at distance: Double) -> Double {
        let (nearest, farthest) = (referenceDistance, maximumDistance)
        guard nearest > 0, farthest > nearest, distance > nearest else { return 1 }
        let distance = min(distance, farthest), part = (distance - nearest) / (farthest - nearest)
        let least = Decibels(-maximumAttenuation).linear
        switch curve {
        case .power:
            let part = PortableMath.log2(distance / nearest) / PortableMath.log2(farthest / nearest)
            return Decibels(-maximumAttenuation * part).linear
        case .exponential: return Decibels(-maximumAttenuation * part).linear
        case .inverse: return least / (least + (1 - least) * part)
        case .linear: return 1 - (1 - least) * part
        }
    }
}
