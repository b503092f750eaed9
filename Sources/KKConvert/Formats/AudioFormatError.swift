public import KKPCM

/// An error of ``AudioFormat``: a code with Core Audio's number, and what to do.
public struct AudioFormatError: Failure, Hashable {
    /// `kAudioFormat…Error` of AudioFormat.h, which are four-character codes.
    public enum Code: Int32, Sendable, CaseIterable {
        /// `'fmt?'`: the format is not known, or its magic cookie cannot be read.
        case unsupportedDataFormat = 0x666D_743F
        /// `'!fmt'`: the layout is invalid, or there is none for the request.
        case unknownFormat = 0x2166_6D74
    }

    public var code: Code
    public var kind: FailureKind
    public var problem: String
    /// The property by its code: `AudioFormat 'fmti'`.
    public var place: String?
    public var nextStep: String?

    init(
        _ code: Code, kind: FailureKind = .usage, _ property: FourCharCode, _ problem: String, nextStep: String? = nil
    ) {
        self.code = code
        self.kind = kind
        self.place = "AudioFormat \(property)"
        self.problem = problem
        self.nextStep = nextStep
    }

    /// Core Audio's number: 1718449215, which is `'fmt?'`.
    public var status: Int32 { code.rawValue }
}
