internal import KKMixing

/// `{"schema":1,"files":[…]}`: what `convert --json` prints, in the order of the inputs.
typealias ConvertDocument = FilesDocument<ConvertedFile>

/// `{"schema":1,"files":[…]}`: what `convert --info --json` prints.
typealias ConvertInfoDocument = FilesDocument<ConversionFacts>

/// What a mix's job says, and the input's `path`.
struct ConvertedFile: Codable, Sendable {
    var path: String
    var job: MixDocument.Job

    init(path: String, _ job: MixDocument.Job) {
        self.path = path
        self.job = job
    }

    init(from decoder: any Decoder) throws {
        path = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .path)
        job = try MixDocument.Job(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try job.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(path, forKey: .path)
    }

    private enum Key: CodingKey { case path }
}

/// What `convert --info --json` says of a file: both ends, and what is between them; null where nothing happens.
struct ConversionFacts: Codable {
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

    struct End: Codable {
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
