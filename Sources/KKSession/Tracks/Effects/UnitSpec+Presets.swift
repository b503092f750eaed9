internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKUnits

extension UnitSpec {
    /// What a preset of a unit sets.
    ///
    /// - Parameters:
    ///   - otherNames: what people call some of them.
    ///   - problem: that there is none of this name, and `list` what the names of all come behind.
    /// - Throws: `usage` for another name.
    static func preset(
        _ text: String, of unit: EffectUnit, otherNames: [String: String] = [:], _ problem: String,
        list: String = "the presets are"
    ) throws(SessionError) -> [Setting] {
        let preset = unit.presets[
            try presetIndex(text, among: unit.presets, otherNames: otherNames, problem, list: list)]
        let parameters = unit.parameters(.global)
        return preset.values.compactMap { id, value in
            parameters.first { $0.id == id }.map { Setting(name: $0.keyword, value: value) }
        }
    }

    /// The number of the preset that is meant.
    ///
    /// - Throws: `usage` for a name that none has.
    static func presetIndex(
        _ text: String, among presets: [EffectPreset], otherNames: [String: String] = [:], _ problem: String,
        list: String
    ) throws(SessionError) -> Int {
        let name = text.lowercased()
        if let found = presets.firstIndex(where: { plain($0.name) == plain(text) || $0.keyword == name }) {
            return found
        }
        let names = presets.map { $0.keyword.isEmpty ? $0.name : $0.keyword }
        throw SessionError(
            .usage, problem,
            nextStep: (otherNames[name] ?? NearMiss.of(name, among: names)).map { "did you mean '\($0)'?" }
                ?? (names.isEmpty
                    ? "it has none"
                    : "\(list) \(names.prefix(40).joined(separator: ", "))\(names.count > 40 ? ", …" : "")"))
    }

    /// A compressor: a preset of the dynamics processor by its name.
    ///
    /// - Throws: `usage` for another name.
    public static func compressor(preset text: String) throws(SessionError) -> UnitSpec {
        let settings = try preset(
            text, of: DynamicsProcessor(),
            otherNames: ["speech": "voice", "mix": "music", "master": "music", "radio": "broadcast"],
            "'\(text)' is not a preset of the compressor")
        return UnitSpec(name: "dynamics-processor", settings: settings)
    }

    /// The presets of ``compressor(preset:)`` by name.
    public static var compressorPresets: [String] { DynamicsProcessor.presets.map(\.keyword) }

    /// A reverb and its share: a preset by its name, `medium-hall` or `medium-hall:25%`, or a file with an impulse
    /// response, `hall.wav:25%`. A file's name must contain a dot or a slash; the response is scaled to an energy of 1.
    ///
    /// - Throws: `usage` for an unknown name, or a share that is not a percentage.
    public static func reverb(parsing text: String) throws(SessionError) -> UnitSpec {
        let colon = text.lastIndex(of: ":")
        var room = String(text[..<(colon ?? text.endIndex)]),
            part = colon.map { String(text[text.index(after: $0)...]) }
        let isPreset = Reverb2.presets.contains { plain($0.name) == plain(room) }
        if !isPreset, let said = part, percentage(said) == nil, isFileName(said) { (room, part) = (text, nil) }
        let isFile = !isPreset && isFileName(room)
        let preset =
            isFile
            ? []
            : try preset(
                room, of: Reverb2(),
                otherNames: [
                    "room": "medium-room", "hall": "medium-hall", "chamber": "medium-chamber", "church": "cathedral",
                ], "'\(room)' is not a preset of the reverb",
                list: "write hall.wav, or a file's name with its folder, or one of")
        guard let percent = percentage(part ?? "20%") else {
            throw SessionError(
                .usage, "'\(part ?? "")' is not an amount of reverb", nextStep: "write 0% to 100%: \(room):25%")
        }
        guard part?.hasSuffix("%") ?? true || percent == 0 || percent >= 1 else {
            throw SessionError(
                .usage, "'\(part ?? "")' of the reverb may be a fraction or percent",
                nextStep:
                    "write \(room):\(shortDecimalText(Double(100 * percent), digits: 3))% or \(room):\(part ?? "")%")
        }
        let mix = Setting(name: "dry-wet-mix", value: percent)
        return isFile
            ? UnitSpec(
                name: "convolution", settings: [mix, Setting(name: "normalize", value: 1)], file: FilePath(room))
            : UnitSpec(name: "reverb2", settings: preset + [mix])
    }

    private static func isFileName(_ text: String) -> Bool { text.utf8.contains { $0 == 0x2E || $0 == 0x2F } }

    private static func percentage(_ text: String) -> Float? {
        guard let number = Double(decimal: text.hasSuffix("%") ? String(text.dropLast()) : text),
            (0...100).contains(number)
        else { return nil }
        return Float(number)
    }

    /// The presets of ``reverb(parsing:)`` by name.
    public static var reverbPresets: [String] { Reverb2.presets.map(\.keyword) }
}
