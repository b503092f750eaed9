internal import KKMath
public import KKPCM

/// A generated test sound: `synth:sine:frequency=997:for=10s` can be used in place of any file name. If a file with
/// exactly this name exists, that file is used.
///
/// Each sample is a formula of its frame number n (see ``Kind``), computed in Float64 by ``PortableMath`` and rounded
/// once to Float32: the same bits on every machine, and after a seek to any frame. Times are whole frames, and
/// frequencies whole millionths of a hertz.
public struct Stimulus: Hashable, Sendable {
    /// The kinds of sound. A is the level, R the rate, N the number of frames.
    public enum Kind: String, CaseIterable, Sendable {
        /// A at one frame, 0 at all others.
        case impulse
        /// A · sin(2π · frac(f · n / R)), the fraction in whole numbers.
        case sine
        /// A in the first half of each period, −A in the second: frac(f · n / R) < ½. Its edges are on frames; it is
        /// not band-limited.
        case square
        /// A · sin(2π · φ(n)) with φ(n) = f₁ · N / (R · ln(f₂ / f₁)) · ((f₂ / f₁)^(n / N) − 1) turns: the frequency
        /// goes from f₁ to f₂, and as many frames pass in each octave (A. Farina, *Simultaneous Measurement of Impulse
        /// Response and Distortion with a Swept-Sine Technique*, 2000).
        case sweep
        /// A / 2 · (sin(2π · frac(f₁ · n / R)) + sin(2π · frac(f₂ · n / R))).
        case twoTones = "two-tones"
        /// A · h / 2³¹, where h is ``CounterHash`` of seed, channel and n as a signed number: uniform from −A to A,
        /// white, each channel its own.
        case noise
        /// 0.
        case silence
    }

    public var kind: Kind
    /// Frames per second: whole hertz.
    public var sampleRate: Int64
    /// The number of channels. All are the same, except of noise.
    public var channelCount: Int
    public var frameCount: Int64
    /// The amplitude as a factor of full scale; negative values invert the polarity.
    public var level: Double
    /// The frame of the impulse.
    public var impulseFrame: Int64 = 0
    /// The frequencies in millionths of a hertz: of a tone, of two tones, or of the start and end of a sweep.
    public var first: Int64 = 0
    public var second: Int64 = 0
    public var seed: UInt64 = 0

    /// The prefix of every name of a stimulus.
    public static let prefix = "synth:"

    /// Half of full scale, −6.02 dB: exact in Float32, and two of them fit.
    static let defaultLevel = 0.5
    static let defaultRate: Int64 = 48_000

    var properties: FileProperties {
        FileProperties(
            fileType: .synth, dataFormat: .canonical(sampleRate: Double(sampleRate), channels: channelCount),
            layout: .standard(channelCount),
            frameCount: frameCount, lengthSource: .definition)
    }
}

extension Stimulus {
    /// The keys that a kind has of its own, and those of all but silence.
    static func keys(of kind: Kind) -> [Key] {
        switch kind {
        case .impulse: [.at] + Key.common
        case .sine, .square: [.frequency] + Key.common
        case .sweep: [.from, .to] + Key.common
        case .twoTones: [.frequency, .second] + Key.common
        case .noise: [.seed] + Key.common
        case .silence: Key.common.filter { $0 != .level }
        }
    }

    /// The keys of a stimulus, which follow its kind.
    public enum Key: String, CaseIterable, Sendable {
        case duration = "for"
        case rate, channels, level, frequency, second, from, to, at, seed

        static let common: [Key] = [.duration, .rate, .channels, .level]
    }

    /// A kind, for tables and documents.
    public struct KindRow: Sendable, KeyedReport {
        public let kind: Kind
        public var name: String { prefix + kind.rawValue }
        /// Those of its own.
        public var keys: [Key] { Stimulus.keys(of: kind).filter { !Key.common.contains($0) } }
        public var meaning: String { kind.meaning }

        public static func tell(_ key: inout ReportKeys<Self>) {
            key("name", \.name)
            key("keys") { $0.keys.map(\.rawValue) }
            key("meaning", \.meaning)
        }
    }

    public static let kindTable = Kind.allCases.map { KindRow(kind: $0) }

    /// A key: the form of a value, what holds without it, and what it says.
    public struct KeyRow: Sendable, KeyedReport {
        public let key: Key
        public let value: String
        public let unset: String
        public let meaning: String

        public static func tell(_ key: inout ReportKeys<Self>) {
            key("key", \.key.rawValue)
            key("value", \.value)
            key("unset", \.unset)
            key("meaning", \.meaning)
        }
    }

    public static let keyTable: [KeyRow] = [
        (.duration, "10s, 250ms, 48000f", "1s", "how long it is"),
        (.rate, "48k or 44100", "48k", "frames per second, whole hertz"),
        (.channels, "1 to 256", "1", "number of channels; all are the same, except for noise"),
        (.level, "-6dB or 0.5", "0.5", "its peak, as a factor or in dB of full scale; silence has none"),
        (
            .frequency, "1k or 997", "1k",
            "the tone, below half the rate; for `two-tones` the first one (default: 60 Hz)"
        ),
        (.second, "7k", "7k", "the second tone of `two-tones`"),
        (.from, "20", "20", "where a sweep begins"),
        (.to, "20k", "0.45 × rate", "where a sweep ends"),
        (.at, "10ms, 480f", "0", "where the impulse is"),
        (.seed, "1", "0", "seed of the noise"),
    ].map { KeyRow(key: $0, value: $1, unset: $2, meaning: $3) }
}

extension Stimulus.Kind {
    fileprivate var meaning: String {
        switch self {
        case .impulse: "one frame at the level, with silence around it"
        case .sine: "a sine that begins at 0 and rises"
        case .square: "the level and its negative in turn; not band-limited"
        case .sweep: "a sine through all frequencies, the same time for each octave"
        case .twoTones: "two sines at half the level each (60 Hz and 7 kHz)"
        case .noise: "white noise, evenly distributed up to the level"
        case .silence: "nothing"
        }
    }
}
