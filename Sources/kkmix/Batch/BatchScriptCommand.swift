internal import KKMixing

/// `kkmix batch script`.
struct BatchScriptCommand: Command {
    static let name = "batch script"
    static let abstract = "Print a script that runs a plan on many machines."
    static let usage = "kkmix batch script slurm|parallel PLAN [options]"
    static let discussion = """
        Examples:
          kkmix batch script slurm album.plan > album.sh
          kkmix batch script slurm album.plan --cpus 2 --time 1:00:00 > album.sh
          kkmix batch script parallel album.plan --shards 8 > album.sh

        kkmix itself does not use the network: Slurm or GNU Parallel starts it on the
        machines. The script has a job array, in which each task runs one shard, and
        then a merge. Its first lines say how to start it. This command only prints it.
        """

    static let options: [Option] =
        [
            .input("slurm|parallel", "The program that will run the script."),
            .input("plan", "The plan, as a path from where the script will be started."),
            Option(
                "--shards <count>",
                "Number of parts of equal length, one for each task (default: as many as are worth a start, at most 1000 with Slurm)."
            ),
            Option("--cpus <count>", "Processors for each task, and threads of kkmix in it (default: 1)."),
            Option("--at-once <count>", "Most tasks at once (default: the limit of Slurm or Parallel)."),
            Option(
                "--time <time>",
                "How long a task may take, as Slurm writes it: 30, 1:00:00 or 2-00:00:00 (default: the partition's limit)."
            ),
            Option("--reports <folder>", "Folder for reports and logs (default: PLAN.reports)."),
            Option("--cache <folder>", "A cache that all machines share; see kkmix batch --help."),
            Option("--junit <file>", "Let the merge write a JUnit XML report to this file."),
            Option("--html <folder>", "Let the merge write an HTML report to this folder."),
            Option("--program <path>", "The kkmix program on the machines (default: kkmix)."),
        ]

    let given: Arguments

    func run() throws {
        _ = try common.voice()
        let engine: BatchScript.Engine = try Arguments.choice(given.inputs[0], of: "batch script")
        let plan = given.files[1]
        try SessionError.refuseEmpty([plan])
        let shards = try given.number("--shards", in: 1...Int(Shard.mostShards))
        let jobs = try BatchPlan(path: plan)
        var script = try BatchScript(engine, jobs, path: plan, shards: shards, reports: given.path("--reports"))
        let cpus = try given.number("--cpus", in: 1...256) ?? 1
        script.atOnce = try given.number("--at-once", in: 1...100_000)
        if engine == .slurm { script.processors = cpus } else { script.runOptions = ["--jobs", String(cpus)] }
        if let time = given["--time"] {
            guard engine == .slurm else {
                throw SessionError(.usage, "--time is only for Slurm", nextStep: "leave it out")
            }
            guard !time.isEmpty, time.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x3A || $0 == 0x2D }) else {
                throw SessionError(
                    .usage, "'\(time)' is not a value of --time", nextStep: "write minutes, 1:00:00 or 2-00:00:00")
            }
            script.time = time
        }
        if let cache = given["--cache"] { script.runOptions += ["--cache", cache] }
        try check(script, jobs)
        if let junit = given["--junit"] { script.mergeOptions += ["--junit", junit] }
        if let html = given["--html"] { script.mergeOptions += ["--html", html] }
        if let program = given.path("--program") { script.program = program }
        if common.json {
            let facts = BatchScriptFacts(script: script.text, shards: script.shardCount, reports: script.reports)
            Terminal.print(JSONText.document("scripts", [facts]))
        } else {
            Terminal.print(String(script.text.dropLast()))
        }
    }

    /// What the merge would refuse is refused before the jobs have run, not after them.
    private func check(_ script: BatchScript, _ jobs: BatchPlan) throws {
        let page = given.path("--html").map { ReportFolder(path: $0) }
        // Whatever a shard's report is called.
        let files = RunFiles(jobs, path: given.files[1], reads: ["\(script.folder)/1.json"], reports: [])
        _ = try ReportOutputs(page: page, junit: given.path("--junit").map { ("--junit", $0) }, files: files)
        guard let page, page.holds(folder: script.folder) else { return }
        throw SessionError(
            .cannotCreate, "the reports of the shards would go into it, in \(script.folder)", place: page.path,
            nextStep: "name another folder with --html or --reports")
    }
}

/// What `batch script --json` prints of the script.
struct BatchScriptFacts: Codable {
    var script: String
    var shards: Int
    var reports: FilePath
}
