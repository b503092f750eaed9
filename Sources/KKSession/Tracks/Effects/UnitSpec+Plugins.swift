internal import KKFiles
internal import KKMath
internal import KKPCM

extension UnitSpec {
    /// The plug-in that this is, by its kind and what stands behind that.
    var plugin: (kind: PluginDescription.Kind, word: String)? {
        guard let colon = name.firstIndex(of: ":"), let kind = PluginDescription.Kind(rawValue: String(name[..<colon]))
        else { return nil }
        let label = name[name.index(after: colon)...]
        return (kind, (file.map { "\($0.text):" } ?? "") + label)
    }

    /// The same as it is written; `nil` for a unit of kkmix's own.
    var pluginName: String? { plugin.map { "\($0.kind.rawValue):\($0.word)" } }

    /// Reads `ladspa:LABEL:parameter=value`, `ladspa:FILE:LABEL:…` or `lv2:URI:…`. Which plug-in that is, and what it has,
    /// is known when the mix is planned.
    init(_ kind: PluginDescription.Kind, _ words: [String]) throws(SessionError) {
        // An address has colons in it, and may have a '=' behind other marks.
        let end = words.lastIndex { !Self.isSetting($0) }.map { $0 + 1 } ?? 0
        let name = words[..<end].joined(separator: ":")
        let isFile = end > 1 && words[end - 2].utf8.contains { $0 == 0x2E || $0 == 0x2F }
        guard !name.isEmpty else {
            throw SessionError(
                .usage, "'\(kind.rawValue)' does not say which plug-in",
                nextStep: "write \(kind == .lv2 ? "lv2:URI" : "ladspa:LABEL"); kkmix plugins lists them")
        }
        guard kind == .lv2 || end == 1 || isFile else {
            throw SessionError(
                .usage, "'\(words[end - 1])' sets no parameter of the plug-in '\(words[0])'",
                nextStep: "write parameter=NUMBER, or on or off; kkmix plugins \(kind.rawValue):\(words[0]) lists them")
        }
        var settings: [Setting] = [], preset: String?, sideChain: String?
        for word in words[end...] {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            let list = "kkmix plugins \(kind.rawValue):\(name) lists"
            guard parts.count == 2 else {
                throw SessionError(
                    .usage, "'\(word)' sets no parameter of the plug-in '\(name)'",
                    nextStep: "write parameter=NUMBER, or on or off; \(list) the parameters")
            }
            if Self.plain(parts[0]) == "preset" {
                guard preset == nil else {
                    throw SessionError(
                        .usage, "the plug-in '\(name)' has two presets", nextStep: "keep one of them")
                }
                preset = parts[1]
                continue
            }
            if Self.plain(parts[0]) == Self.sideChainWord {
                guard sideChain == nil else {
                    throw SessionError(
                        .usage, "the plug-in '\(name)' has two side chains", nextStep: "keep one of them")
                }
                sideChain = parts[1]
                continue
            }
            let value = Self.number(parts[1]), isWord = parts[1].utf8.first.map { !Self.beginsNumber($0) } ?? false
            guard value != nil || isWord else {
                throw SessionError(
                    .usage, "'\(parts[1])' is not a value of '\(parts[0])' of the plug-in '\(name)'",
                    nextStep: parts[1].lowercased().contains("e") && Double(parts[1]) != nil
                        ? "write all its digits, and no exponent"
                        : "write a number without a unit, or on or off; \(list) ranges and units")
            }
            guard !settings.contains(where: { $0.name == parts[0].lowercased() }) else {
                throw SessionError(
                    .usage, "the plug-in '\(name)' has '\(parts[0])' twice", nextStep: "keep one of them")
            }
            settings.append(
                Setting(name: parts[0].lowercased(), value: value ?? 0, word: value == nil ? parts[1] : nil))
        }
        let isOfFile = kind == .ladspa && end > 1
        let file = isOfFile ? FilePath(words[..<(end - 1)].joined(separator: ":")) : nil
        self.init(
            name: "\(kind.rawValue):\(isOfFile ? words[end - 1] : name)", settings: settings, file: file,
            preset: preset, sideChain: sideChain)
    }

    /// A sign, a dot or a digit: what begins so is no name of a value.
    private static func beginsNumber(_ byte: UInt8) -> Bool {
        byte == 0x2B || byte == 0x2D || byte == 0x2E || (0x30...0x39).contains(byte)
    }

    /// `name=`, of letters, digits and marks that a parameter's name has.
    private static func isSetting(_ word: String) -> Bool {
        guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")), sign != word.startIndex else { return false }
        return word.utf8[..<sign].allSatisfy { $0 >= 0x80 || $0 == 0x2D || $0 == 0x5F || $0 == 0x20 || isLetter($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    static func number(_ text: String) -> Float? {
        switch text.lowercased() {
        case "on", "true": return 1
        case "off", "false": return 0
        default:
            let number = Double(signedDecimal: text).map { Float($0) }
            return number.flatMap { $0.isFinite ? $0 : nil }
        }
    }
}
