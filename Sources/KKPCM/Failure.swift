/// What every error of the library can say. Each module has its own error type; this protocol is enough to report any
/// of them.
public protocol Failure: Error, CustomStringConvertible {
    var kind: FailureKind { get }
    /// What went wrong, in one clause, with the words of the underlying library, if it gave any.
    var problem: String { get }
    /// Where: a path, and a byte, frame, node or bus within it.
    var place: String? { get }
    /// What to do about it, in one clause.
    var nextStep: String? { get }
    /// Core Audio's number: that of the error's code if it has one, otherwise that of its kind.
    var status: Int32 { get }
}

extension Failure {
    public var status: Int32 { kind.status }

    /// `place: problem; nextStep`
    public var description: String {
        (place.map { "\($0): " } ?? "") + problem + (nextStep.map { "; \($0)" } ?? "")
    }
}

/// Kinds of failure, by what must be changed. The command line has an exit status for each (sysexits.h).
public enum FailureKind: String, Sendable, Codable, CaseIterable {
    /// The request itself is wrong: an unknown option, a malformed value.
    case usage
    /// The input exists, but is not audio, or contradicts itself.
    case badData
    /// The input is missing or cannot be read.
    case noInput
    /// This installation does not have a codec or another capability.
    case unavailable
    /// A bug in kkmix.
    case defect
    /// The output cannot be created at its path.
    case cannotCreate
    /// Reading or writing failed during the work: a full disk, a closed pipe.
    case io
    /// Worth another try later.
    case temporary
    /// A session or manifest file is wrong.
    case badSession
}

extension FailureKind {
    /// The nearest number of Core Audio.
    ///
    /// Source: CoreAudioTypes' `kAudio_…Error`, AudioFile.h, AudioConverter.h.
    public var status: Int32 {
        switch self {
        case .usage, .badSession: -50 // kAudio_ParamError
        case .badData: 0x6474_613F // 'dta?', kAudioFileInvalidFileError
        case .noInput: -43 // kAudio_FileNotFoundError
        case .unavailable: -4 // kAudio_UnimplementedError
        case .cannotCreate: -54 // kAudio_FilePermissionError
        case .io, .temporary: 0x7768_743F // 'wht?', kAudioFileUnspecifiedError
        case .defect: 0x7768_6174 // 'what', kAudioConverterErr_UnspecifiedError
        }
    }
}
