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

        'mix' has the arguments of kkmix mix without -o; paths are relative to the
        manifest. Instead of 'mix' a case may have 'command', a program of yours that
        writes {output}, or 'file', a sound that exists already. Commands are run only
        with --run-commands; -n shows them.
        'golden' names the golden file of a case. 'defaults: {golden: flac}' above the
        cases sets the kind of file for all cases without one.
        Status 0: every case passed. 1: a case did not pass, or nothing was tested. If
        the variable CI is set, no golden is written.
        """

    static let options: [Option] =
        [
            .inputs(
                "manifest",
                "Manifests (YAML, or JSON Lines in .jsonl), or folders with one or with *.case.yaml (default: this folder)."
            ),
            Option(
                "--update <missing|failed|all>",
                "Write the goldens of cases that have none (missing), that differ (failed), or both (all). The golden of a case that passes is never written.",
                isChoice: true),
            Option("--accept <name>", "Run these cases, and make their results the new goldens.", kind: .list),
            Option("--prune", "Remove the goldens that no case uses; run nothing."),
            Option("--list", "Print the names of the cases; run nothing."),
            Option(
                "-n, --dry-run", "Print how each sound would be made, with the programs that would be run; run nothing."
            ),
            Option(
                "--run-commands",
                "Run the programs that the manifest names (also with KKMIX_RUN_COMMANDS=1)."),
            Option(
                "--calibrate <case>",
                "Run one case --repeat times (default: 10), and show how much the results differ and which tolerance they stay within."
            ),
            Option("--assertions", "Print what a case can assert, as a table; run nothing."),
            Option(
                "--filter <text|pattern>",
                "Run only cases whose name contains this text, or, with * or ?, matches it as a whole."),
            Option(
                "--shard <i/n|auto>",
                "Run one of n parts of the cases, counted from 1; auto reads the variables of the CI system."),
            Option("--fail-fast", "Start no case after the first failure."),
            Option(
                "--repeat <count>",
                "Make each sound this many times. Those of a mix must have the same bytes, those of a program must be within the tolerance (default: 1)."
            ),
            Option(
                "--mutate",
                "Damage every render that passes in many ways, and list the damages that its case does not notice."),
            Option(
                "--baseline-command <command>",
                "Compare with what this command renders, not with goldens. It gets the arguments of a mix and -o FILE, or replaces the program of a case."
            ),
            Option(
                "--baseline <revision>",
                "Compare with what this git revision of the project renders, in a worktree, not with goldens."),
            Option(
                "--timeout <time>",
                "How long each step of a case may take at most, for example its mix or its program: 30s, 1:30. It also shortens a longer 'timeout' of a case."
            ),
            Option("--baseline-timeout <time>", "How long the baseline of a case may take (default: 10:00)."),
            Option(
                "--results <folder>",
                "Folder for renders that fail; created when there is one (default: \(CaseRun.resultsName))."),
            Option(
                "--allow-outside",
                "Allow goldens, and inputs without a header, outside the project, which is the folder above the manifest that has a .git, or else the manifest's own."
            ),
            .jobs("cases", changes: "result"),
            Option("--tap", "Print TAP 14 on standard output instead of text for people."),
        ] + ReportOptions.table + [
            .force("Let a report replace a file that is not a report, or go into a folder with other files.")
        ]

    static let exclusions: [Exclusion] =
        [
            Exclusion(["--tap", "--json"], "--tap and --json both say what standard output is"),
            Exclusion(["--update", "--accept"], "--update and --accept both say which goldens are written"),
            Exclusion(
                ["--list", "--prune", "--assertions", "--dry-run", "--calibrate"],
                "--list, --dry-run, --calibrate, --prune and --assertions cannot be combined"),
            Exclusion(
                ["--baseline", "--baseline-command"], "--baseline and --baseline-command both replace the goldens"),
        ]
        + ["--baseline", "--baseline-command"].map {
            Exclusion([$0, "--mutate"], "--mutate tests the goldens, and \($0) has none", nextStep: "leave one out")
        }
        + ["--list", "--prune", "--assertions", "--dry-run", "--calibrate"].flatMap { other in
            ["--update", "--accept"].map {
                Exclusion([other, $0], "\(other) and \($0) cannot be combined")
            }
        }
        + ["--baseline", "--baseline-command"].flatMap { baseline in
            ["--update", "--accept"].map {
                Exclusion(
                    [baseline, $0], "\(baseline) replaces the goldens, so none can be written",
                    nextStep: "leave --update or --accept out")
            }
        }
        + [
            "--baseline", "--baseline-command", "--mutate", "--tap", "--html", "--html-all", "--junit", "--markdown",
        ].map {
            Exclusion(
                ["--calibrate", $0], "--calibrate shows how far a case's runs differ, and has no \($0)",
                nextStep: "leave \($0) out")
        } + ReportOptions.exclusions

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        let started = Terminal.clock
        if given.has("--assertions") { return tellAssertions() }
        try checkValues()
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
            // Bazel looks whether it is there. The name comes from outside, and a file that has it stays as it is.
            if !FilePath(file).exists { try FinishedFile(path: FilePath(file)).write([]) }
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
        if !reports.isEmpty { Terminal.goOnIfLost() }
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
        Terminal.leaveIfLost()
        if tally.tested == 0, isWhole {
            if !common.json { voice.error(TestTeller.nothingTested) }
            throw ExitCode(1)
        }
        if !tally.hasPassed { throw ExitCode(1) }
    }
}
