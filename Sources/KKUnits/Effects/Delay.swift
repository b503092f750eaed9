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
/// Where AudioUnitParameters.h is silent, what is said at ``KKDSP/DelayKernel`` holds. Settings hold from the next
/// frame on: a new time makes the echoes jump.
///
/// Latency 0. Tail: until nothing is left above −120 dB of the last frame of the input; infinite at a feedback of ±100
/// %.
///
/// Source: ranges and defaults of AudioUnitParameters.h (AVAudioUnitDelay begins with a mix of 100 %).
public final class Delay: Effect<DelayKernel> {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 0 … 100 %; 50.
        public static let wetDryMix: ParameterID = 0
        /// 0 … 2 s; 1.
        public static let delayTime: ParameterID = 1
        /// −100 … 100 %; 50.
        public static let feedback: ParameterID = 2
        /// 10 Hz … half the sample rate, where there is no filter; 15,000.
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
}
