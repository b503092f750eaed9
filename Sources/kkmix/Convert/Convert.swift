internal import KKMixing

struct Convert: Command {
    static let name = "convert"
    static let abstract = "Change rate, channels, encoding or container of files."
    static let usage = "kkmix convert INPUT… -o OUTPUT|FOLDER/ [options]"
    static let discussion = """
        Examples:
          kkmix convert song.wav -o song.flac
          kkmix convert master.wav -o cd.wav -r 44100 --encoding s16
          kkmix convert *.wav -o flac/ --format flac
          kkmix convert music/ --recursive -o flac/ --format flac
          kkmix convert album.cue -o tracks/
          kkmix convert surround.wav -o front.wav --channel-map 1,2
          kkmix convert --info song.mp3 -o song.wav -r 48000

        One input is written to the file that -o names. Several go into a folder, and so
        does one if -o ends in '/' or is a folder. Each output has the name of its
        input, with the extension of the format. A folder whose name ends in '/' is
        created. Subfolders of an input folder are kept.
        Outputs are replaced only with -f, inputs never. If a file fails, the others are
        still converted; the status is that of the first failure.
        """

    static let options: [Option] =
        [
            .inputs("input", "Audio files; '-' for standard input."),
            .output("The output file, '-' for standard output, or a folder."),
        ] + ConvertOptions.table + Option.found + [
            Option(
                "--info", "Print what each file is and what would be written, and write nothing; -o may be left out."),
            .dryRun("Check everything and say what would be done, with warnings and notices; write nothing."),
            .jobs("files", changes: "output"),
            .progress,
        ]

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        try convert(try plan(voice), describing: given.has("--info"), voice)
    }

    private func plan(_ voice: Voice) throws -> ConversionPlan {
        let inputs = given.files, output = given.path("--output"), info = given.has("--info")
        try checkInputs()
        guard output != nil || info else {
            throw SessionError(.usage, "no output", nextStep: "add -o out.wav, or a folder: -o out/")
        }
        if !info && !given.has("--dry-run") { try checkOneOutput("the audio", nextStep: "name an output file") }
        try SessionError.refuseSettings(inputs, of: "convert") {
            "use a mix of one track: kkmix \(ShellWord.path($0)) -o …"
        }
        return try ConversionPlan(
            listing(besides: output, takesTracks: true, voice), destination: output,
            settings: ConvertOptions(given: given).settings())
    }
}
