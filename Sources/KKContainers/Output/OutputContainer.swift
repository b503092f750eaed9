/// The kinds of file that can be written: the words that `--format` takes.
public enum OutputContainer: String, Codable, Sendable, CaseIterable {
    case wav, rf64, w64, caf, aiff, aifc, au, flac, ogg, opus, mp3, m4a, adts, ac3, wavpack, raw

    /// The name people know: `WAV`, `AIFF-C`, `Ogg`.
    public var name: String { output?.name ?? rawValue }

    /// The file name extensions that mean this container, without the dot, in lower case; the usual one first.
    public var extensions: [String] { output?.extensions ?? [] }

    /// What can be stored in it.
    public var encodings: [Encoding] { output?.encodings ?? [] }

    /// Whether it holds samples in this form, or in the form that the name stands for there: `flac`, `alac`.
    public func holds(_ encoding: Encoding) -> Bool {
        switch encoding {
        case .flac: self == .flac
        case .alac: encodings.contains(.alac16)
        default: encodings.contains(encoding)
        }
    }

    /// Whether all of its encodings are a codec's.
    public var isCompressed: Bool { output?.header == nil }

    /// Whether it can be written without going back: an AIFF header states a length that is known only at the end.
    public var isStreamable: Bool { output?.isStreamable ?? false }
}
