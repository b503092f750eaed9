internal import KKMixing

/// What a mix is made of, and what shapes its graph; `mix` and `graph` share it.
struct MixOptions {
    static let table = [
        .inputs("input", "Audio files, '-' for standard input, or PATH::key=value,… with track settings."),
        .rate("Sample rate of the mix (default: the first input's)."),
        .channels("Channels of the mix: a count or mono, stereo, quad, 5.1, … (default: the widest input's)."),
        Option(
            "--length <length>",
            "Length of the mix: as long as the longest, shortest or first track, or a time (default: longest)."
        ).alsoCalled("--duration").completed(.words(["longest", "shortest", "first"])),
        Option("--gain <gain>", "Level of the mix: -3dB or a factor (default: 1).", takesDashes: true).alsoCalled(
            "--volume"),
        Option(
            "--eq <preset|bands>",
            "Equaliser on the mix: a preset (see kkmix presets) or bands, kind:frequency:gain:width joined by + (peak:1k:-3dB:1oct+highshelf:8k:2dB)."
        ).alsoCalled("--equalizer", "--equaliser").completed(.list("presets")),
        Option(
            "--unit <unit:name=value:…>",
            "Effect on the mix, with parameters (delay:time=300ms:mix=25; see kkmix units); may be repeated.",
            repeats: true
        ).alsoCalled("--effect", "--fx", "--delay", "--plugin").completed(.list("units")),
        Option(
            "--compress <preset>",
            "Compressor on the mix, before its other effects: voice, podcast, music or broadcast."
        ).alsoCalled("--compressor", "--dynamics").completed(.words(UnitSpec.compressorPresets)),
        Option(
            "--reverb <room|file>",
            "Reverb on the mix, after its other effects, and how much of it: small-room, plate, medium-hall:20%, …, or an impulse response: hall.wav:20%."
        ).alsoCalled("--room", "--hall").completed(.words(UnitSpec.reverbPresets)),
        Option(
            "--hrtf <file>",
            "For headphones: tracks with a position are heard through the head of this SOFA file."
        ).alsoCalled("--sofa", "--binaural", "--spatial"),
        Option("--limit <true peak>", "Ceiling of a look-ahead limiter on the mix: -1dBTP.", takesDashes: true)
            .alsoCalled("--limiter", "--ceiling", "--true-peak"),
        Option(
            "--tail <auto|none|time>",
            "How long the mix goes on after its tracks: a time, none, or as long as its effects still sound (auto) (default: auto)."
        ).completed(.words(["auto", "none"])),
        .resampler,
        .raw,
        .strict("an input"),
    ]

    let given: Arguments

    /// - Parameter exists: whether there is a file of a name.
    func session(exists: (FilePath) -> Bool = \.exists) throws -> Session {
        var session = Session(tracks: try given.inputs.map { try TrackSpec(parsing: $0, exists: exists) })
        if let raw = try given.rawFormat() {
            for track in session.tracks.indices where !session.tracks[track].path.isStimulus {
                session.tracks[track].raw = session.tracks[track].raw ?? raw
            }
        }
        session.sampleRate = try given.sampleRate()
        session.layout = try given["--channels"].map { try ChannelLayout(parsing: $0) }
        if let length = given["--length"] { session.length = try MixLength(parsing: length) }
        if let gain = given["--gain"] { session.gain = try Gain(parsing: gain) }
        if let eq = given["--eq"] { session.equalizer = try EQSpec(parsing: eq) }
        if let preset = given["--compress"] { session.units.append(try UnitSpec.compressor(preset: preset)) }
        session.units += try given.values("--unit").map { try UnitSpec(parsing: $0) }
        if let room = given["--reverb"] { session.units.append(try UnitSpec.reverb(parsing: room)) }
        session.headFile = given.path("--hrtf")
        if let limit = given["--limit"] { session.limit = try TruePeakCeiling(parsing: limit) }
        if let tail = given["--tail"] { session.tail = try MixTail(parsing: tail) }
        if let resampler = given["--resampler"] { session.resampler = try ResamplerQuality(parsing: resampler) }
        session.isStrict = given.has("--strict")
        return session
    }
}
