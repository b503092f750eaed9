internal import KKMixing

/// `kkmix batch plan`.
struct BatchPlanCommand: Command {
    static let name = "batch plan"
    static let abstract = "Make a plan of the jobs, to run them on many machines."
    static let usage = "kkmix batch plan JOBS -o PLAN [options]"
    static let discussion = """
        Examples:
          kkmix batch plan jobs.csv -o album.plan
          kkmix batch plan jobs.jsonl -o album.plan --keep-going

        A plan has the SHA-256 of every input and the length of every output, and
        names no machine and no time. Its paths are relative to the jobs' file, which
        it names relative to itself: both can move together. If an input changes, its
        job fails until a new plan is made.
        """

    static let options: [Option] =
        [
            .input("jobs", "The jobs: JSON Lines, CSV or YAML."),
            .output("The plan.", "plan"),
            .force("Replace an existing plan."),
            Option(
                "--keep-going",
                "Keep jobs that cannot be done because an input is missing or damaged; they will fail when they are run."
            ),
            Option(
                "--run-commands",
                "Load libraries of plug-ins that the jobs name by their files (also with KKMIX_RUN_COMMANDS=1)."),
            .jobs("jobs", changes: "plan"),
            .dryRun("Say what would be planned; write nothing."),
        ]

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        let path = given.files[0], dryRun = given.has("--dry-run")
        try SessionError.refuseEmpty([path])
        guard let output = given.path("--output") else {
            throw SessionError(.usage, "no plan", nextStep: "add -o album.plan")
        }
        guard !output.isStandard else {
            throw SessionError(
                .usage, "a plan has to be a file, because its jobs are found from there", nextStep: "name one")
        }
        guard !BatchPlan.isMeant(by: path) else {
            throw SessionError(
                .usage, "this is already a plan", place: path, nextStep: "name the list of jobs that it was made from")
        }
        let list = try BatchJobList(path: path)
        var words = JobWords(runsPrograms: ProgramConsent.isGiven(given))
        let mixes = try BatchMixes(list) { try words.mix(of: $0) }
        try BatchPlan.checkPlace(output, of: list.path)
        try SessionError.refuseNamedPipe(output, of: "-o")
        let file = FinishedFile(path: output, force: given.has("--force"))
        try file.check(inputs: [list.path] + mixes.items.flatMap(\.mix.inputPaths))
        try mixes.check(besides: .replacing(output, force: given.has("--force")), option: "-o")
        let files = TemporaryFiles()
        ProcessSetup.removeOnSignal(files, json: common.json)
        let planning = BatchPlanning(list, mixes, engine: Kkmix.engine, status: ExitStatus.status)
        let plan = try planning.plan(at: output, threadCount: given.threadCount())
        for job in plan.failures { tell(job, voice) }
        let isRefused = !given.has("--keep-going") && !plan.failures.isEmpty
        if !isRefused, !dryRun { try file.write(try plan.text, temporaryFiles: files) }
        if common.json {
            Terminal.print(JSONText.document(BatchPlanDocument(plan: plan, output: isRefused || dryRun ? nil : output)))
        }
        if isRefused {
            if !common.json {
                let what =
                    plan.failures.count == 1 ? "a job cannot be done" : "\(plan.failures.count) jobs cannot be done"
                voice.error(
                    "\(what), so there is no plan; fix the list or its files, or keep these jobs with --keep-going")
            }
            throw ExitCode(plan.failures[0].failure?.status ?? ExitStatus.status(of: .badSession))
        }
        guard !common.json, !common.quiet else { return }
        Terminal.print(
            "\(output): \(Self.amount(plan)), plan \(plan.key.prefix(8))\(dryRun ? "; nothing was written" : "")")
    }

    private func tell(_ job: BatchPlan.Job, _ voice: Voice) {
        let text = "\(job.job.place): '\(job.job.id)': \(job.failure?.message ?? "")"
        if given.has("--keep-going") {
            if !common.quiet { voice.warning("\(text); it will fail") }
        } else {
            voice.error(text)
        }
    }

    /// `24 jobs, 1:04:30.000 of sound`
    private static func amount(_ plan: BatchPlan) -> String {
        let failing = plan.failures.isEmpty ? "" : ", \(plan.failures.count) of them will fail"
        return
            "\(plan.jobs.count) \(plan.jobs.count == 1 ? "job" : "jobs")\(failing), \(timeText(plan.seconds)) of sound"
    }
}

/// `{"schema":1,"plan":"…","output":"album.plan","jobs":[…]}`: what `batch plan --json` prints.
struct BatchPlanDocument: KeyedReport {
    let plan: BatchPlan
    let output: FilePath?

    static func tell(_ key: inout ReportKeys<Self>) {
        key("schema") { _ in 1 }
        key("plan", \.plan.key)
        key("output", \.output)
        key("jobs", \.plan.jobs)
    }
}
