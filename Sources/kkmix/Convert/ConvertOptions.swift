internal import ArgumentParser
internal import KKMixing

/// What a conversion makes of each file.
struct ConvertOptions: ParsableArguments {
    @Option(
        name: [.customShort("r", allowingJoined: true), .customLong("rate")],
        help: ArgumentHelp("Sample rate (default: the input's).", valueName: "hertz"))
    var rate: String?

    @Option(
        name: [.customShort("c", allowingJoined: true), .customLong("channels")],
        help: ArgumentHelp(
            "Channels, mixed by their labels: a count or mono, stereo, quad, 5.1, … (default: the input's).",
            valueName: "layout"))
    var channels: String?

    @Option(
        name: .customLong("channel-map"), parsing: .unconditional,
        help: ArgumentHelp(
            "For each output channel the input channel, counted from 1, or '-' for silence; nothing is mixed: 2,1 swaps the sides.",
            valueName: "map"))
    var channelMap: String?

    @Option(
        help: ArgumentHelp(
            "Container: wav, caf, flac, … (see kkmix formats; default: by the output's extension; in a folder the input's own).",
            valueName: "name"))
    var format: String?

    @Option(
        help: ArgumentHelp(
            "Encoding: s16, s24, f32, … (see kkmix formats; default: by the container and the input).",
            valueName: "name"))
    var encoding: String?

    @Option(
        help: ArgumentHelp(
            "Sample-rate converter: best, high, medium, fast, or libsamplerate:best, :medium, :fastest (default: high).",
            valueName: "name"))
    var resampler: String?

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
        help: ArgumentHelp(
            "When the result passes full scale: warn, fail (error), or convert again at the level that just fits (scale) or through a limiter (limit) (default: warn).",
            valueName: "warn|error|limit|scale"))
    var onClip: String?

    @Flag(help: "Make damage inside an input an error (otherwise a warning).")
    var strict = false

    @Flag(name: .shortAndLong, help: "Replace outputs that exist.")
    var force = false

    init() {}

    init(_ words: inout PlainWords) {
        rate = words.value("-r", "--rate")
        channels = words.value("-c", "--channels")
        channelMap = words.value("--channel-map")
        format = words.value("--format")
        encoding = words.value("--encoding")
        resampler = words.value("--resampler")
        dither = words.value("--dither")
        seed = words.value("--seed")
        onClip = words.value("--on-clip")
        strict = words.flag("--strict")
        force = words.flag("-f", "--force")
    }

    func settings() throws -> ConversionSettings {
        var settings = ConversionSettings()
        settings.sampleRate = try rate.map(MixOptions.sampleRate)
        settings.layout = try channels.map { try ChannelLayout(parsing: $0) }
        settings.channelMap = try channelMap.map { try ChannelMap(parsing: $0) }
        settings.container = format
        settings.encoding = encoding
        if let resampler { settings.resampler = try ResamplerQuality(parsing: resampler) }
        if let dither { settings.dither = try Choice(dither, of: "--dither").value }
        if let seed { settings.seed = try Mix.number(seed, of: "--seed", in: 0...UInt64.max) }
        if let onClip { settings.onClip = try Mix.clipPolicy(onClip) }
        settings.isStrict = strict
        settings.replacesExisting = force
        return settings
    }
}
