internal import KKDSP
internal import KKMath

/// One peak or dip: `kAudioUnitSubType_ParametricEQ`.
public final class ParametricEQ: FilterUnit {
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
                ParameterInfo(
                    id: Parameter.centerFrequency, name: "Center Frequency", unit: .hertz, range: 20...22_050,
                    defaultValue: 2000,
                    upperBoundPerRate: 0.5),
                ParameterInfo(id: Parameter.q, name: "Q", unit: .generic, range: 0.1...20, defaultValue: 1),
                ParameterInfo(id: Parameter.gain, name: "Gain", unit: .decibels, range: -20...20, defaultValue: 0),
            ])
    }

    override func section(_ index: Int, sampleRate: Double) -> BiquadCoefficients {
        .parametric(
            frequency: Double(global.values[0]), q: Double(global.values[1]), gain: Decibels(Double(global.values[2])),
            sampleRate: sampleRate)
    }
}
