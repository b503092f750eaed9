public import KKFiles

/// The result of a job.
public struct JobOutcome: Hashable, Sendable, Codable {
    public enum Status: String, Sendable, Codable, CaseIterable {
        /// Rendered; its output is complete.
        case done
        /// Done by an earlier run; its output still exists.
        case resumed
        /// Its output was copied from the cache.
        case cached
        /// Its output existed with the same bytes and was left unchanged.
        case unchanged
        /// Checked, and not run.
        case planned
        case failed
        /// Not run, because an earlier job failed with stop-at-failure, or the run was stopped.
        case notRun = "not-run"
    }

    public var id: String
    public var place: String
    public var status: Status
    /// As written in the list.
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
