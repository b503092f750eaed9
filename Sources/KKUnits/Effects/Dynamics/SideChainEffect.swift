public import KKDSP
internal import KKPCM

/// An effect that can be controlled by another sound than the one that it changes.
///
/// ```
/// bus 0, the sound ──────────► × gain ─► output
/// bus 1, the key ──► level ──────▲
/// ```
///
/// The key comes in at bus 1, with any number of channels, at the rate of the sound. If nothing is connected there, the
/// effect uses the sound itself. Otherwise the key is pulled with every slice, even if the effect is bypassed, so its
/// source never waits. A key that has ended is silence; the output ends with the sound.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``.
public class SideChainEffect<Kernel: SideChainKernel & ~Copyable>: Effect<Kernel> {
    /// - Parameters: as in ``Effect``.
    public override init(
        _ component: ComponentDescription, parameters: [ParameterInfo], configuration: @escaping Configuration
    ) {
        super.init(component, inputCount: 2, parameters: parameters, configuration: configuration)
    }

    override func makeAnother() throws(AudioUnitError) -> AudioUnit {
        guard type(of: self) == SideChainEffect<Kernel>.self else { return try super.makeAnother() }
        return SideChainEffect(component, parameters: global.parameters, configuration: configuration)
    }

    override var isAtRest: Bool { isKeySilent && super.isAtRest }

    override func work(_ kernel: inout Kernel, on frames: Range<Int>, in buffer: inout PCMBuffer) {
        if hasKey {
            kernel.process(frames, in: &buffer, key: inputs[Self.keyBus].buffer)
        } else {
            kernel.process(frames, in: &buffer)
        }
    }
}

extension SideChainEffect where Kernel == GateKernel {
    /// What a gate and a ducker are set by, numbered from 0 on; they differ in what is done to the sound.
    static func parameters(
        threshold: Float, _ gain: ParameterInfo, attack: Float, hold: Float, release: Float
    ) -> [ParameterInfo] {
        [
            ParameterInfo(
                id: 0, name: "Threshold", unit: .decibels, range: -96...0, defaultValue: threshold, canRamp: true),
            ParameterInfo(id: 1, name: "Hysteresis", unit: .decibels, range: 0...24, defaultValue: 6, canRamp: true),
            gain,
            ParameterInfo(
                id: 3, name: "Attack Time", unit: .seconds, range: 0.0001...1, defaultValue: attack, canRamp: true),
            ParameterInfo(id: 4, name: "Hold Time", unit: .seconds, range: 0...5, defaultValue: hold, canRamp: true),
            ParameterInfo(
                id: 5, name: "Release Time", unit: .seconds, range: 0.001...5, defaultValue: release, canRamp: true),
        ]
    }
}
