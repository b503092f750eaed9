public import KKConvert
public import KKFiles
public import KKPCM
public import KKSession

/// The settings for each file of a conversion. Settings that are `nil` keep the file's own.
public struct ConversionSettings: Hashable, Sendable, Codable {
    public var sampleRate: Double?
    public var layout: ChannelLayout?
    public var channelMap: ChannelMap?
    /// The level of silence that is trimmed at both ends of a file; `nil` for no trimming.
    public var trim: SilenceLevel?
    /// The container by name; `nil` for that of the output's extension.
    public var container: String?
    /// The encoding by name; `nil` for the container's default for the file.
    public var encoding: String?
    /// The encoder's settings.
    public var encodingSettings = EncodingSettings()
    public var resampler = ResamplerQuality.high
    public var dither = DitherChoice.auto
    public var seed: UInt64 = 0
    public var onClip = ClipPolicy.warn
    /// The loudness or sample level to which each file is normalised.
    public var loudness: LoudnessTarget?
    public var normalize: NormalizeTarget?
    /// Whether all files are normalised together, with one gain.
    public var isAlbum = false
    /// That gain, when it is known.
    var albumGain: Gain?
    /// The tags of each output: by default those of its input.
    public var texts = TextChoice(track: 1)
    /// Which audio stream of a file with several is read; `nil` for the first that can be decoded.
    public var stream: Int?
    /// What the samples of files without headers are; `nil` for files with headers.
    public var raw: RawFormat?
    /// Whether damage in an input is an error.
    public var isStrict = false
    /// Whether existing files are replaced.
    public var replacesExisting = false

    public init() {}

    /// What can be refused before any file is looked at.
    ///
    /// - Throws: `SessionError` or `AudioFileError` of kind `usage`.
    func validate() throws {
        if let container {
            let encoding = try encoding.map { try Encoding(parsing: $0) }
            _ = try OutputFormat.choose(
                path: "--format \(container)", container: container, encoding: encoding, settings: encodingSettings)
        } else if let encoding {
            _ = try Encoding(parsing: encoding)
        }
        try checkAlbum()
        guard let layout, let channelMap, layout.channelCount != channelMap.sources.count else { return }
        let count = channelMap.sources.count
        throw SessionError(
            .usage,
            "the channel map \(channelMap) makes \(count == 1 ? "one channel" : "\(count) channels"), but \(layout.name) has \(layout.channelCount)",
            nextStep: "make -c and --channel-map agree, or leave -c out")
    }

    private func checkAlbum() throws(SessionError) {
        guard isAlbum else { return }
        if loudness == nil, normalize == nil {
            throw SessionError(
                .usage, "--album is one gain for all files, but the level is missing",
                nextStep: "add --loudness -16LUFS, or --normalize peak:-1dBFS")
        }
        if loudness != nil, normalize != nil {
            throw SessionError(
                .usage, "--loudness and --normalize both set the level", nextStep: "keep one of them")
        }
        if onClip == .scale {
            throw SessionError(
                .usage, "--on-clip scale would give each file of an album its own gain",
                nextStep: "lower the level, or leave --on-clip out")
        }
    }

    /// The conversion of a file as a session: one track at unity.
    func session(for item: ConversionPlan.Item) -> Session {
        var track = TrackSpec(path: item.input)
        (track.from, track.to, track.raw) = (item.track?.from, item.track?.to, item.track?.raw ?? raw)
        track.stream = stream
        track.channelMap = channelMap.map { ChannelMap($0.sources, layout: layout) }
        track.trim = trim
        var session = Session(tracks: [track])
        session.sampleRate = sampleRate
        session.layout = layout
        session.resampler = resampler
        session.dither = dither
        session.seed = seed
        session.onClip = onClip
        if let albumGain {
            session.gain = albumGain
        } else if !isAlbum {
            (session.loudness, session.normalize) = (loudness, normalize)
        }
        session.texts = texts.describing(item.track?.texts ?? [])
        session.isStrict = isStrict
        return session
    }
}
