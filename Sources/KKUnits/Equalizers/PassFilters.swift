public import KKDSP
internal import KKMath
internal import KKPCM

extension ComponentDescription {
    public static let lowPassFilter = ComponentDescription(type: .effectUnit, subType: "lpas")
    public static let highPassFilter = ComponentDescription(type: .effectUnit, subType: "hpas")
    public static let bandPassFilter = ComponentDescription(type: .effectUnit, subType: "bpas")
}

/// A resonant low pass of second order: `kAudioUnitSubType_LowPassFilter`.
///
/// The resonance is the gain at the cutoff in dB: at 0 dB the response there is 0 dB, and at −3.01 dB the filter is a
/// Butterworth (``KKDSP/BiquadCoefficients``).
public final class LowPassFilter: Effect<FilterKernel> {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 10 Hz … half the sample rate; 6900.
        public static let cutoffFrequency: ParameterID = 0
        /// −20 … 40 dB; 0.
        public static let resonance: ParameterID = 1
    }

    fileprivate static var parameterTable: [ParameterInfo] {
        [
            .frequency(Parameter.cutoffFrequency, "Cutoff Frequency", from: 10, defaultValue: 6900),
            ParameterInfo(
                id: Parameter.resonance, name: "Resonance", unit: .decibels, range: -20...40, defaultValue: 0,
                canRamp: true),
        ]
    }

    public init() {
        super.init(.lowPassFilter, parameters: LowPassFilter.parameterTable) { filter, values in
            filter.setSection(
                .lowPass(
                    frequency: values[Parameter.cutoffFrequency], resonance: Decibels(values[Parameter.resonance]),
                    sampleRate: filter.sampleRate))
        }
    }
}

/// A resonant high pass of second order: `kAudioUnitSubType_HighPassFilter`. Its resonance is the gain at the cutoff in
/// dB.
public final class HighPassFilter: Effect<FilterKernel> {
    /// Those of the low pass, with the same numbers.
    public typealias Parameter = LowPassFilter.Parameter

    public init() {
        super.init(.highPassFilter, parameters: LowPassFilter.parameterTable) { filter, values in
            filter.setSection(
                .highPass(
                    frequency: values[Parameter.cutoffFrequency], resonance: Decibels(values[Parameter.resonance]),
                    sampleRate: filter.sampleRate))
        }
    }
}

/// A band pass of second order, 0 dB at its centre: `kAudioUnitSubType_BandPassFilter`.
public final class BandPassFilter: Effect<FilterKernel> {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 20 Hz … half the sample rate; 5000.
        public static let centerFrequency: ParameterID = 0
        /// 100 … 12000 cents between the points at −3 dB; 600.
        public static let bandwidth: ParameterID = 1
    }

    public init() {
        super.init(
            .bandPassFilter,
            parameters: [
                .frequency(Parameter.centerFrequency, "Center Frequency", from: 20, defaultValue: 5000),
                ParameterInfo(
                    id: Parameter.bandwidth, name: "Bandwidth", unit: .cents, range: 100...12_000, defaultValue: 600,
                    canRamp: true),
            ]
        ) { filter, values in
            filter.setSection(
                .bandPass(
                    frequency: values[Parameter.centerFrequency], cents: values[Parameter.bandwidth],
                    sampleRate: filter.sampleRate))
        }
    }
}
