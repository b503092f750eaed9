internal import KKMixing

/// What a conversion makes of each file.
struct ConvertOptions {
    static let table: [Option] = [
        .rate("Sample rate (default: the input's)."),
        .channels("Channels, mixed by their labels: a count or mono, stereo, quad, 5.1, … (default: the input's)."),
        Option(
            "--channel-map <map>",
            "The input channel for each output channel, counted from 1, or '-' for silence. Nothing is mixed: 2,1 swaps left and right.",
            takesDashes: true),
        Option(
            "--trim <silence[:level]>",
            "Cut silence off both ends, where no sample is above the level: silence:-60dB, or just silence for this level."
        ),
        .format("by the output's extension; in a folder the input's own"),
        .encoding("the input"),
        .bitRate,
        .quality,
        .compression,
        .resampler,
        .dither,
        .seed,
        .onClip("result", again: "convert"),
        .loudness("each file"),
        .normalize("each file"),
        Option(
            "--album",
            "Use one gain for all files, from their loudness together or their highest peak. Every file is read twice, and if one fails, none is written."
        ),
        .metadata(
            "keep|none|names",
            "Which tags, cover, markers and loops of the input to keep: all (keep), none, or those named: title,cover,chapters (default: keep)."
        ),
        .tag,
        .cover,
        .raw,
        .stream,
        .strict("an input"),
        .force("Replace existing outputs."),
    ]

    let given: Arguments

    func settings() throws -> ConversionSettings {
        var settings = ConversionSettings()
        settings.sampleRate = try given.sampleRate()
        (settings.stream, settings.raw) = (try given.streamNumber(), try given.rawFormat())
        settings.layout = try given["--channels"].map { try ChannelLayout(parsing: $0) }
        settings.channelMap = try given["--channel-map"].map { try ChannelMap(parsing: $0) }
        settings.trim = try given["--trim"].map { try SilenceLevel(parsingTrim: $0) }
        if let resampler = given["--resampler"] { settings.resampler = try ResamplerQuality(parsing: resampler) }
        settings.loudness = try given["--loudness"].map { try LoudnessTarget(parsing: $0) }
        settings.normalize = try given["--normalize"].map { try NormalizeTarget(parsing: $0) }
        settings.isAlbum = given.has("--album")
        try given.settle(&settings)
        return settings
    }
}

extension Arguments {
    func streamNumber() throws -> Int? { try self["--stream"].map { try TrackSpec.stream(parsing: $0) } }

    func rawFormat() throws -> RawFormat? { try self["--raw"].map { try TrackSpec.rawFormat(parsing: $0) } }

    /// What the options say of how each file is written, of those that `convert` and `split` share.
    func settle(_ settings: inout ConversionSettings) throws {
        settings.container = self["--format"]
        settings.encoding = self["--encoding"]
        settings.encodingSettings = try encodingSettings()
        if let dither: DitherChoice = try choice("--dither") { settings.dither = dither }
        if let seed = try number("--seed", in: 0...UInt64.max) { settings.seed = seed }
        if let policy: ClipPolicy = try choice("--on-clip") { settings.onClip = policy }
        if let metadata = self["--metadata"] { settings.texts = try TextChoice(parsing: metadata) }
        for tag in values("--tag") { try settings.texts.set(parsing: tag) }
        settings.texts.cover = path("--cover")
        settings.isStrict = has("--strict")
        settings.replacesExisting = has("--force")
    }
}
