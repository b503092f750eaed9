public import KKPCM

/// What can go wrong with a converter: a code with Core Audio's number, which side or property, and what to do.
public struct AudioConverterError: Failure, Hashable {
    /// `kAudioConverterErr_…` of AudioConverter.h, which are four-character codes, and one general code.
    public enum Code: Int32, Sendable, CaseIterable {
        /// `'fmt?'`
        case formatNotSupported = 0x666D_743F
        /// `'op??'`
        case operationNotSupported = 0x6F70_3F3F
        /// `'prop'`
        case propertyNotSupported = 0x7072_6F70
        /// `'insz'`: not a whole number of frames, or fewer bytes than announced.
        case invalidInputSize = 0x696E_737A
        /// `'otsz'`: not enough room.
        case invalidOutputSize = 0x6F74_737A
        /// `'what'`
        case unspecified = 0x7768_6174
        /// `'!siz'`: the value of a property has the wrong type or length.
        case badPropertySize = 0x2173_697A
        /// `'!pkd'`; linear PCM needs none.
        case requiresPacketDescriptions = 0x2170_6B64
        /// `'!isr'`
        case inputSampleRateOutOfRange = 0x2169_7372
        /// `'!osr'`
        case outputSampleRateOutOfRange = 0x216F_7372
        /// `paramErr` of MacErrors.h: a property's value is out of its range.
        case parameter = -50
    }

    public var code: Code
    public var kind: FailureKind
    public var problem: String
    /// The side, the property or the call: `AudioConverter input`, `AudioConverter 'chmp'`.
    public var place: String?
    public var nextStep: String?

    public init(_ code: Code, kind: FailureKind = .usage, place: String, _ problem: String, nextStep: String? = nil) {
        self.code = code
        self.kind = kind
        self.place = "AudioConverter \(place)"
        self.problem = problem
        self.nextStep = nextStep
    }

    /// What another room refused, at a place here.
    init(_ code: Code, _ failure: some Failure, place: String) {
        self.init(code, kind: failure.kind, place: place, failure.problem, nextStep: failure.nextStep)
    }

    /// Core Audio's number: 1718449215, which is `'fmt?'`.
    public var status: Int32 { code.rawValue }
}

extension AudioConverterError.Code: CustomStringConvertible {
    /// `'fmt?'`, or `-50`.
    public var description: String {
        rawValue < 0 ? String(rawValue) : FourCharCode(rawValue: UInt32(rawValue)).description
    }
}
