internal import KKMath

/// A way that a bus of a spatial mixer goes from one place to another. It depends on the frame of the time line alone, so
/// no slice changes it.
public struct SpatialMotion: Hashable, Sendable {
    /// A place around the listener: degrees to the right, degrees up, metres.
    public struct Place: Hashable, Sendable {
        public var azimuth: Double
        public var elevation: Double
        public var distance: Double

        public init(azimuth: Double, elevation: Double = 0, distance: Double = 0) {
            (self.azimuth, self.elevation, self.distance) = (azimuth, elevation, distance)
        }
    }

    public let from: Place
    public let to: Place
    /// Whether it is a straight line through the room; otherwise each of the three numbers goes evenly.
    public let isStraight: Bool
    /// The frame at which it begins. Before it the source is at its first place.
    public let startTime: Int64
    /// After these frames the source is at its last place, and stays.
    public let frameCount: Int64
    /// The ends of the straight line, which every frame asks for.
    private let first: Point
    private let last: Point

    public init(
        from: Place, to: Place, isStraight: Bool = false, startTime: Int64 = 0, frameCount: Int64
    ) {
        (self.from, self.to, self.isStraight) = (from, to, isStraight)
        (self.startTime, self.frameCount) = (startTime, frameCount)
        (first, last) = (Point(from), Point(to))
    }

    /// The farthest of the two ends; what is between them is no farther.
    var farthest: Double { max(from.distance, to.distance) }

    /// Where the source is at a frame of the time line.
    public func place(at frame: Int64) -> Place {
        let (gone, overflow) = frame.subtractingReportingOverflow(startTime)
        if frame <= startTime { return from }
        if overflow || gone >= frameCount { return to }
        let part = Double(gone) / Double(frameCount)
        func between(_ first: Double, _ last: Double) -> Double { first + (last - first) * part }
        guard isStraight else {
            return Place(
                azimuth: between(from.azimuth, to.azimuth), elevation: between(from.elevation, to.elevation),
                distance: between(from.distance, to.distance))
        }
        return Place(
            right: between(first.right, last.right), front: between(first.front, last.front),
            up: between(first.up, last.up))
    }
}

/// A place in metres.
private struct Point: Hashable {
    let right: Double
    let front: Double
    let up: Double

    init(_ place: SpatialMotion.Place) {
        let (turn, rise) = (place.azimuth * .pi / 180, place.elevation * .pi / 180)
        let flat = place.distance * PortableMath.cos(rise)
        (right, front) = (flat * PortableMath.sin(turn), flat * PortableMath.cos(turn))
        up = place.distance * PortableMath.sin(rise)
    }
}

extension SpatialMotion.Place {
    fileprivate init(right: Double, front: Double, up: Double) {
        let flat = (right * right + front * front).squareRoot(), distance = (flat * flat + up * up).squareRoot()
        func degrees(_ sine: Double) -> Double { PortableMath.asin(max(-1, min(1, sine))) * 180 / .pi }
        let side = flat > 0 ? degrees(right / flat) : 0
        self.init(
            azimuth: front >= 0 ? side : (right < 0 ? -180 : 180) - side,
            elevation: distance > 0 ? degrees(up / distance) : 0, distance: distance)
    }
}
