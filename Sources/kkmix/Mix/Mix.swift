internal import ArgumentParser
internal import KKMixing

struct Mix: PlainCommand {
    static let configuration = CommandConfiguration(
        commandName: "mix",
        // It parses itself (see Kkmix); its usage line still reads "kkmix mix".
        _superCommandName: "kkmix",
        abstract: "Mix audio files into one (the default command).",
        usage: "kkmix [mix] INPUT… -o OUTPUT [options]",
        discussion: """
            Examples:
              kkmix drums.wav bass.wav -o mix.wav
              kkmix voice.wav::at=1.5s music.mp3::gain=-12dB,fade-out=3s/equal-power \\
                  -o show.flac
              kkmix loop.wav::loop=inf song.ogg -o out.caf --encoding s24 \\
                  --length first
              kkmix a.wav b.wav -o - --format wav | mpv -

            Tracks are summed at unity gain in the order given.

            Track settings, after '::' and joined by commas:
            \(TrackSettingsText.text)
            Times: 1.5, 1.5s, 250ms, 1:30.250, 0:01:30, 48000f (frames at the output rate).
            """)

    @OptionGroup var mix: MixOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("The output file; '-' is standard output.", valueName: "path"))
    var output: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Bring the mix to an integrated loudness, and with tp= behind a limiter that holds its true peak: -16LUFS,tp=-1dBTP.",
            valueName: "loudness[,tp=true peak]"))
    var loudness: String?

    @Option(
        help: ArgumentHelp(
            "When the mix passes full scale: warn, fail (error), or render again at the level that just fits (scale) or through a limiter (limit) (default: warn).",
            valueName: "warn|error|limit|scale"))
    var onClip: String?

    @Option(
        help: ArgumentHelp(
            "Noise that hides the rounding of integer outputs: flat (tpdf), moved to where the ear is dull (shaped), or tpdf only where 16 bits or fewer cannot hold the exact result (auto) (default: auto).",
            valueName: "auto|none|tpdf|shaped"))
    var dither: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Another seed is another dither noise (default: 0).", valueName: "number"))
    var seed: String?

    @Option(
        name: .customLong("max-frames"), parsing: .unconditional,
        help: ArgumentHelp(
            "Frames in a slice of the render loop, 1 to \(Session.largestSlice); changes no output (default: \(Session.defaultSlice)).",
            valueName: "frames"))
    var maxFrames: String?

    @Flag(name: .shortAndLong, help: "Replace an existing output.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "Container: wav, caf, flac, … (see kkmix formats; default: by the output's extension).", valueName: "name"))
    var format: String?

    @Option(
        help: ArgumentHelp(
            "Encoding: s16, s24, f32, … (see kkmix formats; default: by the container and the inputs).",
            valueName: "name"))
    var encoding: String?

    @Option(
        help: ArgumentHelp(
            "Also write each track's contribution to the mix, 01-NAME.wav and so on, and check that their sum is the mix; a folder whose name ends in '/' is made.",
            valueName: "folder"))
    var stems: String?

    @Option(
        help: ArgumentHelp(
            "Also write a hash of what every unit rendered, for each second: to compare with another render's.",
            valueName: "path"))
    var trace: String?

    @Option(
        help: ArgumentHelp(
            "Also write a line for Make or Ninja that says of which files the output is made; one that is there is replaced.",
            valueName: "path"))
    var depfile: String?

    @Flag(help: "Leave an existing output alone when its bytes would be the same, and replace it when not, without -f.")
    var writeIfChanged = false

    @Option(
        name: [.customShort("j", allowingJoined: true), .long], parsing: .unconditional,
        help: ArgumentHelp(
            "Threads at work, 1 to 256; changes no output (default: auto, one per processor).", valueName: "n|auto"))
    var jobs: String?

    @Flag(
        name: [.customShort("n"), .customLong("dry-run")],
        help: "Check everything and say what would be done, with warnings and notices; write nothing.")
    var dryRun = false

    @Option(
        help: ArgumentHelp(
            "Progress on standard error: JSON lines, none, or a line on a terminal (default: auto).",
            valueName: "auto|json|none"))
    var progress: String?

    @OptionGroup var common: CommonOptions

    init() {}

    init?(_ words: PlainWords) {
        var words = words
        mix = MixOptions(&words)
        output = words.value("-o", "--output")
        loudness = words.value("--loudness")
        onClip = words.value("--on-clip")
        dither = words.value("--dither")
        seed = words.value("--seed")
        maxFrames = words.value("--max-frames")
        force = words.flag("-f", "--force")
        format = words.value("--format")
        encoding = words.value("--encoding")
        stems = words.value("--stems")
        trace = words.value("--trace")
        depfile = words.value("--depfile")
        writeIfChanged = words.flag("--write-if-changed")
        jobs = words.value("-j", "--jobs")
        dryRun = words.flag("-n", "--dry-run")
        progress = words.value("--progress")
        common = CommonOptions(&words)
        guard let inputs = words.rest() else { return nil }
        mix.inputs = inputs
    }

    func run() throws {
        let voice = try common.voice()
        let style = try progress.map { try Choice<ProgressStyle>($0, of: "--progress").value } ?? .auto
        let output = try checkedOutput()
        let session = try session()
        let files = TemporaryFiles()
        let mayWait =
            style == .json || common.verbose || common.json || Self.mayWait(session.tracks.map(\.path), output)
        if mayWait { ProcessSetup.removeOnSignal(files, json: common.json) }
        var environment = RenderJob.Environment(temporaryFiles: files)
        environment.threadCount = try Self.threadCount(jobs ?? "auto")
        environment.isOutputTerminal = Terminal.isOutputTerminal
        environment.rendersOnce = !dryRun
        var line: Progress?
        environment.progress = { line?.show($0, of: $1) }

        var target = OutputSpec(path: output)
        target.container = format
        target.encoding = encoding
        target.replacesExisting = force || writeIfChanged
        target.keepsUnchanged = writeIfChanged
        target.stemsFolder = stems
        target.tracePath = trace
        target.depfilePath = depfile
        let job = try RenderJob(session, output: target, environment: environment)
        if common.verbose { Decisions.lines(of: job, threadCount: environment.threadCount).forEach(voice.note) }
        if dryRun {
            tell(MixDocument.Job(planned: job), voice)
            return
        }
        line = Progress(style, common: common, name: output, sampleRate: job.plan.sampleRate)
        defer { line?.clear() }
        // Nothing is there to be removed before this, unless a pipe is waited for.
        let isQuick = job.isQuick && !mayWait
        if !isQuick && !mayWait { ProcessSetup.removeOnSignal(files, json: common.json) }
        let report = isQuick ? try ProcessSetup.beforeSignals(job.run) : try job.run()
        line?.finish(report.frameCount)
        var told = MixDocument.Job(report, plan: job.plan)
        if let clipping = report.clipping { told.warnings.append("\(told.output): \(clipping.summary(job.plan))") }
        tell(told, voice)
    }

    /// Warnings and notices on standard error; the result on standard output, or on standard error when the audio is
    /// there.
    private func tell(_ job: MixDocument.Job, _ voice: Voice) {
        if !common.quiet {
            job.warnings.forEach(voice.warning)
            job.notices.forEach(voice.note)
        }
        if common.json {
            Terminal.print(JSONText.document(MixDocument(jobs: [job])))
        } else if common.quiet {
            return
        } else if job.output == "-" {
            Terminal.printError(job.text)
        } else {
            Terminal.print(job.text)
        }
    }
}
