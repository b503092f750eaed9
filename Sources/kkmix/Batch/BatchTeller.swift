internal import KKMixing
internal import Synchronization

/// Tells what became of each job, and keeps it for the report.
final class BatchTeller: StopTeller {
    private let jobs: [BatchJob]
    private let common: CommonOptions
    private let reportPath: FilePath?
    private let plan: String?
    private let shard: Shard?
    private let progress: BatchProgress
    private let text: BatchText
    private let files: TemporaryFiles
    private let force: Bool
    private let kept: Mutex<Kept>

    private struct Kept {
        var outcomes: [JobOutcome?]
        var isFrozen = false
    }

    /// - Parameters:
    ///   - force: whether the report makes a file where a link leads nowhere.
    ///   - report: where the report goes; `nil` for nowhere.
    ///   - plan: the key of the plan that is run.
    ///   - files: what is unfinished, the report among them while it is written.
    init(
        _ jobs: [BatchJob], common: CommonOptions, report: FilePath?, plan: String?, shard: Shard?,
        progress: BatchProgress, files: TemporaryFiles, force: Bool
    ) {
        self.jobs = jobs
        self.common = common
        reportPath = report
        self.plan = plan
        self.shard = shard
        self.progress = progress
        text = BatchText(ids: jobs.map(\.id), color: common.color)
        self.files = files
        self.force = force
        kept = Mutex(Kept(outcomes: Array(repeating: nil, count: jobs.count)))
    }

    /// Keeps what became of a job, whichever is over first.
    @Sendable func done(_ index: Int, _ outcome: JobOutcome) {
        let isKept = kept.withLock { kept in
            if !kept.isFrozen { kept.outcomes[index] = outcome }
            return !kept.isFrozen
        }
        if isKept { progress.count(outcome) }
    }

    /// A line for each job, in their order, for whoever wants to see them go by.
    @Sendable func tell(_ outcome: JobOutcome) {
        guard !common.json, !common.quiet, common.verbose || outcome.status == .planned else { return }
        Terminal.print(text.line(outcome))
    }

    /// Writes the report of a run that is over.
    func keep() throws {
        progress.finish()
        try write(report(stopped: nil), files)
    }

    /// The end: what is to be looked at, and the count of all.
    ///
    /// - Parameter attempts: of what was written. Where something could not be, that is the document of `--json`.
    /// - Returns: the exit status.
    func finish(_ attempts: Attempts) throws -> Int32 {
        let report = report(stopped: nil)
        if common.json {
            try attempts.check()
            Terminal.print(try report.text)
        } else {
            let lines = text.summary(report.jobs, isQuiet: common.quiet, isVerbose: common.verbose)
            if !lines.isEmpty { Terminal.print(lines.joined(separator: "\n")) }
        }
        try attempts.check()
        let failures = report.jobs.compactMap(\.failure)
        if failures.contains(where: { $0.kind == .temporary }) { return ExitStatus.status(of: .temporary) }
        return failures.isEmpty ? 0 : 1
    }

    /// What became of each job so far.
    var outcomes: [JobOutcome] { report(stopped: nil).jobs }

    /// From here on nothing that becomes of a job counts: what the clean-up breaks off has not failed.
    func freeze() { kept.withLock { $0.isFrozen = true } }

    /// Tells of a run that is stopped as far as it came.
    func tellStopped(by signal: String) -> String {
        let report = report(stopped: signal)
        do { try write(report, files.successor()) } catch { Terminal.sayLast("kkmix: \(error)") }
        return JSONText.document(report)
    }

    private func report(stopped: String?) -> BatchReport {
        let outcomes = kept.withLock { $0.outcomes }
        return BatchReport(
            zip(jobs, outcomes).map { $1 ?? JobOutcome($0, status: .notRun) }, plan: plan, shard: shard?.description,
            stopped: stopped)
    }

    private func write(_ report: BatchReport, _ files: TemporaryFiles) throws {
        guard let reportPath else { return }
        try FinishedFile.replacing(reportPath, force: force).write(
            try report.text + "\n", temporaryFiles: files)
    }
}
