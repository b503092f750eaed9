public import KKDSP
internal import KKPCM

extension ComponentDescription {
    /// kkmix's own; Core Audio does not have it.
    public static let ducker = ComponentDescription(type: .effectUnit, subType: "duck", manufacturer: .kkmix)
}

/// Turns a sound down while another one is heard, such as music under a voice: kkmix's own, `'aufx' 'duck' 'kkmx'`.
///
/// ```
/// sound ────────────────────────────────────────────────────► × gain ─► output   all channels get the same gain
/// key ──► peak of 10 ms ─► threshold, hysteresis, hold ─► attack, release ─▲
/// ```
///
/// The arithmetic is that of a gate in reverse, ``KKDSP/GateKernel``: while the key at bus 1 is louder than the
/// threshold, the gain goes to the depth, otherwise to 0 dB. Without a key the sound turns itself down, as in any
/// ``SideChainEffect``.
///
/// With a depth of −12 dB, a sound as loud as the voice becomes 12 LU quieter. M. Torcoli, A. Freke-Morin, J. Paulus,
/// C. Simon and B. Shirley, *Preferred Levels for Background Ducking to Produce Esthetically Pleasing Audio for TV with
/// Clear Speech*, JAES 67(12), 2019, found that tastes differ, that laymen want 4 LU more than experts, and recommend
/// at least 10 LU between commentary and music, and 15 LU between commentary and ambience. The times are kkmix's own:
/// down in a tenth of a second, and up again in a second after half a second of quiet, so that the music does not come
/// through between two words.
///
/// Latency 0; tail 0. Settings apply from the next frame.
public final class Ducker: SideChainEffect<GateKernel> {
    public enum Parameter {
        /// −96 … 0 dB; −40.
        public static let threshold: ParameterID = 0
        /// 0 … 24 dB; 6.
        public static let hysteresis: ParameterID = 1
        /// −120 … 0 dB; −12.
        public static let depth: ParameterID = 2
        /// 0.0001 … 1 s; 0.1.
        public static let attackTime: ParameterID = 3
        /// 0 … 5 s; 0.5.
        public static let holdTime: ParameterID = 4
        /// 0.001 … 5 s; 1.
        public static let releaseTime: ParameterID = 5
    }

    public init() {
        super.init(
            .ducker,
            parameters: Self.parameters(
                threshold: -40,
                ParameterInfo(
                    id: Parameter.depth, name: "Depth", unit: .decibels, range: -120...0, defaultValue: -12,
                    canRamp: true), attack: 0.1, hold: 0.5, release: 1)
        ) { ducker, values in
            ducker.settings = .init(
                threshold: values[Parameter.threshold], hysteresis: values[Parameter.hysteresis],
                gainAbove: values[Parameter.depth], gainBelow: 0, attack: values[Parameter.attackTime],
                hold: values[Parameter.holdTime], release: values[Parameter.releaseTime])
        }
    }

    package override var presets: [EffectPreset] { Self.presets }

    /// kkmix's own, which set every parameter.
    public static let presets = [
        preset("Podcast", "music under speech", depth: -12, times: (0.1, 0.5, 1)),
        preset("Ambience", "background sounds under a commentary", depth: -18, times: (0.2, 0.8, 1.5)),
        preset("Gentle", "music that is only a little softer", depth: -6, times: (0.3, 1, 2)),
        preset("Radio", "a presenter over music, with quick changes", depth: -15, times: (0.03, 0.2, 0.4)),
    ]

    private static func preset(
        _ name: String, _ purpose: String, depth: Float, times: (attack: Float, hold: Float, release: Float)
    ) -> EffectPreset {
        EffectPreset(
            name, purpose,
            [
                (Parameter.threshold, -40), (Parameter.hysteresis, 6), (Parameter.depth, depth),
                (Parameter.attackTime, times.attack), (Parameter.holdTime, times.hold),
                (Parameter.releaseTime, times.release),
            ])
    }

    /// Whether the key has reached the threshold since the unit was initialized.
    public var hasActed: Bool { ask { $0.hasBeenLoud } }
}
