public import KKConvert
public import KKFiles
public import KKPCM
internal import KKUnits

/// A mix as the user describes it: its tracks, and how their sum is processed. It is a value that can be compared,
/// stored and sent. It names files but does not open them.
public struct Session: Hashable, Sendable, Codable {
    public var tracks: [TrackSpec]
    /// How each track follows the one before it; `nil` places each track at its `start`, or at the beginning.
    public var joint: TrackJoint?
    /// The sample rate of the mix in hertz; `nil` is that of the first track.
    public var sampleRate: Double?
    /// The channels of the mix; `nil` is the layout of the track with the most channels, or of the first track if tracks follow one another.
    public var layout: ChannelLayout?
    public var length = MixLength.longest
    /// The level of the whole mix.
    public var gain = Gain.unity
    /// An equaliser on the mix.
    public var equalizer: EQSpec?
    /// Effects on the mix, in this order, after its equaliser.
    public var units: [UnitSpec] = []
    public var tail = MixTail.auto
    /// A SOFA file with what both ears of a head hear of each direction: every position is for headphones then, and heard
    /// through that head. `nil` for none.
    public var headFile: FilePath?
    /// The ceiling of a limiter at the end of the mix.
    public var limit: TruePeakCeiling?
    /// The loudness to which the mix is normalised after its equaliser; `nil` for no normalisation.
    public var loudness: LoudnessTarget?
    /// The sample level to which it is normalised, instead of a loudness.
    public var normalize: NormalizeTarget?
    public var onClip = ClipPolicy.warn
    public var dither = DitherChoice.auto
    public var seed: UInt64 = 0
    public var resampler = ResamplerQuality.high
    /// The slice size of rendering in frames; it does not change the output.
    public var maximumFramesPerSlice = Session.defaultSlice
    /// The tags of the output.
    public var texts = TextChoice()
    /// Whether damage in an input is an error.
    public var isStrict = false

    public static let defaultSlice = 4096
    public static let largestSlice = AudioUnit.largestSlice

    public init(tracks: [TrackSpec]) {
        self.tracks = tracks
    }

    /// Whether anything in it may still sound when its input is over.
    var mayRing: Bool {
        !units.isEmpty
            || tracks.contains {
                !$0.units.isEmpty || $0.position.map { headFile != nil || $0.hasDopplerShift } ?? false
            }
    }

    /// The files that are read, each once: those of the tracks in their order, and those of effects. Stimuli are not
    /// included.
    public var inputPaths: [FilePath] {
        var known: Set<FilePath> = []
        return (tracks.map(\.path) + impulsePaths + pluginPaths + [headFile, texts.cover].compactMap(\.self)).filter {
            !$0.isStimulus && known.insert($0).inserted
        }
    }

    /// The impulse-response files, those of the tracks first.
    public var impulsePaths: [FilePath] { allUnits.filter { $0.plugin == nil }.compactMap(\.file) }

    /// The libraries of LADSPA plug-ins that are named by them.
    public var pluginPaths: [FilePath] { allUnits.filter { $0.plugin != nil }.compactMap(\.file) }

    /// The effects of the tracks, and then those of the mix.
    var allUnits: [UnitSpec] { tracks.flatMap(\.units) + units }

    /// Replaces the paths of the tracks' and effects' files.
    public mutating func replacePaths<E>(_ change: (FilePath) throws(E) -> FilePath) throws(E) {
        for index in tracks.indices {
            tracks[index].path = try change(tracks[index].path)
            for unit in tracks[index].units.indices { try tracks[index].units[unit].replacePath(change) }
        }
        for unit in units.indices { try units[unit].replacePath(change) }
        headFile = try headFile.map(change)
    }
}

/// How long the mix is.
public enum MixLength: Hashable, Sendable, Codable {
    case longest
    case shortest
    case first
    case time(TimeValue)

    public init(parsing text: String) throws(SessionError) {
        switch text {
        case "longest": self = .longest
        case "shortest": self = .shortest
        case "first": self = .first
        default:
            guard let time = try? TimeValue(parsing: text) else {
                throw SessionError(
                    .usage, "'\(text)' is not a mix length",
                    nextStep: "write longest, shortest, first or a time (1:30, 12.5s)")
            }
            self = .time(time)
        }
    }
}

/// What happens if the mix exceeds full scale and the output format cannot store that.
public enum ClipPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// Samples are clipped at full scale, and the report states how many, by how much, when, and by which tracks. MP3,
    /// Vorbis and Opus encoders get them unclipped; players of those files clip.
    case warn
    /// The job fails and leaves no output.
    case error
    /// A mix that clips is rendered again through a limiter with the highest ceiling that fits, dither included. Other
    /// mixes are not changed.
    case limit
    /// A mix that clips is rendered again at the highest level that fits, dither included. Other mixes are not changed.
    case scale
}

/// When dither is added to an integer output.
public enum DitherChoice: String, Hashable, Sendable, Codable, CaseIterable {
    /// TPDF if an output of 16 bits or fewer cannot store the exact result; otherwise none.
    case auto
    case none
    case tpdf
    case shaped
}

/// The output of a mix.
public struct OutputSpec: Hashable, Sendable, Codable {
    public var path: FilePath
    /// The container by name; `nil` for that of the path's extension.
    public var container: String?
    /// The encoding by name; `nil` for the container's default for these inputs.
    public var encoding: String?
    /// The settings of the encoder.
    public var encodingSettings = EncodingSettings()
    /// Whether an existing file is replaced.
    public var replacesExisting = false
    /// Whether an existing file with the same bytes is left unchanged, with its date. This also applies to the other
    /// files that are written.
    public var keepsUnchanged = false
    /// Whether the output's folder is created if it does not exist.
    public var makesFolder = false
    /// The folder for the stems, one file for each track; it is created if the path ends in a slash. `nil` for no
    /// stems.
    public var stemsFolder: FilePath?
    /// The file for the mix's ``RenderTrace``; `nil` for none.
    public var tracePath: FilePath?
    /// The file for the mix's ``Depfile``; an existing one is replaced. `nil` for none.
    public var depfilePath: FilePath?

    public init(path: FilePath) {
        self.path = path
    }

    public init(path: String) { self.init(path: FilePath(path)) }
}
