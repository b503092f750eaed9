internal import KKMath
internal import KKPCM
internal import KKUnits

extension UnitSpec {
    /// A compressor for what somebody has: a preset of the dynamics processor by its name.
    ///
    /// - Throws: `usage` for another name.
    public static func compressor(preset text: String) throws(SessionError) -> UnitSpec {
        let presets = DynamicsProcessor.presets
        guard let preset = presets.first(where: { plain($0.name) == plain(text) }) else {
            let names = compressorPresets
            let meant = ["speech": "voice", "mix": "music", "master": "music", "radio": "broadcast"][text.lowercased()]
            throw SessionError(
                .usage, "'\(text)' is no preset of the compressor",
                nextStep: (meant ?? NearMiss.of(text.lowercased(), among: names)).map { "did you mean '\($0)'?" }
                    ?? "the presets are \(names.joined(separator: ", "))")
        }
        let unit = DynamicsProcessor()
        let settings = preset.values.compactMap { id, value in
            unit.parameters(.global).first { $0.id == id }.map { Setting(name: $0.keyword, value: value) }
        }
        let component = AudioComponent(.dynamicsProcessor, "Apple: AUDynamicsProcessor") { DynamicsProcessor() }
        return UnitSpec(name: component.keyword, settings: settings)
    }

    /// The presets of ``compressor(preset:)`` by name.
    public static var compressorPresets: [String] { DynamicsProcessor.presets.map { $0.name.lowercased() } }

    /// A room around the sound, a preset of the reverb by its name, and how much of it: `medium-hall`, or
    /// `medium-hall:25%`.
    ///
    /// - Throws: `usage` for another name, and for a part that is no percentage.
    public static func reverb(parsing text: String) throws(SessionError) -> UnitSpec {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let preset = Reverb2.presets.first(where: { plain($0.name) == plain(parts[0]) }) else {
            let meant = [
                "room": "medium-room", "hall": "medium-hall", "chamber": "medium-chamber", "church": "cathedral",
            ]
            throw SessionError(
                .usage, "'\(parts[0])' is no preset of the reverb",
                nextStep: (meant[parts[0].lowercased()] ?? NearMiss.of(parts[0].lowercased(), among: reverbPresets))
                    .map { "did you mean '\($0)'?" } ?? "the presets are \(reverbPresets.joined(separator: ", "))")
        }
        let part = parts.count == 2 ? parts[1] : "20%"
        guard let percent = Double(decimal: part.hasSuffix("%") ? String(part.dropLast()) : part),
            (0...100).contains(percent)
        else {
            throw SessionError(
                .usage, "'\(part)' is no part of the reverb", nextStep: "write 0% to 100%: \(parts[0]):25%")
        }
        return try UnitSpec(
            parsing: "reverb2:preset=\(FactoryPreset.keyword(of: preset.name)):dry-wet-mix=\(percent)")
    }

    /// The presets of ``reverb(parsing:)`` by name.
    public static var reverbPresets: [String] { Reverb2.presets.map { FactoryPreset.keyword(of: $0.name) } }
}
