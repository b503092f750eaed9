internal import KKMixing

/// `kkmix review`: goes through what a run of tests kept.
struct Review: Command {
    static let name = "review"
    static let abstract = "Go through the cases that failed: look, listen, accept or reject."
    static let usage = "kkmix review [FOLDER|MANIFEST…] [options]"
    static let discussion = """
        Examples:
          kkmix review
          kkmix review --list
          kkmix review --accept voice-eq
          yes s | kkmix review

        It shows the sounds that kkmix test kept in kkmix-results, and runs nothing. For
        each case it prints what differs and where the picture is, and asks:

          a  accept: the sound becomes the golden
          r  reject: the sound is removed, and the golden stays
          s  skip: both stay
          p  play the reference    P  play the actual sound    d  play the residual
          A  accept all that are left    q  stop here

        A case that failed without a sound is named, with the log of its program.
        Each answer takes effect at once. Status 0: nothing is left. 1: a case is left.
        78: a manifest or a case file cannot be read; the others are reviewed.
        """

    static let options: [Option] = [
        .inputs("manifest", "Manifests, or folders with one or with *.case.yaml (default: this folder)."),
        Option("--list", "Print the cases that failed; ask nothing."),
        Option("--accept <name>", "Accept these cases; ask nothing. '*' is all of them.", kind: .list),
        Option("--reject <name>", "Reject these cases; ask nothing.", kind: .list),
        Option(
            "--results <folder>", "Folder in which the test kept what failed (default: \(CaseRun.resultsName))."),
        Option(
            "--pictures <auto|kitty|iterm|sixel|none>",
            "Draw pictures in the terminal with this protocol (default: auto, or the value of KKMIX_PICTURES).",
            isChoice: true),
        Option(
            "--allow-outside",
            "Allow goldens outside the project, which is the folder above the manifest that has a .git, or else the manifest's own."
        ),
    ]

    static let exclusions: [Exclusion] = ["--accept", "--reject"].map {
        Exclusion(["--list", $0], "--list and \($0) cannot be combined")
    }

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        let names = ManifestCases(given)
        var (manifests, problems) = try names.readableManifests()
        let all = manifests.flatMap(\.cases)
        let accepted = given.values("--accept"), rejected = given.values("--reject")
        if ManifestCases.isCI, !accepted.isEmpty {
            throw SessionError(
                .usage, "--accept writes goldens, and the variable CI is set",
                nextStep: "run it on your own machine and commit the goldens, or unset CI")
        }
        if let name = accepted.first(where: rejected.contains) {
            throw SessionError(
                .usage, "'\(name)' is both accepted and rejected", nextStep: "keep one of --accept and --reject")
        }
        if given.path("--results") != nil, !names.results.isFolder {
            throw SessionError(
                .usage, "there is no folder \(names.results)",
                nextStep: "name the one that kkmix test --results was given")
        }
        let kept = CaseRun.kept(all, in: names.results, parse: CaseWords.mix)
        let named = try ManifestCases.named(accepted.filter { $0 != "*" } + rejected, among: all).map(\.name)
        for name in named where !kept.contains(where: { $0.name == name }) {
            throw SessionError(
                .usage, "\(names.results) has nothing of the case '\(name)'",
                nextStep: "kkmix review --list prints what it has; kkmix test makes more")
        }
        let files = TemporaryFiles()
        let programs = RunningPrograms()
        ProcessSetup.removeOnSignal(files, ending: programs, json: common.json)
        var options = CaseRun.Options()
        let words =
            (given.path("--results").map { ["--results \(ShellWord.path($0))"] } ?? [])
            + (given.has("--allow-outside") ? ["--allow-outside"] : []) + given.files.map(ShellWord.path)
        (options.results, options.isResultsNamed) = (names.results, names.areResultsNamed)
        options.judgesKept = true
        options.command =
            (["kkmix review"] + words).joined(separator: " ")
        let runsPrograms = manifests.contains { manifest in
            manifest.build != nil || manifest.cases.contains { ProgramConsent.program(of: $0) != nil }
        }
        options.testCommand =
            (["kkmix test"] + (runsPrograms ? ["--run-commands"] : []) + words).joined(separator: " ")
        options.allowsOutside = given.has("--allow-outside")
        options.writesGoldens = !ManifestCases.isCI
        options.threadCount = ProcessSetup.processorCount
        // One that is broken keeps no other from being reviewed; goldens that it may need are not replaced.
        let search = ManifestSearch(around: manifests)
        if let problem = search.problem, problems.isEmpty { problems.append(problem) }
        for problem in problems { voice.error(ErrorReport(problem).message) }
        let isDialog = !given.has("--list") && accepted.isEmpty && rejected.isEmpty && !common.json
        let judge = KeptCases(
            kept, among: all, besides: search, options: options, isListing: !isDialog, files: files)
        let text = TestText(
            line: StatusLine(kept.map(\.name), markWidth: 9, color: common.color), isVerbose: common.verbose)
        let outcomes: [CaseOutcome]
        if isDialog {
            let player = SoundPlayer(programs: StartedPrograms(programs: programs))
            let pictures = TerminalPictures(try given.choice("--pictures") ?? .auto)
            outcomes = try ReviewDialog(
                judge: judge, text: text, player: player, pictures: pictures, isQuiet: common.quiet
            ).run()
        } else {
            outcomes = try kept.map { item in
                if rejected.contains(item.name) { return try judge.reject(item) }
                let isAccepted = accepted.contains("*") || accepted.contains(item.name)
                return try isAccepted ? judge.accept(item) : judge.look(item)
            }
            let answered = accepted.contains("*") ? kept.map(\.name) : accepted + rejected
            tell(outcomes, text, of: given.has("--list") ? kept.map(\.name) : answered)
        }
        if let problem = problems.first { throw ExitCode(ErrorReport(problem).status) }
        if outcomes.contains(where: \.isFailure) { throw ExitCode(1) }
    }

    /// - Parameter names: the cases that were asked about.
    private func tell(_ outcomes: [CaseOutcome], _ text: TestText, of names: [String]) {
        if common.json { return Terminal.print(JSONText.document("cases", outcomes)) }
        for outcome in outcomes {
            let isAsked = names.contains(outcome.item.name) || common.verbose
            guard outcome.isFailure ? isAsked : !common.quiet else { continue }
            for line in text.lines(outcome) { Terminal.print(line) }
        }
        if common.quiet { return }
        if outcomes.isEmpty { Terminal.print("nothing to review") }
        let left = outcomes.filter { $0.isFailure && !names.contains($0.item.name) }.count
        if left > 0 {
            Terminal.print(
                "\(left) \(left == 1 ? "case is" : "cases are") left: kkmix review goes through \(left == 1 ? "it" : "them")"
            )
        }
    }
}
