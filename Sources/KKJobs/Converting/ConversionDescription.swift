public import KKConvert
public import KKFiles
public import KKPCM
public import KKSession

/// The input and output formats of a conversion, and the steps between them.
public struct ConversionDescription: Sendable, KeyedReport {
    public var input: FilePath
    /// The number of the cue sheet's track; `nil` for the whole file.
    public var track: Int?
    /// `nil` if nothing can be written.
    public var output: FilePath?
    public var from: End
    public var to: End
    public var format: OutputFormat
    /// The rate converter; `nil` if the rate is unchanged.
    public var resampler: ResamplerQuality?
    /// The dither, as far as known before rendering: `--on-clip scale` may add some.
    public var dither: Dither
    public var seed: UInt64
    /// The channel matrix; `nil` if the channels are unchanged.
    public var matrix: ChannelMatrix?
    public var channelMap: ChannelMap?
    public var warnings: [FileWarning]
    public var notices: [String]

    public static func tell(_ key: inout ReportKeys<Self>) {
        key("path", \.input)
        key("track", \.track)
        key("output", \.output)
        key("from", \.from)
        key("to", \.to)
        key("resampler", \.resampler?.rawValue)
        key("dither", \.dither.rawValue)
        key("seed", \.seed)
        key("channel_map", \.channelMap?.description)
        key("matrix", \.matrix?.rows)
        key("warnings") { $0.warnings.map(\.description) }
        key("notices", \.notices)
    }

    /// The name of the input for messages.
    public var name: String { JobInput.name(input, track: track) }

    /// The stored format of a file.
    public struct End: Sendable, KeyedReport {
        /// `WAV`, `FLAC`, `MPEG audio`.
        public var container: String
        /// `s16`, `mp3`.
        public var encoding: String
        public var format: StreamDescription
        public var layout: ChannelLayout
        public var frameCount: Int64

        public var duration: Double { Double(frameCount) / format.sampleRate }

        public static func tell(_ key: inout ReportKeys<Self>) {
            key("container", \.container)
            key("encoding", \.encoding)
            key("sample_rate", \.format.sampleRate)
            key("channels", \.layout.channelCount)
            key("layout", \.layout.name)
            key("frames", \.frameCount)
            key("duration", \.duration)
            key("format") { StreamDescription.Report($0.format) }
        }
    }
}

extension ConversionDescription {
    init(_ job: RenderJob, track number: Int?) {
        let (plan, track) = (job.plan, job.plan.settledTracks[0])
        let properties = track.properties
        input = track.spec.path
        self.track = number
        output = job.output.path
        from = End(
            container: properties.fileType.name, encoding: properties.encodingName, format: properties.dataFormat,
            layout: properties.layout,
            frameCount: properties.frameCount)
        format = job.format
        to = End(
            container: format.container.name, encoding: format.encoding.rawValue,
            format: format.dataFormat(sampleRate: plan.sampleRate, channelCount: plan.layout.channelCount),
            layout: plan.layout,
            frameCount: plan.isOpen ? track.frameCount ?? 0 : plan.frameCount)
        resampler = track.playedRate == plan.sampleRate ? nil : plan.session.resampler
        dither = job.chosenDither(isFitted: false)
        seed = plan.session.seed
        channelMap = track.spec.channelMap
        let matrix = channelMap?.matrix(inputCount: properties.layout.channelCount) ?? track.matrix
        self.matrix = matrix.isIdentity ? nil : matrix
        warnings = plan.warnings
        notices = plan.notices
    }
}
