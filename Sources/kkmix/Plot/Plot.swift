internal import KKMixing

struct Plot: Command {
    static let name = "plot"
    static let abstract = "Draw waveforms and spectrograms."
    static let usage = "kkmix plot FILE… -o IMAGE [options]"
    static let discussion = """
        Examples:
          kkmix plot song.wav -o song.png
          kkmix plot song.mp3 -o song.svg --spectrogram --from 1:00 --for 10s
          kkmix plot expected.wav rendered.wav -o difference.png
          kkmix plot drums.wav bass.wav voice.wav -o tracks.png --size 1600x900

        One file is drawn as a waveform and a spectrogram. Of two files, the second is
        drawn over the first, with their difference below. More files are drawn as
        waveforms, one below the other.
        """

    static let options: [Option] =
        [
            .inputs("file", "Audio files; '-' for standard input."),
            .output("The picture; '-' is standard output.", "image"),
            Option("--waveform", "Draw only waveforms."),
            Option("--spectrogram", "Draw only spectrograms."),
            Option("--size <widthxheight>", "Size in pixels (default: 1200 wide, and as high as the channels need)."),
            Option("--from <time>", "Start of the part to draw."),
            Option("--to <time>", "End of the part."),
            Option("--for <time>", "Length of the part."),
            Option("--format <name>", "png or svg (default: by the picture's extension).")
                .completed(.words(["png", "svg"])),
            .force("Replace an existing picture."),
            .raw,
            .stream,
            .strict("a file"),
            .dryRun("Check everything and say what would be drawn; write nothing."),
            .jobs(changes: "picture"),
        ] + Option.found

    static let exclusions = [
        Exclusion(
            ["--waveform", "--spectrogram"], "--waveform and --spectrogram exclude each other",
            nextStep: "keep one, or none for both"),
        Exclusion(["--to", "--for"], "--to and --for both say where the part ends"),
    ]

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        let dryRun = given.has("--dry-run")
        var settings = try settings()
        try SessionError.refuseSettings(given.files, of: "plot")
        guard let output = given.path("--output") else {
            throw SessionError(.usage, "no picture", nextStep: "add -o picture.png")
        }
        try checkOneOutput("the picture", nextStep: "name a picture")
        let format = try PictureFormat(name: given["--format"], path: output)
        try SessionError.refuseNamedPipe(output, of: "-o")
        let file = FinishedFile(path: output, force: given.has("--force"), isTerminalAllowed: format == .svg)
        settings.inputs = try listing(voice).map(\.path)
        try file.check(inputs: settings.inputs)
        let temporaryFiles = TemporaryFiles()
        ProcessSetup.removeOnSignal(temporaryFiles, json: common.json)
        let job = try PlotJob(settings)
        var size = job.size
        if !dryRun {
            let picture = try job.run()
            size = (picture.width, picture.height)
            try file.write(try picture.bytes(format), temporaryFiles: temporaryFiles)
        }
        if !common.quiet { job.warnings.forEach(voice.warning) }
        if common.json {
            let facts = PlotFacts(
                inputs: settings.inputs, output: output, format: format.rawValue, width: size.width,
                height: size.height,
                warnings: job.warnings)
            Terminal.print(JSONText.document("files", [facts]))
        } else if !common.quiet && !output.isStandard {
            Terminal.print(
                "\(Voice.oneLine(output.text)): \(size.width) × \(size.height) pixels, \(format.rawValue.uppercased())"
            )
        }
    }

    private func settings() throws -> PlotSettings {
        var settings = PlotSettings(inputs: [])
        if given.has("--waveform") { settings.hasSpectrogram = false }
        if given.has("--spectrogram") { (settings.hasWave, settings.hasSpectrogram) = (false, true) }
        if let size = given["--size"] { try settings.setSize(parsing: size) }
        settings.from = try given["--from"].map { try TimeValue(parsing: $0) }
        settings.to = try given["--to"].map { try TimeValue(parsing: $0) }
        settings.length = try given["--for"].map { try TimeValue(parsing: $0) }
        settings.isStrict = given.has("--strict")
        (settings.stream, settings.raw) = (try given.streamNumber(), try given.rawFormat())
        settings.threadCount = try given.threadCount()
        return settings
    }
}

/// What `plot --json` prints of the picture.
struct PlotFacts: Codable {
    var inputs: [FilePath]
    var output: FilePath
    var format: String
    var width: Int
    var height: Int
    var warnings: [String]
}
