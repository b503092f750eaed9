public import KKDSP
internal import KKPCM

extension ComponentDescription {
    /// kkmix's own; Core Audio does not have it.
    public static let phaser = ComponentDescription(type: .effectUnit, subType: "phas", manufacturer: .kkmix)
}

/// A phaser, with notches that move up and down, further apart than a flanger's: kkmix's own, `'aufx' 'phas' 'kkmx'`.
/// See ``KKDSP/PhaserKernel``.
///
/// Latency 0. Tail: until the last input frame has decayed below −120 dB.
public final class Phaser: Effect<PhaserKernel> {
    public enum Parameter {
        /// 0 … 100 %; 50.
        public static let wetDryMix: ParameterID = 0
        /// 0.01 … 20 Hz; 0.4.
        public static let rate: ParameterID = 1
        /// How far the frequency varies to each side: 0 … 4 octaves; 1.5.
        public static let depth: ParameterID = 2
        /// The middle of the frequency: 20 Hz … half the sample rate; 800.
        public static let centerFrequency: ParameterID = 3
        /// −95 … 95 %; 30.
        public static let feedback: ParameterID = 4
        /// From channel to channel: 0 … 180 degrees; 0.
        public static let spread: ParameterID = 5
        /// The number of all-passes, two for each notch: 2 … 12; 4.
        public static let stages: ParameterID = 6
    }

    public init() {
        super.init(
            .phaser,
            parameters: [
                ParameterInfo(
                    id: Parameter.wetDryMix, name: "Dry/Wet Mix", unit: .percent, range: 0...100, defaultValue: 50,
                    canRamp: true),
                ParameterInfo(
                    id: Parameter.rate, name: "Rate", unit: .hertz, range: 0.01...20, defaultValue: 0.4, canRamp: true),
                ParameterInfo(
                    id: Parameter.depth, name: "Depth", unit: .octaves, range: 0...4, defaultValue: 1.5, canRamp: true),
                .frequency(Parameter.centerFrequency, "Center Frequency", from: 20, defaultValue: 800),
                ParameterInfo(
                    id: Parameter.feedback, name: "Feedback", unit: .percent, range: -95...95, defaultValue: 30,
                    canRamp: true),
                ParameterInfo(
                    id: Parameter.spread, name: "Spread", unit: .degrees, range: 0...180, defaultValue: 0,
                    canRamp: true),
                ParameterInfo(
                    id: Parameter.stages, name: "Stages", unit: .indexed,
                    range: Float(PhaserKernel.stageCounts.lowerBound)...Float(PhaserKernel.stageCounts.upperBound),
                    defaultValue: 4),
            ]
        ) { phaser, values in
            phaser.settings = .init(
                wetDryMix: values[Parameter.wetDryMix], rate: values[Parameter.rate], depth: values[Parameter.depth],
                frequency: values[Parameter.centerFrequency], feedback: values[Parameter.feedback],
                spread: values[Parameter.spread], stageCount: Int(values[Parameter.stages]))
        }
    }

    package override var presets: [EffectPreset] { Self.presets }
}
