public import KKPCM

/// What can be wrong with a request before any audio is touched: a malformed setting, settings that contradict each other.
public struct SessionError: Failure, Hashable {
    public var kind: FailureKind
    public var problem: String
    public var place: String?
    public var nextStep: String?

    public init(_ kind: FailureKind = .usage, _ problem: String, place: String? = nil, nextStep: String? = nil) {
        self.kind = kind
        self.problem = problem
        self.place = place
        self.nextStep = nextStep
    }
}
