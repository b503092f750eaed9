public import KKDSP
internal import KKPCM

extension ComponentDescription {
    public static let distortion = ComponentDescription(type: .effectUnit, subType: "dist")
}

/// A distortion: `kAudioUnitSubType_Distortion`.
///
/// Apple does not document the inside; see ``KKDSP/DistortionKernel``. The factory presets have the names and the order
/// of AVAudioUnitDistortionPreset, with kkmix's own values (``presets``).
///
/// Latency: 119 frames, also for the dry sound. Tail: the echoes, to −120 dB, the frames that decimation holds, and the
/// filters. Settings apply from the next frame; a new delay makes the echoes jump.
///
/// Source: ranges and defaults of AudioUnitParameters.h.
public final class Distortion: Effect<DistortionKernel> {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 0.1 … 500 ms; 0.1.
        public static let delay: ParameterID = 0
        /// Each echo is the one before it times e to the power of minus this: 0.1 … 50; 1.
        public static let decay: ParameterID = 1
        /// 0 … 100 %; 50.
        public static let delayMix: ParameterID = 2
        /// From all samples to 250 a second: 0 … 100 %; 0.
        public static let decimation: ParameterID = 3
        /// From all bits to one: 0 … 100 %; 0.
        public static let rounding: ParameterID = 4
        /// 0 … 100 %; 50.
        public static let decimationMix: ParameterID = 5
        /// The factors of the sample, its square and its cube: 0 … 1; 1.
        public static let linearTerm: ParameterID = 6
        /// 0 … 20; 0.
        public static let squaredTerm: ParameterID = 7
        /// 0 … 20; 0.
        public static let cubicTerm: ParameterID = 8
        /// 0 … 100 %; 50.
        public static let polynomialMix: ParameterID = 9
        /// 0.5 … 8000 Hz; 100.
        public static let ringModFreq1: ParameterID = 10
        /// 0.5 … 8000 Hz; 100.
        public static let ringModFreq2: ParameterID = 11
        /// The share of the second frequency: 0 … 100 %; 50.
        public static let ringModBalance: ParameterID = 12
        /// 0 … 100 %; 0.
        public static let ringModMix: ParameterID = 13
        /// Before the soft clipper: −80 … 20 dB; −6.
        public static let softClipGain: ParameterID = 14
        /// 0 … 100 %; 50.
        public static let finalMix: ParameterID = 15
    }

    public init() {
        super.init(.distortion, parameters: Self.settable) { distortion, values in
            var settings = DistortionKernel.Settings()
            settings.delay = values[Parameter.delay]
            settings.decay = values[Parameter.decay]
            settings.delayMix = values[Parameter.delayMix]
            settings.decimation = values[Parameter.decimation]
            settings.rounding = values[Parameter.rounding]
            settings.decimationMix = values[Parameter.decimationMix]
            settings.linearTerm = values[Parameter.linearTerm]
            settings.squaredTerm = values[Parameter.squaredTerm]
            settings.cubicTerm = values[Parameter.cubicTerm]
            settings.polynomialMix = values[Parameter.polynomialMix]
            settings.ringModFrequency1 = values[Parameter.ringModFreq1]
            settings.ringModFrequency2 = values[Parameter.ringModFreq2]
            settings.ringModBalance = values[Parameter.ringModBalance]
            settings.ringModMix = values[Parameter.ringModMix]
            settings.softClipGain = values[Parameter.softClipGain]
            settings.finalMix = values[Parameter.finalMix]
            distortion.settings = settings
        }
    }

    private static let settable = [
        info(Parameter.delay, "Delay", .milliseconds, 0.1...500, 0.1),
        info(Parameter.decay, "Decay", .rate, 0.1...50, 1),
        info(Parameter.delayMix, "Delay Mix", .percent, 0...100, 50),
        info(Parameter.decimation, "Decimation", .percent, 0...100, 0),
        info(Parameter.rounding, "Rounding", .percent, 0...100, 0),
        info(Parameter.decimationMix, "Decimation Mix", .percent, 0...100, 50),
        info(Parameter.linearTerm, "Linear Term", .linearGain, 0...1, 1),
        info(Parameter.squaredTerm, "Squared Term", .linearGain, 0...20, 0),
        info(Parameter.cubicTerm, "Cubic Term", .linearGain, 0...20, 0),
        info(Parameter.polynomialMix, "Polynomial Mix", .percent, 0...100, 50),
        info(Parameter.ringModFreq1, "Ring Mod Freq 1", .hertz, 0.5...8000, 100),
        info(Parameter.ringModFreq2, "Ring Mod Freq 2", .hertz, 0.5...8000, 100),
        info(Parameter.ringModBalance, "Ring Mod Balance", .percent, 0...100, 50),
        info(Parameter.ringModMix, "Ring Mod Mix", .percent, 0...100, 0),
        info(Parameter.softClipGain, "Soft Clip Gain", .decibels, -80...20, -6),
        info(Parameter.finalMix, "Final Mix", .percent, 0...100, 50),
    ]

    private static func info(
        _ id: ParameterID, _ name: String, _ unit: ParameterUnit, _ range: ClosedRange<Float>, _ standard: Float
    ) -> ParameterInfo {
        ParameterInfo(id: id, name: name, unit: unit, range: range, defaultValue: standard, canRamp: true)
    }

    package override var presets: [EffectPreset] { Self.presets }
}
