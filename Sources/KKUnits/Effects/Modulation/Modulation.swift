public import KKDSP
internal import KKPCM

extension ComponentDescription {
    /// kkmix's own; Core Audio does not have it.
    public static let chorus = ComponentDescription(type: .effectUnit, subType: "chor", manufacturer: .kkmix)
    public static let flanger = ComponentDescription(type: .effectUnit, subType: "flng", manufacturer: .kkmix)
    public static let tremolo = ComponentDescription(type: .effectUnit, subType: "trem", manufacturer: .kkmix)
}

/// An echo with a varying delay, see ``KKDSP/ModulatedDelayKernel``: the common part of ``Chorus`` and ``Flanger``,
/// which differ only in their ranges.
///
/// Latency 0. Tail: until the last input frame has decayed below −120 dB.
public class ModulatedDelay: Effect<ModulatedDelayKernel> {
    public enum Parameter {
        /// 0 … 100 %.
        public static let wetDryMix: ParameterID = 0
        /// 0.01 … 20 Hz.
        public static let rate: ParameterID = 1
        /// How far the delay varies to each side, in seconds.
        public static let depth: ParameterID = 2
        /// The middle of the delay, in seconds.
        public static let delayTime: ParameterID = 3
        /// −95 … 95 %.
        public static let feedback: ParameterID = 4
        /// From channel to channel: 0 … 180 degrees.
        public static let spread: ParameterID = 5
    }

    init(
        _ component: ComponentDescription, rate: Float, depth: (ClosedRange<Float>, Float),
        delay: (ClosedRange<Float>, Float), feedback: Float, spread: Float
    ) {
        super.init(
            component,
            parameters: [
                ParameterInfo(
                    id: Parameter.wetDryMix, name: "Dry/Wet Mix", unit: .percent, range: 0...100, defaultValue: 50,
                    canRamp: true),
                ParameterInfo(
                    id: Parameter.rate, name: "Rate", unit: .hertz, range: 0.01...20, defaultValue: rate, canRamp: true),
                ParameterInfo(
                    id: Parameter.depth, name: "Depth", unit: .seconds, range: depth.0, defaultValue: depth.1,
                    canRamp: true),
                ParameterInfo(
                    id: Parameter.delayTime, name: "Delay Time", unit: .seconds, range: delay.0, defaultValue: delay.1,
                    canRamp: true),
                ParameterInfo(
                    id: Parameter.feedback, name: "Feedback", unit: .percent, range: -95...95, defaultValue: feedback,
                    canRamp: true),
                ParameterInfo(
                    id: Parameter.spread, name: "Spread", unit: .degrees, range: 0...180, defaultValue: spread,
                    canRamp: true),
            ]
        ) { kernel, values in
            kernel.settings = .init(
                wetDryMix: values[Parameter.wetDryMix], rate: values[Parameter.rate], depth: values[Parameter.depth],
                delay: values[Parameter.delayTime], feedback: values[Parameter.feedback],
                spread: values[Parameter.spread])
        }
    }
}

/// A chorus, which makes one voice sound like several: kkmix's own, `'aufx' 'chor' 'kkmx'`.
public final class Chorus: ModulatedDelay {
    public init() {
        super.init(
            .chorus, rate: 0.8, depth: (0...0.02, 0.003), delay: (0.001...0.05, 0.015), feedback: 0, spread: 90)
    }

    package override var presets: [EffectPreset] { Self.presets }
}

/// A flanger, with notches that move up and down: kkmix's own, `'aufx' 'flng' 'kkmx'`.
public final class Flanger: ModulatedDelay {
    public init() {
        super.init(
            .flanger, rate: 0.25, depth: (0...0.01, 0.0015), delay: (0.0001...0.02, 0.002), feedback: 50, spread: 0)
    }

    package override var presets: [EffectPreset] { Self.presets }
}

/// A tremolo, with a varying level: kkmix's own, `'aufx' 'trem' 'kkmx'`. See ``KKDSP/TremoloKernel``.
///
/// Latency 0; tail 0.
public final class Tremolo: Effect<TremoloKernel> {
    public enum Parameter {
        /// 0.01 … 20 Hz; 5.
        public static let rate: ParameterID = 0
        /// 0 … 100 %; 50.
        public static let depth: ParameterID = 1
        /// From channel to channel: 0 … 180 degrees; 0.
        public static let spread: ParameterID = 2
    }

    public init() {
        super.init(
            .tremolo,
            parameters: [
                ParameterInfo(
                    id: Parameter.rate, name: "Rate", unit: .hertz, range: 0.01...20, defaultValue: 5, canRamp: true),
                ParameterInfo(
                    id: Parameter.depth, name: "Depth", unit: .percent, range: 0...100, defaultValue: 50, canRamp: true),
                ParameterInfo(
                    id: Parameter.spread, name: "Spread", unit: .degrees, range: 0...180, defaultValue: 0,
                    canRamp: true),
            ]
        ) { tremolo, values in
            tremolo.rate = values[Parameter.rate]
            tremolo.depth = values[Parameter.depth]
            tremolo.spread = values[Parameter.spread]
        }
    }

    package override var presets: [EffectPreset] { Self.presets }
}
