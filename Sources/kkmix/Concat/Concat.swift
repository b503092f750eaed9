internal import KKMixing

struct Concat: Command {
    static let name = "concat"
    static let abstract = "Join audio files, one after another."
    static let usage = "kkmix concat INPUT… -o OUTPUT [options]"
    static let discussion = """
        Examples:
          kkmix concat part1.wav part2.wav part3.wav -o whole.wav
          kkmix concat intro.wav talk.mp3::trim=silence -o show.flac --gap 500ms
          kkmix concat a.flac b.flac c.flac -o set.flac --crossfade 4s
          kkmix concat 1.mp3 2.mp3 3.mp3 -o book.m4b --chapters --tag title='A book'

        Each file begins right after the last frame of the file before it. Files of the
        same format keep their samples. Rate and channels are those of the first file,
        or -r and -c. An input takes the settings of a track (kkmix mix --help), except
        'at'.
        """

    static let options: [Option] = [
        .inputs("input", "Audio files in their order, '-' for standard input, or PATH::key=value,…"),
        .output("The output file; '-' is standard output."),
        Option("--gap <time>", "Silence between one file and the next (default: none)."),
        Option(
            "--crossfade <time[/curve]>",
            "Fade each file in while the one before it fades out: 2s, with the curve equal-power, linear or s-curve (default: equal-power)."
        ),
        Option(
            "--chapters",
            "Start a chapter at each input, with its title, or else its file name."),
        .rate("Sample rate of the output (default: the first input's)."),
        .channels("Channels of the output: a count or mono, stereo, quad, 5.1, … (default: the first input's)."),
        .resampler,
        .strict("an input"),
        .onClip("output", again: "render"),
        .loudness("the output"),
        .normalize("the output"),
        .metadata(
            "none|from:n",
            "Tags, cover, markers and loops of the output: none, or those of an input: from:1 (default: none)."
        ),
        .tag,
        .cover,
        .dither,
        .seed,
        .force("Replace an existing output."),
        .format("by the output's extension"),
        .encoding("the inputs"),
        .bitRate,
        .quality,
        .compression,
        .jobs(changes: "output"),
        .offline,
        .dryRun("Check everything and say what would be done, with warnings and notices; write nothing."),
        .progress,
    ]

    static let exclusions = [
        Exclusion(["--gap", "--crossfade"], "--gap and --crossfade cannot be used together")
    ]

    let given: Arguments

    func run() throws {
        var target = OutputSpec(path: try checkedOutput())
        try given.settle(&target)
        try render(try session(), to: target, as: .concatenation)
    }

    private func session() throws -> Session {
        var session = Session(tracks: try given.inputs.map { try TrackSpec(parsing: $0, exists: \.exists) })
        session.joint = .gapless
        if let gap = given["--gap"] { session.joint = .gap(try TimeValue(parsing: gap)) }
        if let fade = given["--crossfade"] { session.joint = try TrackJoint(parsingCrossfade: fade) }
        session.sampleRate = try given.sampleRate()
        session.layout = try given["--channels"].map { try ChannelLayout(parsing: $0) }
        if let resampler = given["--resampler"] { session.resampler = try ResamplerQuality(parsing: resampler) }
        session.isStrict = given.has("--strict")
        try given.settle(&session)
        session.texts.marksTracks = given.has("--chapters")
        return session
    }
}
