internal import ArgumentParser
internal import KKAudio

struct Mix: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mix",
        // It parses itself (see Kkmix); its usage line still reads "kkmix mix".
        _superCommandName: "kkmix",
        abstract: "Mix audio files into one (the default command).",
        discussion: """
            Examples:
              kkmix drums.wav bass.wav -o mix.wav
              kkmix voice.wav::at=1.5s music.mp3::gain=-12dB,fade-out=3s/equal-power -o show.flac
              kkmix loop.wav::loop=inf song.ogg -o out.caf --encoding s24 --length first
              kkmix a.wav b.wav -o - --format wav | mpv -

            Tracks are summed at unity gain in the order given. Track settings after '::':
            \(TrackSpec.settings.map { "  \($0.key)\($0.value.isEmpty ? "" : "=")\($0.value)" }.joined(separator: "\n"))
            Times: 1.5, 1.5s, 250ms, 1:30.250, 48000f (frames at the output rate).
            """)

    @OptionGroup var mix: MixOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("The output file; '-' is standard output.", valueName: "path"))
    var output: String?

    @Flag(name: .shortAndLong, help: "Replace an existing output.")
    var force = false

    @Option(help: ArgumentHelp("Container, where the extension does not say it (see kkmix formats).", valueName: "name"))
    var format: String?

    @Option(help: ArgumentHelp("Encoding: s16, s24, s32, f32, f64, flac, … (see kkmix formats).", valueName: "name"))
    var encoding: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Threads at work; changes no output (default: auto).", valueName: "n|auto"))
    var jobs: String?

    @Flag(name: [.customShort("n"), .customLong("dry-run")], help: "Check everything and say what would be done; write nothing.")
    var dryRun = false

    @Option(help: ArgumentHelp("Progress on standard error (default: auto).", valueName: "auto|json|none"))
    var progress: String?

    @OptionGroup var common: CommonOptions

    func run() throws {
        guard let output else {
            throw SessionError(.usage, "no output", nextStep: "name one with -o or --output")
        }
        let style = try progress.map { try Choice<ProgressStyle>($0, of: "--progress").value } ?? .auto
        if common.json && output == "-" {
            throw SessionError(.usage, "--json and the audio both want standard output", nextStep: "name an output file, or leave --json out")
        }
        let files = TemporaryFiles()
        ProcessSetup.removeOnSignal(files)
        var environment = RenderJob.Environment(temporaryFiles: files)
        environment.threadCount = try Self.threadCount(jobs ?? "auto")
        environment.isOutputTerminal = Terminal.isOutputTerminal
        var line: Progress?
        environment.progress = { line?.show($0, of: $1) }

        var target = OutputSpec(path: output)
        target.container = format
        target.encoding = encoding
        target.replacesExisting = force
        let job = try RenderJob(try mix.session(), output: target, environment: environment)
        if dryRun {
            tell(output, MixDocument.Job(planned: job))
            return
        }
        line = Progress(style, common: common, name: output, sampleRate: job.plan.sampleRate)
        defer { line?.clear() }
        let report = try job.run()
        line?.clear()
        for warning in report.warnings { common.warn(warning.description) }
        if let clipping = report.clipping { common.warn("\(output): \(clipping.summary(job.plan))") }
        tell(output, MixDocument.Job(report, plan: job.plan))
    }

    /// The result on standard output, or on standard error when the audio is there.
    private func tell(_ output: String, _ job: MixDocument.Job) {
        if common.json {
            Terminal.print(JSONText.document(MixDocument(jobs: [job])))
            return
        }
        guard !common.quiet else { return }
        for notice in job.notices { common.note(notice) }
        let text = job.text
        if output == "-" { Terminal.printError(text) } else { Terminal.print(text) }
    }

    private static func threadCount(_ text: String) throws -> Int {
        if text == "auto" { return min(8, max(1, ProcessSetup.processorCount)) }
        guard let count = Int(text), (1...256).contains(count) else {
            throw SessionError(.usage, "'\(text)' is not a number of jobs", nextStep: "write a number from 1 to 256, or auto")
        }
        return count
    }
}
