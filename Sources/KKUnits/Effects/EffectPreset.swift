/// Settings that come with an effect, by name.
public struct EffectPreset: Sendable {
    public let name: String
    /// What it is for, in a few words.
    public let purpose: String
    /// What it sets; the other parameters stay.
    package let values: [(id: ParameterID, value: Float)]

    /// `medium-hall` of `Medium Hall`.
    public var keyword: String { AudioComponent.keyword(name) }

    init(_ name: String, _ purpose: String, _ values: [(id: ParameterID, value: Float)]) {
        self.name = name
        self.purpose = purpose
        self.values = values
    }
}

extension EffectUnit {
    /// Takes over what a preset sets, without a word to those who listen.
    func set(_ preset: EffectPreset) {
        for (id, value) in preset.values {
            guard let index = global.parameters.firstIndex(where: { $0.id == id }) else { continue }
            global.values[index] = value
        }
    }
}
