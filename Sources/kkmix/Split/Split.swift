internal import KKMixing

struct Split: Command {
    static let name = "split"
    static let abstract = "Cut an audio file into consecutive pieces."
    static let usage = "kkmix split FILE -o FOLDER/ --at PLACES [options]"
    static let discussion = """
        Examples:
          kkmix split show.wav -o parts/ --at 10s,1:30.5
          kkmix split book.m4b -o chapters/ --at chapters --format flac
          kkmix split takes.wav -o takes/ --at silence:-50dB,500ms
          kkmix split long.flac -o pieces/ --at every:30s -n

        The pieces are called NAME-01.wav, NAME-02.wav and so on, and have the container
        and encoding of the file. If the encoding is lossless, the pieces together have
        exactly the samples of the file. -n lists the pieces.
        """

    static let options: [Option] = [
        .input("input", "The audio file."),
        .output("The folder of the pieces; created if its name ends in '/'.", "folder"),
        Option(
            "--at <places>",
            "Where to cut: at times (10s,20s), at a regular interval (every:30s), at the file's markers or chapters, or in the middle of each silence of this level and at least this length (silence:-50dB,500ms, or just silence for these values)."
        ),
        .format("the file's own"),
        .encoding("the file: its own where the container has it"),
        .bitRate,
        .quality,
        .compression,
        .dither,
        .seed,
        .onClip("piece", again: "render"),
        .metadata(
            "keep|none|names",
            "Which tags of the file each piece gets: all (keep), none, or those named: title,artist (default: keep)."),
        .tag,
        .cover,
        .strict("the file"),
        .force("Replace existing pieces."),
        .dryRun("Check everything and list the pieces; write nothing."),
        .jobs("pieces", changes: "output"),
        .progress,
    ]

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        let inputs = given.files
        guard let output = given.path("--output") else {
            throw SessionError(.usage, "no folder for the pieces", nextStep: "add -o pieces/")
        }
        guard let places = given["--at"] else {
            throw SessionError(
                .usage, "no place to cut is given",
                nextStep: "add --at 10s,20s, every:30s, markers, chapters or silence")
        }
        try SessionError.refuseSettings(inputs, of: "split") {
            "first make a file of the part: kkmix \(ShellWord.path($0)) -o …"
        }
        var settings = ConversionSettings()
        try given.settle(&settings)
        let plan = try SplitPlan(inputs[0], at: try SplitRule(parsing: places), into: output, settings: settings)
        if !given.has("--dry-run") { try plan.checkOutputs() }
        if !common.quiet { plan.notices.forEach(voice.note) }
        try convert(plan.conversion, voice)
    }
}
