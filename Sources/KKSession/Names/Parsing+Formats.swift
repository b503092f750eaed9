public import KKConvert
public import KKFiles
internal import KKMath
public import KKPCM

extension ChannelLayout {
    /// The layouts that have a name on the command line.
    public static let named: [ChannelLayout] = [
        .mono, .stereo, .threeZero, .quadraphonic, .fiveZero, .fiveOne, .sixOne, .sevenOne,
    ]

    /// Reads a layout's name (`stereo`, `5.1`) or a count of channels (`2`: what a file of two channels means).
    public init(parsing text: String) throws(SessionError) {
        if let known = Self.named.first(where: { $0.name == text }) {
            self = known
        } else if let count = Int64(digits: text), (1...256).contains(count) {
            self = .standard(Int(count))
        } else {
            let names = Self.named.map(\.name).joined(separator: ", ")
            throw SessionError(
                .usage, "'\(text)' is not a channel layout", nextStep: "write a count from 1 to 256, or \(names)")
        }
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

extension Encoding {
    /// Reads the word that `--encoding` takes.
    public init(parsing text: String) throws(SessionError) {
        guard let known = Encoding(rawValue: text) else {
            let names = Encoding.allCases.map(\.rawValue).joined(separator: ", ")
            throw SessionError(.usage, "unknown encoding '\(text)'", nextStep: "write one of \(names)")
        }
        self = known
    }
}
