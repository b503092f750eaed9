internal import KKMath

/// Head-related impulse responses: what each ear hears of a pulse, for directions all around.
///
/// Between the measured directions a response is a weighted mean of those around. The weight of one at a distance d is
/// ((R − d) / (R · d))², with R a quarter beyond the distance of the fourth nearest, and 0 from R on; distances are straight
/// lines between the points of a sphere. So a measured direction has its own response to the bit, and sound that moves
/// changes without a jump, as a response comes in and goes out with the weight 0. What comes at other times in two neighbours
/// is mixed and not moved: above some kilohertz a coarse set sounds duller between its directions.
///
/// Source: R. Franke and G. Nielson, *Smooth Interpolation of Large Sets of Scattered Data* (Int. J. Numerical Methods in
/// Engineering 15, 1980), for the weights, which are Franke's and Little's; the radius is kkmix's own.
public struct HeadResponses: Sendable {
    public struct Measurement: Sendable {
        /// Degrees, 0 in front and 90 to the right.
        public var azimuth: Double
        /// Degrees, 90 above.
        public var elevation: Double
        public var left: [Float]
        public var right: [Float]

        public init(azimuth: Double, elevation: Double, left: [Float], right: [Float]) {
            (self.azimuth, self.elevation, self.left, self.right) = (azimuth, elevation, left, right)
        }
    }

    public let sampleRate: Double
    /// Frames of each response.
    public let length: Int
    private let places: [(x: Double, y: Double, z: Double)]
    private let measurements: [Measurement]

    /// The longest response.
    public static let longest = 16_384

    /// - Returns: `nil` where there is no measurement, one has a length of its own, none or more than ``longest``, or what is no
    ///   number.
    public init?(_ measurements: [Measurement], sampleRate: Double) {
        length = measurements.first?.left.count ?? 0
        guard (1...Self.longest).contains(length), sampleRate.isFinite, sampleRate > 0 else { return nil }
        for measurement in measurements {
            let samples = measurement.left + measurement.right
            guard samples.count == 2 * length, measurement.left.count == length, samples.allSatisfy(\.isFinite),
                measurement.azimuth.isFinite, measurement.elevation.isFinite
            else { return nil }
        }
        (self.measurements, self.sampleRate) = (measurements, sampleRate)
        places = measurements.map { Self.place(azimuth: $0.azimuth, elevation: $0.elevation) }
    }

    private static func place(azimuth: Double, elevation: Double) -> (x: Double, y: Double, z: Double) {
        let (side, up) = (azimuth * .pi / 180, elevation * .pi / 180), level = PortableMath.cos(up)
        return (PortableMath.cos(side) * level, PortableMath.sin(side) * level, PortableMath.sin(up))
    }

    private static func distance(
        _ a: (x: Double, y: Double, z: Double), _ b: (x: Double, y: Double, z: Double)
    ) -> Double {
        let (x, y, z) = (a.x - b.x, a.y - b.y, a.z - b.z)
        return (x * x + y * y + z * z).squareRoot()
    }

    /// A millionth of a radian is where rounding may have left the same direction.
    private static let same = 1e-6

    /// From what distance on a measurement has no share: a quarter beyond the fourth nearest, or the last of fewer.
    private func reach(around wanted: (x: Double, y: Double, z: Double)) -> Double {
        var (first, second, third, fourth) = (Double.infinity, Double.infinity, Double.infinity, Double.infinity)
        for place in places {
            let new = Self.distance(place, wanted)
            fourth = min(fourth, max(third, new))
            third = min(third, max(second, new))
            second = min(second, max(first, new))
            first = min(first, new)
        }
        if first < Self.same { return Self.same }
        return 1.25 * (fourth.isFinite ? fourth : third.isFinite ? third : second.isFinite ? second : first)
    }

    /// Puts the responses of a direction into `left` and `right`, each of ``length`` frames.
    func put(azimuth: Double, elevation: Double, into left: inout [Double], _ right: inout [Double]) {
        let wanted = Self.place(azimuth: azimuth, elevation: elevation), reach = reach(around: wanted)
        var sum = 0.0
        for frame in 0..<length { (left[frame], right[frame]) = (0, 0) }
        for (index, place) in places.enumerated() {
            let distance = Self.distance(place, wanted)
            guard distance < reach else { continue }
            let share = reach > Self.same ? (reach - distance) / (reach * distance) : 1, weight = share * share
            sum += weight
            for frame in 0..<length {
                left[frame] += weight * Double(measurements[index].left[frame])
                right[frame] += weight * Double(measurements[index].right[frame])
            }
        }
        for frame in 0..<length {
            left[frame] /= sum
            right[frame] /= sum
        }
    }
}
