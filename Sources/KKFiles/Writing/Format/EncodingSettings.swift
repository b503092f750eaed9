package import KKCodecs
internal import KKMath

/// The settings of an encoder. Settings that are `nil` use the codec's default, and settings that a codec does not have
/// are refused: ``OutputFormat/validateSettings(path:)``.
public struct EncodingSettings: Hashable, Sendable, Codable {
    public enum BitRate: Hashable, Sendable, Codable {
        /// Bits per second of all channels together: constant in MP3 and AC-3, an average in Opus and AAC.
        case rate(Int)
        /// LAME's V; 0 is the best quality and the largest file.
        case variable(Int)
    }

    public var bitRate: BitRate?
    /// How AAC and AC-3 keep to the bit rate; `nil`: the encoder's own way. Other codecs take no notice of it.
    package var bitRateControl: BitRateControl?
    /// The quality of Vorbis; higher is better.
    public var quality: Double?
    /// The compression level of a lossless encoder, by name. It changes no sample.
    public var compression: String?

    public init() {}

    /// Whether these are the defaults.
    public var isStandard: Bool { self == EncodingSettings() }
}

extension EncodingSettings: CustomStringConvertible {
    /// `128k`, `quality 6`, `compression 8`; empty for the defaults.
    public var description: String {
        var words: [String] = []
        if let bitRate { words.append(bitRate.description) }
        if let quality { words.append("quality \(shortDecimalText(quality, digits: 2))") }
        if let compression { words.append("compression \(compression)") }
        return words.joined(separator: ", ")
    }
}

extension EncodingSettings.BitRate: CustomStringConvertible {
    /// `128k`, `vbr:2`.
    public var description: String {
        switch self {
        case .rate(let rate): Self.text(rate)
        case .variable(let level): "vbr:\(level)"
        }
    }

    static func text(_ rate: Int) -> String { "\(shortDecimalText(Double(rate) / 1000, digits: 3))k" }

    /// `32k, 40k, 48k`, `16k to 192k`.
    static func text(_ rates: [ClosedRange<Int>]) -> String {
        rates.map { $0.count == 1 ? text($0.lowerBound) : "\(text($0.lowerBound)) to \(text($0.upperBound))" }
            .joined(separator: ", ")
    }
}
