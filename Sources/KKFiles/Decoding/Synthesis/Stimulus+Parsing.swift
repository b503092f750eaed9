internal import KKMath
internal import KKPCM

extension Stimulus {
    /// Reads `synth:KIND[:key=value]…`.
    ///
    /// - Throws: `usage`, with the wrong key and the possible ones.
    public init(parsing text: String) throws(AudioFileError) {
        do {
            try self.init(
                words: text.dropFirst(Self.prefix.count).split(separator: ":", omittingEmptySubsequences: false).map(
                    String.init))
        } catch {
            throw AudioFileError(
                .unsupportedFileType, kind: .usage, path: text, error.problem, nextStep: error.nextStep)
        }
    }

    private init(words: [String]) throws(Refusal) {
        guard let kind = Kind(rawValue: words[0]) else {
            let names = Kind.allCases.map(\.rawValue)
            throw Refusal(
                "there is no stimulus '\(words[0])'",
                NearMiss.of(words[0].lowercased(), among: names).map { "did you mean '\($0)'?" }
                    ?? "the stimuli are \(names.joined(separator: " "))")
        }
        var values: [(key: Key, text: String)] = []
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let keys = Self.keys(of: kind)
            guard let key = Key(rawValue: parts[0]), keys.contains(key) else {
                if parts.count == 1, let last = values.last, !word.isEmpty,
                    word.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
                {
                    let text =
                        "'\(last.text):\(word)' is not a value of '\(last.key.rawValue)': a colon begins the next key"
                    throw Refusal(
                        text,
                        last.key == .duration || last.key == .at
                            ? "write seconds, such as 90s" : "write \(last.key.rawValue)=\(last.text) alone")
                }
                let names = keys.map(\.rawValue), name = parts[0].lowercased()
                let meant = NearMiss.of(name, among: names) ?? names.first { name.count > 1 && $0.hasPrefix(name) }
                throw Refusal(
                    "synth:\(kind.rawValue) has no key '\(parts[0])'",
                    meant.map { "did you mean '\($0)'?" } ?? "its keys are \(names.joined(separator: " "))")
            }
            guard parts.count == 2 else { throw Self.malformed(key, nil) }
            guard !values.contains(where: { $0.key == key }) else {
                throw Refusal("the key '\(key.rawValue)' is given twice", "keep one of them")
            }
            values.append((key, parts[1]))
        }
        self.kind = kind
        let given = values
        func value(_ key: Key) -> String? { given.first { $0.key == key }?.text }

        let hertz = { (text: String) in
            Self.hertzMillionths(text).flatMap { $0 % 1_000_000 == 0 ? $0 / 1_000_000 : nil }
        }
        sampleRate = try Self.read(.rate, value(.rate), hertz) ?? Self.defaultRate
        guard (1...10_000_000).contains(sampleRate) else { throw Self.malformed(.rate, value(.rate)) }
        let rate = sampleRate
        channelCount =
            try Self.read(.channels, value(.channels)) { Int(digits: $0).flatMap { (1...256).contains($0) ? $0 : nil } }
            ?? 1
        if let text = value(.level), !text.lowercased().hasSuffix("db"), let factor = Self.amplitude(text), factor < -1
        {
            throw Refusal(
                "'level=\(text)' is a factor that would invert the sound and make it louder; did you mean \(text)dB?",
                "levels are written with dB: level=\(text)dB")
        }
        level = try Self.read(.level, value(.level), Self.amplitude) ?? Self.defaultLevel
        frameCount = try Self.read(.duration, value(.duration)) { Self.frames($0, rate: rate) } ?? rate
        guard frameCount > 0 else {
            throw Refusal("'for=\(value(.duration) ?? "")' is shorter than one frame", "make it longer")
        }
        impulseFrame = try Self.read(.at, value(.at)) { Self.frames($0, rate: rate) } ?? 0
        guard impulseFrame < frameCount else {
            throw Refusal("the impulse would be after the end", "use an earlier 'at' or a longer 'for'")
        }
        seed = try Self.read(.seed, value(.seed)) { UInt64(digits: $0).flatMap { $0 <= Int.max ? $0 : nil } } ?? 0
        try setFrequencies(value)
    }

    private mutating func setFrequencies(_ value: (Key) -> String?) throws(Refusal) {
        func frequency(_ key: Key, _ unset: Int64) throws(Refusal) -> Int64 {
            try Self.read(key, value(key), Self.hertzMillionths) ?? unset
        }
        switch kind {
        case .sine, .square: first = try frequency(.frequency, 1_000_000_000)
        case .twoTones:
            first = try frequency(.frequency, 60_000_000)
            second = try frequency(.second, 7_000_000_000)
        case .sweep:
            first = try frequency(.from, 20_000_000)
            second = try frequency(.to, sampleRate * 450_000)
            guard first != second else { throw Refusal("the sweep begins where it ends", "use another 'from' or 'to'") }
        case .impulse, .noise, .silence: return
        }
        for hertz in kind == .sine || kind == .square ? [first] : [first, second]
        where hertz <= 0 || hertz >= sampleRate * 500_000 {
            let half = Self.hertzText(sampleRate * 500_000)
            throw Refusal(
                "\(Self.hertzText(hertz)) Hz is not a frequency at \(sampleRate) Hz",
                "frequencies are above 0 and below half the rate, \(half) Hz")
        }
    }

    private struct Refusal: Error {
        var problem: String
        var nextStep: String
        init(_ problem: String, _ nextStep: String) {
            self.problem = problem
            self.nextStep = nextStep
        }
    }

    private static func malformed(_ key: Key, _ text: String?) -> Refusal {
        let form = keyTable.first { $0.key == key }.map { "\(key.rawValue)=… (\($0.value))" } ?? ""
        return Refusal(
            text.map { "'\($0)' is not a value of '\(key.rawValue)'" } ?? "the key '\(key.rawValue)' needs a value",
            "write \(form)")
    }

    private static func read<Value>(_ key: Key, _ text: String?, _ parse: (String) -> Value?) throws(Refusal) -> Value?
    {
        guard let text else { return nil }
        guard let value = parse(text) else { throw malformed(key, text) }
        return value
    }

    /// A number of hertz or seconds with at most six decimals, `k` for a thousand: exact, in millionths.
    static func millionths(_ text: String) -> Int64? {
        let isKilo = text.hasSuffix("k")
        let parts = (isKilo ? text.dropLast() : text[...]).split(separator: ".", omittingEmptySubsequences: false)
        let decimals = isKilo ? 9 : 6
        guard parts.count <= 2, parts[0].utf8.count <= 9,
            parts.count == 1 || (1...decimals).contains(parts[1].utf8.count)
        else { return nil }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        return Int64(digits: parts[0] + fraction + String(repeating: "0", count: decimals - fraction.utf8.count))
    }

    /// The same of hertz, with or without the unit: `440`, `440Hz`, `1k`, `1kHz`.
    static func hertzMillionths(_ text: String) -> Int64? {
        millionths(text.lowercased().hasSuffix("hz") ? String(text.dropLast(2)) : text)
    }

    /// A time in the nearest frame, halves away from zero: `1.5`, `1.5s`, `250ms`, `480f`.
    private static func frames(_ text: String, rate: Int64) -> Int64? {
        if text.hasSuffix("f") { return Int64(digits: text.dropLast()).flatMap { $0 < 1 << 52 ? $0 : nil } }
        let isMilli = text.hasSuffix("ms")
        let number = isMilli ? String(text.dropLast(2)) : text.hasSuffix("s") ? String(text.dropLast()) : text
        guard !number.hasSuffix("k"), let value = millionths(number) else { return nil }
        let unit: Int64 = isMilli ? 1_000_000_000 : 1_000_000
        // Below 2⁵⁰ · 2²⁴, so the quotient has room in 64 bits.
        let product = rate.multipliedFullWidth(by: value)
        let (low, carry) = product.low.addingReportingOverflow(UInt64(unit / 2))
        let frames = unit.dividingFullWidth((product.high + (carry ? 1 : 0), low)).quotient
        return frames < 1 << 52 ? frames : nil
    }

    /// `-6dB`, within ±200 dB, or a factor.
    private static func amplitude(_ text: String) -> Double? {
        let isLevel = text.lowercased().hasSuffix("db")
        let number = isLevel ? text.dropLast(2) : text[...]
        let digits = number.first == "-" || number.first == "+" ? number.dropFirst() : number
        guard digits.utf8.count <= 40, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
            let value = Double(String(number))
        else {
            return nil
        }
        guard value.magnitude <= (isLevel ? 200 : 1e10) else { return nil }
        return isLevel ? Decibels(value).linear : value
    }

    /// `7000`, `0.5`.
    private static func hertzText(_ millionths: Int64) -> String {
        var digits = Substring(String(1_000_000 + millionths % 1_000_000).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return "\(millionths / 1_000_000)\(digits.isEmpty ? "" : ".\(digits)")"
    }
}
