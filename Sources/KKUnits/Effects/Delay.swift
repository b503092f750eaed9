public import KKDSP
internal import KKPCM

extension ComponentDescription {
    public static let delay = ComponentDescription(type: .effectUnit, subType: "dely")
}

/// Echoes from a loop with a low-pass filter in it: `kAudioUnitSubType_Delay`.
///
/// ```
/// input ─┬──────────────────────────────────────────── × (1 − wet) ─► + ─► output      each channel by itself
///        └─► + ─► delay line ─► low-pass ─┬─────────── × wet ─────────▲
///            ▲──────── × feedback ────────┘
/// ```
///
/// See ``KKDSP/DelayKernel`` for what AudioUnitParameters.h does not say. Settings apply from the next frame: a new
/// time makes the echoes jump.
///
/// Latency 0. Tail: until the echo of the last input frame is below −120 dB; infinite at a feedback of ±100 %.
///
/// Source: ranges and defaults of AudioUnitParameters.h (AVAudioUnitDelay has a default mix of 100 %).
public final class Delay: Effect<DelayKernel> {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 0 … 100 %; 50.
        public static let wetDryMix: ParameterID = 0
        /// 0 … 2 s; 1.
        public static let delayTime: ParameterID = 1
        /// −100 … 100 %; 50.
        public static let feedback: ParameterID = 2
        /// 10 Hz … half the sample rate, which means no filter; 15,000.
        public static let lopassCutoff: ParameterID = 3
    }

    public init() {
        super.init(
            .delay,
            parameters: [
                ParameterInfo(
                    id: Parameter.wetDryMix, name: "Dry/Wet Mix", unit: .percent, range: 0...100, defaultValue: 50,
                    canRamp: true),
                ParameterInfo(
                    id: Parameter.delayTime, name: "Delay Time", unit: .seconds, range: 0...2, defaultValue: 1,
                    canRamp: true),
                ParameterInfo(
                    id: Parameter.feedback, name: "Feedback", unit: .percent, range: -100...100, defaultValue: 50,
                    canRamp: true),
                .frequency(Parameter.lopassCutoff, "Lowpass Cutoff Frequency", from: 10, defaultValue: 15_000),
            ]
        ) { delay, values in
            delay.settings = .init(
                wetDryMix: values[Parameter.wetDryMix], time: values[Parameter.delayTime],
                feedback: values[Parameter.feedback], lopassCutoff: values[Parameter.lopassCutoff])
        }
    }

    package override var presets: [EffectPreset] { Self.presets }

    /// kkmix's own, which set every parameter.
    public static let presets = [
        preset("Doubling", "a second voice close behind", mix: 40, time: 0.03, feedback: 0, cutoff: 15_000),
        preset("Slapback", "one short echo, as of early tape machines", mix: 30, time: 0.11, feedback: 0, cutoff: 8000),
        preset("Tape", "echoes that grow duller", mix: 30, time: 0.35, feedback: 45, cutoff: 3500),
        preset("Canyon", "long echoes that take their time", mix: 35, time: 0.75, feedback: 55, cutoff: 6000),
    ]

    private static func preset(
        _ name: String, _ purpose: String, mix: Float, time: Float, feedback: Float, cutoff: Float
    ) -> EffectPreset {
        EffectPreset(
            name, purpose,
            [
                (Parameter.wetDryMix, mix), (Parameter.delayTime, time), (Parameter.feedback, feedback),
                (Parameter.lopassCutoff, cutoff),
            ])
    }
}
