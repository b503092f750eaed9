/// The results of a run's jobs, in list order: printed by `batch --json` and written by `--report`.
public struct BatchReport: Hashable, Sendable, Codable {
    public static let schema = 1

    private var schema = BatchReport.schema
    /// The key of the plan that was run; `nil` for a list.
    @OrNull public var plan: String?
    /// `2/5` where the run had a share of the jobs.
    @OrNull public var shard: String?
    /// The signal that ended the run before its time: `SIGTERM`.
    @OrNull public var stopped: String?
    public var jobs: [JobOutcome]

    public init(_ jobs: [JobOutcome], plan: String? = nil, shard: String? = nil, stopped: String? = nil) {
        self.jobs = jobs
        self.plan = plan
        self.shard = shard
        self.stopped = stopped
    }
}
