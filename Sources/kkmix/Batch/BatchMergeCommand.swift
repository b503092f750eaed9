internal import KKMixing

/// `kkmix batch merge`.
struct BatchMergeCommand: Command {
    static let name = "batch merge"
    static let abstract = "Combine reports; fail if a job has no result."
    static let usage = "kkmix batch merge PLAN REPORTS… [options]"
    static let discussion = """
        Examples:
          kkmix batch merge album.plan album.plan.reports/0a1b2c3d
          kkmix batch merge album.plan 1.json 2.json 3.json --report all.json
          kkmix batch merge album.plan reports --junit junit.xml --html page

        The order of the reports does not matter. If a job has several results, one
        that is done counts before one that failed. Status 0: every planned job is
        done. 1: one failed or has no result. 78: a report is of another plan.
        """

    static let options: [Option] =
        [
            .input("plan", "The plan."),
            .inputs("reports", "Reports of kkmix batch run, and folders of them (their *.json)."),
            Option("--report <path>", "Write the whole report, as JSON."),
            .force("Replace an existing report."),
        ] + ReportOptions.table

    static let exclusions = ReportOptions.exclusions

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        try checkWords()
        let name = given.files[0], force = given.has("--force"), report = given.path("--report")
        let plan = try BatchPlan(path: name)
        let paths = try Self.files(given.files.dropFirst())
        let used = RunFiles(plan, path: name, reads: paths, reports: [("--report", report)])
        let pages = try ReportOutputs(ReportOptions(given), force: force, isTest: false, files: used)
        if let report { try used.check(report, of: "--report") }
        let file = report.map { FinishedFile(path: $0, force: force, makesFolder: true) }
        try file?.check(inputs: paths + [name])
        var merge = BatchMerge(plan)
        var shards: Set<String> = []
        for path in paths {
            let part = try BatchReport(parsing: SmallFile.read(path, limit: Self.longest), path: path)
            try merge.add(part, path: path)
            if let shard = part.shard { shards.insert(shard) }
        }
        let merged = merge.report
        let text = try merged.text
        var attempts = Attempts()
        attempts.perform { try file?.write(text + "\n") }
        let folder = plan.jobs.first?.job.folder ?? ""
        let reruns = Self.reruns(plan, name, shards: shards)
        let entries = zip(merged.jobs, plan.jobs).enumerated().map { index, pair in
            ReportEntry(pair.0, in: name, folder: folder, job: pair.1.job, isExpected: true, rerun: reruns(index))
        }
        let reported = Report("kkmix batch merge", Report.Noun("job", "jobs"), entries: entries)
        attempts.perform { try pages.write(reported, voice: voice, temporaryFiles: TemporaryFiles()) }
        // Of a failure --json has one document.
        if common.json {
            try attempts.check()
            Terminal.print(text)
        }
        tell(merge, merged, voice)
        try attempts.check()
        guard merge.missing.isEmpty, !merged.jobs.contains(where: \.isFailure) else { throw ExitCode(1) }
    }

    /// What makes the result of a job that has none: its shard, where the reports that are there agree on how many
    /// there are.
    private static func reruns(_ plan: BatchPlan, _ path: FilePath, shards: Set<String>) -> (Int) -> String {
        let counts = Set(shards.compactMap { try? Shard(parsing: $0).count })
        guard let count = counts.first, counts.count == 1 else { return { _ in "run its shard again" } }
        let assignment = plan.assignment(to: count)
        return { "run its shard again: kkmix batch run \(ShellWord.path(path)) --shard \(assignment[$0])/\(count)" }
    }

    /// The longest report that is read, in bytes.
    private static let longest = 1 << 30
    /// Jobs without a result that are named one by one.
    private static let mostNamed = 20

    private static func files(_ names: ArraySlice<FilePath>) throws -> [FilePath] {
        try names.flatMap { name -> [FilePath] in
            guard name.isFolder else { return [name] }
            let paths = try name.names().filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.map {
                FilePath("\(name)/\($0)")
            }
            for path in paths { try MachineFile.check(path, "a report") }
            return paths
        }
    }

    /// The plan comes first: whoever forgets it has named a report in its place.
    private func checkWords() throws {
        let plan = given.files[0], reports = given.files.dropFirst()
        try SessionError.refuseEmpty(given.files)
        if plan.exists, !BatchPlan.isMeant(by: plan) {
            if let other = reports.first(where: BatchPlan.isMeant) {
                throw SessionError(
                    .usage, "this is not a plan, but \(other) is", place: plan,
                    nextStep: "name the plan first, then the reports")
            }
            if plan.isFolder
                || (try? BatchReport(parsing: SmallFile.read(plan, limit: Self.longest), path: plan)) != nil
            {
                throw SessionError(
                    .usage, "the plan is missing: these are reports", place: plan,
                    nextStep: "name it first: kkmix batch merge PLAN REPORTS…")
            }
        }
        guard !reports.isEmpty else {
            throw SessionError(.usage, "no report", nextStep: "name the reports of the plan's shards, or their folder")
        }
    }

    private func tell(_ merge: BatchMerge, _ report: BatchReport, _ voice: Voice) {
        if !common.quiet {
            for job in merge.disagreements { voice.warning("'\(job.id)': two runs made different bytes") }
        }
        let missing = merge.missing
        for job in missing.prefix(Self.mostNamed) { voice.error("'\(job.id)' has no result (\(job.place))") }
        if missing.count > Self.mostNamed { voice.error("\(missing.count - Self.mostNamed) more have no result") }
        guard !common.json else { return }
        let text = BatchText(ids: report.jobs.map(\.id), color: common.color)
        let lines = text.summary(report.jobs, isQuiet: common.quiet, isVerbose: common.verbose)
        if !lines.isEmpty { Terminal.print(lines.joined(separator: "\n")) }
    }
}
