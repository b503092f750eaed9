public import KKPCM

/// What can go wrong with an audio file: a code with Core Audio's number, the file, the place in it, and the library's own words.
public struct AudioFileError: Failure, Hashable {
    /// The kinds of trouble, with the result codes of AudioFile.h and ExtendedAudioFile.h.
    public enum Code: Int32, Sendable {
        case fileNotFound = -43
        case permission = -54
        case endOfFile = -39
        case unsupportedFileType = 0x7479_703F  // 'typ?'
        case unsupportedDataFormat = 0x666D_743F  // 'fmt?'
        case invalidChunk = 0x6368_6B3F  // 'chk?'
        case invalidFile = 0x6474_613F  // 'dta?'
        case operationNotSupported = 0x6F70_3F3F  // 'op??'
        case unspecified = 0x7768_743F  // 'wht?'
        case codecUnavailable = -66559
        case invalidOperationOrder = -66565
        case nonPCMClientFormat = -66563
        case invalidSeek = -66568
    }

    /// A place inside a file.
    public enum Position: Hashable, Sendable, CustomStringConvertible {
        case byte(Int64)
        case frame(Int64)
        case channel(Int, frame: Int64)

        public var description: String {
            switch self {
            case .byte(let offset): "byte \(offset)"
            case .frame(let frame): "frame \(frame)"
            case .channel(let channel, let frame): "channel \(channel + 1), frame \(frame)"
            }
        }
    }

    public var code: Code
    public var kind: FailureKind
    /// The file as the caller named it; `standard input` and `standard output` for `-`.
    public var path: String
    public var position: Position?
    public var problem: String
    /// The words of the library or system call that failed: `sf_open: …`, `write: No space left on device`.
    public var cause: String?
    public var nextStep: String?

    public init(
        _ code: Code, kind: FailureKind = .badData, path: String, at position: Position? = nil,
        _ problem: String, cause: String? = nil, nextStep: String? = nil
    ) {
        self.code = code
        self.kind = kind
        self.path = path
        self.position = position
        self.problem = cause.map { "\(problem) (\($0))" } ?? problem
        self.cause = cause
        self.nextStep = nextStep
    }

    public var place: String? { position.map { "\(path), \($0)" } ?? path }
}

/// Damage that did not stop a reader: what was found, where, and what was done about it.
public struct FileWarning: Hashable, Sendable, CustomStringConvertible {
    public var path: String
    public var position: AudioFileError.Position?
    public var problem: String

    public init(path: String, at position: AudioFileError.Position? = nil, _ problem: String) {
        self.path = path
        self.position = position
        self.problem = problem
    }

    public var description: String { "\(path)\(position.map { ", \($0)" } ?? ""): \(problem)" }
}
