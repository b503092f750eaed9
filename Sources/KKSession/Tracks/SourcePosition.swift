internal import KKDSP
internal import KKMath
internal import KKPCM

/// Where a mono track is heard around the listener: `-30`, `90,0,2`, `90,0,2,headphones`.
public struct SourcePosition: Hashable, Sendable, Codable, CustomStringConvertible {
    /// In degrees, −180 … 180: 0 is in front, 90 to the right.
    public var azimuth: Double
    /// In degrees, −90 … 90, upwards.
    public var elevation: Double
    /// In metres, 0 … 10,000. Up to one metre nothing is lost; from there each doubling costs 6 dB.
    public var distance: Double
    /// Whether the mix is for headphones: each ear has the delay and the shadow of a spherical head.
    public var isForHeadphones: Bool

    public init(azimuth: Double, elevation: Double = 0, distance: Double = 0, isForHeadphones: Bool = false) {
        (self.azimuth, self.elevation, self.distance) = (azimuth, elevation, distance)
        self.isForHeadphones = isForHeadphones
    }

    static let azimuths = -180.0...180.0
    static let elevations = -90.0...90.0
    static let distances = 0.0...10_000.0
    private static let headphones = "headphones"

    /// Reads an azimuth, and after commas an elevation, a distance, and `headphones`.
    public init(parsing text: String) throws(SessionError) {
        var parts = text.parts(at: ",")
        let isForHeadphones = parts.count > 1 && parts.last == Self.headphones
        if isForHeadphones { parts.removeLast() }
        let ranges = [Self.azimuths, Self.elevations, Self.distances]
        let numbers = zip(parts, ranges).compactMap { part, range in
            Double(signedDecimal: part[...]).flatMap { range.contains($0) ? $0 : nil }
        }
        guard !numbers.isEmpty, numbers.count == parts.count else {
            throw SessionError(
                .usage, "'\(text)' is not a position",
                nextStep:
                    "write degrees to the right (-180 to 180), degrees up (-90 to 90) and metres: position=-30 or position=90,0,2"
            )
        }
        self.init(
            azimuth: numbers[0], elevation: numbers.count > 1 ? numbers[1] : 0,
            distance: numbers.count > 2 ? numbers[2] : 0, isForHeadphones: isForHeadphones)
    }

    /// How it is placed among the channels of a mix: between the two nearest loudspeakers of those all around, or else
    /// with equal power between left and right.
    func algorithm(in layout: ChannelLayout) -> SpatialKernel.Algorithm {
        if isForHeadphones { return .sphericalHead }
        return layout.channelCount > 2 && LoudspeakerRing(layout) != nil ? .vectorBasedPanning : .equalPowerPanning
    }

    public var description: String {
        let numbers = [azimuth, elevation, distance].map { shortDecimalText($0, digits: 9) }
        return (numbers + (isForHeadphones ? [Self.headphones] : [])).joined(separator: ",")
    }
}
