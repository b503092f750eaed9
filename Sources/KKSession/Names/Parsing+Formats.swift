public import KKConvert
public import KKFiles
internal import KKMath
public import KKPCM

extension ChannelLayout {
    /// The layouts with a name on the command line.
    public static let named: [ChannelLayout] = [
        .mono, .stereo, .threeZero, .quadraphonic, .fiveZero, .fiveOne, .sixOne, .sevenOne,
    ]

    /// Reads a layout's name (`stereo`, `5.1`), its channels (`L,R,C,LFE`), or a number of channels (`2`: the usual
    /// layout of a two-channel file).
    public init(parsing text: String) throws(SessionError) {
        if let known = Self.named.first(where: { $0.name == text }) {
            self = known
        } else if let count = Int64(digits: text), (1...256).contains(count) {
            self = .standard(Int(count))
        } else if let labels = Self.labels(text) {
            self = ChannelLayout(labels)
        } else {
            let names = Self.named.map(\.name).joined(separator: ", ")
            throw SessionError(
                .usage, "'\(text)' is not a channel layout",
                nextStep: "write a count from 1 to 256, \(names), or channels as in L,R,C,LFE")
        }
    }

    /// Two channels or more, each with a name and once.
    private static func labels(_ text: String) -> [ChannelLabel]? {
        let words = text.split { ", ".contains($0) }.map { $0.lowercased() }
        let labels = words.compactMap { word in ChannelLabel.named.first { $0.description.lowercased() == word } }
        return words.count > 1 && labels.count == words.count && Set(labels).count == labels.count ? labels : nil
    }
}

extension ResamplerQuality {
    /// Reads `best`, `high`, `medium`, `fast`, `libsamplerate` or `libsamplerate:best|medium|fastest`.
    public init(parsing text: String) throws(SessionError) {
        guard let quality = ResamplerQuality(rawValue: text == "libsamplerate" ? "libsamplerate:best" : text) else {
            throw SessionError(
                .usage, "unknown sample-rate converter '\(text)'",
                nextStep: "write best, high, medium or fast, or libsamplerate:best, :medium or :fastest")
        }
        self = quality
    }
}

extension EncodingSettings {
    /// Reads the values of `--bitrate` (`128k`, `vbr:2`), `--quality` and `--compression`.
    public init(bitRate: String?, quality: String?, compression: String?) throws(SessionError) {
        self.init()
        if let bitRate { self.bitRate = try BitRate(parsing: bitRate) }
        if let quality {
            guard let number = Double(decimal: quality), number <= 100 else {
                throw SessionError(.usage, "'\(quality)' is not a quality", nextStep: "write a number: --quality 6")
            }
            self.quality = number
        }
        self.compression = compression
    }
}

extension EncodingSettings.BitRate {
    fileprivate init(parsing text: String) throws(SessionError) {
        let word = text.lowercased()
        func refusal(_ meant: String) -> SessionError {
            SessionError(.usage, "'\(text)' is not a bit rate", nextStep: meant)
        }
        if word.hasPrefix("vbr:") {
            guard let level = Int64(digits: word.dropFirst(4)), level <= 100 else {
                throw refusal("write a level of LAME's, from vbr:0 (best) to vbr:9")
            }
            self = .variable(Int(level))
            return
        }
        let isKilo = word.hasSuffix("k")
        guard let number = Double(decimal: isKilo ? word.dropLast() : word[...]), number > 0, number <= 1e9 else {
            throw refusal("write kilobits per second, 128k, or for MP3 vbr:0 (best) to vbr:9")
        }
        // Nobody means 128 bits.
        guard isKilo || number >= 1000 else { throw refusal("did you mean \(text)k? A bare number is bits per second") }
        self = .rate(Int((isKilo ? number * 1000 : number).rounded()))
    }
}

extension Encoding {
    /// Reads the value of `--encoding`.
    public init(parsing text: String) throws(SessionError) {
        guard let known = Encoding(rawValue: text) else {
            if let format = OutputContainer.named(text) {
                throw SessionError(
                    .usage, "'\(text)' is a format, not an encoding", nextStep: "write --format \(format.rawValue)")
            }
            let names = Encoding.allCases.map(\.rawValue).joined(separator: ", ")
            throw SessionError(.usage, "unknown encoding '\(text)'", nextStep: "write one of \(names)")
        }
        self = known
    }
}
