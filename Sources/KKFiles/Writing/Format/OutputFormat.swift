/// What is written: a container and how the samples are stored in it.
///
/// A description: it can be made for any pair. ``validate(sampleRate:channelCount:path:)`` says by name what a pair
/// cannot hold, and ``AudioFileWriter`` asks it first. ``choose(path:container:encoding:settings:anyFloat:maximumBits:)`` fills
/// in what the user left open.
public struct OutputFormat: Codable, Hashable, Sendable {
    /// The kind of file.
    public var container: OutputContainer
    /// How a sample is stored.
    public var encoding: Encoding
    /// What the encoder is asked for.
    public var settings: EncodingSettings

    /// Any pair; nothing is checked.
    public init(container: OutputContainer, encoding: Encoding, settings: EncodingSettings = EncodingSettings()) {
        self.container = container
        self.encoding = encoding
        self.settings = settings
    }

    /// The format of an output from what the command line says, and from the inputs where it says nothing.
    ///
    /// - Parameters:
    ///   - path: names the container by its extension.
    ///   - name: the container by name (`--format`), which wins over the extension.
    ///   - encoding: `nil`, and `flac` in a FLAC file, take the default of the container; `alac` takes the depth that the
    ///     inputs need.
    ///   - settings: what the encoder is asked for.
    ///   - anyFloat: whether any input holds floating point.
    ///   - maximumBits: the widest integer input; `nil` when all are companded or lossy.
    /// - Throws: `usage` for an unknown extension or name, or an encoding that the container does not take, or
    ///   settings that the encoding does not.
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

    /// What a container stores when nobody says: `f32` when any input is float, else `s16` when all have at most 16
    /// bits, are companded or lossy, else `s24`. FLAC holds no float: `s16` or `s24`. Ogg, Opus, MP3, M4A, ADTS and AC-3
    /// have one encoding each by default.
    public static func defaultEncoding(for container: OutputContainer, anyFloat: Bool, maximumBits: Int?) -> Encoding {
        if let standard = container.output?.standard { return standard }
        if anyFloat, container.encodings.contains(.f32) { return .f32 }
        return !anyFloat && maximumBits ?? 16 <= 16 ? .s16 : .s24
    }

    /// Whether the same input and options give the same bytes on every machine. The rest repeats on one machine with
    /// the same libraries.
    public var isReproducible: Bool { codec == nil || encoding.isAppleLossless }

    /// Whether the format can be written to a pipe or a device, which cannot go back to its header.
    public var isStreamable: Bool { container.isStreamable && (container != .caf || codec == nil) }
}

extension OutputFormat: CustomStringConvertible {
    /// `WAV s16`.
    public var description: String { "\(container.name) \(encoding.rawValue)" }
}
