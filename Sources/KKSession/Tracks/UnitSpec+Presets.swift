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
        guard let preset = unit.presets.first(where: { plain($0.name) == plain(text) }) else {
            let names = unit.presets.map(\.keyword), name = text.lowercased()
            throw SessionError(
                .usage, problem,
                nextStep: (otherNames[name] ?? NearMiss.of(name, among: names)).map { "did you mean '\($0)'?" }
                    ?? "\(list) \(names.joined(separator: ", "))")
        }
        let parameters = unit.parameters(.global)
        return preset.values.compactMap { id, value in
            parameters.first { $0.id == id }.map { Setting(name: $0.keyword, value: value) }
        }
    }

    /// A compressor for what somebody has: a preset of the dynamics processor by its name.
    ///
    /// - Throws: `usage` for another name.
    public static func compressor(preset text: String) throws(SessionError) -> UnitSpec {
        let settings = try preset(
            text, of: DynamicsProcessor(),
            otherNames: ["speech": "voice", "mix": "music", "master": "music", "radio": "broadcast"],
            "'\(text)' is no preset of the compressor")
        return UnitSpec(name: "dynamics-processor", settings: settings)
    }

    /// The presets of ``compressor(preset:)`` by name.
    public static var compressorPresets: [String] { DynamicsProcessor.presets.map(\.keyword) }

    /// A room around the sound, a preset of the reverb by its name, and how much of it: `medium-hall`, or
    /// `medium-hall:25%`.
    ///
    /// - Throws: `usage` for another name, and for a part that is no percentage.
    public static func reverb(parsing text: String) throws(SessionError) -> UnitSpec {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let room = try preset(
            parts[0], of: Reverb2(),
            otherNames: [
                "room": "medium-room", "hall": "medium-hall", "chamber": "medium-chamber", "church": "cathedral",
            ], "'\(parts[0])' is no preset of the reverb")
        let part = parts.count == 2 ? parts[1] : "20%"
        guard let percent = Double(decimal: part.hasSuffix("%") ? String(part.dropLast()) : part),
            (0...100).contains(percent)
        else {
            throw SessionError(
                .usage, "'\(part)' is no part of the reverb", nextStep: "write 0% to 100%: \(parts[0]):25%")
        }
        guard part.hasSuffix("%") || percent == 0 || percent >= 1 else {
            throw SessionError(
                .usage, "'\(part)' of the reverb could be a share or percent",
                nextStep: "write \(parts[0]):\(shortDecimalText(100 * percent, digits: 3))% or \(parts[0]):\(part)%")
        }
        return UnitSpec(name: "reverb2", settings: room + [Setting(name: "dry-wet-mix", value: Float(percent))])
    }

    /// The presets of ``reverb(parsing:)`` by name.
    public static var reverbPresets: [String] { Reverb2.presets.map(\.keyword) }
}
