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
          kkmix test --baseline-command /opt/kkmix-0.1/kkmix
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

        'mix' has the words of kkmix mix without -o; paths start at the manifest.
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
                "Render each case so often, with other slices and threads, and want the same bytes (default: 1)."),
            Option(
                "--mutate",
                "Damage every render that passes in many ways, and list what its case would not notice."),
            Option(
                "--baseline-command <command>",
                "Compare with what this command makes of a case's words and -o FILE, in place of goldens."),
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
                ["--list", "--prune", "--assertions"],
                "--list, --prune and --assertions are three different things to do"),
            Exclusion(
                ["--baseline-command", "--mutate"], "--mutate tries goldens, and --baseline-command has none",
                nextStep: "leave one out"),
        ]
        + ["--list", "--prune", "--assertions"].flatMap { other in
            ["--update", "--accept"].map {
                Exclusion([other, $0], "\(other) and \($0) are two different things to do")
            }
        }
        + ["--update", "--accept"].map {
            Exclusion(
                ["--baseline-command", $0], "--baseline-command stands in place of goldens, so none can be written",
                nextStep: "leave --update or --accept out")
        } + ReportOptions.exclusions

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        let started = Terminal.clock
        if given.has("--assertions") { return tellAssertions() }
        try SessionError.refuseEmpty(given.files)
        let prune = given.has("--prune"), force = given.has("--force")
        let manifests = try (given.inputs.isEmpty ? ["."] : given.files).map { try CaseManifest(path: $0) }
        try checkWriting()
        try CaseManifest.checkNames(manifests.flatMap(\.cases))
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
        try common.tellUnsplit(shard: given["--shard"], count: cases.count, "case", voice)
        let reports = try ReportOutputs(
            ReportOptions(given), force: force, isTest: true, files: RunFiles(manifests, results: resultsFolder))
        let files = TemporaryFiles()
        let teller = TestTeller(
            common: common, isTAP: given.has("--tap"), cases: cases, files: files)
        if cases.isEmpty, let shard {
            try reports.write(
                teller.report(notes: ["the shard \(shard) has no case"]), voice: voice, temporaryFiles: files)
            teller.finish(unreferenced: unreferenced, note: "the shard \(shard) has no case", seconds: 0)
            return
        }
        let programs = RunningPrograms()
        ProcessSetup.removeOnSignal(files, ending: programs, json: common.json)
        let options = try options(programs)
        let run = try CaseRun(
            cases, among: manifests.flatMap(\.cases), besides: neighbours(of: manifests, options.recording),
            options: options, temporaryFiles: files,
            parse: CaseWords.mix)
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

    /// Whether somebody else's machine runs this, where nobody would see what was written.
    private static var isCI: Bool {
        !["", "false", "0"].contains((Terminal.variable("CI") ?? "").lowercased())
    }

    private func checkWriting() throws(SessionError) {
        guard Self.isCI, let option = ["--update", "--accept", "--prune"].first(where: given.has) else { return }
        throw SessionError(
            .usage, "\(option) writes goldens, and the variable CI is set",
            nextStep: "run it on your own machine and commit the goldens, or unset CI")
    }

    private var resultsFolder: FilePath {
        let undeclared: FilePath? = Terminal.variable("TEST_UNDECLARED_OUTPUTS_DIR").flatMap {
            $0.isEmpty ? nil : "\($0)/\(CaseRun.resultsName)"
        }
        return given.path("--results").map { $0.isEmpty ? "." : $0 } ?? undeclared ?? CaseRun.resultsName
    }

    private func options(_ programs: RunningPrograms) throws -> CaseRun.Options {
        var options = CaseRun.Options()
        options.results = resultsFolder
        options.recording =
            given["--accept"] == nil ? try given.choice("--update") : .all
        if let count = try given.number("--repeat", in: 1...1000) { options.repeatCount = count }
        options.writesGoldens = !Self.isCI
        options.mutates = given.has("--mutate")
        options.allowsOutside = given.has("--allow-outside")
        options.stopsAtFailure = given.has("--fail-fast")
        options.clock = { Terminal.clock }
        options.threadCount = try given.threadCount()
        options.command = (["kkmix test"] + given.files.map(ShellWord.path)).joined(separator: " ")
        let seconds = try given.number("--baseline-timeout", in: 1...1_000_000) ?? 600
        options.baseline = try given["--baseline-command"].map {
            try BaselineCommand($0, seconds: seconds, programs: programs).render
        }
        return options
    }

    /// The cases of other manifests that may read what is written. A golden that is new replaces nothing.
    private func neighbours(of manifests: [CaseManifest], _ recording: CaseRun.Recording?) throws -> [GoldenCase] {
        guard let recording else { return [] }
        let search = ManifestSearch(around: manifests)
        if let problem = search.problem, recording != .missing { throw problem }
        return search.found.flatMap(\.cases)
    }

    /// The cases that the options name, in their order.
    private func chosen(_ cases: [GoldenCase], _ shard: Shard?) throws -> [GoldenCase] {
        var cases = cases
        let accept = given.values("--accept")
        for name in accept where !cases.contains(where: { $0.name == name }) {
            let near = NearMiss.of(name, among: cases.map(\.name)).map { "did you mean '\($0)'?" }
            throw SessionError(
                .usage, "there is no case '\(name)'", nextStep: near ?? "kkmix test --list prints their names")
        }
        if !accept.isEmpty { cases = cases.filter { accept.contains($0.name) } }
        if let filter = given["--filter"] {
            cases = cases.filter { NameFilter(filter).contains($0.name) }
            guard !cases.isEmpty else {
                throw SessionError(
                    .usage, "no case's name has '\(filter)' in it", nextStep: "kkmix test --list prints their names")
            }
        }
        if let shard { cases = cases.filter { shard.contains($0.name) } }
        return cases
    }

    private func tell(_ cases: [GoldenCase]) {
        if common.json { return Terminal.print(JSONText.document("cases", cases)) }
        for item in cases {
            let golden = item.golden.map { $0.name + ($0.path.exists ? "" : " (missing)") } ?? "no golden"
            let skipped = item.skipReason.map { ", skipped: \($0)" } ?? ""
            Terminal.print(
                Voice.oneLine(common.verbose ? "\(item.name)  \(golden), \(item.tolerance.name)\(skipped)" : item.name))
        }
    }

    private func tellAssertions() {
        if common.json { return Terminal.print(JSONText.document("assertions", SoundAssertion.forms)) }
        let rows = SoundAssertion.forms.map { ["`\($0.name)`", "`\($0.example)`", $0.meaning] }
        Terminal.print(MarkdownTable.text(["assertion", "example", "meaning"], rows))
    }

    private func remove(_ goldens: [FilePath]) throws {
        for path in goldens {
            try path.removeFile()
            if !common.json, !common.quiet { Terminal.print(Voice.oneLine("removed \(path)")) }
        }
        if common.json {
            return Terminal.print(JSONText.document("files", goldens.map(PrunedGolden.init)))
        }
        if goldens.isEmpty, !common.quiet { Terminal.print("every golden has its case") }
    }
}
