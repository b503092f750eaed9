/// Settings of a ``DynamicsProcessor`` for what people compress.
///
/// Apple's own are in no public source. These are kkmix's: speech gets a fast attack, music one that leaves its
/// beats, and the gain makes up for what is taken from a level some 10 dB above the threshold.
public struct DynamicsPreset: Sendable {
    public let name: String
    /// What it is for, in a few words.
    public let purpose: String
    /// Every parameter that can be set.
    let values: [(id: ParameterID, value: Float)]

    public static let all = [
        DynamicsPreset(
            "Voice", "one voice, evened out", threshold: -24, headRoom: 10, attack: 0.005, release: 0.12, gain: 5),
        DynamicsPreset(
            "Podcast", "spoken word, denser, and the room behind it turned down", threshold: -28, headRoom: 8,
            expansion: (1.6, -52), attack: 0.003, release: 0.15, gain: 8),
        DynamicsPreset(
            "Music", "a whole mix, held together", threshold: -18, headRoom: 14, attack: 0.03, release: 0.25, gain: 2),
        DynamicsPreset(
            "Broadcast", "as dense as a radio voice", threshold: -32, headRoom: 6, attack: 0.002, release: 0.08,
            gain: 12),
    ]

    private init(
        _ name: String, _ purpose: String, threshold: Float, headRoom: Float,
        expansion: (ratio: Float, threshold: Float) = (1, -120), attack: Float, release: Float, gain: Float
    ) {
        typealias Parameter = DynamicsProcessor.Parameter
        self.name = name
        self.purpose = purpose
        values = [
            (Parameter.threshold, threshold), (Parameter.headRoom, headRoom),
            (Parameter.expansionRatio, expansion.ratio), (Parameter.expansionThreshold, expansion.threshold),
            (Parameter.attackTime, attack), (Parameter.releaseTime, release), (Parameter.overallGain, gain),
        ]
    }
}
