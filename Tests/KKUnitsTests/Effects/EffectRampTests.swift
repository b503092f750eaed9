import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import KKUnitCases
import KKUnits
import Testing

/// A parameter of an effect, or of a unit that changes time, that says that it follows ramps.
struct RampCase: Sendable, CustomStringConvertible {
    var description: String
    var component: AudioComponent
    var parameter: ParameterID

    static let all: [RampCase] = AudioComponent.all.filter {
        [.effectUnit, .formatConverterUnit, .pannerUnit].contains($0.description.type)
    }.flatMap { component in
        let parameters = component.makeInstance().parameters(.global).filter(\.canRamp)
        // Of many bands of one kind the first one speaks for all.
        return parameters.filter { info in
            !info.name.hasPrefix("Band ") || info.name == "Band 1" || info.name.hasPrefix("Band 1 ")
        }.map { RampCase(description: "\(component.keyword) \($0.keyword)", component: component, parameter: $0.id) }
    }

    /// The effect at 44100 Hz with loud noise, every parameter where it has something to do.
    func unit() throws -> AudioUnit {
        let unit = component.makeInstance()
        try unit.setStreamFormat(format(44_100, 2), scope: .input)
        for info in unit.parameters(.global) where info.canRamp {
            try unit.setParameter(info.id, value(info, at: 0.7, of: unit))
        }
        var noise = EffectCase.noise(unit is TimeEffect ? 4 * frameCount : frameCount)
        if unit is MultibandCompressor {
            noise = noise.map { $0.enumerated().map { (100..<106).contains($0) ? $1 : $1 / 4 } }
            try unit.setParameter(MultibandCompressor.Parameter.attackTime, 0.001)
        }
        if unit is SideChainEffect<GateKernel> {
            // It grows softer through every threshold, and then has time to be held and to fade.
            noise = noise.map { $0.enumerated().map { $1 * Float(Decibels(-0.04 * Double(max(0, $0 - 110))).linear) } }
        }
        if unit is DynamicsProcessor {
            // Both of its halves at work: all is above one threshold, and below the other one; the level rises, and falls.
            noise = noise.map { $0.enumerated().map { (100..<106).contains($0) ? $1 : $1 / 4 } }
            try unit.setParameter(DynamicsProcessor.Parameter.threshold, -40)
            try unit.setParameter(DynamicsProcessor.Parameter.expansionThreshold, 0)
            try unit.setParameter(DynamicsProcessor.Parameter.attackTime, 0.0001)
        }
        if unit is Distortion { try unit.setParameter(Distortion.Parameter.ringModFreq2, 300) }
        if unit is PeakLimiter { try unit.setParameter(PeakLimiter.Parameter.attackTime, 0.001) }
        if unit is NBandEQ { try unit.setParameter(NBandEQ.Parameter.bypassBand, 0) }
        try unit.setRenderCallback(give(noise), bus: 0)
        try unit.initialize()
        return unit
    }

    /// A gate listens for 10 ms, and an echo comes late.
    var frameCount: Int {
        // A stretch follows from window to window, the first of which is long.
        if [.newTimePitch, .timePitch].contains(component.description) { return 6000 }
        return [.gate, .ducker, .chorus, .flanger].contains(component.description) ? 3500 : 600
    }

    /// A value a part of the way through a parameter's range; of a time of seconds or a rate, at its short end.
    private func value(_ info: ParameterInfo, at part: Float, of unit: AudioUnit) throws -> Float {
        let range = try unit.parameterInfo(info.id).range
        let isLong = info.unit == .seconds && range.upperBound > 1 || info.unit == .milliseconds
        let share: Float = isLong ? 0.004 : info.unit == .rate && range.upperBound > 4 ? 0.05 : 1
        return range.lowerBound + part * share * (range.upperBound - range.lowerBound)
    }

    func ends(_ unit: AudioUnit) throws -> (from: Float, to: Float) {
        let info = try unit.parameterInfo(parameter)
        return (try value(info, at: 0.55, of: unit), try value(info, at: 0.9, of: unit))
    }
}

@Suite struct EffectRampTests {
    /// The ramp's first frame and its length.
    private let start = 100, length = 250

    @Test func `what changes without a step follows ramps, what counts, chooses or moves the sound does not`() throws {
        for component in AudioComponent.all where component.description.type == .effectUnit {
            for info in component.makeInstance().parameters(.global) {
                let moves: [ComponentDescription: [ParameterID]] = [
                    .peakLimiter: [PeakLimiter.Parameter.attackTime],
                    .reverb2: [
                        Reverb2.Parameter.minDelayTime, Reverb2.Parameter.maxDelayTime,
                        Reverb2.Parameter.randomizeReflections,
                    ],
                ]
                let isStep =
                    [.boolean, .indexed, .sampleFrames].contains(info.unit)
                    || moves[component.description]?.contains(info.id) == true
                #expect(info.canRamp == !(isStep || info.isReadOnly), "\(component.name) \(info.name)")
            }
        }
        #expect(RampCase.all.count == 113)
        // Those of mixers are in MixerRampTests and MatrixMixerTests.
        for component in AudioComponent.all
        where component.makeInstance().parameters(.global).contains(where: \.canRamp) {
            let type = component.description.type
            #expect([.effectUnit, .formatConverterUnit, .mixerUnit, .pannerUnit].contains(type), "\(component.name)")
        }
    }

    @Test(arguments: RampCase.all)
    func `a ramp is the parameter set anew for every frame, whatever the slices are`(ramp: RampCase) throws {
        let byHand = try ramp.unit(), (from, to) = try ramp.ends(byHand)
        let expected = try byHand.rendered(ramp.frameCount, .every(1)) { frame, _ in
            let position = frame - start
            guard (0...length).contains(position) else { return }
            let value = Double(from) + (Double(to) - Double(from)) * (Double(position) / Double(length))
            try byHand.setParameter(ramp.parameter, Float(value))
        }
        #expect(bits(expected) != bits(try ramp.unit().rendered(ramp.frameCount)))
        for cut in [Cut.every(600), .every(7), .random(3)] {
            let unit = try ramp.unit()
            let heard = try unit.rendered(ramp.frameCount, cut) { first, count in
                guard first < start + length && first + count > start else { return }
                try unit.scheduleParameters([
                    ParameterEvent(
                        ramp.parameter, .ramped(offset: start - first, frameCount: length, from: from, to: to))
                ])
            }
            #expect(bits(heard) == bits(expected), "\(cut)")
            #expect(try unit.parameter(ramp.parameter) == to)
        }
    }

    @Test func `ramps of two parameters run side by side`() throws {
        let ids = [ParametricEQ.Parameter.centerFrequency, ParametricEQ.Parameter.gain]
        func unit() throws -> AudioUnit {
            let unit = ParametricEQ()
            try unit.setStreamFormat(format(8000, 2), scope: .input)
            try unit.setRenderCallback(give(EffectCase.noise(64)), bus: 0)
            try unit.initialize()
            return unit
        }
        let byHand = try unit(), scheduled = try unit()
        let expected = try byHand.rendered(64, .every(1)) { frame, _ in
            if (0...40).contains(frame) { try byHand.setParameter(ids[0], 1000 + 50 * Float(frame)) }
            if (8...24).contains(frame) { try byHand.setParameter(ids[1], Float(frame - 8)) }
        }
        try scheduled.scheduleParameters([
            ParameterEvent(ids[0], .ramped(offset: 0, frameCount: 40, from: 1000, to: 3000)),
            ParameterEvent(ids[1], .ramped(offset: 8, frameCount: 16, from: 0, to: 16)),
        ])
        #expect(bits(try scheduled.rendered(64)) == bits(expected))
    }

    @Test func `an effect of one's own follows ramps where its parameter says so`() throws {
        let unit = HoldKernel.makeUnit()
        try unit.setStreamFormat(format(48_000, 1), scope: .input)
        try unit.setRenderCallback(give([[1, 1, 1, 1, 1, 1]]), bus: 0)
        try unit.initialize()
        try unit.scheduleParameters([
            ParameterEvent(HoldKernel.gain, .ramped(offset: 1, frameCount: 4, from: 0, to: 4))
        ])
        #expect(try unit.rendered(6) == [[1, 0, 1, 2, 3, 4]])
    }

    @Test func `a mixer's switch changes at a frame, and follows no ramp`() throws {
        typealias Parameter = MultiChannelMixer.Parameter
        let mixer = MultiChannelMixer()
        try mixer.setStreamFormat(format(48_000, 1), scope: .output)
        try mixer.setStreamFormat(format(48_000, 1), scope: .input)
        try mixer.setRenderCallback(give([[1, 1, 1, 1, 1, 1]]), bus: 0)
        try mixer.initialize()
        func event(_ change: ParameterEvent.Change) -> ParameterEvent {
            ParameterEvent(Parameter.enable, scope: .input, change)
        }
        try mixer.scheduleParameters([event(.immediate(offset: 2, value: 0)), event(.immediate(offset: 5, value: 1))])
        #expect(try mixer.rendered(6) == [[1, 1, 0, 0, 0, 1]])
        #expect(
            code { try mixer.scheduleParameters([event(.ramped(offset: 0, frameCount: 2, from: 0, to: 1))]) }
                == .parameter)
    }
}
