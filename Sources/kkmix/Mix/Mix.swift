internal import KKMixing

struct Mix: Command {
    static let name = "mix"
    static let abstract = "Mix audio files into one (the default command)."
    static let usage = "kkmix [mix] INPUT… -o OUTPUT [options]"
    static let discussion = """
        Examples:
          kkmix drums.wav bass.wav -o mix.wav
          kkmix voice.wav::at=1.5s music.mp3::gain=-12dB,fade-out=3s/equal-power \\
              -o show.flac
          kkmix loop.wav::loop=inf song.ogg -o out.caf --encoding s24 \\
              --length first
          kkmix a.wav b.wav -o - --format wav | mpv -

        Tracks are added at unity gain, in the given order. An input may be an address
        of http:// or https://.

        Track settings, after '::' and joined by commas:
        \(TrackSettingsText.text)
        Times: 1.5, 1.5s, 250ms, 1:30.250, 0:01:30, 48000f (frames at the output rate).
        """

    static let options: [Option] =
        MixOptions.table + [
            .output("The output file; '-' is standard output."),
            .loudness("the mix"),
            .normalize("the mix"),
            .onClip("mix", again: "render"),
            .metadata(
                "none|from:n",
                "Tags, cover, markers and loops of the output: none, or those of an input: from:1 (default: none)."
            ),
            .tag,
            .cover,
            .dither,
            .seed,
            Option(
                "--max-frames <frames>",
                "Frames that are rendered at a time, 1 to \(Session.largestSlice); does not change the output (default: \(Session.defaultSlice)).",
                takesDashes: true),
            .force("Replace an existing output."),
            .format("by the output's extension"),
            .encoding("the inputs"),
            .bitRate,
            .quality,
            .compression,
            Option(
                "--stems <folder>",
                "Also write what each track adds to the mix, as 01-NAME.wav and so on, and check that the sum of these files is the mix. The folder is created if its name ends in '/'.",
                isAlone: true),
            Option(
                "--trace <path>",
                "Also write a hash of every second of every unit's output, to compare with another render.",
                isAlone: true),
            Option(
                "--depfile <path>",
                "Also write a rule for Make or Ninja with the files that the output is made of; an existing file is replaced.",
                isAlone: true),
            Option(
                "--write-if-changed",
                "Replace an existing output only if its bytes change; -f is not needed.",
                isAlone: true),
            .jobs(changes: "output"),
            .offline,
            .dryRun("Check everything and say what would be done, with warnings and notices; write nothing."),
            .progress,
        ]

    var given: Arguments

    func run() throws {
        let output = try checkedOutput()
        var target = OutputSpec(path: output)
        let writeIfChanged = given.has("--write-if-changed")
        try given.settle(&target)
        if writeIfChanged { (target.replacesExisting, target.keepsUnchanged) = (true, true) }
        target.stemsFolder = given.path("--stems")
        target.tracePath = given.path("--trace")
        target.depfilePath = given.path("--depfile")
        try render(try session(), to: target)
    }
}
