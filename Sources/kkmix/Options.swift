internal import ArgumentParser
internal import KKMixing

// Options are texts, and their values are read here: each further type of option would cost every start of the program
// some hundred thousand instructions in the parser, and the messages would not say what to do next.

/// What every command takes.
struct CommonOptions: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON document on standard output, also on failure.")
    var json = false

    @Flag(
        name: .shortAndLong,
        help:
            "Print no warnings, notices, progress or result line; what info, measure, graph, formats, presets and statuses are asked for, and which tests and jobs fail, still prints."
    )
    var quiet = false

    @Flag(
        name: .shortAndLong,
        help:
            "In a mix or a conversion, print every decision, and progress where there is no terminal; in a batch, every job; of a file, all that info knows."
    )
    var verbose = false

    @Option(
        help: ArgumentHelp(
            "Colour in messages; auto is on a terminal without NO_COLOR (default: auto).",
            valueName: "auto|always|never"))
    var color: String?

    init() {}

    init(_ words: inout PlainWords) {
        json = words.flag("--json")
        quiet = words.flag("-q", "--quiet")
        verbose = words.flag("-v", "--verbose")
        color = words.value("--color")
    }

    /// - Throws: `SessionError` for a word that `--color` does not know.
    func voice() throws -> Voice {
        if let color { _ = try Choice<ColorChoice>(color, of: "--color") }
        return Voice(color: color)
    }

    /// Tells whoever left the shard to the engine that there is none: on many machines that is the same work many
    /// times.
    func tellUnsplit(shard: String?, count: Int, _ noun: String, _ voice: Voice) throws(SessionError) {
        guard shard == "auto", !quiet, try Shard.automatic(variable: Terminal.variable).engine == nil else { return }
        voice.note(
            "--shard auto: no shard variables are set; \(count == 1 ? "the one \(noun) runs" : "all \(count) \(noun)s run") here"
        )
    }
}

private enum ColorChoice: String, CaseIterable {
    case auto, always, never
}

/// One of the words that an option takes.
struct Choice<Value: RawRepresentable & CaseIterable> where Value.RawValue == String {
    let value: Value

    init(_ text: String, of option: String) throws(SessionError) {
        guard let value = Value(rawValue: text) else {
            let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw SessionError(.usage, "'\(text)' is not a value of \(option)", nextStep: "write one of \(words)")
        }
        self.value = value
    }
}

/// What a mix is made of, and what shapes its graph; `mix` and `graph` share it.
struct MixOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Audio files, '-' for standard input, or PATH::key=value,… with track settings.", valueName: "input"))
    var inputs: [String] = []

    @Option(
        name: [.customShort("r", allowingJoined: true), .customLong("rate")],
        help: ArgumentHelp("Sample rate of the mix (default: the first input's).", valueName: "hertz"))
    var rate: String?

    @Option(
        name: [.customShort("c", allowingJoined: true), .customLong("channels")],
        help: ArgumentHelp(
            "Channels of the mix: a count or mono, stereo, quad, 5.1, … (default: the widest input's).",
            valueName: "layout"))
    var channels: String?

    @Option(
        help: ArgumentHelp(
            "Length of the mix: that of the longest, shortest or first track, or a time (default: longest).",
            valueName: "length"))
    var length: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Level of the mix: -3dB or a factor (default: 1).", valueName: "gain"))
    var gain: String?

    @Option(
        help: ArgumentHelp(
            "Equaliser on the mix: a preset (see kkmix presets) or bands, kind:frequency:gain:width joined by + (peak:1k:-3dB:1oct+highshelf:8k:2dB).",
            valueName: "preset|bands"))
    var eq: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Ceiling of a look-ahead limiter on the mix: -1dBTP.", valueName: "true peak"))
    var limit: String?

    @Option(
        help: ArgumentHelp(
            "How much longer the mix is than its tracks: a time, none, or what its units still give (auto) (default: auto).",
            valueName: "auto|none|time"))
    var tail: String?

    @Option(
        help: ArgumentHelp(
            "Sample-rate converter: best, high, medium, fast, or libsamplerate:best, :medium, :fastest (default: high).",
            valueName: "name"))
    var resampler: String?

    @Flag(help: "Make damage inside an input an error (otherwise a warning).")
    var strict = false

    init() {}

    /// All but the inputs, which are what everything else leaves.
    init(_ words: inout PlainWords) {
        rate = words.value("-r", "--rate")
        channels = words.value("-c", "--channels")
        length = words.value("--length")
        gain = words.value("--gain")
        eq = words.value("--eq")
        limit = words.value("--limit")
        tail = words.value("--tail")
        resampler = words.value("--resampler")
        strict = words.flag("--strict")
    }

    /// - Parameter exists: whether there is a file of a name.
    func session(exists: (String) -> Bool = FileSystem.exists) throws -> Session {
        var session = Session(tracks: try inputs.map { try TrackSpec(parsing: $0, exists: exists) })
        session.sampleRate = try rate.map(Self.sampleRate)
        session.layout = try channels.map { try ChannelLayout(parsing: $0) }
        if let length { session.length = try MixLength(parsing: length) }
        if let gain { session.gain = try Gain(parsing: gain) }
        if let eq { session.equalizer = try EQSpec(parsing: eq) }
        if let limit { session.limit = try TruePeakCeiling(parsing: limit) }
        if let tail { session.tail = try MixTail(parsing: tail) }
        if let resampler { session.resampler = try ResamplerQuality(parsing: resampler) }
        session.isStrict = strict
        return session
    }

    static func sampleRate(_ text: String) throws -> Double {
        let kilo = text.lowercased().hasSuffix("k")
        guard let number = Double(kilo ? String(text.dropLast()) : text), number.isFinite else {
            throw SessionError(.usage, "'\(text)' is not a sample rate", nextStep: "write hertz: --rate 48000 or 48k")
        }
        let rate = kilo ? number * 1000 : number
        guard (1...10_000_000).contains(rate) else {
            throw SessionError(
                .usage, "the sample rate \(text) is out of range", nextStep: "rates go from 1 to 10,000,000 Hz")
        }
        if !kilo, let hertz = kilohertzRates.first(where: { rate == Double($0) / 1000 }) {
            throw SessionError(
                .usage, "the sample rate \(text) would be \(text) Hz",
                nextStep: "did you mean \(text)k? (\(text) Hz is \(thousandth(of: hertz))k)")
        }
        return rate
    }

    /// `0.0441` for a rate below a million.
    private static func thousandth(of hertz: Int) -> String {
        var digits = String(1_000_000 + hertz).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "0.\(digits)"
    }

    /// Rates of audio, in hertz, that people write in kilohertz; a thousandth of one is nobody's rate, but a slip.
    private static let kilohertzRates = [
        8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000, 176_400, 192_000,
        352_800, 384_000,
        705_600, 768_000,
    ]
}
