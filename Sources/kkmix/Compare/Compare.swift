internal import KKMixing

struct Compare: Command {
    static let name = "compare"
    static let abstract = "Check whether two files have the same sound."
    static let usage = "kkmix compare REFERENCE ACTUAL [options]"
    static let discussion = """
        Examples:
          kkmix compare golden.wav rendered.wav
          kkmix compare golden.wav rendered.flac --tolerance exact
          kkmix compare master.wav song.mp3 --tolerance lossy
          kkmix compare golden.wav rendered.wav --max-peak -60dBFS --max-loudness none
          kkmix compare golden.wav rendered.wav --align 50ms --residual diff.wav --json
          kkmix compare golden.wav rendered.wav --plot difference.png
          kkmix compare golden.wav rendered.wav --html report

        The status is 0 if the sounds are the same, 1 if they differ, and 64 or more for
        an error. With -q nothing is printed.
        Limits apply to the whole sound and to every 400 ms of it. If the sounds differ,
        it prints by how much, where first and where most, and whether one is the other
        shifted, at another level, inverted or with its channels swapped. Sounds are
        shifted only if --align or the tolerance allows it. Two silent files, no frames,
        NaN or infinite samples, and another length, rate or number of channels count as
        differences.
        """

    static let options: [Option] =
        [.inputs("file", "The reference, and the file to compare with it; '-' for standard input.")]
        + CompareOptions.table + [
            Option("--residual <path>", "Write the residual, actual minus reference, to this file, as 32-bit floats."),
            Option("--plot <image>", "Draw both sounds, one over the other, and their difference to this PNG or SVG."),
        ] + ReportOptions.table + [
            .force("Replace an existing output."),
            .jobs(changes: "result"),
            Option("--list-tolerances", "Only print the tolerances and their limits."),
            Option(
                "--list-damages", "Only print what can go wrong with a sound, and which tolerance catches it."),
        ]

    static let exclusions = CompareOptions.exclusions + ReportOptions.exclusions

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        if given.has("--list-tolerances") || given.has("--list-damages") { return try list() }
        let files = given.files, force = given.has("--force")
        let residual = given.path("--residual"), plotPath = given.path("--plot")
        if files.count > 2 {
            throw SessionError(
                .usage, "'\(files[2])' is a third file",
                nextStep: "name two: kkmix compare golden.wav rendered.wav")
        }
        guard files.count == 2 else {
            throw SessionError(
                .usage, "\(files.count) file\(files.count == 1 ? "" : "s") to be compared",
                nextStep: "name two: kkmix compare golden.wav rendered.wav")
        }
        try SessionError.refuseSettings(files, of: "compare") { _ in "mix it first, and compare the result" }
        guard residual?.isStandard != true else {
            throw SessionError(.usage, "the residual cannot go to standard output", nextStep: "name a file")
        }
        var settings = try CompareOptions(given: given).settings()
        settings.residualPath = residual
        settings.replacesExisting = force
        let reports = try ReportOutputs(
            ReportOptions(given), force: force, isTest: false,
            files: RunFiles(reads: files, writes: [residual, plotPath].compactMap(\.self)))
        let picture = try plotPath.map { try ComparePicture(path: $0, force: force, files: files) }
        let temporaryFiles = TemporaryFiles()
        ProcessSetup.removeOnSignal(temporaryFiles, json: common.json)
        var environment = RenderJob.Environment(temporaryFiles: temporaryFiles)
        environment.threadCount = try given.threadCount()
        let page = try ComparePage(reports, files: files, temporaryFiles: temporaryFiles)
        defer { page?.remove() }
        if let page, residual == nil { settings.residualPath = page.residualPath }
        let isOneFile = files[0].identity(standard: 0).map { $0 == files[1].identity(standard: 0) } ?? false
        // A file is the same as itself, whatever is in it.
        if isOneFile { settings.allowsSilence = true }
        let job = try ComparisonJob(reference: files[0], actual: files[1], settings: settings, environment: environment)
        var report = try job.run()
        // Nobody has asked for the page's own residual by name.
        let hasNoResidual = page != nil && residual == nil && report.residualPath == nil
        if let page, hasNoResidual { report.warnings.removeAll { $0.path == page.residualPath.text } }
        // What is not a number has no picture.
        let isDrawn = !report.comparison.hasNotFinite
        if isDrawn {
            try picture?.write(report.comparison, threadCount: environment.threadCount, temporaryFiles: temporaryFiles)
        }
        if let plotPath, !isDrawn { report.warnNotWritten(plotPath) }
        report.plotPath = isDrawn ? plotPath : nil
        var attempts = Attempts()
        if !reports.isEmpty {
            let shown = try page?.draw(
                isDrawn ? report.comparison : nil, threadCount: environment.threadCount)
            var entry = ReportEntry(report, picture: shown)
            if hasNoResidual {
                entry.facts.append(
                    ReportEntry.Fact(
                        "residual", "none: \(ComparisonWords(report.comparison).nothing ?? "nothing was compared")"))
            }
            let reported = Report("kkmix compare", .init("comparison", "comparisons"), entries: [entry])
            attempts.perform { try reports.write(reported, voice: voice, temporaryFiles: temporaryFiles) }
            // What the page took is not an output of its own.
            if residual == nil { report.residualPath = nil }
            // Before anything is printed: where that fails, the program ends at once.
            page?.remove()
        }
        if common.json {
            try attempts.check()
            Terminal.print(JSONText.document("cases", [report]))
        } else if !common.quiet {
            if isOneFile {
                voice.note(
                    "\(files[1]): this is the reference itself\(files[0] == files[1] ? "" : " under another name"): a file is always the same as itself"
                )
            }
            voice.tell(report.warnings)
            Terminal.print(CompareText(report, job, isVerbose: common.verbose).text)
        }
        try attempts.check()
        if !report.comparison.passed { throw ExitCode(1) }
    }

    private func list() throws {
        let listDamages = given.has("--list-damages")
        guard given.inputs.isEmpty, !(given.has("--list-tolerances") && listDamages) else {
            throw SessionError(
                .usage, "--list-tolerances and --list-damages cannot be combined with anything else",
                nextStep: "ask for one of them, without files")
        }
        if common.json {
            Terminal.print(
                listDamages
                    ? JSONText.document("damages", Damage.allCases.map(DamageRow.init))
                    : JSONText.document("tolerances", Tolerance.all.map(ToleranceRow.init)))
        } else {
            Terminal.print(listDamages ? CompareTables.damages : CompareTables.tolerances)
        }
    }
}
