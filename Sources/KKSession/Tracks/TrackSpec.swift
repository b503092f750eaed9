public import KKDSP
public import KKFiles

/// One input of a mix with its settings: `drums.wav::gain=-6dB,at=1.5,fade-out=2s/exponential`.
public struct TrackSpec: Hashable, Sendable, Codable {
    public var path: FilePath
    /// As `ReaderOptions.stream`: which of an Ogg, MP4 or Matroska file's audio streams, counted from 1.
    public var stream: Int?
    /// As `ReaderOptions.raw`: the sample format of a file without a header.
    public var raw: RawFormat?
    /// Which of the file's channels the track has, in which order; `nil` for all, unchanged.
    public var channelMap: ChannelMap?
    /// Which of them go to which channels of the mix, instead of a map; `nil` mixes them by their labels.
    public var routing: ChannelRouting?
    public var gain = Gain.unity
    /// −1 (left) … 1 (right): the position of a mono track, or the balance of others.
    public var pan = 0.0
    /// Where the track starts in the mix.
    public var start: TimeValue?
    /// The part of the file that is used: from, and either to or for.
    public var from: TimeValue?
    public var to: TimeValue?
    public var duration: TimeValue?
    /// The level of silence that is trimmed at both ends of that part; `nil` for no trimming.
    public var trim: SilenceLevel?
    public var fadeIn: FadeSpec?
    public var fadeOut: FadeSpec?
    public var loop = Loop.times(0)
    /// The speed of playback, 0.25 … 4, with up to nine decimals: 2 is half as long and an octave higher.
    public var speed = 1.0
    /// The stretch factor at unchanged pitch, 1/32 … 32, with up to nine decimals: 2 is twice as long.
    public var stretch = 1.0
    /// The pitch shift at unchanged length.
    public var pitch = PitchShift.none
    /// Whether a voice's formants stay where they are at that pitch.
    public var keepsFormants = false
    /// Whether the part is played from its end to its beginning.
    public var isReversed = false
    /// An equaliser on this track, after its fades.
    public var equalizer: EQSpec?
    /// Effects on this track, in this order, after its equaliser.
    public var units: [UnitSpec] = []
    /// The track under which this one is ducked, after its effects; `nil` for none.
    public var duck: DuckSpec?
    /// Where it is heard around the listener, after its effects and ducking; `nil` leaves it to the pan.
    public var position: SourcePosition?
    /// Where that position goes while the track plays; `nil` stays.
    public var move: PositionMove?
    /// Whether its polarity is inverted.
    public var isInverted = false
    public var isMuted = false
    public var isSolo = false

    /// How many times the part is repeated after its first pass.
    public enum Loop: Hashable, Sendable, Codable {
        case times(Int64)
        case forever
    }

    /// A fade as written on the command line: `2s`, `250ms/equal-power`.
    public struct FadeSpec: Hashable, Sendable, Codable {
        public var length: TimeValue
        public var curve: FadeCurve

        public init(length: TimeValue, curve: FadeCurve = .linear) {
            self.length = length
            self.curve = curve
        }
    }

    /// What every sample is multiplied by before the pan.
    var level: Double { isInverted ? -gain.linear : gain.linear }

    public init(path: FilePath) {
        self.path = path
    }

    public init(path: String) { self.init(path: FilePath(path)) }
}
