internal import KKMixing

struct Batch: Command {
    static let name = "batch"
    static let abstract = "Run a list of mixes, several at a time."
    static let usage = "kkmix batch [run] JOBS [options]"
    static let discussion = """
        Examples:
          kkmix batch jobs.csv
          kkmix batch jobs.jsonl --resume --report report.json
          kkmix batch jobs.yaml -j 4 --cache ~/.cache/kkmix
          kkmix batch jobs.csv --shard 2/5 --fail-fast
          kkmix batch jobs.csv -n
          kkmix batch plan jobs.csv -o album.plan

        Each row of the list is a mix: inputs as on the command line, an output, and
        options. Paths are relative to the list. In CSV the first row names the columns:

          id,inputs,output,options
          1,a.wav b.wav::gain=-6dB,out/1.wav,--gain -3dB --encoding s24

        JSON Lines have the same keys, and may have lists as values:

          {"inputs":["a.wav","b.wav"],"output":"out/1.wav","options":["--eq","rock"]}

        If a job fails, the others still run. Status 0: all are done. 1: some failed.
        75: some failed, but may succeed if they are tried again, as with --resume.

        For several machines, run a plan instead of a list: kkmix batch plan makes it,
        kkmix batch script prints a script that runs it, and kkmix batch merge combines
        the reports. Each has its own --help.
        """

    static let options: [Option] =
        [
            .input(
                "jobs", "The list: JSON Lines (.jsonl), a table (.csv) or YAML (.yaml); or a plan.", isRequired: false),
            Option(
                "--resume",
                "Skip jobs whose output is still as an earlier run made it. Outputs of an earlier run whose inputs or options have changed are replaced."
            ),
            Option(
                "--shard <i/n|auto>",
                "Run one of n parts of the jobs, counted from 1. A list is divided by the jobs' ids, a plan by their lengths. auto reads the variables of the CI system or Slurm."
            ),
            Option(
                "--filter <text|pattern>",
                "Run only jobs whose id contains this text, or, with * or ?, matches it as a whole."),
            Option(
                "--cache <folder>",
                "Folder that keeps outputs for later runs. A job with the same inputs and options as before is copied from there."
            ),
            Option(
                "--state <folder>",
                "Folder where --resume finds what was done (default: JOBS.state beside the list, also for its plans)."),
            Option(
                "--report <path>",
                "Write the result of each job to this file, as --json prints it; an existing file is replaced."),
            Option(
                "--depfile <path>",
                "Write rules for Make or Ninja with the files that each output is made of; an existing file is replaced."
            ),
            Option(
                "--write-if-changed",
                "Replace existing outputs only if their bytes change; -f is not needed."),
            Option("--timeout <time>", "How long a job may take: 30s, 1:30 (default: as long as it takes)."),
            Option("--fail-fast", "Start no job after the first failure."),
            Option(
                "--run-commands",
                "Load libraries of plug-ins that the jobs name by their files (also with KKMIX_RUN_COMMANDS=1)."),
            .force("Replace existing outputs."),
            .jobs("jobs", changes: "output"),
            .dryRun("Check every job and say what would be done; write nothing."),
            .progress,
        ] + ReportOptions.table

    static let exclusions = ReportOptions.exclusions

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        let style = try given.progressStyle()
        guard let list = given.files.first else {
            throw SessionError(
                .usage, "no list of jobs", nextStep: "name one: kkmix batch jobs.csv; see kkmix batch --help")
        }
        try SessionError.refuseEmpty([list])
        let force = given.has("--force"), dryRun = given.has("--dry-run"), filter = given["--filter"]
        let report = given.path("--report"), depfile = given.path("--depfile"), outputs = ReportOptions(given)
        let shard = try given["--shard"].map { try Shard(parsing: $0, variable: Terminal.variable) }
        var words = JobWords(runsPrograms: ProgramConsent.isGiven(given))
        let plan = BatchPlan.isMeant(by: list) ? try BatchPlan(path: list) : nil
        try plan?.check(engine: Kkmix.engine, path: list)
        // A plan has been looked at as a whole when it was made, and many machines ask for a share of it.
        let share = plan.map { filter == nil ? $0.jobs(of: shard ?? .whole) : $0.jobs }
        let jobs = try share.map { try BatchJobList($0.map(\.job), path: list) } ?? BatchJobList(path: list)
        let mixes = try BatchMixes(jobs) { try words.mix(of: $0) }
        let written = [(report, "--report"), (depfile, "--depfile")].compactMap { path, option in
            path.map { (path: $0, option: option) }
        }
        // A plan is shared out already where no filter comes first.
        let items = try chosen(mixes.items, plan != nil && filter == nil ? nil : shard, plan)
        var options = try options(plan?.state(path: list) ?? BatchJobList.state(path: list))
        options.plan = plan
        try mixes.check(options, written: written + outputs.places)
        let reports = written.map { (option: $0.option, path: Optional($0.path)) }
        var used =
            plan.map { RunFiles($0, path: list, reports: reports) }
            ?? RunFiles(
                reads: [list] + mixes.items.flatMap(\.mix.inputPaths), writes: mixes.items.map(\.mix.output.path),
                reports: reports)
        used.ownFolders = [options.state] + (options.cache.map { [$0] } ?? [])
        let pages = try ReportOutputs(outputs, force: force, isTest: false, files: used)
        for file in written {
            try mixes.check(besides: .replacing(file.path, force: force), option: file.option)
            if plan != nil { try used.check(file.path, of: file.option) }
        }
        // A name that cannot stand in it is reported before the jobs are run.
        if depfile != nil { _ = try Self.depfile(of: items, list).text }
        try common.tellUnsplit(shard: given["--shard"], count: items.count, "job", voice)
        let besides = (written + outputs.places).map(\.path) + options.cacheFolders
        let mark = dryRun ? nil : try RunMark(in: options.state, writing: besides)
        options.mark = mark?.name
        let files = TemporaryFiles(run: mark?.name)
        let teller = BatchTeller(
            items.map(\.job), common: common, report: dryRun ? nil : report, plan: plan?.key, shard: shard,
            progress: BatchProgress(style, common: common, jobCount: items.count), files: files, force: force)
        ProcessSetup.removeOnSignal(files, json: common.json, telling: teller) { mark?.remove() }
        defer { mark?.remove() }
        let run = try BatchRun(items, options: options, temporaryFiles: files)
        if let mark {
            let all = plan.map { $0.jobs.map(\.job) } ?? jobs.jobs
            let count = RunMark.removeLeftovers(
                in: options.state, and: BatchRun.outputFolders(of: all) + mark.otherFolders)
            if count > 0, !common.quiet {
                voice.note("removed \(count) unfinished \(count == 1 ? "file" : "files") that a killed run left behind")
            }
        }
        if !dryRun, !written.isEmpty || !pages.isEmpty { Terminal.goOnIfLost() }
        run.run(done: teller.done, tell: teller.tell)
        var attempts = Attempts()
        if let depfile, !dryRun { attempts.perform { try write(depfile, items, list, files) } }
        attempts.perform(teller.keep)
        if !dryRun, !pages.isEmpty {
            let entries = zip(teller.outcomes, items).map {
                ReportEntry($0, in: list, folder: jobs.jobs.first?.folder ?? "", job: $1.job)
            }
            let report = Report("kkmix batch", Report.Noun("job", "jobs"), entries: entries)
            attempts.perform { try pages.write(report, voice: voice, temporaryFiles: files) }
        }
        let status = try teller.finish(attempts)
        Terminal.leaveIfLost()
        if status != 0 { throw ExitCode(status) }
    }

    /// - Parameter usual: the state's folder where none was named.
    private func options(_ usual: FilePath) throws -> BatchRun.Options {
        var options = BatchRun.Options(state: given.path("--state") ?? usual, engine: Kkmix.engine)
        options.isStateNamed = given["--state"] != nil
        options.cache = given.path("--cache")
        options.resumes = given.has("--resume")
        options.replacesExisting = given.has("--force")
        options.keepsUnchanged = given.has("--write-if-changed")
        options.stopsAtFailure = given.has("--fail-fast")
        options.isDry = given.has("--dry-run")
        options.threadCount = try given.threadCount(most: 256)
        options.clock = { Terminal.clock }
        options.seconds = try given.seconds("--timeout")
        options.exitStatus = ExitStatus.status
        return options
    }

    /// The jobs that the options name, in their order.
    private func chosen(_ items: [BatchMixes.Item], _ shard: Shard?, _ plan: BatchPlan?) throws -> [BatchMixes.Item] {
        var items = items
        if let filter = given["--filter"] {
            items = items.filter { NameFilter(filter).contains($0.job.id) }
            guard !items.isEmpty else {
                throw SessionError(
                    .usage, "no job id contains '\(filter)'", nextStep: "kkmix batch -n prints the ids")
            }
        }
        guard let shard else { return items }
        guard let plan else { return items.filter { shard.contains($0.job.id) } }
        let share = Set(plan.jobs(of: shard).map { FilePath($0.job.id) })
        return items.filter { share.contains(FilePath($0.job.id)) }
    }

    private func write(_ path: FilePath, _ items: [BatchMixes.Item], _ list: FilePath, _ files: TemporaryFiles) throws {
        try FinishedFile.replacing(path, force: given.has("--force")).write(
            Self.depfile(of: items, list).bytes, temporaryFiles: files)
    }

    private static func depfile(of items: [BatchMixes.Item], _ list: FilePath) -> Depfile {
        var depfile = Depfile()
        for item in items { depfile.add(item.mix.output.path, madeOf: item.mix.inputPaths + [list]) }
        return depfile
    }
}

extension ReportOptions {
    /// What the reports write, each with its option.
    fileprivate var places: [(path: FilePath, option: String)] {
        let page = html.flatMap { $0.isEmpty ? nil : ReportFolder(path: $0) }?.ownPaths ?? []
        return page.map { ($0, "--html") } + (junit.map { [($0, "--junit")] } ?? [])
    }
}
