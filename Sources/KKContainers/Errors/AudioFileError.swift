public import KKPCM

/// An error of an audio file: a code with Core Audio's number, the file, the position in it, and the library's message.
public struct AudioFileError: Failure, Hashable {
    /// The kinds of error, with the result codes of AudioFile.h and ExtendedAudioFile.h.
    public enum Code: Int32, Sendable, CaseIterable {
        case notOpen = -38
        case endOfFile = -39
        case position = -40
        case fileNotFound = -43
        case duplicateFileName = -48
        case parameter = -50
        case permission = -54
        case unsupportedFileType = 0x7479_703F // 'typ?'
        case unsupportedDataFormat = 0x666D_743F // 'fmt?'
        case invalidChunk = 0x6368_6B3F // 'chk?'
        case invalidFile = 0x6474_613F // 'dta?'
        case operationNotSupported = 0x6F70_3F3F // 'op??'
        case unspecified = 0x7768_743F // 'wht?'
        case unsupportedProperty = 0x7074_793F // 'pty?'
        case badPropertySize = 0x2173_697A // '!siz'
        case wrongPermission = 0x7072_6D3F // 'prm?': the file was opened for reading, or to be written
        case notOptimized = 0x6F70_746D // 'optm'
        case noLongSizes = 0x6F66_663F // 'off?': the container counts in 32 bits
        case invalidPacketOffset = 0x7063_6B3F // 'pck?'
        case codecUnavailable = -66559
        case invalidProperty = -66561
        case invalidPropertySize = -66562
        case nonPCMClientFormat = -66563
        case invalidChannelMap = -66564
        case invalidOperationOrder = -66565
        case maximumPacketSizeUnknown = -66567
        case invalidSeek = -66568
    }

    /// A position in a file.
    public enum Position: Hashable, Sendable, CustomStringConvertible {
        /// Bytes from the start of the file.
        case byte(Int64)
        /// Frames from the start of the audio, at the file's rate.
        case frame(Int64)
        /// A sample: its channel, counted from 0 and printed from 1, and its frame.
        case channel(Int, frame: Int64)

        /// `byte 44`, `frame 1000`, `channel 2, frame 1000`.
        public var description: String {
            switch self {
            case .byte(let offset): "byte \(offset)"
            case .frame(let frame): "frame \(frame)"
            case .channel(let channel, let frame): "channel \(channel + 1), frame \(frame)"
            }
        }
    }

    /// Core Audio's result code.
    public var code: Code
    public var status: Int32 { code.rawValue }
    /// The kind of failure, from which the command line's exit status follows.
    public var kind: FailureKind
    /// The file as the caller named it; `standard input` and `standard output` for `-`.
    public var path: String
    /// The position in the file, if it is a single one.
    public var position: Position?
    /// What went wrong, with ``cause`` in brackets if there is one.
    public var problem: String
    /// The message of the library or system call that failed: `sf_open: …`, `write: No space left on device`.
    public var cause: String?
    /// What the user can do, in one clause.
    public var nextStep: String?

    /// Whether this is of standard output, whose reader has read enough and closed it.
    package var isUnread = false

    /// - Parameters:
    ///   - problem: one clause, without the cause.
    ///   - cause: appended in brackets.
    public init(
        _ code: Code, kind: FailureKind = .badData, path: some CustomStringConvertible, at position: Position? = nil,
        _ problem: String, cause: String? = nil, nextStep: String? = nil
    ) {
        self.code = code
        self.kind = kind
        self.path = "\(path)"
        self.position = position
        self.problem = cause.map { "\(problem) (\($0))" } ?? problem
        self.cause = cause
        self.nextStep = nextStep
    }

    /// That a file has no such stream.
    ///
    /// - Parameter streams: the codecs of those that it has; of a file that has one all the same, none.
    package static func noStream(_ number: Int, of streams: [String], path: String) -> Self {
        let list = streams.prefix(20).enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
        let count = streams.count
        return Self(
            .parameter, kind: .usage, path: path,
            "stream \(number) was requested, but the file has \(count < 2 ? "one" : "\(count): \(list)\(count > 20 ? ", …" : "")")",
            nextStep: count < 2 ? "leave the number out" : "name a stream from 1 to \(count)")
    }

    /// The file and the position in it.
    public var place: String? { position.map { "\(path), \($0)" } ?? path }
}

/// Damage that did not stop a reader: what was found, where, and its consequence.
public struct FileWarning: Hashable, Sendable, CustomStringConvertible {
    /// The file as the caller named it.
    public var path: String
    /// The position in the file, if it is a single one.
    public var position: AudioFileError.Position?
    /// What was found, in one clause. A strict reader fails with it.
    public var problem: String
    /// The consequence, in one clause; `nil` if there is none. It does not apply to a strict reader.
    public var consequence: String?

    public init(
        path: String, at position: AudioFileError.Position? = nil, _ problem: String, consequence: String? = nil
    ) {
        self.path = "\(path)"
        self.position = position
        self.problem = problem
        self.consequence = consequence
    }

    /// `a.wav, byte 44: the header states 400 bytes of audio, but there are only 100; the available audio is used`
    public var description: String {
        "\(path)\(position.map { ", \($0)" } ?? ""): \(problem)\(consequence.map { "; \($0)" } ?? "")"
    }
}
