/// What every error of the house can say. Each room has an error type of its own; whoever reports one needs no more
/// than this.
public protocol Failure: Error, CustomStringConvertible {
    var kind: FailureKind { get }
    /// What went wrong, in one clause, with the underlying library's own words where there are some.
    var problem: String { get }
    /// Where: a path, and a byte, frame, node or bus within it.
    var place: String? { get }
    /// What the reader can do about it, in one clause.
    var nextStep: String? { get }
    /// Core Audio's number: that of the error's own code where it has one, else that of its kind.
    var status: Int32 { get }
}

extension Failure {
    public var status: Int32 { kind.status }

    /// `place: problem; nextStep`
    public var description: String {
        (place.map { "\($0): " } ?? "") + problem + (nextStep.map { "; \($0)" } ?? "")
    }
}

/// Whose turn it is after a failure. The command line gives each kind an exit status of its own (sysexits.h).
public enum FailureKind: String, Sendable, Codable, CaseIterable {
    /// The request itself is wrong: an unknown option, a malformed value.
    case usage
    /// The input is there and is not sound, or not what it says.
    case badData
    /// The input is missing or cannot be read.
    case noInput
    /// A codec or capability that this installation does not have.
    case unavailable
    /// A defect of kkmix.
    case defect
    /// The output cannot be made where it was asked for.
    case cannotCreate
    /// Reading or writing failed underway: a full disk, a closed pipe.
    case io
    /// Worth another try later.
    case temporary
    /// A session or manifest file that says something impossible.
    case badSession
}

extension FailureKind {
    /// The number that Core Audio has for what comes next to it.
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
