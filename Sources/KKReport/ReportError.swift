public import KKPCM

/// The reason why a picture could not be made.
public struct ReportError: Failure, Hashable {
    public var kind: FailureKind
    public var problem: String
    public var place: String?
    public var nextStep: String?

    public init(_ kind: FailureKind, _ problem: String, place: String? = nil, nextStep: String? = nil) {
        self.kind = kind
        self.problem = problem
        self.place = place
        self.nextStep = nextStep
    }
}
