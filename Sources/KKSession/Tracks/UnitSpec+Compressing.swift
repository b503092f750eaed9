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
}
