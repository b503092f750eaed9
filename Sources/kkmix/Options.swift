internal import ArgumentParser
internal import KKAudio

// Options are texts, and their values are read here: each further type of option would cost every start of the program
// some hundred thousand instructions in the parser, and the messages would not say what to do next.

/// What every command takes.
struct CommonOptions: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON document on standard output, also on failure.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print nothing but errors.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print more: decisions, progress without a terminal.")
    var verbose = false

    @Option(help: ArgumentHelp("Colour in messages (default: auto).", valueName: "auto|always|never"))
    var color: String?

    private var usesColor: Bool {
        switch color {
        case "always": true
        case "never": false
        default: Terminal.isErrorTerminal && (Terminal.variable("NO_COLOR") ?? "").isEmpty
        }
    }

    func validate() throws {
        _ = try color.map { try Choice<ColorChoice>($0, of: "--color") }
    }

    func warn(_ text: String) {
        guard !quiet else { return }
        Terminal.printError("kkmix: \(usesColor ? "\u{1B}[33mwarning:\u{1B}[0m" : "warning:") \(text)")
    }

    func note(_ text: String) {
        guard !quiet else { return }
        Terminal.printError("kkmix: \(text)")
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

/// What a mix is made of: the inputs and the settings that act on their sum.
struct MixOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("Audio files, '-' for standard input, or PATH::key=value,… (see below).", valueName: "input"))
    var inputs: [String] = []

    @Option(name: [.customShort("r"), .customLong("rate")], help: ArgumentHelp("Sample rate of the mix (default: the first input's).", valueName: "hertz"))
    var rate: String?

    @Option(name: [.customShort("c"), .customLong("channels")], help: ArgumentHelp("Channels of the mix: a count or mono, stereo, quad, 5.1, … (default: the widest input's).", valueName: "layout"))
    var channels: String?

    @Option(help: ArgumentHelp("Length of the mix: longest, shortest, first or a time (default: longest).", valueName: "length"))
    var length: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Level of the mix: -3dB or a factor (default: 1).", valueName: "gain"))
    var gain: String?

    @Option(help: ArgumentHelp("When the mix passes full scale (default: warn).", valueName: "warn|error|scale"))
    var onClip: String?

    @Option(help: ArgumentHelp("Dither of integer outputs (default: auto).", valueName: "auto|none|tpdf|shaped"))
    var dither: String?

    @Option(help: ArgumentHelp("Seed of the dither noise (default: 0).", valueName: "number"))
    var seed: String?

    @Option(help: ArgumentHelp("Sample-rate converter: libsamplerate[:best|medium|fastest] (default: best).", valueName: "name"))
    var resampler: String?

    @Option(name: .customLong("max-frames"), help: ArgumentHelp("Frames in a slice of the render loop; changes no output (default: \(Session.defaultSlice)).", valueName: "frames"))
    var maxFrames: String?

    @Flag(help: "Make damage inside an input an error.")
    var strict = false

    func session() throws -> Session {
        var session = Session(tracks: try inputs.map { try TrackSpec(parsing: $0, exists: FileSystem.exists) })
        session.sampleRate = try rate.map(Self.sampleRate)
        session.layout = try channels.map { try ChannelLayout(parsing: $0) }
        if let length { session.length = try MixLength(parsing: length) }
        if let gain { session.gain = try Gain(parsing: gain) }
        if let onClip { session.onClip = try Choice(onClip, of: "--on-clip").value }
        if let dither { session.dither = try Choice(dither, of: "--dither").value }
        if let seed { session.seed = try Self.number(seed, of: "--seed", in: 0...UInt64.max) }
        if let resampler { session.resampler = try ResamplerQuality(parsing: resampler) }
        if let maxFrames { session.maximumFramesPerSlice = try Self.number(maxFrames, of: "--max-frames", in: 1...1_048_576) }
        session.isStrict = strict
        return session
    }

    private static func sampleRate(_ text: String) throws -> Double {
        let kilo = text.lowercased().hasSuffix("k")
        guard let number = Double(kilo ? String(text.dropLast()) : text), number.isFinite else {
            throw SessionError(.usage, "'\(text)' is not a sample rate", nextStep: "write hertz: --rate 48000 or 48k")
        }
        let rate = kilo ? number * 1000 : number
        guard (1...10_000_000).contains(rate) else {
            throw SessionError(.usage, "the sample rate \(text) is out of range", nextStep: "rates go from 1 to 10,000,000 Hz")
        }
        return rate
    }

    private static func number<Value: FixedWidthInteger>(_ text: String, of option: String, in range: ClosedRange<Value>) throws -> Value {
        guard let value = Value(text), range.contains(value) else {
            throw SessionError(
                .usage, "'\(text)' is not a value of \(option)", nextStep: "write a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }
}
