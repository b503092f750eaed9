public import KKDSP
internal import KKPCM

extension ComponentDescription {
    /// kkmix's own; Core Audio does not have it.
    public static let gate = ComponentDescription(type: .effectUnit, subType: "gate", manufacturer: .kkmix)
}

/// A noise gate: kkmix's own, `'aufx' 'gate' 'kkmx'`. Sound below the threshold is turned down by the range.
///
/// ```
/// sound ────────────────────────────────────────────────────► × gain ─► output   all channels get the same gain
/// key ──► peak of 10 ms ─► threshold, hysteresis, hold ─► attack, release ─▲
/// ```
///
/// See ``KKDSP/GateKernel`` for how it opens and closes; a new unit is closed. The key is the sound itself, unless bus
/// 1 has one: ``SideChainEffect``. The presets are kkmix's own.
///
/// Latency 0; tail 0. Settings apply from the next frame.
public final class Gate: SideChainEffect<GateKernel> {
    public enum Parameter {
        /// −96 … 0 dB; −50.
        public static let threshold: ParameterID = 0
        /// 0 … 24 dB; 6.
        public static let hysteresis: ParameterID = 1
        /// The attenuation of a closed gate: 0 … 120 dB; 60.
        public static let range: ParameterID = 2
        /// 0.0001 … 1 s; 0.001.
        public static let attackTime: ParameterID = 3
        /// 0 … 5 s; 0.05.
        public static let holdTime: ParameterID = 4
        /// 0.001 … 5 s; 0.1.
        public static let releaseTime: ParameterID = 5
    }

    public init() {
        super.init(
            .gate,
            parameters: Self.parameters(
                threshold: -50,
                ParameterInfo(
                    id: Parameter.range, name: "Range", unit: .decibels, range: 0...120, defaultValue: 60,
                    canRamp: true), attack: 0.001, hold: 0.05, release: 0.1)
        ) { gate, values in
            gate.settings = .init(
                threshold: values[Parameter.threshold], hysteresis: values[Parameter.hysteresis],
                gainBelow: -values[Parameter.range], attack: values[Parameter.attackTime],
                hold: values[Parameter.holdTime], release: values[Parameter.releaseTime])
        }
    }

    package override var presets: [EffectPreset] { Self.presets }

    public static let presets = [
        preset(
            "Voice", "gently lowers the room noise of a voice", -45, hysteresis: 6, range: 20,
            times: (0.002, 0.15, 0.25)),
        preset(
            "Drums", "removes other instruments from a drum microphone", -30, hysteresis: 3, range: 60,
            times: (0.0002, 0.03, 0.12)),
        preset("Noise", "removes hiss and hum in pauses", -60, hysteresis: 9, range: 80, times: (0.005, 0.3, 0.5)),
    ]

    private static func preset(
        _ name: String, _ purpose: String, _ threshold: Float, hysteresis: Float, range: Float,
        times: (attack: Float, hold: Float, release: Float)
    ) -> EffectPreset {
        EffectPreset(
            name, purpose,
            [
                (Parameter.threshold, threshold), (Parameter.hysteresis, hysteresis), (Parameter.range, range),
                (Parameter.attackTime, times.attack), (Parameter.holdTime, times.hold),
                (Parameter.releaseTime, times.release),
            ])
    }
}
