public import KKPCM

/// An error in the setup or course of a conversion.
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
