internal import ArgumentParser
internal import KKAudio

/// What every command takes.
struct CommonOptions: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON document on standard output, also on failure.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print nothing but errors.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print more: decisions, progress without a terminal.")
    var verbose = false

    @Option(help: ArgumentHelp("Colour in messages.", valueName: "auto|always|never"))
    var color = ColorChoice.auto

    var usesColor: Bool {
        switch color {
        case .always: true
        case .never: false
        case .auto: Terminal.isErrorTerminal && (Terminal.variable("NO_COLOR") ?? "").isEmpty
        }
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

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
}

/// What a mix is made of: the inputs and the settings that act on their sum.
struct MixOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("Audio files, '-' for standard input, or PATH::key=value,… (see below).", valueName: "input"))
    var inputs: [String] = []

    @Option(name: [.customShort("r"), .customLong("rate")], help: ArgumentHelp("Sample rate of the mix (default: the first input's).", valueName: "hertz"))
    var rate: String?

    @Option(name: [.customShort("c"), .customLong("channels")], help: ArgumentHelp("Channels of the mix: a count or mono, stereo, quad, 5.1, … (default: the widest input's).", valueName: "layout"))
    var channels: String?

    @Option(help: ArgumentHelp("Length of the mix: longest, shortest, first or a time.", valueName: "length"))
    var length = "longest"

    @Option(parsing: .unconditional, help: ArgumentHelp("Level of the mix: -3dB or a factor.", valueName: "gain"))
    var gain = "1"

    @Option(help: ArgumentHelp("When the mix passes full scale.", valueName: "warn|error|scale"), transform: choice)
    var onClip = ClipPolicy.warn

    @Option(help: ArgumentHelp("Dither of integer outputs.", valueName: "auto|none|tpdf|shaped"), transform: choice)
    var dither = DitherChoice.auto

    @Option(help: ArgumentHelp("Seed of the dither noise.", valueName: "number"))
    var seed: UInt64 = 0

    @Option(help: ArgumentHelp("Sample-rate converter: libsamplerate[:best|medium|fastest].", valueName: "name"))
    var resampler = "libsamplerate:best"

    @Option(name: .customLong("max-frames"), help: ArgumentHelp("Frames in a slice of the render loop; changes no output.", valueName: "frames"))
    var maxFrames = Session.defaultSlice

    @Flag(help: "Make damage inside an input an error.")
    var strict = false

    func session() throws -> Session {
        var session = Session(tracks: try inputs.map { try TrackSpec(parsing: $0, exists: FileSystem.exists) })
        session.sampleRate = try rate.map(Self.sampleRate)
        session.layout = try channels.map { try ChannelLayout(parsing: $0) }
        session.length = try MixLength(parsing: length)
        session.gain = try Gain(parsing: gain)
        session.onClip = onClip
        session.dither = dither
        session.seed = seed
        session.resampler = try ResamplerQuality(parsing: resampler)
        session.maximumFramesPerSlice = try Self.slice(maxFrames)
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

    private static func slice(_ frames: Int) throws -> Int {
        guard (1...1_048_576).contains(frames) else {
            throw SessionError(.usage, "--max-frames \(frames) is out of range", nextStep: "a slice holds 1 to 1,048,576 frames")
        }
        return frames
    }
}

/// One of the words that `Choice` has.
private func choice<Choice: RawRepresentable & CaseIterable>(_ text: String) throws -> Choice where Choice.RawValue == String {
    guard let value = Choice(rawValue: text) else {
        throw ValidationError("'\(text)' is not one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return value
}
