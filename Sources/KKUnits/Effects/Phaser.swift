public import KKDSP
internal import KKPCM

extension ComponentDescription {
    /// kkmix's own, which Core Audio does not have.
    public static let phaser = ComponentDescription(type: .effectUnit, subType: "phas", manufacturer: .kkmix)
}

/// Notches that go up and down, further apart than a flanger's: kkmix's own, `'aufx' 'phas' 'kkmx'`. How it sounds is
/// said at ``KKDSP/PhaserKernel``.
///
/// Latency 0. Tail: until nothing is left above −120 dB of the input's last frame.
public final class Phaser: Effect<PhaserKernel> {
    public enum Parameter {
        /// 0 … 100 %; 50.
        public static let wetDryMix: ParameterID = 0
        /// 0.01 … 20 Hz; 0.4.
        public static let rate: ParameterID = 1
        /// By how much the frequency swings to either side: 0 … 4 octaves; 1.5.
        public static let depth: ParameterID = 2
        /// What it swings around: 20 Hz … half the sample rate; 800.
        public static let centerFrequency: ParameterID = 3
        /// −95 … 95 %; 30.
        public static let feedback: ParameterID = 4
        /// From channel to channel: 0 … 180 degrees; 0.
        public static let spread: ParameterID = 5
        /// The all-passes, two for a notch: 2 … 12; 4.
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
