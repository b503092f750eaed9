public import KKDSP
internal import KKPCM

extension ComponentDescription {
    public static let dynamicsProcessor = ComponentDescription(type: .effectUnit, subType: "dcmp")
}

/// A compressor and a downward expander: `kAudioUnitSubType_DynamicsProcessor`.
///
/// ```
/// input ─┬──────────────────────────────────────────────────────► × gain ─► output   all channels get the same gain
///        └─► peak of 10 ms ─► static curve, dB ─► attack, release ──▲
/// ```
///
/// See ``KKDSP/DynamicsKernel`` for the curve, the times and their source. There is no ratio: the headroom is how far
/// above the threshold a steady sound may come out. A level that is the headroom above the threshold comes out half of
/// that above it.
///
/// The default expansion threshold is −120 dB, where the expander does nothing. The factory presets are kkmix's own:
/// ``presets``.
///
/// Latency 0: Apple's unit looks ahead by a few milliseconds, this one does not. Tail: 0. Settings apply from the next
/// frame.
///
/// Source: ranges and defaults of AudioUnitParameters.h, which does not mention the expansion threshold.
public final class DynamicsProcessor: Effect<DynamicsKernel> {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// −40 … 20 dB; −20.
        public static let threshold: ParameterID = 0
        /// 0.1 … 40 dB; 5.
        public static let headRoom: ParameterID = 1
        /// 1 … 50; 2.
        public static let expansionRatio: ParameterID = 2
        /// −120 … 0 dB; −120.
        public static let expansionThreshold: ParameterID = 3
        /// 0.0001 … 0.2 s; 0.001.
        public static let attackTime: ParameterID = 4
        /// 0.01 … 3 s; 0.05.
        public static let releaseTime: ParameterID = 5
        /// −40 … 40 dB; 0.
        public static let overallGain: ParameterID = 6
        /// The gain reduction of the newest frame in decibels, read only.
        public static let compressionAmount: ParameterID = 1000
        /// The levels before and after, in decibels, read only.
        public static let inputAmplitude: ParameterID = 2000
        public static let outputAmplitude: ParameterID = 3000
    }

    public init() {
        super.init(.dynamicsProcessor, parameters: Self.settable + Self.meters) { processor, values in
            processor.settings = .init(
                threshold: values[Parameter.threshold], headRoom: values[Parameter.headRoom],
                expansionRatio: values[Parameter.expansionRatio],
                expansionThreshold: values[Parameter.expansionThreshold], attack: values[Parameter.attackTime],
                release: values[Parameter.releaseTime], overallGain: values[Parameter.overallGain])
        }
    }

    private static let settable = [
        ParameterInfo(
            id: Parameter.threshold, name: "Threshold", unit: .decibels, range: -40...20, defaultValue: -20,
            canRamp: true),
        ParameterInfo(
            id: Parameter.headRoom, name: "Head Room", unit: .decibels, range: 0.1...40, defaultValue: 5, canRamp: true),
        ParameterInfo(
            id: Parameter.expansionRatio, name: "Expansion Ratio", unit: .ratio, range: 1...50, defaultValue: 2,
            canRamp: true),
        ParameterInfo(
            id: Parameter.expansionThreshold, name: "Expansion Threshold", unit: .decibels, range: -120...0,
            defaultValue: -120, canRamp: true),
        ParameterInfo(
            id: Parameter.attackTime, name: "Attack Time", unit: .seconds, range: 0.0001...0.2, defaultValue: 0.001,
            canRamp: true),
        ParameterInfo(
            id: Parameter.releaseTime, name: "Release Time", unit: .seconds, range: 0.01...3, defaultValue: 0.05,
            canRamp: true),
        ParameterInfo(
            id: Parameter.overallGain, name: "Overall Gain", unit: .decibels, range: -40...40, defaultValue: 0,
            canRamp: true),
    ]

    private static let meters = [
        ParameterInfo(
            id: Parameter.compressionAmount, name: "Compression Amount", unit: .decibels, range: 0...160,
            defaultValue: 0, isReadOnly: true),
        ParameterInfo(
            id: Parameter.inputAmplitude, name: "Input Amplitude", unit: .decibels, range: -120...40,
            defaultValue: -120, isReadOnly: true),
        ParameterInfo(
            id: Parameter.outputAmplitude, name: "Output Amplitude", unit: .decibels, range: -120...40,
            defaultValue: -120, isReadOnly: true),
    ]

    override func readOnlyValue(of info: ParameterInfo, _ scope: Scope, _ element: Int) -> Float {
        guard isInitialized else { return info.defaultValue }
        let value: Double = ask { processor in
            switch info.id {
            case Parameter.compressionAmount: processor.compressionAmount
            case Parameter.inputAmplitude: processor.inputAmplitude
            default: processor.outputAmplitude
            }
        }
        return max(info.range.lowerBound, min(info.range.upperBound, Float(value)))
    }

    package override var presets: [EffectPreset] { Self.presets }
}
