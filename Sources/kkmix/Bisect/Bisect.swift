internal import KKMixing

/// `kkmix bisect`: the commit with which a case's sound changed.
struct Bisect: Command {
    static let name = "bisect"
    static let abstract = "Find the commit that changed the sound of a case."
    static let usage = "kkmix bisect --good REVISION [--bad REVISION] [CASE|FOLDER|MANIFEST] [options]"
    static let discussion = """
        Examples:
          kkmix bisect --good v1.2 lead
          kkmix bisect --good v1.2 --bad main sounds/ --case lead --run-commands

        It makes the case's sound at the good revision, and tests the commits after it
        as git bisect does. It works in a git worktree of its own: your files and your
        repository do not change. A commit is bad if its sound differs from the good one
        by more than the case's tolerance. Each commit is tested with its own manifest
        and that manifest's 'build:' command. A commit that does not build, or does not
        have the case, is skipped.

        A run that was stopped continues where it was, with the results of each commit
        in the results folder. Status 0: the commit was found. 1: it is one of several
        that were skipped.
        """

    static let options: [Option] = [
        .input("case", "A case of this folder's manifest, or a manifest, or a folder with one.", isRequired: false),
        Option("--good <revision>", "A revision where the sound is right."),
        Option("--bad <revision>", "A revision where it is wrong (default: HEAD)."),
        Option("--case <name>", "The case, if the manifest has several."),
        Option("--run-commands", "Run the programs that the manifests name (also with KKMIX_RUN_COMMANDS=1)."),
        Option("--timeout <time>", "How long a build may take: 90s, 10:00 (default: 1:00:00)."),
        Option(
            "--results <folder>",
            "Folder for the sounds of both sides (default: \(CaseRun.resultsName))."),
    ]

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        guard let good = given["--good"] else {
            throw SessionError(
                .usage, "no good revision", nextStep: "name one where the sound is right: --good v1.0")
        }
        let (manifest, item) = try chosen()
        guard ProgramConsent.isGiven(given) || (ProgramConsent.program(of: item) == nil && manifest.build == nil) else {
            throw SessionError(
                .usage, "the manifest runs programs: \(manifest.build ?? ProgramConsent.program(of: item) ?? "")",
                place: item.originPlace,
                nextStep: "--run-commands, or \(ProgramConsent.variable)=1, runs them, at every commit")
        }
        let files = TemporaryFiles()
        let programs = RunningPrograms()
        ProcessSetup.removeOnSignal(files, ending: programs, json: common.json)
        let search = try CommitSearch(
            item, of: manifest, good: good, bad: given["--bad"] ?? "HEAD",
            seconds: given.seconds("--timeout") ?? 3_600,
            mayRunPrograms: ProgramConsent.isGiven(given),
            results: ManifestCases(given).results, areResultsNamed: ManifestCases(given).areResultsNamed,
            programs: programs, files: files)
        defer { search.remove() }
        if given["--bad"] == nil, try search.hasUncommitted {
            voice.note("your files have changes that are not committed; only commits are searched")
        }
        let report = try search.run { step in
            if !common.json, !common.quiet { Terminal.print(Voice.oneLine(step.text)) }
        }
        if common.json {
            Terminal.print(JSONText.document(report))
        } else {
            for line in report.lines { Terminal.print(line) }
        }
        if report.firstBad == nil {
            if !common.json {
                voice.error(
                    "no commit in between can be tested: all were skipped; fix what does not build, or name another --good or --bad"
                )
            }
            throw ExitCode(1)
        }
    }

    /// The case: by its name in this folder's manifest, or of the manifest that is named.
    private func chosen() throws -> (CaseManifest, GoldenCase) {
        let input = given.inputs.first ?? "."
        let isPath = FilePath(input).exists
        let manifest = try CaseManifest(path: isPath ? FilePath(input) : ".", platform: ManifestCases.platform)
        if let name = isPath ? given["--case"] : input {
            return (manifest, try ManifestCases.named([name], among: manifest.cases)[0])
        }
        guard manifest.cases.count == 1 else {
            throw SessionError(
                .usage, "the manifest has \(manifest.cases.count) cases", place: manifest.path,
                nextStep: "name one with --case; kkmix test --list prints them")
        }
        return (manifest, manifest.cases[0])
    }
}
