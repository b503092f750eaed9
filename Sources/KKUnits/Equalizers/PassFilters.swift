internal import KKDSP
internal import KKMath

/// A resonant low pass of second order: `kAudioUnitSubType_LowPassFilter`.
///
/// The resonance is the gain at the cutoff in dB, so 0 dB is a response that is back at 0 dB there, and −3.01 dB
/// Butterworth's (``KKDSP/BiquadCoefficients``).
public final class LowPassFilter: FilterUnit {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 10 Hz … half the sample rate; 6900.
        public static let cutoffFrequency: ParameterID = 0
        /// −20 … 40 dB; 0.
        public static let resonance: ParameterID = 1
    }

    public init() {
        super.init(
            .lowPassFilter,
            parameters: [
                ParameterInfo(
                    id: Parameter.cutoffFrequency, name: "Cutoff Frequency", unit: .hertz, range: 10...22_050,
                    defaultValue: 6900,
                    upperBoundPerRate: 0.5),
                ParameterInfo(
                    id: Parameter.resonance, name: "Resonance", unit: .decibels, range: -20...40, defaultValue: 0),
            ])
    }

    override func section(_ index: Int, sampleRate: Double) -> BiquadCoefficients {
        .lowPass(
            frequency: Double(global.values[0]), resonance: Decibels(Double(global.values[1])), sampleRate: sampleRate)
    }
}

/// A resonant high pass of second order: `kAudioUnitSubType_HighPassFilter`. Its resonance is the gain at the cutoff in
/// dB.
public final class HighPassFilter: FilterUnit {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 10 Hz … half the sample rate; 6900.
        public static let cutoffFrequency: ParameterID = 0
        /// −20 … 40 dB; 0.
        public static let resonance: ParameterID = 1
    }

    public init() {
        super.init(
            .highPassFilter,
            parameters: [
                ParameterInfo(
                    id: Parameter.cutoffFrequency, name: "Cutoff Frequency", unit: .hertz, range: 10...22_050,
                    defaultValue: 6900,
                    upperBoundPerRate: 0.5),
                ParameterInfo(
                    id: Parameter.resonance, name: "Resonance", unit: .decibels, range: -20...40, defaultValue: 0),
            ])
    }

    override func section(_ index: Int, sampleRate: Double) -> BiquadCoefficients {
        .highPass(
            frequency: Double(global.values[0]), resonance: Decibels(Double(global.values[1])), sampleRate: sampleRate)
    }
}

/// A band pass of second order, 0 dB at its centre: `kAudioUnitSubType_BandPassFilter`.
public final class BandPassFilter: FilterUnit {
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
                ParameterInfo(
                    id: Parameter.centerFrequency, name: "Center Frequency", unit: .hertz, range: 20...22_050,
                    defaultValue: 5000,
                    upperBoundPerRate: 0.5),
                ParameterInfo(
                    id: Parameter.bandwidth, name: "Bandwidth", unit: .cents, range: 100...12_000, defaultValue: 600),
            ])
    }

    override func section(_ index: Int, sampleRate: Double) -> BiquadCoefficients {
        .bandPass(frequency: Double(global.values[0]), cents: Double(global.values[1]), sampleRate: sampleRate)
    }
}
