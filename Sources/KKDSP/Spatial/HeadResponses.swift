internal import KKMath

/// Head-related impulse responses: what each ear hears of a pulse, for directions all around.
///
/// Between the measured directions a response is the mean of the three nearest, or of as many as there are, each weighted by one
/// over how far away it is, as the straight line between the two points of a sphere. So a measured direction has its own
/// response to the bit, and sound on its way from one to the next changes without a jump. What comes at other times in two
/// neighbours is mixed and not moved: above some kilohertz a coarse set sounds duller between its directions.
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

    typealias Share = (index: Int, weight: Double)

    /// The measurements that are nearest to a direction, with weights whose sum is 1; where there are fewer than three, others
    /// have 0.
    func nearest(azimuth: Double, elevation: Double) -> (first: Share, second: Share, third: Share) {
        let wanted = Self.place(azimuth: azimuth, elevation: elevation)
        var first: Share = (0, .infinity), second = first, third = first
        for (index, place) in places.enumerated() {
            let (x, y, z) = (place.x - wanted.x, place.y - wanted.y, place.z - wanted.z)
            let new: Share = (index, x * x + y * y + z * z)
            if new.weight < first.weight {
                (first, second, third) = (new, first, second)
            } else if new.weight < second.weight {
                (second, third) = (new, second)
            } else if new.weight < third.weight {
                third = new
            }
        }
        // A millionth of a radian is where rounding may have left the same direction.
        if first.weight < 1e-12 { return ((first.index, 1), (0, 0), (0, 0)) }
        let near = 1 / first.weight.squareRoot(), middle = 1 / second.weight.squareRoot()
        let far = 1 / third.weight.squareRoot(), sum = near + middle + far
        return ((first.index, near / sum), (second.index, middle / sum), (third.index, far / sum))
    }

    /// Puts the responses of a direction into `left` and `right`, each of ``length`` frames.
    func put(azimuth: Double, elevation: Double, into left: inout [Double], _ right: inout [Double]) {
        let shares = nearest(azimuth: azimuth, elevation: elevation)
        let (a, b, c) = (
            measurements[shares.first.index], measurements[shares.second.index], measurements[shares.third.index]
        )
        func mean(_ a: Float, _ b: Float, _ c: Float) -> Double {
            shares.first.weight * Double(a) + shares.second.weight * Double(b) + shares.third.weight * Double(c)
        }
        for frame in 0..<length {
            left[frame] = mean(a.left[frame], b.left[frame], c.left[frame])
            right[frame] = mean(a.right[frame], b.right[frame], c.right[frame])
        }
    }
}
