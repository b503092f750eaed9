/// The options of an encoder and its default: the table of encoders.
public struct EncodingChoices: Hashable, Sendable {
    /// The options, by the words of the command line.
    public enum Option: String, CaseIterable, Sendable {
        case bitRate = "--bitrate"
        case quality = "--quality"
        case compression = "--compression"
    }

    /// The bit rates in words, where there is a choice; ``OutputFormat/bitRates(sampleRate:channelCount:)`` has their
    /// numbers.
    var bitRates: String?
    /// LAME's V.
    var variable: ClosedRange<Int>?
    var qualities: ClosedRange<Int>?
    /// The words of the levels, the fastest first.
    var compressions: [String] = []
    /// The default, as text.
    public var standard = ""

    /// The values of an option, as text; `nil` if the encoder does not have it.
    public func values(_ option: Option) -> String? {
        switch option {
        case .bitRate:
            let levels = variable.map { "vbr:\($0.lowerBound) (best) to vbr:\($0.upperBound)" }
            let words = [bitRates, levels].compactMap(\.self)
            return words.isEmpty ? nil : words.joined(separator: ", or ")
        case .quality: return qualities.map { "\($0.lowerBound) to \($0.upperBound) (best)" }
        case .compression:
            guard let first = compressions.first, let last = compressions.last else { return nil }
            return Int(first) == nil ? compressions.joined(separator: " ") : "\(first) to \(last) (smallest)"
        }
    }

    /// The number of the level that is asked for.
    func level(_ settings: EncodingSettings) -> Int? { settings.compression.flatMap(compressions.firstIndex(of:)) }

    /// The names of all compression levels.
    public static let compressionWords = flac.compressions + wavPack.compressions

    static let flac = EncodingChoices(compressions: (0...8).map(String.init), standard: "5")
    static let wavPack = EncodingChoices(compressions: ["fast", "normal", "high", "very-high"], standard: "normal")
    static let vorbis = EncodingChoices(qualities: 0...10, standard: "6")
    static let opus = EncodingChoices(
        bitRates: "6k to 256k for each channel", standard: "60k mono, 120k stereo, 320k 5.1")
    static let mp3 = EncodingChoices(bitRates: "32k to 320k", variable: 0...9, standard: "vbr:2")
    static let aac = EncodingChoices(bitRates: "16k to 192k for each channel", standard: "96k for each channel")
    static let ac3 = EncodingChoices(bitRates: "32k to 640k", standard: "96k mono, 192k stereo, 448k 5.1")
}

extension OutputFormat {
    /// The encodings that have options, in the order of the containers, with these options.
    public static let encoders: [(name: String, choices: EncodingChoices)] = {
        var rows: [(name: String, choices: EncodingChoices)] = []
        for row in all {
            for encoding in row.encodings {
                guard let codec = OutputFormat(container: row.container, encoding: encoding).codec,
                    let choices = codec.choices
                else { continue }
                let name = codec.name == nil ? row.container.rawValue : encoding.rawValue
                if !rows.contains(where: { $0.name == name }) { rows.append((name, choices)) }
            }
        }
        return rows
    }()
}
