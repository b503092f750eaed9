/// Settings that come with an effect, by name.
public struct EffectPreset: Sendable {
    public let name: String
    /// What it is for, in a few words.
    public let purpose: String
    /// What it sets; the other parameters stay.
    package let values: [(id: ParameterID, value: Float)]
    /// What a ``HostedEffect`` keeps beside its parameters; empty for other units.
    package let state: [UInt8]

    /// `medium-hall` of `Medium Hall`.
    public var keyword: String { AudioComponent.keyword(name) }

    public init(
        _ name: String, _ purpose: String, _ values: [(id: ParameterID, value: Float)], state: [UInt8] = []
    ) {
        self.name = name
        self.purpose = purpose
        self.values = values
        self.state = state
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
