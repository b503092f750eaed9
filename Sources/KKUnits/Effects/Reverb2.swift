public import KKDSP
internal import KKPCM

extension ComponentDescription {
    public static let reverb2 = ComponentDescription(type: .effectUnit, subType: "rvb2")
}

/// A reverb: `kAudioUnitSubType_Reverb2`.
///
/// Apple does not document the inside. Here it is a feedback delay network of sixteen lines (see ``KKDSP/ReverbKernel``
/// for the source). The decay is exact at 0 Hz and at half the sample rate, with a transition in between. The factory
/// presets have the names and the order of AVAudioUnitReverbPreset, with kkmix's own values (``presets``).
///
/// It has 1 to 16 channels. Latency 0. Tail: twice the longer decay, to −120 dB, after the longest delay. Settings
/// apply from the next frame; new delays, and another room number, make the echoes jump.
///
/// Source: ranges and defaults of AudioUnitParameters.h.
public final class Reverb2: Effect<ReverbKernel> {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 0 … 100 %; 100.
        public static let dryWetMix: ParameterID = 0
        /// The gain of the reverb: −20 … 20 dB; 0.
        public static let gain: ParameterID = 1
        /// 0.0001 … 1 s; 0.008.
        public static let minDelayTime: ParameterID = 2
        /// 0.0001 … 1 s; 0.05.
        public static let maxDelayTime: ParameterID = 3
        /// To −60 dB: 0.001 … 20 s; 1.
        public static let decayTimeAt0Hz: ParameterID = 4
        /// 0.001 … 20 s; 0.5.
        public static let decayTimeAtNyquist: ParameterID = 5
        /// The number of the room, 1 … 1000; 1. Fractions are ignored.
        public static let randomizeReflections: ParameterID = 6
    }

    public init() {
        super.init(.reverb2, parameters: Self.settable) { reverb, values in
            reverb.settings = .init(
                wetDryMix: values[Parameter.dryWetMix], gain: values[Parameter.gain],
                shortestDelay: values[Parameter.minDelayTime], longestDelay: values[Parameter.maxDelayTime],
                decayAt0Hz: values[Parameter.decayTimeAt0Hz],
                decayAtNyquist: values[Parameter.decayTimeAtNyquist],
                seed: Int(values[Parameter.randomizeReflections]))
        }
    }

    private static let settable = [
        ParameterInfo(
            id: Parameter.dryWetMix, name: "Dry/Wet Mix", unit: .percent, range: 0...100, defaultValue: 100,
            canRamp: true),
        ParameterInfo(
            id: Parameter.gain, name: "Gain", unit: .decibels, range: -20...20, defaultValue: 0, canRamp: true),
        ParameterInfo(
            id: Parameter.minDelayTime, name: "Min Delay Time", unit: .seconds, range: 0.0001...1, defaultValue: 0.008),
        ParameterInfo(
            id: Parameter.maxDelayTime, name: "Max Delay Time", unit: .seconds, range: 0.0001...1, defaultValue: 0.05),
        ParameterInfo(
            id: Parameter.decayTimeAt0Hz, name: "Decay Time at 0 Hz", unit: .seconds, range: 0.001...20,
            defaultValue: 1, canRamp: true),
        ParameterInfo(
            id: Parameter.decayTimeAtNyquist, name: "Decay Time at Nyquist", unit: .seconds, range: 0.001...20,
            defaultValue: 0.5, canRamp: true),
        ParameterInfo(
            id: Parameter.randomizeReflections, name: "Randomize Reflections", unit: .generic, range: 1...1000,
            defaultValue: 1),
    ]

    package override var presets: [EffectPreset] { Self.presets }
}
