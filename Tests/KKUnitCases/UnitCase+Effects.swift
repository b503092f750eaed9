import KKDSP
import KKTestSupport
import KKUnits

extension UnitCase {
    static let effects = [
        UnitCase(
            "peak-limiter", .peakLimiter, words: "A limiter of samples, which the pre-gain drives hard.",
            settings: [
                Setting(PeakLimiter.Parameter.attackTime, 0.0025), Setting(PeakLimiter.Parameter.decayTime, 0.01),
                Setting(PeakLimiter.Parameter.preGain, 12),
            ]),
        UnitCase(
            "dynamics-processor", .dynamicsProcessor,
            words: "Loud noise pressed down, quiet noise and the pause turned down further.",
            settings: [
                Setting(DynamicsProcessor.Parameter.threshold, -24), Setting(DynamicsProcessor.Parameter.headRoom, 4),
                Setting(DynamicsProcessor.Parameter.expansionRatio, 3),
                Setting(DynamicsProcessor.Parameter.expansionThreshold, -20),
                Setting(DynamicsProcessor.Parameter.attackTime, 0.0005),
                Setting(DynamicsProcessor.Parameter.releaseTime, 0.01),
                Setting(DynamicsProcessor.Parameter.overallGain, 9),
            ]),
        UnitCase(
            "multiband-compressor", .multibandCompressor, words: "Each of four bands pressed in its own way.",
            settings: [
                Setting(MultibandCompressor.Parameter.preGain, 6), Setting(MultibandCompressor.Parameter.postGain, 3),
                Setting(MultibandCompressor.Parameter.crossover, 300),
                Setting(MultibandCompressor.Parameter.crossover + 2, 5000),
                Setting(MultibandCompressor.Parameter.threshold, -40),
                Setting(MultibandCompressor.Parameter.headroom + 3, 2),
                Setting(MultibandCompressor.Parameter.attackTime, 0.002),
                Setting(MultibandCompressor.Parameter.releaseTime, 0.02),
                Setting(MultibandCompressor.Parameter.eq + 2, -4),
            ]),
        UnitCase(
            "delay", .delay, words: "Echoes that become duller.",
            settings: [
                Setting(Delay.Parameter.wetDryMix, 40), Setting(Delay.Parameter.delayTime, 0.005),
                Setting(Delay.Parameter.feedback, -60),
                Setting(Delay.Parameter.lopassCutoff, 2000),
            ]),
        UnitCase(
            "sample-delay", .sampleDelay, words: "Late by whole frames.",
            settings: [Setting(SampleDelay.Parameter.delayFrames, 77)]),
        UnitCase(
            "reverb2", .reverb2, words: "A small, bright room around the sound.",
            settings: [
                Setting(Reverb2.Parameter.dryWetMix, 60), Setting(Reverb2.Parameter.gain, -3),
                Setting(Reverb2.Parameter.minDelayTime, 0.0012), Setting(Reverb2.Parameter.maxDelayTime, 0.009),
                Setting(Reverb2.Parameter.decayTimeAt0Hz, 0.2), Setting(Reverb2.Parameter.decayTimeAtNyquist, 0.3),
                Setting(Reverb2.Parameter.randomizeReflections, 7),
            ]),
        UnitCase(
            "true-peak-limiter", .truePeakLimiter, words: "A limiter of true peaks, far below its input.",
            settings: [Setting(TruePeakLimiter.Parameter.ceiling, -9)]),
        UnitCase(
            "gate", .gate, words: "Loud noise that opens it, and quiet noise behind which it closes.",
            settings: [
                Setting(Gate.Parameter.threshold, -12), Setting(Gate.Parameter.hysteresis, 3),
                Setting(Gate.Parameter.range, 40), Setting(Gate.Parameter.attackTime, 0.004),
                Setting(Gate.Parameter.holdTime, 0.0005), Setting(Gate.Parameter.releaseTime, 0.003),
            ]),
        UnitCase(
            "ducker", .ducker, words: "Stereo under the mono noise of bus 1, which is late by 150 frames.",
            settings: [
                Setting(Ducker.Parameter.threshold, -12), Setting(Ducker.Parameter.hysteresis, 3),
                Setting(Ducker.Parameter.depth, -18), Setting(Ducker.Parameter.attackTime, 0.002),
                Setting(Ducker.Parameter.holdTime, 0.0005), Setting(Ducker.Parameter.releaseTime, 0.001),
            ]
        ) { unit in
            try Stimulus.connect(unit, channels: [2])
            try Stimulus.connectKey(unit, delay: 150)
        },
        UnitCase(
            "chorus", .chorus, words: "A wide, fast chorus that is all there is.",
            settings: [
                Setting(Chorus.Parameter.wetDryMix, 100), Setting(Chorus.Parameter.rate, 15),
                Setting(Chorus.Parameter.delayTime, 0.004), Setting(Chorus.Parameter.depth, 0.002),
            ]),
        UnitCase(
            "flanger", .flanger, words: "A fast flanger with feedback turned over.",
            settings: [
                Setting(Flanger.Parameter.rate, 12), Setting(Flanger.Parameter.feedback, -70),
                Setting(Flanger.Parameter.spread, 180),
            ]),
        UnitCase(
            "distortion", .distortion, words: "Every stage of the distortion at work.",
            settings: [
                Setting(Distortion.Parameter.delay, 3), Setting(Distortion.Parameter.decay, 0.5),
                Setting(Distortion.Parameter.decimation, 40), Setting(Distortion.Parameter.rounding, 60),
                Setting(Distortion.Parameter.squaredTerm, 2), Setting(Distortion.Parameter.cubicTerm, 5),
                Setting(Distortion.Parameter.ringModFreq1, 440), Setting(Distortion.Parameter.ringModFreq2, 1000),
                Setting(Distortion.Parameter.ringModMix, 40), Setting(Distortion.Parameter.softClipGain, 3),
                Setting(Distortion.Parameter.finalMix, 80),
            ]),
        UnitCase(
            "phaser", .phaser, words: "Three notches that move fast, and a loop that rings.",
            settings: [
                Setting(Phaser.Parameter.rate, 18), Setting(Phaser.Parameter.depth, 2),
                Setting(Phaser.Parameter.feedback, 70), Setting(Phaser.Parameter.spread, 90),
                Setting(Phaser.Parameter.stages, 6),
            ]),
        UnitCase(
            "tremolo", .tremolo, words: "Two sides that take turns.",
            settings: [
                Setting(Tremolo.Parameter.rate, 20), Setting(Tremolo.Parameter.depth, 100),
                Setting(Tremolo.Parameter.spread, 180),
            ]),
        UnitCase(
            "convolution", .convolution,
            words:
                "True stereo: four responses of 700 frames, noise of the seeds 30 to 33 that falls as 1 / (1 + frame).",
            settings: [
                Setting(Convolution.Parameter.dryWetMix, 60), Setting(Convolution.Parameter.gain, -3),
                Setting(Convolution.Parameter.normalize, 1),
            ]
        ) { unit in
            try Stimulus.connect(unit, channels: [2])
            let room = (30..<34).map { seed in
                zip(0..., SeededNumbers.noise(700, seed: seed)).map { $1 / Float(1 + $0) }
            }
            try unit.setProperty(.impulseResponse, room)
        },
    ]

    static let equalizers = [
        UnitCase(
            "low-pass", .lowPassFilter, words: "A resonant low pass.",
            settings: [
                Setting(LowPassFilter.Parameter.cutoffFrequency, 900), Setting(LowPassFilter.Parameter.resonance, 12),
            ]),
        UnitCase(
            "high-pass", .highPassFilter, words: "A high pass that is soft at its cutoff.",
            settings: [
                Setting(HighPassFilter.Parameter.cutoffFrequency, 3000),
                Setting(HighPassFilter.Parameter.resonance, -6),
            ]),
        UnitCase(
            "band-pass", .bandPassFilter, words: "A band pass, two octaves wide.",
            settings: [
                Setting(BandPassFilter.Parameter.centerFrequency, 1200),
                Setting(BandPassFilter.Parameter.bandwidth, 2400),
            ]),
        UnitCase(
            "high-shelf", .highShelfFilter, words: "A high shelf up.",
            settings: [
                Setting(HighShelfFilter.Parameter.cutoffFrequency, 12_000), Setting(HighShelfFilter.Parameter.gain, 9),
            ]),
        UnitCase(
            "low-shelf", .lowShelfFilter, words: "A low shelf down.",
            settings: [
                Setting(LowShelfFilter.Parameter.cutoffFrequency, 180), Setting(LowShelfFilter.Parameter.gain, -15),
            ]),
        UnitCase(
            "parametric-eq", .parametricEQ, words: "A narrow dip.",
            settings: [
                Setting(ParametricEQ.Parameter.centerFrequency, 2500), Setting(ParametricEQ.Parameter.q, 4),
                Setting(ParametricEQ.Parameter.gain, -12),
            ]),
        UnitCase(
            "n-band-eq", .nBandEQ,
            words: "A band of each of the eleven kinds, one after the other, and a gain behind them.",
            settings: [Setting(NBandEQ.Parameter.globalGain, -3)]
                + FilterType.allCases.enumerated().flatMap { band, kind in
                    [
                        Setting(NBandEQ.Parameter.bypassBand + band, 0),
                        Setting(NBandEQ.Parameter.filterType + band, Float(kind.rawValue)),
                        Setting(NBandEQ.Parameter.frequency + band, frequencies[band]),
                        Setting(NBandEQ.Parameter.gain + band, band % 2 == 0 ? 6 : -4),
                        Setting(NBandEQ.Parameter.bandwidth + band, 0.75 + 0.125 * Float(band)),
                    ]
                }),
        UnitCase(
            "graphic-eq", .graphicEQ, words: "31 bands, up and down by turns.",
            settings: (0..<31).map { Setting(GraphicEQ.Parameter.gain + $0, Float($0 % 5 - 2) * 3 + 1) }),
        UnitCase(
            "graphic-eq-10", .graphicEQ, words: "Ten bands.",
            settings: [Setting(GraphicEQ.Parameter.numberOfBands, 0)]
                + (0..<10).map { Setting(GraphicEQ.Parameter.gain + $0, $0 % 2 == 0 ? 12 : -7) }),
        UnitCase("ipod-eq", .iPodEQ, words: "The preset Rock.") { unit in
            try Stimulus.connect(unit, channels: [2])
            try unit.setPresentPreset(named: "Rock")
        },
    ]

    /// Of the N-band EQ's bands: passes where they leave something over.
    private static let frequencies: [Float] = [400, 18_000, 30, 15_000, 50, 1500, 2500, 120, 9000, 200, 6000]
}
