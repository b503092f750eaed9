public import KKFiles

/// What became of a job.
public struct JobOutcome: Hashable, Sendable, Codable {
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
    public var output: FilePath
    /// `nil` if an input could not be read.
    @OrNull public var key: JobKey? = nil
    @OrNull public var failure: JobFailure? = nil
    /// `nil` if there is no output.
    @OrNull public var facts: JobFacts? = nil
    /// What this run has to say beside the facts: an entry of the cache that was damaged, a record that could not be
    /// read.
    public var remarks: [String] = []
    /// How long it took, by the caller's clock. Nothing else in here differs between two runs of one kind.
    @OrNull public var seconds: Double? = nil

    public init(_ job: BatchJob, status: Status) {
        id = job.id
        place = job.place
        output = job.output
        self.status = status
    }

    enum CodingKeys: String, CodingKey {
        case id, place, status, output, key, failure = "error", facts = "result", remarks, seconds
    }

    public var isFailure: Bool { status == .failed }
}
