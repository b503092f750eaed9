internal import KKMixing

/// `kkmix plugins check`.
struct PluginsCheck: Command {
    static let name = "plugins check"
    static let abstract = "Try a plug-in in the ways in which hosts treat one, for its makers."
    static let usage = "kkmix plugins check PLUGIN [--junit FILE] [options]"
    static let discussion = """
        Examples:
          kkmix plugins check ladspa:./build/mine.so:mine
          kkmix plugins check lv2:urn:example:mine --junit plugin.xml

        Each thing is tried in a process of its own: every parameter at both ends and
        all of them together, every preset, rates from 8 to 192 kHz, blocks of 1 to
        4096 frames, silence, denormal numbers and what is beyond full scale; whether
        the sound is the same each time, whether the latency is the one that it
        reports, and whether a new instance that gets the state which a used one has
        saved has that state and that sound. The status is 1 where one of them fails:
        where it crashes, does not answer, writes beyond its blocks, or gives what is
        no number.
        """

    static let options: [Option] = [
        Option.input("plugin", "A plug-in as --unit has it, or a label of LADSPA."),
        Option("--junit <file>", "Write JUnit's XML, as CI systems read it, to this file."),
        .force("Replace a file that is no earlier report."),
    ]

    let given: Arguments

    func run() throws {
        let voice = try common.voice(), plugin = try Plugins.plugin(given.inputs[0]), temporaryFiles = TemporaryFiles()
        _ = try plugin.component()
        ProcessSetup.removeOnSignal(temporaryFiles, json: common.json)
        let outputs = try ReportOutputs(
            page: nil, junit: given.path("--junit").map { ("--junit", $0) }, force: given.has("--force"),
            files: RunFiles(reads: [plugin.file]))
        let gate = PluginGate(plugin)
        let report = Report(
            "kkmix plugins check", .init("check", "checks"),
            entries: gate.findings.map {
                ReportEntry($0.name, in: plugin.unitName, $0.problem == nil ? .passed : .error, $0.problem ?? "well")
            })
        try outputs.write(report, voice: voice, temporaryFiles: temporaryFiles)
        if common.json {
            Terminal.print(JSONText.document("checks", gate.findings.map(PluginFindingReport.init)))
        } else {
            for finding in gate.findings where finding.problem != nil || common.verbose {
                Terminal.print("\(finding.name): \(finding.problem ?? "well")")
            }
            if !common.quiet { Terminal.print(report.headline) }
        }
        if !gate.isPassed { throw ExitCode(1) }
    }
}

/// What `plugins check --json` prints of a thing that was tried.
struct PluginFindingReport: KeyedReport {
    private let finding: PluginGate.Finding

    init(_ finding: PluginGate.Finding) { self.finding = finding }

    static func tell(_ key: inout ReportKeys<Self>) {
        key("tried", \.finding.name)
        key("problem", \.finding.problem)
    }
}
