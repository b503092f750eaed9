internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKUnits

/// Where a position goes while its track plays: `90`, `90,0,2`, `90,0,20,straight`.
public struct PositionMove: Hashable, Sendable, Codable {
    /// As in ``SourcePosition``.
    public var azimuth: Double
    /// `nil` stays as it is.
    public var elevation: Double?
    public var distance: Double?
    /// Whether it goes on a straight line, as a car drives by; otherwise each number goes evenly.
    public var isStraight: Bool

    public init(azimuth: Double, elevation: Double? = nil, distance: Double? = nil, isStraight: Bool = false) {
        (self.azimuth, self.elevation, self.distance) = (azimuth, elevation, distance)
        self.isStraight = isStraight
    }

    private static let straight = "straight"

    /// Reads an azimuth, and behind commas an elevation, a distance, and `straight`.
    public init(parsing text: String) throws(SessionError) {
        var parts = text.parts(at: ",")
        let isStraight = parts.count > 1 && parts.last == Self.straight
        if isStraight { parts.removeLast() }
        let place = try SourcePosition.place(parts.joined(separator: ","))
        self.init(
            azimuth: place[0], elevation: place.count > 1 ? place[1] : nil, distance: place.count > 2 ? place[2] : nil,
            isStraight: isStraight)
    }

    /// - Throws: `usage` for what cannot move, and for numbers that no command line gives and a program may.
    func check(_ track: TrackSpec) throws(SessionError) {
        let place = track.path.text
        try Session.check(azimuth, "azimuth", SourcePosition.azimuths, place: place)
        try Session.check(elevation, "elevation", SourcePosition.elevations, place: place)
        try Session.check(distance, "distance", SourcePosition.distances, place: place)
        if track.position == nil {
            throw SessionError(
                .usage, "'move' says where a position goes, and the track has none", place: track.path,
                nextStep: "say where it begins: position=-90,0,2")
        }
        if track.loop == .forever {
            throw SessionError(
                .usage, "'move' takes as long as its track, and this one loops forever", place: track.path,
                nextStep: "give a count: loop=3")
        }
    }

    /// The way from a position to here.
    func motion(from position: SourcePosition, startTime: Int64, frameCount: Int64) -> SpatialMotion {
        SpatialMotion(
            from: .init(azimuth: position.azimuth, elevation: position.elevation, distance: position.distance),
            to: .init(
                azimuth: azimuth, elevation: elevation ?? position.elevation, distance: distance ?? position.distance),
            isStraight: isStraight, startTime: startTime, frameCount: frameCount)
    }
}

extension PositionMove: CustomStringConvertible {
    /// As it is written on the command line. A distance says the elevation, too.
    public var description: String {
        let numbers = [azimuth, elevation ?? (distance == nil ? nil : 0), distance].compactMap(\.self)
        return (numbers.map { shortDecimalText($0, digits: 9) } + (isStraight ? [Self.straight] : []))
            .joined(separator: ",")
    }
}
