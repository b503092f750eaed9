internal import KKMixing

extension TestCommand {
    var manifestCases: ManifestCases { ManifestCases(given) }

    /// Reads the values that not every run needs: a wrong one is wrong beside `--list`, too.
    func checkValues() throws {
        _ = try (given.seconds("--timeout"), baselineSeconds, given.threadCount())
        _ = try given.number("--repeat", in: 1...1000)
    }

    func checkWriting() throws(SessionError) {
        guard ManifestCases.isCI, let option = ["--update", "--accept", "--prune"].first(where: given.has) else {
            return
        }
        throw SessionError(
            .usage, "\(option) writes goldens, and the variable CI is set",
            nextStep: "run it on your own machine and commit the goldens, or unset CI")
    }

    func options(_ programs: RunningPrograms) throws -> CaseRun.Options {
        var options = CaseRun.Options()
        options.results = manifestCases.results
        options.isResultsNamed = manifestCases.areResultsNamed
        options.recording =
            given["--accept"] == nil ? try given.choice("--update") : .all
        if let count = try given.number("--repeat", in: 1...1000) { options.repeatCount = count }
        options.writesGoldens = !ManifestCases.isCI
        options.mutates = given.has("--mutate")
        options.allowsOutside = given.has("--allow-outside")
        options.stopsAtFailure = given.has("--fail-fast")
        options.clock = { Terminal.clock }
        options.seconds = try given.seconds("--timeout")
        options.threadCount = try given.threadCount()
        let flags = ["--run-commands", "--allow-outside"].filter(given.has)
        options.command = (["kkmix test"] + flags + given.files.map(ShellWord.path)).joined(separator: " ")
        options.testCommand = options.command
        options.programs = StartedPrograms(programs: programs)
        options.baseline = try given["--baseline-command"].map {
            try CaseBaseline(command: $0, seconds: try baselineSeconds)
        }
        return options
    }

    /// The cases that the options name, in their order.
    func chosen(_ cases: [GoldenCase], _ shard: Shard?) throws -> [GoldenCase] {
        var cases = cases
        let accept = given.values("--accept") + (given["--calibrate"].map { [$0] } ?? [])
        if !accept.isEmpty { cases = try ManifestCases.named(accept, among: cases) }
        if let filter = given["--filter"] {
            cases = cases.filter { NameFilter(filter).contains($0.name) }
            guard !cases.isEmpty else {
                throw SessionError(
                    .usage, "no case name contains '\(filter)'", nextStep: "kkmix test --list prints their names")
            }
        }
        if let shard { cases = cases.filter { shard.contains($0.name) } }
        return cases
    }

    var baselineSeconds: Double { get throws { try given.seconds("--baseline-timeout") ?? 600 } }

    func tell(_ cases: [GoldenCase]) {
        if common.json { return Terminal.print(JSONText.document("cases", cases)) }
        for item in cases {
            let golden = item.golden.map { $0.name + ($0.path.exists ? "" : " (missing)") } ?? "no golden"
            let skipped = item.skipReason.map { ", skipped: \($0)" } ?? ""
            Terminal.print(
                Voice.oneLine(common.verbose ? "\(item.name)  \(golden), \(item.tolerance.name)\(skipped)" : item.name))
        }
    }

    /// What would make each sound: the words of a mix, the line of a program, a file.
    func tellMaking(_ cases: [GoldenCase], of manifests: [CaseManifest]) {
        if common.json { return Terminal.print(JSONText.document("cases", cases)) }
        for manifest in manifests {
            if let line = manifest.build { Terminal.print(Voice.oneLine("build, in another revision: \(line)")) }
        }
        for item in cases {
            let making =
                switch item.origin {
                case .mix(let words): "kkmix " + words.map(ShellWord.quoted).joined(separator: " ")
                case .program(let program): program.wholeText
                case .file(let file): file.path.text
                }
            Terminal.print(Voice.oneLine("\(item.name)  \(making)" + (item.skipReason == nil ? "" : "  (skipped)")))
        }
    }

    /// How far the sounds of a case are apart, and which tolerance holds.
    func tell(_ calibration: CaseCalibration) {
        if common.json { return Terminal.print(JSONText.document("cases", [calibration])) }
        for line in CalibrationText(calibration).lines { Terminal.print(line) }
    }

    func tellAssertions() {
        if common.json { return Terminal.print(JSONText.document("assertions", SoundAssertion.forms)) }
        let rows = SoundAssertion.forms.map { ["`\($0.name)`", "`\($0.example)`", $0.meaning] }
        Terminal.print(MarkdownTable.text(["assertion", "example", "meaning"], rows))
    }

    func remove(_ goldens: [FilePath]) throws {
        for path in goldens {
            try path.removeFile()
            if !common.json, !common.quiet { Terminal.print(Voice.oneLine("removed \(path)")) }
        }
        if common.json {
            return Terminal.print(JSONText.document("files", goldens.map(PrunedGolden.init)))
        }
        if goldens.isEmpty, !common.quiet { Terminal.print("every golden is used by a case") }
    }
}
