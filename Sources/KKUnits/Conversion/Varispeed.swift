internal import KKMath
internal import KKPCM

extension ComponentDescription {
    public static let varispeed = ComponentDescription(type: .formatConverterUnit, subType: "vari")
}

/// Changes speed and pitch together, as a tape does: `kAudioUnitSubType_Varispeed`.
///
/// Rate and cents are the same setting, with rate = 2^(cents / 1200); the last one that was set applies, from the next
/// frame. If the rate is 1 from the start, every bit passes. The filter is flat to 0.84 of half the lower rate.
///
/// Source: ranges and defaults of AudioUnitParameters.h.
public final class Varispeed: TimeEffect {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// ¼ … 4; 1.
        public static let playbackRate: ParameterID = 0
        /// −2400 … 2400; 0.
        public static let playbackCents: ParameterID = 1
    }

    public init() {
        super.init(
            .varispeed,
            parameters: [
                ParameterInfo(
                    id: Parameter.playbackRate, name: "Playback Rate", unit: .rate, range: 0.25...4, defaultValue: 1,
                    canRamp: true),
                ParameterInfo(
                    id: Parameter.playbackCents, name: "Playback Cents", unit: .cents, range: -2400...2400,
                    defaultValue: 0, canRamp: true),
            ])
    }

    package override var presets: [EffectPreset] { Self.presets }

    /// kkmix's own.
    public static let presets = [
        EffectPreset("Octave Up", "a tape at twice its speed", [(Parameter.playbackCents, 1200)]),
        EffectPreset("Octave Down", "a tape at half its speed", [(Parameter.playbackCents, -1200)]),
        EffectPreset("45 at 33", "a record for 45 turns a minute at 33⅓", [(Parameter.playbackRate, 20.0 / 27)]),
        EffectPreset("33 at 45", "a record for 33⅓ turns a minute at 45", [(Parameter.playbackRate, 1.35)]),
    ]

    override var pace: (rate: Double, pitch: Double) { (Double(global.values[0]), 1) }

    override func parameterDidChange(_ id: ParameterID, _ scope: Scope, _ element: Int) {
        if id == Parameter.playbackCents {
            global.values[0] = min(4, max(0.25, Float(PortableMath.exp2(Double(global.values[1]) / 1200))))
        } else {
            global.values[1] = min(2400, max(-2400, Float(1200 * PortableMath.log2(Double(global.values[0])))))
        }
        super.parameterDidChange(id, scope, element)
    }
}
