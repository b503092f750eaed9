/// Settings of a ``DynamicsProcessor`` for what people compress.
///
/// Apple's own are in no public source. These are kkmix's: speech gets a fast attack, music one that leaves its
/// beats, and the gain makes up for what is taken from a level some 10 dB above the threshold.
extension DynamicsProcessor {
    public static let presets = [
        preset(
            "Voice", "one voice with even levels", threshold: -24, headRoom: 10, attack: 0.005, release: 0.12, gain: 5),
        preset(
            "Podcast", "denser speech, with the room noise turned down", threshold: -28, headRoom: 8,
            expansion: (1.6, -52), attack: 0.003, release: 0.15, gain: 8),
        preset(
            "Music", "light compression of a whole mix", threshold: -18, headRoom: 14, attack: 0.03, release: 0.25,
            gain: 2),
        preset(
            "Broadcast", "a very dense voice, as on the radio", threshold: -32, headRoom: 6, attack: 0.002,
            release: 0.08,
            gain: 12),
    ]

    /// Every parameter that can be set.
    private static func preset(
        _ name: String, _ purpose: String, threshold: Float, headRoom: Float,
        expansion: (ratio: Float, threshold: Float) = (1, -120), attack: Float, release: Float, gain: Float
    ) -> EffectPreset {
        EffectPreset(
            name, purpose,
            [
                (Parameter.threshold, threshold), (Parameter.headRoom, headRoom),
                (Parameter.expansionRatio, expansion.ratio), (Parameter.expansionThreshold, expansion.threshold),
                (Parameter.attackTime, attack), (Parameter.releaseTime, release), (Parameter.overallGain, gain),
            ])
    }
}
