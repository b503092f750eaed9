public import KKPCM

/// An error of a codec: the format, and the library's own words.
public struct CodecError: Failure, Hashable {
    public var kind: FailureKind
    public var problem: String
    /// The format, by its code: `'.mp3'`.
    public var place: String?
    public var nextStep: String?

    /// - Parameter cause: the words of the library, added to the problem in brackets.
    public init(
        _ kind: FailureKind = .badData, format: FourCharCode, _ problem: String, cause: String? = nil,
        nextStep: String? = nil
    ) {
        self.kind = kind
        self.problem = cause.map { "\(problem) (\($0))" } ?? problem
        place = format.description
        self.nextStep = nextStep
    }
}
