public import KKFiles
internal import KKMath
internal import KKPCM
public import KKSession

extension Fingerprint {
    private static let title = "kkmix fingerprint 2"
    /// The longest file that is read, in bytes: some hours.
    static let longestText = 64 << 20

    /// The content of the file: a line for each fact, and one for each window and channel, so that a diff shows when
    /// and where a sound changed.
    public var text: String {
        var lines = [
            Self.title, "rate       \(shortDecimalText(sampleRate, digits: 3))", "channels   \(channelCount)",
            "layout     \(layout.labels.map(FingerprintLines.word).joined(separator: " "))", "frames     \(frameCount)",
            "sha256     \(pcmSHA256)",
            "loudness   \(Self.word(loudness)) LUFS", "range      \(Self.word(loudnessRange)) LU",
            "true-peak  \(Self.word(truePeak)) dBTP",
            "bands      \(crossovers.map { shortDecimalText($0, digits: 0) }.joined(separator: " "))",
            "# start in seconds, channel: sketch; RMS, peak, RMS of each band from the lowest, dBFS",
        ]
        for (index, level) in levels.enumerated() {
            let (window, channel) = index.quotientAndRemainder(dividingBy: channelCount)
            let values = ([level.rms, level.peak] + level.bands).map { Self.word($0) }
            lines.append(
                "\(window / 10).\(window % 10) \(channel + 1) \(decimalText(level.sketch, digits: Self.sketchDigits)) \(values.joined(separator: " "))"
            )
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func word(_ value: Double?) -> String {
        guard let value else { return "none" }
        return value == -.infinity ? "-inf" : decimalText(value, digits: digits)
    }

    /// Reads the file.
    ///
    /// - Throws: `badData` with the file and the line.
    public init(parsing bytes: [UInt8], path: FilePath) throws(SessionError) {
        var lines = FingerprintLines(String(decoding: bytes, as: UTF8.self), path: path)
        guard lines.next()?.joined(separator: " ") == Self.title else {
            throw lines.error("this is not a fingerprint of this version")
        }
        sampleRate = try lines.number("rate")
        let channels = try lines.number("channels")
        guard channels >= 1, channels <= 4096 else { throw lines.error("channels are impossible") }
        layout = try lines.layout("layout", channelCount: Int(channels))
        let frames = try lines.number("frames")
        guard sampleRate > 0, sampleRate < 1e8, frames >= 0, frames < 4.5e15 else {
            throw lines.error("rate or frames are impossible")
        }
        frameCount = Int64(frames)
        pcmSHA256 = try lines.word("sha256")
        loudness = try lines.level("loudness")
        loudnessRange = try lines.level("range")
        truePeak = try lines.level("true-peak")
        crossovers = try lines.numbers("bands")
        levels = []
        while let words = lines.next() {
            guard words.count == crossovers.count + 6, words[1] == "\(levels.count % channelCount + 1)" else {
                throw lines.error("this line is not the next window's")
            }
            guard let sketch = Double(signedDecimal: words[2]) ?? FingerprintLines.large(words[2]) else {
                throw lines.error("'\(words[2])' is not a sketch")
            }
            var values: [Double] = []
            for word in words.dropFirst(3) {
                guard let value = FingerprintLines.level(word) else { throw lines.error("'\(word)' is not a level") }
                values.append(value)
            }
            levels.append(Levels(sketch: sketch, rms: values[0], peak: values[1], bands: Array(values.dropFirst(2))))
        }
        guard levels.count % channelCount == 0 else { throw lines.error("the last window is not complete") }
    }
}

/// The lines of a fingerprint, split at blanks; those that begin with `#`, and empty ones, are skipped.
private struct FingerprintLines {
    private var lines: TextLines
    private let path: FilePath

    init(_ text: String, path: FilePath) {
        lines = TextLines(text)
        self.path = path
    }

    mutating func next() -> [Substring]? {
        while var line = lines.next()?.utf8 {
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.map { Substring($0) }
            if !words.isEmpty { return words }
        }
        return nil
    }

    /// The words after `key`, which the next line must begin with.
    private mutating func words(_ key: String) throws(SessionError) -> ArraySlice<Substring> {
        guard let words = next(), words[0] == key, words.count > 1 || key == "bands" else {
            throw error("'\(key)' is missing here")
        }
        return words.dropFirst()
    }

    mutating func word(_ key: String) throws(SessionError) -> String { String(try words(key).first ?? "") }

    mutating func number(_ key: String) throws(SessionError) -> Double {
        let word = try word(key)
        guard let value = Double(decimal: word) else { throw error("'\(word)' is not a number") }
        return value
    }

    mutating func numbers(_ key: String) throws(SessionError) -> [Double] {
        var values: [Double] = []
        for word in try words(key) {
            guard let value = Double(decimal: word), values.count < 16 else {
                throw error("'\(word)' is not a frequency")
            }
            values.append(value)
        }
        return values
    }

    mutating func layout(_ key: String, channelCount: Int) throws(SessionError) -> ChannelLayout {
        var labels: [ChannelLabel] = []
        for word in try words(key) {
            guard let label = Self.label(word) else { throw error("'\(word)' is not a channel") }
            labels.append(label)
        }
        guard labels.count == channelCount else { throw error("the layout has \(labels.count) channels") }
        return ChannelLayout(labels)
    }

    /// `LFE`, `3` of a discrete channel, `label-13` of one without a short name.
    static func word(_ label: ChannelLabel) -> String { label.description.replacingScalars { $0 == " " ? "-" : nil } }

    private static func label(_ word: Substring) -> ChannelLabel? {
        if let index = Int(word) { return index >= 0 && index <= 0xFFFF ? .discrete(index) : nil }
        if word.hasPrefix("label-") { return UInt32(word.dropFirst(6)).map(ChannelLabel.init(rawValue:)) }
        if word == Self.word(.unknown)[...] { return .unknown }
        return (1...42).map(ChannelLabel.init(rawValue:)).first { $0.description == word }
    }

    mutating func level(_ key: String) throws(SessionError) -> Double? {
        let word = try word(key)
        if word == "none" { return nil }
        guard let value = Self.level(Substring(word)) else { throw error("'\(word)' is not a level") }
        return value
    }

    /// A number with an exponent: a sketch far above full scale.
    static func large(_ word: Substring) -> Double? { Double(word).flatMap { $0.isFinite ? $0 : nil } }

    static func level(_ word: Substring) -> Double? { word == "-inf" ? -.infinity : Double(signedDecimal: word) }

    func error(_ problem: String) -> SessionError {
        SessionError(
            .badData, problem, place: "\(path):\(lines.number)",
            nextStep: "it may have been edited or merged; kkmix test --accept NAME writes it again")
    }
}
