/// The file types that can be written: the values of `--format`.
public enum OutputContainer: String, Codable, Sendable, CaseIterable {
    case wav, rf64, w64, caf, aiff, aifc, au, flac, ogg, opus, mp3, m4a, adts, ac3, wavpack, raw

    /// The common name: `WAV`, `AIFF-C`, `Ogg`.
    public var name: String { output?.name ?? rawValue }

    /// The file name extensions of this container, without the dot, in lower case; the usual one first.
    public var extensions: [String] { output?.extensions ?? [] }

    /// The encodings that it can store.
    public var encodings: [Encoding] { output?.encodings ?? [] }

    /// Whether it can store this encoding, or the one that `flac` or `alac` means for it.
    public func holds(_ encoding: Encoding) -> Bool {
        switch encoding {
        case .flac: self == .flac
        case .alac: encodings.contains(.alac16)
        default: encodings.contains(encoding)
        }
    }

    /// Whether all of its encodings are compressed.
    public var isCompressed: Bool { output?.header == nil }

    /// Whether it can be written without seeking: an AIFF header, for example, states a length that is known only at the end.
    public var isStreamable: Bool { output?.isStreamable ?? false }
}
