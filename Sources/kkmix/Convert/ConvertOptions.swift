internal import KKMixing

/// What a conversion makes of each file.
struct ConvertOptions {
    static let table: [Option] = [
        .rate("Sample rate (default: the input's)."),
        .channels("Channels, mixed by their labels: a count or mono, stereo, quad, 5.1, … (default: the input's)."),
        Option(
            "--channel-map <map>",
            "For each output channel the input channel, counted from 1, or '-' for silence; nothing is mixed: 2,1 swaps the sides.",
            takesDashes: true),
        .format("by the output's extension; in a folder the input's own"),
        .encoding("the input"),
        .bitRate,
        .quality,
        .compression,
        .resampler,
        .dither,
        .seed,
        .onClip("result", again: "convert"),
        .metadata(
            "keep|none|names",
            "Texts of the input that the output gets: all, none, or those named: title,artist (default: keep)."),
        .tag,
        .strict("an input"),
        .force("Replace outputs that exist."),
    ]

    let given: Arguments

    func settings() throws -> ConversionSettings {
        var settings = ConversionSettings()
        settings.sampleRate = try given.sampleRate()
        settings.layout = try given["--channels"].map { try ChannelLayout(parsing: $0) }
        settings.channelMap = try given["--channel-map"].map { try ChannelMap(parsing: $0) }
        settings.container = given["--format"]
        settings.encoding = given["--encoding"]
        settings.encodingSettings = try given.encodingSettings()
        if let resampler = given["--resampler"] { settings.resampler = try ResamplerQuality(parsing: resampler) }
        if let dither: DitherChoice = try given.choice("--dither") { settings.dither = dither }
        if let seed = try given.number("--seed", in: 0...UInt64.max) { settings.seed = seed }
        if let policy: ClipPolicy = try given.choice("--on-clip") { settings.onClip = policy }
        if let metadata = given["--metadata"] { settings.texts = try TextChoice(parsing: metadata) }
        for tag in given.values("--tag") { try settings.texts.set(parsing: tag) }
        settings.isStrict = given.has("--strict")
        settings.replacesExisting = given.has("--force")
        return settings
    }
}
