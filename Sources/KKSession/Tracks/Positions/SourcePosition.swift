public import KKDSP
internal import KKMath
internal import KKPCM

/// Where a mono track is heard around the listener, and what is between them: `-30`, `90,0,2,headphones`,
/// `90,0,20,doppler:curve=linear:maximum=50:occlusion=-6dB`.
public struct SourcePosition: Hashable, Sendable, Codable {
    /// In degrees, −180 … 180: 0 is in front, 90 to the right.
    public var azimuth: Double
    /// In degrees, −90 … 90, upwards.
    public var elevation: Double
    /// In metres, 0 … 10,000.
    public var distance: Double
    /// Whether the mix is for headphones: each ear has the delay and the shadow of a spherical head, or what
    /// ``Session/headFile`` says.
    public var isForHeadphones: Bool
    /// Whether the sound needs its time to the listener, so that what moves is higher or lower.
    public var hasDopplerShift = false
    /// How much is lost with the distance. At first nothing up to one metre, and from there 6 dB for each doubling.
    public var attenuation = DistanceAttenuation()
    /// What is in the way of the source, in decibels at 5 kHz: −100 … 0.
    public var occlusion = 0.0
    /// The same, for what is in the way of the straight line alone: the two add up.
    public var obstruction = 0.0
    /// The least and the largest factor that the distance makes: 0 … 10.
    public var minGain = 0.0
    public var maxGain = 10.0

    public init(azimuth: Double, elevation: Double = 0, distance: Double = 0, isForHeadphones: Bool = false) {
        (self.azimuth, self.elevation, self.distance) = (azimuth, elevation, distance)
        self.isForHeadphones = isForHeadphones
    }

    static let azimuths = -180.0...180.0
    static let elevations = -90.0...90.0
    static let distances = 0.0...10_000.0

    /// How it is placed among the channels of a mix: between the two nearest loudspeakers of those all around, or else
    /// with equal power between left and right.
    func algorithm(in layout: ChannelLayout, hasHead: Bool) -> SpatialKernel.Algorithm {
        if hasHead { return .hrtf }
        if isForHeadphones { return .sphericalHead }
        return layout.channelCount > 2 && LoudspeakerRing(layout) != nil ? .vectorBasedPanning : .equalPowerPanning
    }

    var rendering: SpatialKernel.Rendering { hasDopplerShift ? .plain.union(.dopplerShift) : .plain }

    /// - Throws: `usage` for numbers that no command line gives and a program may.
    func check(place: String) throws(SessionError) {
        try Session.check(azimuth, "azimuth", Self.azimuths, place: place)
        try Session.check(elevation, "elevation", Self.elevations, place: place)
        try Session.check(distance, "distance", Self.distances, place: place)
        for row in Self.numbers { try Session.check(self[keyPath: row.path], row.key, row.range, place: place) }
        guard attenuation.maximumDistance < attenuation.referenceDistance else { return }
        throw SessionError(
            .usage, "the position's 'maximum' is nearer than its 'reference'", place: place,
            nextStep: "write a distance from \(shortDecimalText(attenuation.referenceDistance, digits: 9)) metres on")
    }
}
