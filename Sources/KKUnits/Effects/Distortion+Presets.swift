/// Settings of a ``Distortion`` for what people break.
///
/// Names and order are those of AVAudioUnitDistortionPreset; Apple's values are in no public source, these are kkmix's. A
/// preset leaves the gain and the final mix as they are, and what it has no use for does nothing.
extension Distortion {
    public static let presets = [
        preset("Drums Bit Brush", "a low bit depth", decimation: (25, 62, 85)),
        preset("Drums Buffer Beats", "a repeated echo of a beat", delay: (90, 0.6, 50), decimation: (40, 20, 60)),
        preset("Drums LoFi", "an old sampler", decimation: (42, 45, 80), polynomial: (1, 0.3, 1, 50)),
        preset(
            "Multi Broken Speaker", "a damaged loudspeaker", polynomial: (0.6, 3, 6, 80), ring: (60, 90, 50, 12)),
        preset(
            "Multi Cellphone Concert", "a concert through a phone", delay: (1.2, 0.6, 50), decimation: (48, 35, 90),
            polynomial: (1, 1, 4, 60)),
        preset("Multi Decimated 1", "half the rate", decimation: (15, 0, 100)),
        preset("Multi Decimated 2", "less decimation", decimation: (35, 30, 100)),
        preset("Multi Decimated 3", "little decimation", decimation: (52, 45, 100)),
        preset("Multi Decimated 4", "very little decimation", decimation: (70, 60, 100)),
        preset(
            "Multi Distorted Funk", "distortion with slow movement", polynomial: (1, 2, 5, 70), ring: (180, 360, 50, 15)
        ),
        preset("Multi Distorted Cubed", "odd harmonics", polynomial: (0.5, 0, 12, 100)),
        preset("Multi Distorted Squared", "even harmonics", polynomial: (0.4, 8, 0, 100)),
        preset("Multi Echo 1", "a long echo", delay: (240, 0.7, 45)),
        preset("Multi Echo 2", "a longer echo", delay: (420, 0.5, 45)),
        preset("Multi Echo Tight 1", "a short echo", delay: (60, 0.7, 45)),
        preset("Multi Echo Tight 2", "a slightly longer echo", delay: (110, 0.5, 45)),
        preset(
            "Multi Everything Is Broken", "all effects at once", delay: (35, 0.4, 50), decimation: (45, 60, 70),
            polynomial: (0.4, 6, 10, 80), ring: (70, 311, 50, 40)),
        preset(
            "Speech Alien Chatter", "ring modulation with a short echo", delay: (12, 0.5, 40), ring: (220, 340, 50, 80)),
        preset(
            "Speech Cosmic Interference", "a poor long-distance connection", delay: (180, 0.5, 40),
            decimation: (25, 40, 50),
            ring: (30, 1200, 40, 65)),
        preset(
            "Speech Golden Pi", "ring modulation in the golden ratio", delay: (31.4, 0.6, 40), ring: (314, 508, 50, 60)),
        preset(
            "Speech Radio Tower", "a weak transmitter", decimation: (30, 42, 60), polynomial: (0.8, 0.5, 6, 80),
            ring: (50, 100, 50, 8)),
        preset("Speech Waves", "slow changes of level", delay: (20, 0.5, 40), ring: (0.7, 1.3, 50, 90)),
    ]

    /// Echoes as delay, decay and mix; decimation, rounding and mix; the three terms and their mix; the two frequencies,
    /// their balance and mix.
    private static func preset(
        _ name: String, _ purpose: String, delay: (Float, Float, Float) = (0.1, 1, 0),
        decimation: (Float, Float, Float) = (0, 0, 0), polynomial: (Float, Float, Float, Float) = (1, 0, 0, 0),
        ring: (Float, Float, Float, Float) = (100, 100, 50, 0)
    ) -> EffectPreset {
        EffectPreset(
            name, purpose,
            [
                (Parameter.delay, delay.0), (Parameter.decay, delay.1), (Parameter.delayMix, delay.2),
                (Parameter.decimation, decimation.0), (Parameter.rounding, decimation.1),
                (Parameter.decimationMix, decimation.2), (Parameter.linearTerm, polynomial.0),
                (Parameter.squaredTerm, polynomial.1), (Parameter.cubicTerm, polynomial.2),
                (Parameter.polynomialMix, polynomial.3), (Parameter.ringModFreq1, ring.0),
                (Parameter.ringModFreq2, ring.1), (Parameter.ringModBalance, ring.2), (Parameter.ringModMix, ring.3),
            ])
    }
}
