internal import KKMath
internal import KKPCM

/// The kinds of file that can be written: the words that `--format` takes.
public enum OutputContainer: String, Codable, Sendable, CaseIterable {
    case wav, rf64, w64, caf, aiff, aifc, au, flac, ogg, opus, mp3, raw

    /// The name people know: `WAV`, `AIFF-C`, `Ogg`.
    public var name: String {
        switch self {
        case .wav: "WAV"
        case .rf64: "RF64"
        case .w64: "Wave64"
        case .caf: "CAF"
        case .aiff: "AIFF"
        case .aifc: "AIFF-C"
        case .au: "AU"
        case .flac: "FLAC"
        case .ogg: "Ogg"
        case .opus: "Ogg Opus"
        case .mp3: "MP3"
        case .raw: "raw PCM"
        }
    }

    /// The file name extensions that mean this container, without the dot, in lower case; the usual one first.
    public var extensions: [String] {
        switch self {
        case .wav: ["wav", "wave"]
        case .rf64: ["rf64"]
        case .w64: ["w64"]
        case .caf: ["caf", "caff"]
        case .aiff: ["aiff", "aif"]
        case .aifc: ["aifc"]
        case .au: ["au", "snd"]
        case .flac: ["flac"]
        case .ogg: ["ogg", "oga"]
        case .opus: ["opus"]
        case .mp3: ["mp3"]
        case .raw: ["raw", "pcm"]
        }
    }

    /// What can be stored in it.
    public var encodings: [Encoding] {
        switch self {
        case .wav, .rf64, .w64, .raw: [.u8, .s16, .s24, .s32, .f32, .f64, .ulaw, .alaw]
        case .caf, .aiff, .aifc, .au: [.s16, .s24, .s32, .f32, .f64, .ulaw, .alaw]
        case .flac: [.s16, .s24]
        case .ogg: [.vorbis, .opus]
        case .opus: [.opus]
        case .mp3: [.mp3]
        }
    }

    /// Whether a codec library writes it.
    public var isCompressed: Bool {
        switch self {
        case .flac, .ogg, .opus, .mp3: true
        default: false
        }
    }

    /// Whether it can be written without going back: an AIFF header states a length that is known only at the end.
    public var isStreamable: Bool { self != .aiff && self != .aifc }

    /// The container of a file name: `name` when given, else by the extension, in any case.
    ///
    /// - Throws: `usage` for a name or an extension that is not known; `cannotCreate` for what can only be a folder
    ///   (`.`, `mix/`).
    public static func of(path: String, name: String? = nil) throws(AudioFileError) -> OutputContainer {
        if let name {
            guard let container = named(name) else {
                throw AudioFileError(
                    .unsupportedFileType, kind: .usage, path: path, "there is no format '\(name)'",
                    nextStep: "use one of \(listOfNames)")
            }
            return container
        }
        if OutputTarget.namesFolder(path) { throw OutputTarget.isFolder(path) }
        guard let word = pathExtension(path) else {
            throw AudioFileError(
                .unsupportedFileType, kind: .usage, path: outputName(path),
                "no extension says which format to write",
                nextStep: "name one with --format: \(listOfNames)")
        }
        guard let container = named(word) else {
            throw AudioFileError(
                .unsupportedFileType, kind: .usage, path: path, "the extension '.\(word)' is not known",
                nextStep: "name the format with --format: \(listOfNames)")
        }
        return container
    }

    /// The container of a word: its own name or one of its extensions, in any case.
    public static func named(_ word: String) -> OutputContainer? {
        let word = word.lowercased()
        return allCases.first { $0.rawValue == word || $0.extensions.contains(word) }
    }

    private static var listOfNames: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// What follows the last dot of the last component; `nil` for none, and for a hidden file's leading dot.
    private static func pathExtension(_ path: String) -> String? {
        let component = path.parts(at: "/").last { !$0.isEmpty } ?? ""
        let words = component.parts(at: ".")
        guard words.count > 2 || words.count == 2 && !words[0].isEmpty, let word = words.last, !word.isEmpty else {
            return nil
        }
        return word
    }
}
