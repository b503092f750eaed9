internal import KKAnalysis
internal import KKMath
internal import KKPCM
public import KKSession

extension SoundAssertion {
    /// A kind of assertion.
    public struct Form: Hashable, Sendable, Codable {
        public var name: String
        public var example: String
        public var meaning: String

        init(_ name: String, _ example: String, _ meaning: String) {
            (self.name, self.example, self.meaning) = (name, example, meaning)
        }

        enum CodingKeys: String, CodingKey {
            case name = "assertion", example, meaning
        }
    }

    /// All kinds of assertions with an example and a description, for messages, help and tables.
    public static let forms: [Form] = [
        Form(
            "loudness", "loudness -16±0.5",
            "integrated loudness in LUFS (`+-` for ±; also `<=`, `>=`, `<`, `>`, `-18..-14`)"
        ),
        Form("momentary", "momentary <= -10LUFS", "the loudest 400 ms"),
        Form("short-term", "short-term <= -13LUFS", "the loudest 3 s"),
        Form("range", "range <= 7LU", "loudness range"),
        Form("peak", "peak <= -1dBTP", "true peak; with dBFS the sample peak"),
        Form("rms", "rms >= -30dBFS", "RMS of all channels together; a square wave at full scale is 0"),
        Form(
            "silent", "silent 0..0.5s",
            "nothing above −80 dBFS there (`below -60dBFS` changes that); `not silent 1s..2s`"
        ),
        Form("length", "length 12.5s", "exact to the frame; also `±10ms`, `<=`, `1s..2s`, frames (`48000f`)"),
        Form("channels", "channels 2", "how many"),
        Form("rate", "rate 48000", "frames per second; `48k`"),
        Form("hash", "hash 1f2e…", "SHA-256 of the samples as interleaved Float32, or at least its first 8 digits"),
        Form("clipped", "not clipped", "no sample was clipped at full scale"),
    ]

    /// How loud silence may be, in dBFS: above the dither of 16 bits.
    static let silenceCeiling = -80.0

    /// Reads one assertion.
    public init(parsing text: String) throws(SessionError) {
        self.text = text
        var words = AssertionWords(text)
        let isNegated = words.take("not")
        let name = words.name()
        if isNegated, name != "silent", name != "clipped" {
            throw Self.malformed(text, "'not' is possible only before silent and clipped")
        }
        switch name {
        case "peak": rule = try Self.peak(words.rest, text)
        case "silent": rule = try Self.silent(words, text, expected: !isNegated)
        case "length": rule = try .length(Self.bound(words.rest, text, Self.time))
        case "channels": rule = try .channels(Self.whole(words.rest, text))
        case "rate": rule = try .rate(Self.rate(words.rest, text))
        case "hash": rule = try .hash(Self.digits(words.rest, text))
        case "clipped" where words.rest.isEmpty: rule = .clipped(!isNegated)
        default:
            guard let quantity = Measurement.Quantity.allCases.first(where: { $0.assertion == name }) else {
                throw Self.unknown(name, text)
            }
            let units = quantity.unit == "LUFS" ? ["LUFS", "LKFS"] : [quantity.unit]
            rule = try .level(quantity, Self.level(words.rest, text, units: units))
        }
    }

    private static func unknown(_ name: String, _ text: String) -> SessionError {
        let names = forms.map(\.name)
        let near = NearMiss.of(name, among: names).map { "did you mean '\($0)'?" }
        return SessionError(
            .badSession, "'\(text)' is not an assertion",
            nextStep: near ?? "they begin with \(names.joined(separator: ", "))")
    }

    static func malformed(_ text: String, _ nextStep: String) -> SessionError {
        SessionError(.badSession, "'\(text)' is not an assertion", nextStep: nextStep)
    }

    private static func peak(_ rest: Substring, _ text: String) throws(SessionError) -> Rule {
        if rest.lowercased().contains("dbtp") { return .level(.truePeak, try level(rest, text, units: ["dBTP"])) }
        guard rest.lowercased().contains("dbfs") else {
            throw malformed(text, "say which peak: peak <= -1dBTP (true peak) or -1dBFS (samples)")
        }
        return .level(.samplePeak, try level(rest, text, units: ["dBFS"]))
    }

    private static func level(_ rest: Substring, _ text: String, units: [String]) throws(SessionError) -> Bound<Double>
    {
        let bound = try bound(rest, text) { (part, isReach) throws(SessionError) in
            var part = part
            for unit in units + (isReach ? ["LU", "dB"] : []) where part.lowercased().hasSuffix(unit.lowercased()) {
                part = part.dropLast(unit.count)
                break
            }
            guard let value = Double(signedDecimal: part.trimmed) else {
                throw malformed(text, "write a number of \(units[0]), as in \(forms[0].example) or \(forms[4].example)")
            }
            return value
        }
        if case .equal(let value) = bound {
            throw malformed(
                text,
                "a measured value is never exact: write how far it may be off (\(shortDecimalText(value, digits: 2))±0.5), or <= or >="
            )
        }
        if case .near(_, let reach) = bound, reach < 0 {
            throw malformed(text, "the number after ± cannot be negative")
        }
        if case .between(let low, let high) = bound, low > high { throw malformed(text, "write the lower value first") }
        return bound
    }

    private static func time(_ part: Substring, _ isReach: Bool) throws(SessionError) -> TimeValue {
        do {
            return try TimeValue(parsing: part.trimmed)
        } catch {
            throw SessionError(.badSession, error.problem, nextStep: error.nextStep)
        }
    }

    /// Reads `<= v`, `v±w`, `v..w` or `v`.
    private static func bound<Value>(
        _ rest: Substring, _ text: String, _ read: (_ part: Substring, _ isReach: Bool) throws(SessionError) -> Value
    ) throws(SessionError) -> Bound<Value> {
        let rest = Substring(rest.trimmed)
        for sign in ["<=", "≤", "=<"] where rest.hasPrefix(sign) {
            return .atMost(try read(rest.dropFirst(sign.count), false))
        }
        for sign in [">=", "≥", "=>"] where rest.hasPrefix(sign) {
            return .atLeast(try read(rest.dropFirst(sign.count), false))
        }
        if rest.hasPrefix("<") { return .below(try read(rest.dropFirst(), false)) }
        if rest.hasPrefix(">") { return .above(try read(rest.dropFirst(), false)) }
        let value = rest.hasPrefix("==") ? rest.dropFirst(2) : rest.hasPrefix("=") ? rest.dropFirst() : rest
        for sign in ["±", "+-", "+/-"] {
            guard let (left, right) = value.parted(at: sign) else { continue }
            return .near(try read(left, false), try read(right, true))
        }
        if let (left, right) = value.parted(at: "..") { return .between(try read(left, false), try read(right, false)) }
        return .equal(try read(value, false))
    }

    private static func silent(_ words: AssertionWords, _ text: String, expected: Bool) throws(SessionError) -> Rule {
        var (span, ceiling) = (Substring(words.rest.trimmed), silenceCeiling)
        if let (left, right) = span.parted(at: "below") {
            let part = right.trimmed
            guard part.lowercased().hasSuffix("dbfs"),
                let value = Double(signedDecimal: Substring(part.dropLast(4).trimmed))
            else {
                throw malformed(text, "write the level as in silent 0..0.5s below -60dBFS")
            }
            (span, ceiling) = (Substring(left.trimmed), value)
        }
        guard !span.isEmpty else { return .silent(from: .frames(0), to: nil, ceiling: ceiling, expected: expected) }
        guard let (left, right) = span.parted(at: "..") else {
            throw malformed(text, "write from when to when: silent 0..0.5s, or 0.5s.. to the end")
        }
        let start = try time(left.isEmpty ? "0" : left, false)
        let end = try right.trimmed.isEmpty ? nil : time(right, false)
        switch (start, end) {
        case (.seconds(let a), .seconds(let b)) where a >= b:
            throw malformed(text, "the first time has to be before the second")
        case (.frames(let a), .frames(let b)) where a >= b:
            throw malformed(text, "the first time has to be before the second")
        default: return .silent(from: start, to: end, ceiling: ceiling, expected: expected)
        }
    }

    private static func whole(_ rest: Substring, _ text: String) throws(SessionError) -> Int {
        guard let value = Int64(digits: rest.trimmed), (1...4096).contains(value) else {
            throw malformed(text, "write a count: channels 2")
        }
        return Int(value)
    }

    private static func rate(_ rest: Substring, _ text: String) throws(SessionError) -> Double {
        let word = rest.trimmed.lowercased().replacingHertz
        let kilo = word.hasSuffix("k")
        guard let value = Double(decimal: (kilo ? String(word.dropLast()) : word).trimmed), value > 0 else {
            throw malformed(text, "write hertz: rate 48000 or 48k")
        }
        return kilo ? value * 1000 : value
    }

    private static func digits(_ rest: Substring, _ text: String) throws(SessionError) -> String {
        let word = rest.trimmed.lowercased()
        guard (8...64).contains(word.utf8.count),
            word.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else {
            throw malformed(text, "write 8 to 64 hexadecimal digits, as kkmix measure prints them")
        }
        return word
    }
}

/// The first words of an assertion, taken one by one.
private struct AssertionWords {
    private(set) var rest: Substring

    init(_ text: String) {
        rest = Substring(Substring(text).trimmed)
    }

    mutating func take(_ word: String) -> Bool {
        guard rest.hasPrefix(word + " ") else { return false }
        rest = Substring(rest.dropFirst(word.count).trimmed)
        return true
    }

    /// Letters and hyphens; a hyphen before a digit is a sign.
    mutating func name() -> String {
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0 == "-") }
        rest = rest.dropFirst(name.count)
        guard name.last == "-" else { return String(name) }
        rest = "-" + rest
        return String(name.dropLast())
    }
}

extension StringProtocol {
    /// Without blanks at both ends.
    var trimmed: String {
        String(self.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}

extension Substring {
    /// What comes before and after the first `sign`.
    fileprivate func parted(at sign: String) -> (Substring, Substring)? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(sign) {
                return (self[..<index], self[self.index(index, offsetBy: sign.count)...])
            }
            index = self.index(after: index)
        }
        return nil
    }
}

extension String {
    fileprivate var replacingHertz: String { hasSuffix("hz") ? String(dropLast(2)).trimmed : self }
}
