internal import KKMixing

/// A session made into its output, with progress, messages and a result line: what `mix` and `concat` share.
extension Command {
    func render(_ session: Session, to target: OutputSpec, as purpose: RenderPurpose = .mix) throws {
        let voice = try common.voice()
        let style = try given.progressStyle(), dryRun = given.has("--dry-run")
        var session = session
        try session.replacePaths(fetched)
        let files = TemporaryFiles()
        let mayWait =
            style == .json || common.verbose || common.json || Self.mayWait(session.tracks.map(\.path), target.path)
        if mayWait { ProcessSetup.removeOnSignal(files, json: common.json) }
        var environment = RenderJob.Environment(temporaryFiles: files)
        environment.threadCount = try given.threadCount()
        environment.isOutputTerminal = Terminal.isOutputTerminal
        environment.rendersOnce = !dryRun
        var line: Progress?
        var pass = 1
        environment.passBegins = { pass = $0 }
        environment.progress = { line?.show($0, of: $1, pass: pass) }
        let job = try RenderJob(session, output: target, environment: environment, purpose: purpose)
        if common.verbose { Decisions.lines(of: job, threadCount: environment.threadCount).forEach(voice.note) }
        if dryRun {
            tell(job.planned, voice)
            return
        }
        line = Progress(style, common: common, name: target.path.text, sampleRate: job.plan.sampleRate)
        defer { line?.clear() }
        // Nothing is there to be removed before this, unless a pipe is waited for.
        let isQuick = job.isQuick && !mayWait
        if !isQuick && !mayWait { ProcessSetup.removeOnSignal(files, json: common.json) }
        var report = isQuick ? try ProcessSetup.beforeSignals(job.run) : try job.run()
        line?.finish(report.frameCount)
        if let clipping = report.clipping {
            report.warnings.append(
                FileWarning(path: report.outputPath.text, clipping.summary(job.plan, job.format, purpose)))
        }
        tell(report, voice)
    }

    /// Warnings and notices on standard error; the result on standard output, or on standard error when the audio is
    /// there.
    private func tell(_ job: MixReport, _ voice: Voice) {
        if !common.quiet { voice.tell(job.warnings, job.notices) }
        if common.json {
            Terminal.print(JSONText.document("jobs", [job]))
        } else if common.quiet {
            return
        } else if job.outputPath.isStandard {
            Terminal.printError(job.text)
        } else {
            Terminal.print(job.text)
        }
    }

    /// What can be said about the output before any input is looked at.
    func checkedOutput() throws(SessionError) -> FilePath {
        try checkInputs()
        guard let output = given.path("--output") else {
            try CommandName.checkOrder(given.inputs)
            throw SessionError(.usage, "no output", nextStep: "add -o out.wav")
        }
        guard !output.isEmpty else {
            throw SessionError(
                .usage, "the output has an empty name", nextStep: "check the quotes and variables of the command")
        }
        try checkOneOutput("the audio", nextStep: "name an output file")
        if output.text.hasSuffix("/") || output == "." || output == ".." || FilePath("\(output)/.").exists {
            throw SessionError(.cannotCreate, "the output is a folder", place: output, nextStep: "name a file in it")
        }
        return output
    }

    /// Whether a pipe or a device at either end may keep the job waiting.
    static func mayWait(_ inputs: [FilePath], _ output: FilePath) -> Bool {
        if output.isStandard || inputs.contains(where: \.isStandard) { return true }
        return output.exists && output.identity(standard: 1) == nil
            || inputs.contains { $0.identity(standard: 0) == nil && !$0.isStimulus }
    }
}
