public import KKPCM

/// Why a conversion cannot be set up or go on.
public struct ConvertError: Failure {
    public var kind: FailureKind
    public var problem: String
    public var place: String?
    public var nextStep: String?

    public init(kind: FailureKind, problem: String, place: String? = nil, nextStep: String? = nil) {
        self.kind = kind
        self.problem = problem
        self.place = place
        self.nextStep = nextStep
    }
}
