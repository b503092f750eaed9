internal import ArgumentParser
internal import KKMixing

struct Convert: PlainCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        // It parses itself (see Kkmix); its usage line still reads "kkmix convert".
        _superCommandName: "kkmix",
        abstract: "Change rate, channels, encoding or container of files.",
        usage: "kkmix convert INPUT… -o OUTPUT|FOLDER/ [options]",
        discussion: """
            Examples:
              kkmix convert song.wav -o song.flac
              kkmix convert master.wav -o cd.wav -r 44100 --encoding s16
              kkmix convert *.wav -o flac/ --format flac
              kkmix convert surround.wav -o front.wav --channel-map 1,2
              kkmix convert --info song.mp3 -o song.wav -r 48000

            A single input goes to the file that -o names. Several go into a folder, and so
            does one when -o ends in '/' or is a folder; each keeps its name, with the
            extension of the format. A folder whose name ends in '/' is made.
            Nothing is replaced without -f, and an input never. A file that fails stops no
            other one; the status is that of the first failure.
            """,
        // It parses itself, and no root lends it one.
        version: Kkmix.version)

    @Argument(help: ArgumentHelp("Audio files; '-' for standard input.", valueName: "input"))
    var inputs: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The output file, '-' for standard output, or a folder.", valueName: "path"))
    var output: String?

    @OptionGroup var convert: ConvertOptions

    @Flag(help: "Print what each file is and what would be written; write nothing. -o may be left out.")
    var info = false

    @Flag(
        name: [.customShort("n"), .customLong("dry-run")],
        help: "Check everything and say what would be done, with warnings and notices; write nothing.")
    var dryRun = false

    @Option(
        name: [.customShort("j", allowingJoined: true), .long], parsing: .unconditional,
        help: ArgumentHelp(
            "Threads at work, and so files at once, 1 to 256; changes no output (default: auto, one per processor).",
            valueName: "n|auto"))
    var jobs: String?

    @Option(
        help: ArgumentHelp(
            "Progress on standard error: JSON lines, none, or a line on a terminal (default: auto).",
            valueName: "auto|json|none"))
    var progress: String?

    @OptionGroup var common: CommonOptions

    init() {}

    init?(_ words: PlainWords) {
        var words = words
        output = words.value("-o", "--output")
        convert = ConvertOptions(&words)
        info = words.flag("--info")
        dryRun = words.flag("-n", "--dry-run")
        jobs = words.value("-j", "--jobs")
        progress = words.value("--progress")
        common = CommonOptions(&words)
        guard let rest = words.rest() else { return nil }
        inputs = rest
    }

    func run() throws {
        let voice = try common.voice()
        let style = try progress.map { try Choice<ProgressStyle>($0, of: "--progress").value } ?? .auto
        let plan = try plan()
        let files = TemporaryFiles()
        ProcessSetup.removeOnSignal(files, json: common.json)
        var run = ConversionRun(plan, temporaryFiles: files)
        run.threadCount = try Mix.threadCount(jobs ?? "auto")
        run.extent = info ? .describe : dryRun ? .check : .write
        run.isOutputTerminal = Terminal.isOutputTerminal
        let line = ConvertProgress(style, common: common, fileCount: plan.items.count)
        run.progress = line.show
        let teller = ConvertTeller(plan, showsInfo: info, common: common, voice: voice, files: files)
        run.run { index, result in
            line.finish(index, result)
            teller.tell(index, result)
        }
        try teller.finish()
    }

    private func plan() throws -> ConversionPlan {
        guard !inputs.isEmpty else {
            throw SessionError(
                .usage, "no input", nextStep: "name at least one audio file, or see kkmix convert --help")
        }
        guard output != nil || info else {
            throw SessionError(.usage, "no output", nextStep: "add -o out.wav, or a folder: -o out/")
        }
        if common.json && output == "-" && !info && !dryRun {
            throw SessionError(
                .usage, "--json and the audio both want standard output",
                nextStep: "name an output file, or leave --json out")
        }
        try SessionError.refuseSettings(inputs, of: "convert") {
            "a mix of one track does: kkmix \(ShellWord.path($0)) -o …"
        }
        return try ConversionPlan(inputs, destination: output, settings: convert.settings())
    }
}
