/// Settings of what swings, for what people use it for. They are kkmix's own, and set every parameter.
extension Chorus {
    public static let presets = [
        preset("Subtle", "a little width", mix: 25, rate: 0.5, depth: 0.002, delay: 0.012, spread: 90),
        preset(
            "Wide", "opposite movement on the two sides", mix: 50, rate: 0.7, depth: 0.004, delay: 0.018, spread: 180),
        preset(
            "Ensemble", "one voice sounds like many", mix: 60, rate: 1.2, depth: 0.005, delay: 0.025, feedback: 15,
            spread: 120),
        preset("Vibrato", "only the modulated pitch, no dry sound", mix: 100, rate: 5.5, depth: 0.0006, delay: 0.003),
    ]
}

extension Flanger {
    public static let presets = [
        preset("Gentle", "slow notches", mix: 35, rate: 0.15, depth: 0.001, delay: 0.002, feedback: 20, spread: 90),
        preset("Jet", "a jet flying over", mix: 50, rate: 0.1, depth: 0.0028, delay: 0.003, feedback: 75),
        preset("Hollow", "keeps the odd harmonics", mix: 50, rate: 0.3, depth: 0.0015, delay: 0.002, feedback: -70),
        preset("Metallic", "it rings", mix: 60, rate: 0.05, depth: 0.0004, delay: 0.0012, feedback: 90, spread: 45),
    ]
}

extension ModulatedDelay {
    fileprivate static func preset(
        _ name: String, _ purpose: String, mix: Float, rate: Float, depth: Float, delay: Float, feedback: Float = 0,
        spread: Float = 0
    ) -> EffectPreset {
        EffectPreset(
            name, purpose,
            [
                (Parameter.wetDryMix, mix), (Parameter.rate, rate), (Parameter.depth, depth),
                (Parameter.delayTime, delay), (Parameter.feedback, feedback), (Parameter.spread, spread),
            ])
    }
}

extension Phaser {
    public static let presets = [
        preset("Slow", "two slow notches", rate: 0.15, depth: 1.5, center: 800, feedback: 20, stages: 4),
        preset("Deep", "four notches over five octaves", rate: 0.3, depth: 2.5, center: 700, feedback: 50, stages: 8),
        preset("Swirl", "fast, with the sides apart", rate: 2.5, depth: 1, center: 1200, spread: 120, stages: 6),
        preset(
            "Resonant", "strong resonant peaks", rate: 0.25, depth: 2, center: 900, feedback: 85, spread: 45, stages: 6),
    ]

    private static func preset(
        _ name: String, _ purpose: String, rate: Float, depth: Float, center: Float, feedback: Float = 0,
        spread: Float = 0, stages: Float
    ) -> EffectPreset {
        EffectPreset(
            name, purpose,
            [
                (Parameter.wetDryMix, 50), (Parameter.rate, rate), (Parameter.depth, depth),
                (Parameter.centerFrequency, center), (Parameter.feedback, feedback), (Parameter.spread, spread),
                (Parameter.stages, stages),
            ])
    }
}

extension Tremolo {
    public static let presets = [
        preset("Gentle", "a breath", rate: 3.5, depth: 30, spread: 0),
        preset("Amplifier", "a guitar's", rate: 5.5, depth: 65, spread: 0),
        preset("Auto-Pan", "from side to side", rate: 0.5, depth: 100, spread: 180),
        preset("Helicopter", "chopped", rate: 11, depth: 100, spread: 0),
    ]

    private static func preset(
        _ name: String, _ purpose: String, rate: Float, depth: Float, spread: Float
    ) -> EffectPreset {
        EffectPreset(
            name, purpose, [(Parameter.rate, rate), (Parameter.depth, depth), (Parameter.spread, spread)])
    }
}
