public import KKFiles
internal import KKPCM
public import KKSession

/// Merges the reports of a plan's runs. Their order makes no difference.
public struct BatchMerge: Sendable {
    private let plan: BatchPlan
    private let indices: [FilePath: Int]
    /// For each job of the plan what became of it, as far as a report says so.
    private var outcomes: [JobOutcome?]
    /// Jobs whose outputs two runs made with different bytes.
    private var disagreeing: Set<Int> = []

    public init(_ plan: BatchPlan) {
        self.plan = plan
        indices = Dictionary(plan.jobs.enumerated().map { (FilePath($0.element.job.id), $0.offset) }) { first, _ in
            first
        }
        outcomes = Array(repeating: nil, count: plan.jobs.count)
    }

    /// Adds a report. Of two results of a job, a finished one takes precedence over a failed one, and that over one
    /// that was not run; all have the same plan key.
    ///
    /// - Parameter path: the report's file, for messages.
    /// - Throws: `badSession` for a report of another plan, of a list, or of unknown jobs; `badData` for results that
    ///   are not possible for the plan's jobs.
    public mutating func add(_ report: BatchReport, path: FilePath) throws(SessionError) {
        guard let key = report.plan else {
            throw SessionError(
                .badSession, "this is the report of a list, not of a plan", place: path,
                nextStep: "name the reports of kkmix batch run PLAN --report")
        }
        guard key == plan.key else {
            throw SessionError(
                .badSession, "this is the report of another plan (\(key.prefix(8)), not \(plan.key.prefix(8)))",
                place: path,
                nextStep: "leave it out, or run the plan again")
        }
        for outcome in report.jobs {
            guard let index = indices[FilePath(outcome.id)] else {
                throw SessionError(
                    .badSession, "the plan has no job '\(outcome.id)'", place: path,
                    nextStep: "leave this report out, and run the plan again")
            }
            if let fault = JobClaim(outcome, of: plan.jobs[index]).fault {
                throw SessionError(
                    .badData, "the job '\(outcome.id)' \(fault)", place: path,
                    nextStep: "leave this report out, and run the job again")
            }
            try take(outcome, at: index)
        }
    }

    private mutating func take(_ outcome: JobOutcome, at index: Int) throws(SessionError) {
        guard let known = outcomes[index] else {
            outcomes[index] = outcome
            return
        }
        if let one = known.facts?.sha256, let other = outcome.facts?.sha256, one != other { disagreeing.insert(index) }
        if try Self.order(outcome) < Self.order(known) { outcomes[index] = outcome }
    }

    /// A total order: what cannot be distinguished is the same.
    private static func order(_ outcome: JobOutcome) throws(SessionError) -> (Int, String) {
        let rank =
            switch outcome.status {
            case .done: 0
            case .cached: 1
            case .unchanged: 2
            case .resumed: 3
            case .failed: 4
            case .planned: 5
            case .notRun: 6
            }
        return (rank, try JSONText.line(outcome))
    }

    /// The jobs without a result, in plan order.
    public var missing: [BatchJob] {
        zip(plan.jobs, outcomes).filter { !Self.isResult($0.1) }.map(\.0.job)
    }

    private static func isResult(_ outcome: JobOutcome?) -> Bool {
        switch outcome?.status {
        case .done, .cached, .unchanged, .resumed, .failed: true
        case .planned, .notRun, nil: false
        }
    }

    /// The jobs for which two runs made different outputs, in plan order.
    public var disagreements: [BatchJob] {
        plan.jobs.indices.filter(disagreeing.contains).map { plan.jobs[$0].job }
    }

    /// All jobs in plan order; those without a result were not run.
    public var report: BatchReport {
        BatchReport(
            zip(plan.jobs, outcomes).map { planned, outcome in
                guard let outcome, Self.isResult(outcome) else { return JobOutcome(planned.job, status: .notRun) }
                return outcome
            }, plan: plan.key)
    }
}
