public import KKConvert
public import KKFiles
public import KKPCM
internal import KKUnits

/// What the user wants: tracks, and what is to become of their sum. A value: it can be compared, stored and sent; it
/// names files and touches none.
public struct Session: Hashable, Sendable, Codable {
    public var tracks: [TrackSpec]
    /// How each follows the one before it; `nil` puts each where its `start` says, and all others at the beginning.
    public var joint: TrackJoint?
    /// Frames per second of the mix; `nil` takes the first track's.
    public var sampleRate: Double?
    /// The channels of the mix; `nil` takes the widest track's, or the first one's where they follow one another.
    public var layout: ChannelLayout?
    public var length = MixLength.longest
    /// The level of the whole mix.
    public var gain = Gain.unity
    /// An equaliser on the mix.
    public var equalizer: EQSpec?
    /// Effects on the mix, in this order, behind its equaliser.
    public var units: [UnitSpec] = []
    public var tail = MixTail.auto
    /// The ceiling of a limiter behind everything else on the mix.
    public var limit: TruePeakCeiling?
    /// The loudness that the mix is brought to, behind its equaliser; `nil` leaves it as it is.
    public var loudness: LoudnessTarget?
    /// The level of its samples that it is brought to, in place of a loudness.
    public var normalize: NormalizeTarget?
    public var onClip = ClipPolicy.warn
    public var dither = DitherChoice.auto
    public var seed: UInt64 = 0
    public var resampler = ResamplerQuality.high
    /// The slice of the render loop; no setting of it changes the output.
    public var maximumFramesPerSlice = Session.defaultSlice
    /// The words about the sound that the output gets.
    public var texts = TextChoice()
    /// Whether damage inside an input is an error.
    public var isStrict = false

    public static let defaultSlice = 4096
    public static let largestSlice = AudioUnit.largestSlice

    public init(tracks: [TrackSpec]) {
        self.tracks = tracks
    }

    /// Whether anything in it may still sound when its input is over.
    var mayRing: Bool { !units.isEmpty || tracks.contains { !$0.units.isEmpty } }

    /// The files that are read, each once: those of the tracks in their order, and what the effects are made of. A
    /// stimulus is none.
    public var inputPaths: [FilePath] {
        var known: Set<FilePath> = []
        return (tracks.map(\.path) + impulsePaths + [texts.cover].compactMap(\.self)).filter {
            !$0.isStimulus && known.insert($0).inserted
        }
    }

    /// The files whose sound is an impulse response, those of the tracks first.
    public var impulsePaths: [FilePath] { (tracks.flatMap(\.units) + units).compactMap(\.file) }

    /// Names the files of its tracks and of its effects by other paths.
    public mutating func replacePaths<E>(_ change: (FilePath) throws(E) -> FilePath) throws(E) {
        for index in tracks.indices {
            tracks[index].path = try change(tracks[index].path)
            for unit in tracks[index].units.indices { try tracks[index].units[unit].replacePath(change) }
        }
        for unit in units.indices { try units[unit].replacePath(change) }
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

/// What happens when the mix passes full scale and the output cannot hold that.
public enum ClipPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// Samples are held at full scale, and the report says how many, how far, when and who. MP3, Vorbis and Opus
    /// encoders get them as they are, and their players clip.
    case warn
    /// The job fails and leaves no output.
    case error
    /// A mix that clips is rendered again through a limiter whose ceiling just fits, dither included; one that does not
    /// stays as it is.
    case limit
    /// A mix that clips is rendered again at the level at which its peak just fits, dither included; one that does not
    /// stays as it is.
    case scale
}

/// When dither is added to an integer output.
public enum DitherChoice: String, Hashable, Sendable, Codable, CaseIterable {
    /// TPDF when an output of 16 bits or fewer cannot hold the exact result, nothing when it can.
    case auto
    case none
    case tpdf
    case shaped
}

/// Where a mix goes.
public struct OutputSpec: Hashable, Sendable, Codable {
    public var path: FilePath
    /// The container by name; `nil` goes by the path's extension.
    public var container: String?
    /// The encoding by name; `nil` takes the container's default for these inputs.
    public var encoding: String?
    /// What the encoder is asked for.
    public var encodingSettings = EncodingSettings()
    /// Whether an existing file is replaced.
    public var replacesExisting = false
    /// Whether an existing file that has the same bytes is left alone, its date with it. For what is written besides
    /// the mix, too.
    public var keepsUnchanged = false
    /// Whether the output's folder is made when it is not there.
    public var makesFolder = false
    /// The folder that gets what each track gave to the mix, a file for each; made when it ends in a slash. `nil` for
    /// none.
    public var stemsFolder: FilePath?
    /// The file that gets the mix's ``RenderTrace``; `nil` for none.
    public var tracePath: FilePath?
    /// The file that gets the mix's ``Depfile``, which replaces one that is there; `nil` for none.
    public var depfilePath: FilePath?

    public init(path: FilePath) {
        self.path = path
    }

    public init(path: String) { self.init(path: FilePath(path)) }
}
