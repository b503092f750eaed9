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
    private let places: [Place]
    /// Of each measurement ``blockCount`` blocks of four frames: the left's and the right's sample of the first, and so on.
    private let blocks: [SIMD8<Float>]
    /// The blocks of a response; the last one is filled up with zeros.
    var blockCount: Int { (length + 3) / 4 }

    fileprivate typealias Place = (x: Double, y: Double, z: Double)

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
        self.sampleRate = sampleRate
        blocks = measurements.flatMap(Self.blocks)
        places = measurements.map { Self.place(azimuth: $0.azimuth, elevation: $0.elevation) }
    }

    private static func blocks(_ measurement: Measurement) -> [SIMD8<Float>] {
        stride(from: 0, to: measurement.left.count, by: 4).map { start in
            var block = SIMD8<Float>()
            for frame in start..<min(start + 4, measurement.left.count) {
                block[2 * (frame - start)] = measurement.left[frame]
                block[2 * (frame - start) + 1] = measurement.right[frame]
            }
            return block
        }
    }

    private static func place(azimuth: Double, elevation: Double) -> Place {
        let (side, up) = (azimuth * .pi / 180, elevation * .pi / 180), level = PortableMath.cos(up)
        return (PortableMath.cos(side) * level, PortableMath.sin(side) * level, PortableMath.sin(up))
    }

    private static func distance(_ a: Place, _ b: Place) -> Double {
        let (x, y, z) = (a.x - b.x, a.y - b.y, a.z - b.z)
        return (x * x + y * y + z * z).squareRoot()
    }

    /// A millionth of a radian is where rounding may have left the same direction.
    private static let same = 1e-6

    /// The response to a direction, and the measurements near it, so that one that moves on is not looked for among all.
    struct Response {
        /// As the blocks of ``HeadResponses``.
        fileprivate(set) var blocks: [SIMD8<Double>]
        fileprivate var near: [Int]
        /// Those that have a share, by their first blocks, and their weights.
        fileprivate var shares: [(start: Int, weight: Double)]
        /// What ``near`` is for: all places that are so near this one.
        fileprivate var around: Place = (0, 0, 0)
        fileprivate var margin = -1.0

        init(of responses: HeadResponses?) {
            blocks = Array(repeating: SIMD8(), count: responses?.blockCount ?? 0)
            (near, shares) = ([], [])
            near.reserveCapacity(responses?.places.count ?? 0)
            shares.reserveCapacity(responses?.places.count ?? 0)
        }

        static func heldByteCount(of responses: HeadResponses?) -> Int {
            guard let responses else { return 0 }
            return responses.blockCount * MemoryLayout<SIMD8<Double>>.stride + 24 * responses.places.count
        }
    }

    /// The distance of the fourth nearest of some measurements, or of the last of fewer; and that of the nearest.
    private func distances(of near: some Sequence<Int>, to wanted: Place) -> (nearest: Double, fourth: Double) {
        var (first, second, third, fourth) = (Double.infinity, Double.infinity, Double.infinity, Double.infinity)
        for index in near {
            let new = Self.distance(places[index], wanted)
            fourth = min(fourth, max(third, new))
            third = min(third, max(second, new))
            second = min(second, max(first, new))
            first = min(first, new)
        }
        return (first, fourth.isFinite ? fourth : third.isFinite ? third : second.isFinite ? second : first)
    }

    /// Finds the measurements that can have a share in any direction within an eighth of the distance of the fourth nearest.
    /// That distance changes by as much as the place does.
    private func look(around wanted: Place, _ response: inout Response) {
        let fourth = distances(of: places.indices, to: wanted).fourth
        response.margin = fourth / 8
        let farthest = places.count < 4 ? .infinity : 1.01 * (1.25 * (fourth + response.margin) + response.margin)
        response.around = wanted
        response.near.removeAll(keepingCapacity: true)
        for (index, place) in places.enumerated() where Self.distance(place, wanted) <= farthest {
            response.near.append(index)
        }
    }

    /// Makes the response to a direction.
    func put(azimuth: Double, elevation: Double, into response: inout Response) {
        let wanted = Self.place(azimuth: azimuth, elevation: elevation)
        if !(Self.distance(response.around, wanted) <= response.margin) { look(around: wanted, &response) }
        let (nearest, fourth) = distances(of: response.near, to: wanted)
        // From there on a measurement has no share.
        let reach = nearest < Self.same ? Self.same : 1.25 * fourth
        var sum = 0.0
        response.shares.removeAll(keepingCapacity: true)
        for index in response.near {
            let distance = Self.distance(places[index], wanted)
            guard distance < reach else { continue }
            let share = reach > Self.same ? (reach - distance) / (reach * distance) : 1
            response.shares.append((index * blockCount, share * share))
            sum += share * share
        }
        for block in 0..<blockCount {
            var mean = SIMD8<Double>()
            for (start, weight) in response.shares { mean += weight * SIMD8<Double>(blocks[start + block]) }
            response.blocks[block] = mean / sum
        }
    }
}
