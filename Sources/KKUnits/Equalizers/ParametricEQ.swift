public import KKDSP
internal import KKMath
internal import KKPCM

extension ComponentDescription {
    public static let parametricEQ = ComponentDescription(type: .effectUnit, subType: "pmeq")
}

/// One peak or dip: `kAudioUnitSubType_ParametricEQ`.
public final class ParametricEQ: Effect<FilterKernel> {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 20 Hz … half the sample rate; 2000.
        public static let centerFrequency: ParameterID = 0
        /// 0.1 … 20, the cookbook's Q of a peak; 1.
        public static let q: ParameterID = 1
        /// −20 … 20 dB; 0.
        public static let gain: ParameterID = 2
    }

    public init() {
        super.init(
            .parametricEQ,
            parameters: [
                .frequency(Parameter.centerFrequency, "Center Frequency", from: 20, defaultValue: 2000),
                ParameterInfo(
                    id: Parameter.q, name: "Q", unit: .generic, range: 0.1...20, defaultValue: 1, canRamp: true),
                ParameterInfo(
                    id: Parameter.gain, name: "Gain", unit: .decibels, range: -20...20, defaultValue: 0, canRamp: true),
            ]
        ) { filter, values in
            filter.setSection(
                .parametric(
                    frequency: values[Parameter.centerFrequency], q: values[Parameter.q],
                    gain: Decibels(values[Parameter.gain]), sampleRate: filter.sampleRate))
        }
    }
}
