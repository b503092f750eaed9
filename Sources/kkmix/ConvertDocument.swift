internal import KKAudio

/// `{"schema":1,"files":[…]}`: what `convert --json` prints, in the order of the inputs.
struct ConvertDocument: Encodable {
    var schema = 1
    var files: [File]

    enum File: Encodable, Sendable {
        /// What a mix's job says, and the input's `path`.
        case done(String, MixDocument.Job)
        case described(ConversionFacts)
        case failed(FailedFile)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .done(let path, let job):
                try job.encode(to: encoder)
                var values = encoder.container(keyedBy: PathKey.self)
                try values.encode(path, forKey: .path)
            case .described(let facts): try facts.encode(to: encoder)
            case .failed(let file): try file.encode(to: encoder)
            }
        }

        private enum PathKey: CodingKey { case path }
    }
}

/// What `convert --info --json` says of a file: both ends, and what is between them; null where nothing happens.
struct ConversionFacts: Encodable {
    var path: String
    @OrNull var output: String?
    var from: End
    var to: End
    @OrNull var resampler: String?
    var dither: String
    var seed: UInt64
    /// The channel map as it is written: `2,-`.
    @OrNull var channel_map: String?
    /// `matrix[i][j]` is the factor at which the output's channel i takes the input's channel j.
    @OrNull var matrix: [[Float]]?
    var warnings: [String]
    var notices: [String]

    struct End: Encodable {
        var container: String
        var encoding: String
        var sample_rate: Double
        var channels: Int
        var layout: String
        var frames: Int64
        var duration: Double
        var format: GraphDocument.Format

        init(_ end: ConversionDescription.End) {
            container = end.container
            encoding = end.encoding
            sample_rate = end.format.sampleRate
            channels = end.layout.channelCount
            layout = end.layout.name
            frames = end.frameCount
            duration = end.duration
            format = GraphDocument.Format(end.format)
        }
    }

    init(_ description: ConversionDescription, hasOutput: Bool) {
        path = description.input
        output = hasOutput ? description.output : nil
        from = End(description.from)
        to = End(description.to)
        resampler = description.resampler?.rawValue
        dither = description.dither.rawValue
        seed = description.seed
        channel_map = description.channelMap?.description
        matrix = description.matrix?.rows
        warnings = description.warnings.map(\.description)
        notices = description.notices
    }
}
