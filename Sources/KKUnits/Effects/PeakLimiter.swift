public import KKDSP
internal import KKMath
internal import KKPCM

extension ComponentDescription {
    public static let peakLimiter = ComponentDescription(type: .effectUnit, subType: "lmtr")
}

/// A look-ahead limiter that keeps every sample at or below full scale: `kAudioUnitSubType_PeakLimiter`.
///
/// ```
/// input ─► × pre-gain ─┬─► one attack time late ─► × gain ─► output      all channels get the same gain
///                      └─► peak ─► gain ─────────────▲
/// ```
///
/// See ``KKDSP/PeakLimiterKernel`` for the gain. If nothing near is above full scale and the pre-gain is 0 dB, every
/// bit passes.
///
/// Latency: the attack time in whole frames, at least 1. In an initialized unit a new attack time waits for the next
/// ``AudioUnit/reset()``, because it shifts the sound; decay and pre-gain apply from the next input frame. Tail: 0.
///
/// Source: ranges and defaults of AudioUnitParameters.h (where AVAudioUnit's may differ).
public final class PeakLimiter: Effect<PeakLimiterKernel> {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 0.001 … 0.03 s; 0.012.
        public static let attackTime: ParameterID = 0
        /// 0.001 … 0.06 s; 0.024.
        public static let decayTime: ParameterID = 1
        /// −40 … 40 dB; 0.
        public static let preGain: ParameterID = 2
    }

    public init() {
        super.init(
            .peakLimiter,
            parameters: [
                ParameterInfo(
                    id: Parameter.attackTime, name: "Attack Time", unit: .seconds, range: 0.001...0.03,
                    defaultValue: 0.012),
                ParameterInfo(
                    id: Parameter.decayTime, name: "Decay Time", unit: .seconds, range: 0.001...0.06,
                    defaultValue: 0.024, canRamp: true),
                ParameterInfo(
                    id: Parameter.preGain, name: "Pre-Gain", unit: .decibels, range: -40...40, defaultValue: 0,
                    canRamp: true),
            ]
        ) { limiter, values in
            limiter.settings = .init(
                attack: values[Parameter.attackTime], decay: values[Parameter.decayTime],
                preGain: Decibels(values[Parameter.preGain]))
        }
    }

    package override var presets: [EffectPreset] { Self.presets }

    /// kkmix's own, which set every parameter.
    public static let presets = [
        preset("Safety", "for rare crests, as gently as possible", attack: 0.02, decay: 0.06, preGain: 0),
        preset("Loud", "a mix that is 6 dB louder", attack: 0.012, decay: 0.04, preGain: 6),
        preset("Very Loud", "speech in noisy places, 12 dB louder", attack: 0.005, decay: 0.02, preGain: 12),
    ]

    private static func preset(
        _ name: String, _ purpose: String, attack: Float, decay: Float, preGain: Float
    ) -> EffectPreset {
        EffectPreset(
            name, purpose,
            [(Parameter.attackTime, attack), (Parameter.decayTime, decay), (Parameter.preGain, preGain)])
    }
}
