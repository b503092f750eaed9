internal import KKFiles
public import KKPCM

/// Why a job failed.
public struct JobFailure: Hashable, Sendable, Codable {
    public var kind: FailureKind
    /// The program's exit status for this failure.
    public var status: Int32
    /// What went wrong, in one clause.
    public var problem: String
    /// A path, and what is meant within it.
    @OrNull public var place: String?
    /// The file alone, where it is about one.
    @OrNull public var path: String?
    @OrNull public var nextStep: String?
    /// All of it for people: `place: problem; next step`
    public var message: String

    /// - Parameter status: the exit status of a kind of failure.
    public init(_ error: any Error, status: (FailureKind) -> Int32) {
        var error = error
        if var missing = error as? AudioFileError, let step = missing.stepOfList("list") {
            missing.nextStep = step
            error = missing
        }
        let failure = error as? any Failure
        kind = failure?.kind ?? .defect
        self.status = status(kind)
        problem = failure?.problem ?? "unexpected error: \(error)"
        place = failure?.place
        path = (failure as? AudioFileError)?.path ?? failure?.place
        nextStep = failure == nil ? "please report it with the job that shows it" : failure?.nextStep
        message = failure?.description ?? "unexpected error: \(error); please report it with the job that shows it"
    }

    /// Without the next step.
    var headline: String { (place.map { "\($0): " } ?? "") + problem }

    enum CodingKeys: String, CodingKey {
        case kind, status, message, problem, place, path, nextStep = "next_step"
    }
}
