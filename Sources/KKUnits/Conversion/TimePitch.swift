internal import KKMath
internal import KKPCM

extension ComponentDescription {
    public static let timePitch = ComponentDescription(type: .formatConverterUnit, subType: "tmpt")
}

/// The older unit for speed without pitch, and pitch without speed: `kAudioUnitSubType_TimePitch`.
///
/// It sounds as ``NewTimePitch`` does with an overlap of 8 and peak locking. A new rate applies from the next window, a
/// new pitch from the next frame.
///
/// Source: numbers of AudioUnitParameters.h, whose effect blend is a parameter of AUPitch alone. The header states no
/// ranges; they are those of AUNewTimePitch.
public final class TimePitch: TimeEffect {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 1/32 … 32; 1.
        public static let rate: ParameterID = 0
        /// −2400 … 2400 cents; 0.
        public static let pitch: ParameterID = 1
    }

    public init() {
        super.init(
            .timePitch,
            parameters: [
                ParameterInfo(
                    id: Parameter.rate, name: "Rate", unit: .rate, range: 0.03125...32, defaultValue: 1, canRamp: true),
                ParameterInfo(
                    id: Parameter.pitch, name: "Pitch", unit: .cents, range: -2400...2400, defaultValue: 0,
                    canRamp: true),
            ])
    }

    override var pace: (rate: Double, pitch: Double) {
        (Double(global.values[0]), PortableMath.exp2(Double(global.values[1]) / 1200))
    }

    /// Those of ``NewTimePitch``, whose rate and pitch have the same numbers.
    package override var presets: [EffectPreset] { NewTimePitch.presets }

    override var windows: StretchWindows? { StretchWindows(overlap: 8, locksPeaks: true, keepsFormants: false) }
}
