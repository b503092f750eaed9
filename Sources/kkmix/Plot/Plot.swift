internal import ArgumentParser
internal import KKMixing

struct Plot: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plot",
        abstract: "Draw waves and spectrograms.",
        usage: "kkmix plot FILE… -o IMAGE [options]",
        discussion: """
            Examples:
              kkmix plot song.wav -o song.png
              kkmix plot song.mp3 -o song.svg --spectrogram --from 1:00 --for 10s
              kkmix plot expected.wav rendered.wav -o difference.png
              kkmix plot drums.wav bass.wav voice.wav -o tracks.png --size 1600x900

            One file is drawn with its wave and its spectrogram, two as the second one over
            the first with their difference, more with their waves one below the other.
            """)

    @Argument(help: ArgumentHelp("Audio files; '-' for standard input.", valueName: "file"))
    var files: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("The picture; '-' is standard output.", valueName: "image"))
    var output: String?

    @Flag(help: "Draw waves alone.")
    var waveform = false

    @Flag(help: "Draw spectrograms alone.")
    var spectrogram = false

    @Option(
        help: ArgumentHelp("Pixels (default: 1200 wide, and as high as the channels need).", valueName: "widthxheight"))
    var size: String?

    @Option(help: ArgumentHelp("Where the part that is drawn begins.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("Where it ends.", valueName: "time"))
    var to: String?

    @Option(name: .customLong("for"), help: ArgumentHelp("How long it is.", valueName: "time"))
    var length: String?

    @Option(help: ArgumentHelp("png or svg (default: by the picture's extension).", valueName: "name"))
    var format: String?

    @Flag(name: .shortAndLong, help: "Replace an existing picture.")
    var force = false

    @Flag(help: "Make damage inside a file an error (otherwise a warning).")
    var strict = false

    @Flag(
        name: [.customShort("n"), .customLong("dry-run")],
        help: "Check everything and say what would be drawn; write nothing.")
    var dryRun = false

    @Option(
        name: [.customShort("j", allowingJoined: true), .long], parsing: .unconditional,
        help: ArgumentHelp(
            "Threads at work, 1 to 256; changes no picture (default: auto, one per processor).", valueName: "n|auto"))
    var jobs: String?

    @OptionGroup var common: CommonOptions

    func run() throws {
        let voice = try common.voice()
        let settings = try settings()
        try SessionError.refuseSettings(files, of: "plot")
        guard let output else { throw SessionError(.usage, "no picture", nextStep: "add -o picture.png") }
        if common.json && output == "-" {
            throw SessionError(
                .usage, "--json and the picture both want standard output",
                nextStep: "name a picture, or leave --json out")
        }
        let format = try PictureFormat(name: format, path: output)
        let file = FinishedFile(path: output, force: force, isTerminalAllowed: format == .svg)
        try file.check(inputs: files)
        let temporaryFiles = TemporaryFiles()
        ProcessSetup.removeOnSignal(temporaryFiles, json: common.json)
        let job = try PlotJob(settings)
        if !dryRun { try file.write(try job.run().bytes(format), temporaryFiles: temporaryFiles) }
        if !common.quiet { job.warnings.forEach(voice.warning) }
        if common.json {
            let facts = PlotDocument.File(
                inputs: files, output: output, format: format.rawValue, width: job.size.width, height: job.size.height,
                warnings: job.warnings)
            Terminal.print(JSONText.document(PlotDocument(files: [facts])))
        } else if !common.quiet && output != "-" {
            Terminal.print(
                "\(Voice.oneLine(output)): \(job.size.width) × \(job.size.height) pixels, \(format.rawValue.uppercased())"
            )
        }
    }

    private func settings() throws -> PlotSettings {
        var settings = PlotSettings(inputs: files)
        guard !(waveform && spectrogram) else {
            throw SessionError(
                .usage, "--waveform and --spectrogram each leave the other one out",
                nextStep: "keep one, or none for both")
        }
        if waveform { settings.hasSpectrogram = false }
        if spectrogram { (settings.hasWave, settings.hasSpectrogram) = (false, true) }
        if let size { try settings.setSize(parsing: size) }
        guard to == nil || length == nil else {
            throw SessionError(.usage, "--to and --for both say where the part ends", nextStep: "keep one")
        }
        settings.from = try from.map { try TimeValue(parsing: $0) }
        settings.to = try to.map { try TimeValue(parsing: $0) }
        settings.length = try length.map { try TimeValue(parsing: $0) }
        settings.isStrict = strict
        settings.threadCount = try Mix.threadCount(jobs ?? "auto")
        return settings
    }
}

/// `{"schema":1,"files":[…]}`: what `plot --json` prints.
struct PlotDocument: Codable {
    var schema = 1
    var files: [File]

    struct File: Codable {
        var inputs: [String]
        var output: String
        var format: String
        var width: Int
        var height: Int
        var warnings: [String]
    }
}
