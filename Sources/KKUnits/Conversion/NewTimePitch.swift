internal import KKMath
internal import KKPCM

extension ComponentDescription {
    public static let newTimePitch = ComponentDescription(type: .formatConverterUnit, subType: "nutp")
}

/// Speed without pitch, and pitch without speed: `kAudioUnitSubType_NewTimePitch`.
///
/// Apple does not document the inside. Here it is the phase vocoder of ``KKConvert/StretchedSource``, with windows of
/// about 70 ms that overlap as often as the overlap parameter says, followed by a varispeed that changes the pitch.
/// With the defaults the sound is unchanged except for rounding.
///
/// A new rate applies from the next window, a new pitch from the next frame, overlap, peak locking and formants
/// from the next initialization.
///
/// Source: ranges and defaults of AudioUnitParameters.h; the default pitch is 0, as in AVAudioUnitTimePitch.
/// Keeping formants is kkmix's own.
public final class NewTimePitch: TimeEffect {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 1/32 … 32; 1.
        public static let rate: ParameterID = 0
        /// −2400 … 2400 cents; 0.
        public static let pitch: ParameterID = 1
        /// Windows that overlap at a position: 3 … 32; 8.
        public static let overlap: ParameterID = 4
        /// 0 or 1: whether the bins around a tone keep their phase relative to it; 1.
        public static let enablePeakLocking: ParameterID = 6
    }

    /// Whether a voice's formants stay in place at another pitch. kkmix's own, so it is not a parameter and not in the
    /// class info.
    public var keepsFormants = false

    public init() {
        super.init(
            .newTimePitch,
            parameters: [
                ParameterInfo(
                    id: Parameter.rate, name: "Rate", unit: .rate, range: 0.03125...32, defaultValue: 1, canRamp: true),
                ParameterInfo(
                    id: Parameter.pitch, name: "Pitch", unit: .cents, range: -2400...2400, defaultValue: 0,
                    canRamp: true),
                ParameterInfo(
                    id: Parameter.overlap, name: "Overlap", unit: .generic, range: 3...32, defaultValue: 8),
                ParameterInfo(
                    id: Parameter.enablePeakLocking, name: "Enable Peak Locking", unit: .boolean, range: 0...1,
                    defaultValue: 1),
            ])
    }

    override var pace: (rate: Double, pitch: Double) {
        (Double(global.values[0]), PortableMath.exp2(Double(global.values[1]) / 1200))
    }

    package override var presets: [EffectPreset] { Self.presets }

    override var windows: StretchWindows? {
        StretchWindows(
            overlap: Int(global.values[2].rounded()), locksPeaks: global.values[3] >= 0.5,
            keepsFormants: keepsFormants)
    }
    /// kkmix's own, which set rate and pitch.
    public static let presets = [
        EffectPreset("Half Speed", "for learning a piece of music", [(Parameter.rate, 0.5), (Parameter.pitch, 0)]),
        EffectPreset("Brisk Speech", "speech a quarter faster", [(Parameter.rate, 1.25), (Parameter.pitch, 0)]),
        EffectPreset("Double Speed", "for finding a place", [(Parameter.rate, 2), (Parameter.pitch, 0)]),
        EffectPreset("Octave Up", "as fast, and an octave higher", [(Parameter.rate, 1), (Parameter.pitch, 1200)]),
        EffectPreset("Octave Down", "as fast, and an octave lower", [(Parameter.rate, 1), (Parameter.pitch, -1200)]),
    ]
}
