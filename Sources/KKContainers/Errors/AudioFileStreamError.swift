public import KKPCM

/// An error of a stream: a code with Core Audio's number, the byte, and what to do.
public struct AudioFileStreamError: Failure, Hashable {
    /// `kAudioFileStreamError_…` of AudioFileStream.h.
    public enum Code: Int32, Sendable, CaseIterable {
        /// `'typ?'`: the file type cannot be parsed as a stream.
        case unsupportedFileType = 0x7479_703F
        /// `'fmt?'`: an audio format that is unknown or that the file type cannot contain.
        case unsupportedDataFormat = 0x666D_743F
        /// `'pty?'`: this stream has no such property.
        case unsupportedProperty = 0x7074_793F
        /// `'!siz'`.
        case badPropertySize = 0x2173_697A
        /// `'optm'`: the data needed to find the packets comes after them.
        case notOptimized = 0x6F70_746D
        /// `'pck?'`: no such packet.
        case invalidPacketOffset = 0x7063_6B3F
        /// `'dta?'`: the file is damaged.
        case invalidFile = 0x6474_613F
        /// `'unk?'`: the value is not known yet.
        case valueUnknown = 0x756E_6B3F
        /// `'more'`: more bytes are needed first.
        case dataUnavailable = 0x6D6F_7265
        /// `'nope'`: the call is not allowed here.
        case illegalOperation = 0x6E6F_7065
        /// `'wht?'`.
        case unspecified = 0x7768_743F
        /// `'dsc!'`: packets cannot be found after the gap.
        case discontinuityCantRecover = 0x6473_6321
    }

    public var code: Code
    public var kind: FailureKind
    public var problem: String
    /// Bytes from the start of the stream, if it is a single position.
    public var byteOffset: Int64?
    public var nextStep: String?

    public init(
        _ code: Code, kind: FailureKind = .badData, at byteOffset: Int64? = nil, _ problem: String,
        nextStep: String? = nil
    ) {
        self.code = code
        self.kind = kind
        self.byteOffset = byteOffset
        self.problem = problem
        self.nextStep = nextStep
    }

    /// `stream, byte 44`.
    public var place: String? { byteOffset.map { "stream, byte \($0)" } ?? "stream" }

    /// Core Audio's number.
    public var status: Int32 { code.rawValue }
}

extension AudioFileStreamError {
    /// What a parser of files says, as a stream's error.
    ///
    /// - Parameter byteOffset: the place of what is wrong where the parser gives none.
    init(_ error: AudioFileError, at byteOffset: Int64) {
        let code: Code =
            switch error.code {
            case .unsupportedFileType: .unsupportedFileType
            case .unsupportedDataFormat, .codecUnavailable: .unsupportedDataFormat
            case .invalidChunk, .invalidFile: .invalidFile
            default: .unspecified
            }
        var offset = byteOffset
        if case .byte(let place) = error.position { offset = place }
        self.init(code, kind: error.kind, at: offset, error.problem, nextStep: error.nextStep)
    }

    /// What `body` reads; its error is reported as a stream's, at `byteOffset` where it has no byte of its own.
    static func reported<Value>(at byteOffset: Int64, _ body: () throws(AudioFileError) -> Value) throws(Self) -> Value
    {
        do throws(AudioFileError) {
            return try body()
        } catch {
            throw Self(error, at: byteOffset)
        }
    }

    package static func damage(at offset: Int64, _ problem: String) -> Self {
        Self(.invalidFile, at: offset, problem, nextStep: "export the file again, or fetch another copy of it")
    }
}
