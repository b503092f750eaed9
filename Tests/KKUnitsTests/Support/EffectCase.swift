import KKPCM
import KKTestSupport
import KKUnitCases
import KKUnits

/// An effect with settings under which it has something to do, in stereo at 8000 Hz.
struct EffectCase: Sendable, CustomStringConvertible {
    var description: String
    /// The unit, as it is when it is new.
    var make: @Sendable () -> EffectUnit
    var settings: [(id: ParameterID, value: Float)]
    /// A setting that changes while it renders.
    var change: (id: ParameterID, value: Float)

    /// Whether it has filters, whose decay is cut off below 10⁻³⁰ at every 256th frame since the reset.
    var hasFilters = false
    /// Whether it goes on to swing while it is silent, so that what comes later sounds otherwise.
    var swings = false

    static let all: [EffectCase] = [
        EffectCase(
            description: "peak limiter", make: { PeakLimiter() },
            settings: [(PeakLimiter.Parameter.attackTime, 0.005), (PeakLimiter.Parameter.preGain, 12)],
            change: (PeakLimiter.Parameter.preGain, -3)),
        EffectCase(
            description: "dynamics processor", make: { DynamicsProcessor() },
            settings: [
                (DynamicsProcessor.Parameter.headRoom, 3), (DynamicsProcessor.Parameter.expansionThreshold, -30),
                (DynamicsProcessor.Parameter.attackTime, 0.004),
            ], change: (DynamicsProcessor.Parameter.threshold, -35)),
        EffectCase(
            description: "multiband compressor", make: { MultibandCompressor() },
            settings: [
                (MultibandCompressor.Parameter.threshold + 3, -50), (MultibandCompressor.Parameter.attackTime, 0.004),
            ], change: (MultibandCompressor.Parameter.crossover + 1, 1500), hasFilters: true),
        EffectCase(
            description: "gate", make: { Gate() },
            settings: [
                (Gate.Parameter.threshold, -30), (Gate.Parameter.hysteresis, 0), (Gate.Parameter.range, 40),
                (Gate.Parameter.attackTime, 0.02),
                (Gate.Parameter.holdTime, 0.005), (Gate.Parameter.releaseTime, 0.03),
            ], change: (Gate.Parameter.threshold, 0)),
        EffectCase(
            description: "ducker", make: { Ducker() },
            settings: [
                (Ducker.Parameter.depth, -20), (Ducker.Parameter.holdTime, 0.01), (Ducker.Parameter.releaseTime, 0.05),
            ], change: (Ducker.Parameter.depth, -3)),
        EffectCase(
            description: "delay", make: { Delay() },
            settings: [
                (Delay.Parameter.wetDryMix, 40), (Delay.Parameter.delayTime, 0.05), (Delay.Parameter.feedback, 60),
                (Delay.Parameter.lopassCutoff, 2000),
            ], change: (Delay.Parameter.delayTime, 0.02)),
        EffectCase(
            description: "sample delay", make: { SampleDelay() },
            settings: [(SampleDelay.Parameter.delayFrames, 777)],
            change: (SampleDelay.Parameter.delayFrames, 100)),
        EffectCase(
            description: "reverb", make: { Reverb2() },
            settings: [
                (Reverb2.Parameter.dryWetMix, 70), (Reverb2.Parameter.decayTimeAt0Hz, 0.05),
                (Reverb2.Parameter.decayTimeAtNyquist, 0.02), (Reverb2.Parameter.minDelayTime, 0.002),
            ], change: (Reverb2.Parameter.randomizeReflections, 3)),
        EffectCase(
            description: "chorus", make: { Chorus() },
            settings: [(Chorus.Parameter.rate, 6), (Chorus.Parameter.feedback, 40)],
            change: (Chorus.Parameter.rate, 3), swings: true),
        EffectCase(
            description: "flanger", make: { Flanger() }, settings: [(Flanger.Parameter.rate, 5)],
            change: (Flanger.Parameter.feedback, -60), swings: true),
        EffectCase(
            description: "phaser", make: { Phaser() },
            settings: [(Phaser.Parameter.rate, 7), (Phaser.Parameter.feedback, -60), (Phaser.Parameter.stages, 6)],
            change: (Phaser.Parameter.stages, 3), swings: true),
        EffectCase(
            description: "tremolo", make: { Tremolo() }, settings: [(Tremolo.Parameter.spread, 90)],
            change: (Tremolo.Parameter.depth, 90), swings: true),
        EffectCase(
            description: "convolution",
            make: {
                let unit = Convolution()
                let room = (0..<2).map { seed in
                    zip(0..., SeededNumbers.noise(1500, seed: 20 + seed)).map { $1 / Float(1 + $0) }
                }
                try? unit.setImpulseResponse(room)
                return unit
            }, settings: [(Convolution.Parameter.dryWetMix, 70), (Convolution.Parameter.normalize, 1)],
            change: (Convolution.Parameter.dryWetMix, 20)),
        EffectCase(
            description: "distortion", make: { Distortion() },
            settings: [
                (Distortion.Parameter.delay, 5), (Distortion.Parameter.decay, 0.7),
                (Distortion.Parameter.decimation, 30), (Distortion.Parameter.rounding, 50),
                (Distortion.Parameter.cubicTerm, 3), (Distortion.Parameter.ringModFreq1, 333),
                (Distortion.Parameter.ringModMix, 30),
            ], change: (Distortion.Parameter.squaredTerm, 4), swings: true),
        EffectCase(
            description: "true-peak limiter", make: { TruePeakLimiter() },
            settings: [(TruePeakLimiter.Parameter.ceiling, -6)],
            change: (TruePeakLimiter.Parameter.ceiling, -12)),
        EffectCase(
            description: "one's own", make: { HoldKernel.makeUnit() }, settings: [(HoldKernel.gain, 0.5)],
            change: (HoldKernel.gain, -2)),
    ]

    /// The effect, initialized, with `callback` as its input.
    func unit(_ callback: @escaping RenderCallback) throws -> EffectUnit {
        let unit = make()
        try unit.setStreamFormat(format(8000, 2), scope: .input)
        for (id, value) in settings { try unit.setParameter(id, value) }
        try unit.setRenderCallback(callback, bus: 0)
        try unit.initialize()
        return unit
    }

    /// Two channels of loud noise.
    static func noise(_ frameCount: Int) -> [[Float]] { (1...2).map { SeededNumbers.noise(frameCount, seed: $0) } }
}
