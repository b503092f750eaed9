internal import KKMixing

/// `kkmix test`. Its type's name leaves `Test` to those who test it.
struct TestCommand: Command {
    static let name = "test"
    static let abstract = "Render the cases of a manifest and compare them with their goldens."
    static let usage = "kkmix test [FOLDER|MANIFEST…] [options]"
    static let discussion = """
        Examples:
          kkmix test
          kkmix test sounds/ --update missing
          kkmix test --accept voice-eq
          kkmix test sounds/kkmix-test.yaml --filter 'voice-*' --shard 2/5
          kkmix test --run-commands --baseline main
          kkmix test --junit report.xml --html report

        A folder has a kkmix-test.yaml, or a NAME.case.yaml for each case:

          schema: 1
          cases:
            - name: voice-eq
              mix: voice.wav::eq=spoken-word music.mp3::gain=-12dB
              golden: goldens/voice-eq.flac   # or .wav, .fingerprint; none
              tolerance: exact
              assert: [loudness -16±0.5, peak <= -1dBTP, length 12.5s]
              trace: true   # a failure names the unit and the second where it began

        'mix' has the words of kkmix mix without -o; paths start at the manifest. In its
        place a case may have 'command', a program of yours that writes {output}, or
        'file', what was made before. A manifest with commands wants --run-commands; -n
        shows what they are.
        'golden' of a case names a file; a kind for all cases without one stands above
        them: 'defaults: {golden: flac}'.
        Status 0: every case passed. 1: one did not, or nothing was tested. With the
        variable CI set no golden is ever written.
        """

    static let options: [Option] =
        [
            .inputs(
                "manifest",
                "Manifests (YAML, or JSON Lines in .jsonl), or folders with one or with *.case.yaml (default: this folder)."
            ),
            Option(
                "--update <missing|failed|all>",
                "Write goldens of cases that have none (missing), that differ (failed), or both (all); never one that passes.",
                isChoice: true),
            Option("--accept <name>", "Run these cases, and take what they make as their goldens.", kind: .list),
            Option("--prune", "Remove the goldens that no case has; run nothing."),
            Option("--list", "Print the names of the cases; run nothing."),
            Option(
                "-n, --dry-run", "Print what would make each sound, with the programs that would be run; run nothing."),
            Option(
                "--run-commands",
                "Run the programs that the manifest names; also where KKMIX_RUN_COMMANDS is 1."),
            Option(
                "--calibrate <case>",
                "Run one case --repeat times (default: 10), and show how far its sounds are apart and which tolerance holds."
            ),
            Option("--assertions", "Print what a case can assert, as a table; run nothing."),
            Option(
                "--filter <text|pattern>",
                "Run the cases with this in their names; with * and ? a pattern of the whole name."),
            Option(
                "--shard <i/n|auto>",
                "Run one of n shares of the cases, counted from 1; auto asks the variables of the CI."),
            Option("--fail-fast", "Run no case after the first that fails."),
            Option(
                "--repeat <count>",
                "Make each sound so often: of a mix the same bytes, of a program within the tolerance (default: 1)."),
            Option(
                "--mutate",
                "Damage every render that passes in many ways, and list what its case would not notice."),
            Option(
                "--baseline-command <command>",
                "Compare with what this command makes of a mix's words and -o FILE, or in place of a case's program, in place of goldens."
            ),
            Option(
                "--baseline <revision>",
                "Compare with what this revision of the project makes, in a git worktree, in place of goldens."),
            Option("--baseline-timeout <seconds>", "How long that may take for a case (default: 600)."),
            Option(
                "--results <folder>",
                "Where renders that fail are kept; made when there is one (default: \(CaseRun.resultsName))."),
            Option(
                "--allow-outside",
                "Let goldens lie outside the project: the folder above the manifest that has a .git, or else its own."),
            .jobs("cases", changes: "result"),
            Option("--tap", "Print TAP 14 on standard output in place of the lines for people."),
        ] + ReportOptions.table + [.force("Let a report replace what is none, or lie among other things.")]

    static let exclusions: [Exclusion] =
        [
            Exclusion(["--tap", "--json"], "--tap and --json both say what standard output is"),
            Exclusion(["--update", "--accept"], "--update and --accept both say which goldens are written"),
            Exclusion(
                ["--list", "--prune", "--assertions", "--dry-run", "--calibrate"],
                "--list, --dry-run, --calibrate, --prune and --assertions are different things to do"),
            Exclusion(
                ["--baseline", "--baseline-command"], "--baseline and --baseline-command both stand for goldens"),
        ]
        + ["--baseline", "--baseline-command"].map {
            Exclusion([$0, "--mutate"], "--mutate tries goldens, and \($0) has none", nextStep: "leave one out")
        }
        + ["--list", "--prune", "--assertions", "--dry-run", "--calibrate"].flatMap { other in
            ["--update", "--accept"].map {
                Exclusion([other, $0], "\(other) and \($0) are two different things to do")
            }
        }
        + ["--baseline", "--baseline-command"].flatMap { baseline in
            ["--update", "--accept"].map {
                Exclusion(
                    [baseline, $0], "\(baseline) stands in place of goldens, so none can be written",
                    nextStep: "leave --update or --accept out")
            }
        } + ReportOptions.exclusions

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        let started = Terminal.clock
        if given.has("--assertions") { return tellAssertions() }
        let prune = given.has("--prune"), force = given.has("--force")
        let manifests = try manifestCases.manifests()
        try checkWriting()
        var unreferenced: [FilePath] = []
        var known: Set<FilePath> = []
        for manifest in manifests {
            do {
                unreferenced += try manifest.unreferencedGoldens(besides: manifests).filter {
                    known.insert($0).inserted
                }
            } catch  where !prune {
                // Another manifest is broken, which is no matter of these cases.
            }
        }
        if prune { return try remove(unreferenced) }
        let shard = try given["--shard"].map { try Shard(parsing: $0, variable: Terminal.variable) }
        if given["--shard"] == "auto", let file = Shard.statusFile(variable: Terminal.variable) {
            try FinishedFile(path: FilePath(file), force: true).write([])
        }
        let cases = try chosen(manifests.flatMap(\.cases), shard)
        if given.has("--list") { return tell(cases) }
        if given.has("--dry-run") { return tellMaking(cases, of: manifests) }
        try ProgramConsent.check(cases, of: manifests, given)
        try common.tellUnsplit(shard: given["--shard"], count: cases.count, "case", voice)
        let reports = try ReportOutputs(
            ReportOptions(given), force: force, isTest: true, files: RunFiles(manifests, results: manifestCases.results)
        )
        let files = TemporaryFiles()
        let teller = TestTeller(common: common, isTAP: given.has("--tap"), cases: cases)
        if cases.isEmpty, let shard {
            try reports.write(
                teller.report(notes: ["the shard \(shard) has no case"]), voice: voice, temporaryFiles: files)
            teller.finish(unreferenced: unreferenced, note: "the shard \(shard) has no case", seconds: 0)
            return
        }
        let programs = RunningPrograms()
        ProcessSetup.removeOnSignal(files, ending: programs, json: common.json)
        var options = try options(programs)
        var worktree = try given["--baseline"].map {
            try Worktree(revision: $0, of: manifests, programs: programs, files: files)
        }
        defer { worktree?.remove() }
        try worktree?.findRenames()
        if let worktree {
            for manifest in manifests {
                try worktree.build(manifest, seconds: baselineSeconds, "the build of \(worktree.tree.revision)")
            }
            options.baseline = .tree(worktree.tree)
        }
        let run = try CaseRun(
            cases, among: manifests.flatMap(\.cases),
            besides: ManifestCases.neighbours(of: manifests, options.recording),
            options: options, temporaryFiles: files,
            parse: CaseWords.mix)
        // Of runs that were killed. Goldens have some alone where they are written.
        let goldens = options.recording == nil ? [] : Set(cases.compactMap { $0.golden?.path.folder.orHere })
        for folder in [options.results] + goldens { TemporaryFiles.removeLeft(in: folder, now: Terminal.date) }
        if given.has("--calibrate") {
            return try tell(run.calibrate(given.number("--repeat", in: 2...100) ?? 10))
        }
        teller.begin()
        run.run(tell: teller.tell)
        let isWhole = (shard ?? .whole) == .whole
        var attempts = Attempts()
        attempts.perform {
            try reports.write(
                teller.report(notes: unreferenced.map(TestTeller.note), wantsSome: isWhole), voice: voice,
                temporaryFiles: files)
        }
        // Of a failure --json has one document.
        if common.json { try attempts.check() }
        let tally = teller.finish(unreferenced: unreferenced, note: nil, seconds: Terminal.clock - started)
        try attempts.check()
        if tally.tested == 0, isWhole {
            if !common.json { voice.error(TestTeller.nothingTested) }
            throw ExitCode(1)
        }
        if !tally.hasPassed { throw ExitCode(1) }
    }
}
