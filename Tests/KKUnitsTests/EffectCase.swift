import KKPCM
import KKTestSupport
import KKUnits

/// An effect with settings under which it has something to do, in stereo at 8000 Hz.
struct EffectCase: Sendable, CustomStringConvertible {
    var description: String
    var component: ComponentDescription
    var settings: [(id: ParameterID, value: Float)]
    /// A setting that changes while it renders.
    var change: (id: ParameterID, value: Float)

    static let all: [EffectCase] = [
        EffectCase(
            description: "peak limiter", component: .peakLimiter,
            settings: [(PeakLimiter.Parameter.attackTime, 0.005), (PeakLimiter.Parameter.preGain, 12)],
            change: (PeakLimiter.Parameter.preGain, -3)),
        EffectCase(
            description: "delay", component: .delay,
            settings: [
                (Delay.Parameter.wetDryMix, 40), (Delay.Parameter.delayTime, 0.05), (Delay.Parameter.feedback, 60),
                (Delay.Parameter.lopassCutoff, 2000),
            ], change: (Delay.Parameter.delayTime, 0.02)),
        EffectCase(
            description: "sample delay", component: .sampleDelay,
            settings: [(SampleDelayUnit.Parameter.delayFrames, 777)],
            change: (SampleDelayUnit.Parameter.delayFrames, 100)),
        EffectCase(
            description: "true-peak limiter", component: .truePeakLimiter,
            settings: [(TruePeakLimiterUnit.Parameter.ceiling, -6)],
            change: (TruePeakLimiterUnit.Parameter.ceiling, -12)),
    ]

    /// The effect, initialized, with `callback` as its input.
    func unit(_ callback: @escaping RenderCallback) throws -> EffectUnit {
        guard let unit = try component.makeUnit() as? EffectUnit else { throw NoEffect() }
        try unit.setStreamFormat(format(8000, 2), scope: .input)
        for (id, value) in settings { try unit.setParameter(id, value) }
        try unit.setRenderCallback(callback, bus: 0)
        try unit.initialize()
        return unit
    }

    struct NoEffect: Error {}

    /// Two channels of loud noise.
    static func noise(_ frameCount: Int) -> [[Float]] { (1...2).map { SeededNumbers.noise(frameCount, seed: $0) } }
}
