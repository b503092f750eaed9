public import KKPCM

/// What became of a job.
public struct JobOutcome: Hashable, Sendable {
    public enum Status: String, Sendable, Codable, CaseIterable {
        /// Rendered, and its output is in place.
        case done
        /// An earlier run did it, and its output is still there.
        case resumed
        /// Its output came out of the cache.
        case cached
        /// Its output was there with the same bytes, and was left alone.
        case unchanged
        /// Checked, and not run.
        case planned
        case failed
        /// A job before it failed and the run was to stop there, or the run itself was stopped.
        case notRun = "not-run"
    }

    public var id: String
    public var place: String
    public var status: Status
    /// As the list has it.
    public var output: String
    /// `nil` where an input could not be read.
    public var key: JobKey?
    public var failure: JobFailure?
    /// `nil` where there is no output.
    public var facts: JobFacts?
    /// What this run has to say beside the facts: an entry of the cache that was damaged, a record that could not be read.
    public var remarks: [String] = []
    /// How long it took, by the caller's clock. Nothing else in here differs between two runs of one kind.
    public var seconds: Double?

    public init(_ job: BatchJob, status: Status) {
        id = job.id
        place = job.place
        output = job.output
        self.status = status
    }

    public var isFailure: Bool { status == .failed }
}

/// Why a job failed.
public struct JobFailure: Hashable, Sendable, Codable {
    public var kind: FailureKind
    /// The exit status that the program gives to such a failure.
    public var status: Int32
    /// `place: problem; next step`
    public var message: String
    public var path: String?
    public var nextStep: String?

    /// - Parameter status: the exit status of a kind of failure.
    public init(_ error: any Error, status: (FailureKind) -> Int32) {
        let failure = error as? any Failure
        kind = failure?.kind ?? .defect
        self.status = status(kind)
        message = failure?.description ?? "unexpected error: \(error); please report it with the job that shows it"
        path = failure?.place
        nextStep = failure?.nextStep
    }

    enum CodingKeys: String, CodingKey {
        case kind, status, message, path, nextStep = "next_step"
    }
}
