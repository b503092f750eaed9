/// An output format: a container, and how the samples are stored in it.
///
/// It can be made for any pair. ``validate(sampleRate:channelCount:path:)``, which ``AudioFileWriter`` calls first,
/// reports what a pair cannot hold. ``choose(path:container:encoding:settings:anyFloat:maximumBits:)`` fills in what
/// the user did not set.
public struct OutputFormat: Codable, Hashable, Sendable {
    /// The kind of file.
    public var container: OutputContainer
    /// How a sample is stored.
    public var encoding: Encoding
    /// The settings of the encoder.
    public var settings: EncodingSettings

    /// Makes any pair, without checks.
    public init(container: OutputContainer, encoding: Encoding, settings: EncodingSettings = EncodingSettings()) {
        self.container = container
        self.encoding = encoding
        self.settings = settings
    }

    /// The format of an output, from the command line or else from the inputs.
    ///
    /// - Parameters:
    ///   - path: names the container by its extension.
    ///   - name: the container by name (`--format`), which overrides the extension.
    ///   - encoding: `nil`, and `flac` in a FLAC file, mean the default of the container; `alac` uses the depth that
    ///     the inputs need.
    ///   - settings: the settings of the encoder.
    ///   - anyFloat: whether any input holds floating point.
    ///   - maximumBits: the widest integer input; `nil` if all are companded or lossy.
    /// - Throws: `usage` for an unknown extension or name, an encoding that the container does not have, or settings
    ///   that the encoding does not have.
    public static func choose(
        path: FilePath, container name: String? = nil, encoding: Encoding? = nil,
        settings: EncodingSettings = EncodingSettings(), anyFloat: Bool = false, maximumBits: Int? = nil
    ) throws(AudioFileError) -> OutputFormat {
        let container = try OutputContainer.of(path: path, name: name)
        let standard = defaultEncoding(for: container, anyFloat: anyFloat, maximumBits: maximumBits)
        let isNarrow = !anyFloat && maximumBits ?? 16 <= 16
        let chosen: Encoding =
            switch encoding {
            case nil: standard
            case .flac where container == .flac: standard
            case .alac where container.holds(.alac): isNarrow ? .alac16 : .alac24
            case let encoding?: encoding
            }
        let format = OutputFormat(container: container, encoding: chosen, settings: settings)
        try format.validateEncoding(path: path.text)
        try format.validateSettings(path: path.text)
        return format
    }

    /// The default encoding of a container: `f32` if any input is float; otherwise `s16` if all have at most 16 bits,
    /// are companded or lossy; otherwise `s24`. FLAC holds no float: `s16` or `s24`. Ogg, Opus, MP3, M4A, ADTS and AC-3
    /// have one encoding each by default.
    public static func defaultEncoding(for container: OutputContainer, anyFloat: Bool, maximumBits: Int?) -> Encoding {
        if let standard = container.output?.standard { return standard }
        if anyFloat, container.encodings.contains(.f32) { return .f32 }
        return !anyFloat && maximumBits ?? 16 <= 16 ? .s16 : .s24
    }

    /// Whether the same input and options give the same bytes on every machine. Other formats give the same bytes only
    /// on one machine with the same libraries.
    public var isReproducible: Bool { codec == nil || encoding.isAppleLossless }

    /// Whether the format can be written to a pipe or a device, where the header cannot be changed later.
    public var isStreamable: Bool { container.isStreamable && (container != .caf || codec == nil) }
}

extension OutputFormat: CustomStringConvertible {
    /// `WAV s16`.
    public var description: String { "\(container.name) \(encoding.rawValue)" }
}
