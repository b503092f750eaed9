public import KKDSP
internal import KKMath
internal import KKPCM

extension ComponentDescription {
    public static let highShelfFilter = ComponentDescription(type: .effectUnit, subType: "hshf")
    public static let lowShelfFilter = ComponentDescription(type: .effectUnit, subType: "lshf")
}

/// A high shelf without overshoot: `kAudioUnitSubType_HighShelfFilter`. The frequency is the middle of the slope, where
/// the gain is half its value in dB.
public final class HighShelfFilter: Effect<FilterKernel> {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 10 kHz … half the sample rate; 10000.
        public static let cutoffFrequency: ParameterID = 0
        /// −40 … 40 dB; 0.
        public static let gain: ParameterID = 1
    }

    public init() {
        super.init(
            .highShelfFilter,
            parameters: [
                .frequency(Parameter.cutoffFrequency, "Cutoff Frequency", from: 10_000, defaultValue: 10_000),
                ParameterInfo(
                    id: Parameter.gain, name: "Gain", unit: .decibels, range: -40...40, defaultValue: 0, canRamp: true),
            ]
        ) { filter, values in
            filter.setSection(
                .highShelf(
                    frequency: values[Parameter.cutoffFrequency], gain: Decibels(values[Parameter.gain]),
                    sampleRate: filter.sampleRate))
        }
    }
}

/// A low shelf without overshoot: `kAudioUnitSubType_LowShelfFilter`. The frequency is the middle of the slope, where
/// the gain is half its value in dB.
public final class LowShelfFilter: Effect<FilterKernel> {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 10 … 200 Hz; 80.
        public static let cutoffFrequency: ParameterID = 0
        /// −40 … 40 dB; 0.
        public static let gain: ParameterID = 1
    }

    public init() {
        super.init(
            .lowShelfFilter,
            parameters: [
                ParameterInfo(
                    id: Parameter.cutoffFrequency, name: "Cutoff Frequency", unit: .hertz, range: 10...200,
                    defaultValue: 80, canRamp: true),
                ParameterInfo(
                    id: Parameter.gain, name: "Gain", unit: .decibels, range: -40...40, defaultValue: 0, canRamp: true),
            ]
        ) { filter, values in
            filter.setSection(
                .lowShelf(
                    frequency: values[Parameter.cutoffFrequency], gain: Decibels(values[Parameter.gain]),
                    sampleRate: filter.sampleRate))
        }
    }
}
