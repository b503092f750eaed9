public import KKDSP
public import KKFiles

/// One input of a mix and what is to be done with it: `drums.wav::gain=-6dB,at=1.5,fade-out=2s/exponential`.
public struct TrackSpec: Hashable, Sendable, Codable {
    public var path: FilePath
    /// As `ReaderOptions.stream`: which of an Ogg, MP4 or Matroska file's audio streams, counted from 1.
    public var stream: Int?
    /// As `ReaderOptions.raw`: what the samples of a file without a header are.
    public var raw: RawFormat?
    /// Which of the file's channels become the track's, in which order; `nil` takes all as they are.
    public var channelMap: ChannelMap?
    /// Which of them go to which channels of the mix, in place of a map; `nil` mixes them there by their labels.
    public var routing: ChannelRouting?
    public var gain = Gain.unity
    /// −1 (left) … 1 (right): the place of a mono track, the balance of the others.
    public var pan = 0.0
    /// Where on the mix's time line the track starts.
    public var start: TimeValue?
    /// The part of the file that is used: from, and either to or for.
    public var from: TimeValue?
    public var to: TimeValue?
    public var duration: TimeValue?
    /// What counts as silence at both ends of that part, and is cut off; `nil` leaves them.
    public var trim: SilenceLevel?
    public var fadeIn: FadeSpec?
    public var fadeOut: FadeSpec?
    public var loop = Loop.times(0)
    /// How fast the part is played, 0.25 … 4, to nine decimals: at 2 it is half as long and an octave higher.
    public var speed = 1.0
    /// How many times as long it lasts at the same pitch, 1/32 … 32, to nine decimals.
    public var stretch = 1.0
    /// By how much it is higher at the same length.
    public var pitch = PitchShift.none
    /// Whether a voice's formants stay where they are at that pitch.
    public var keepsFormants = false
    /// Whether the part is played from its end to its beginning.
    public var isReversed = false
    /// An equaliser on this track alone, behind its fades.
    public var equalizer: EQSpec?
    /// Effects on this track alone, in this order, behind its equaliser.
    public var units: [UnitSpec] = []
    /// The track under which this one is turned down, behind its effects; `nil` for none.
    public var duck: DuckSpec?
    /// Whether its polarity is turned over.
    public var isInverted = false
    public var isMuted = false
    public var isSolo = false

    /// How often the part is played again after its first pass.
    public enum Loop: Hashable, Sendable, Codable {
        case times(Int64)
        case forever
    }

    /// A fade as a person writes it: `2s`, `250ms/equal-power`.
    public struct FadeSpec: Hashable, Sendable, Codable {
        public var length: TimeValue
        public var curve: FadeCurve

        public init(length: TimeValue, curve: FadeCurve = .linear) {
            self.length = length
            self.curve = curve
        }
    }

    static let speeds = 0.25...4.0
    static let stretches = 0.03125...32.0

    /// What every sample is multiplied by before the pan.
    var level: Double { isInverted ? -gain.linear : gain.linear }

    public init(path: FilePath) {
        self.path = path
    }

    public init(path: String) { self.init(path: FilePath(path)) }
}
