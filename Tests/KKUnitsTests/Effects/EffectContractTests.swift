import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// What every effect with a memory keeps to.
@Suite struct EffectContractTests {
    let noise = EffectCase.noise(6000)

    @Test(arguments: EffectCase.all, Cut.all) func `slices change no bit`(effect: EffectCase, cut: Cut) throws {
        #expect(
            bits(try effect.unit(give(noise)).rendered(6000, cut))
                == bits(try effect.unit(give(noise)).rendered(6000, .every(1000))))
    }

    @Test(arguments: EffectCase.all) func `in place or not, the sound is the same, and it is another one than went in`(
        effect: EffectCase
    ) throws {
        let other = try effect.unit(give(noise))
        other.processesInPlace = false
        let sound = try effect.unit(give(noise)).rendered(6000)
        #expect(bits(try other.rendered(6000)) == bits(sound))
        #expect(bits(sound) != bits(noise) && sound[0] != sound[1])
    }

    @Test(arguments: EffectCase.all) func `a reset begins again`(effect: EffectCase) throws {
        let unit = try effect.unit(give(noise))
        let first = try unit.rendered(3000)
        unit.reset()
        #expect(bits(try unit.rendered(3000)) == bits(first))
        unit.uninitialize()
        try unit.initialize()
        #expect(bits(try unit.rendered(3000)) == bits(first))
    }

    @Test(arguments: EffectCase.all)
    func `a bypassed effect passes its input, and has forgotten it when it works again`(effect: EffectCase) throws {
        let unit = try effect.unit(give(noise))
        _ = try unit.rendered(1000)
        unit.isBypassed = true
        #expect(bits(try unit.rendered(1000, from: 1000)) == bits(noise.map { Array($0[1000..<2000]) }))
        unit.isBypassed = false
        let late = try effect.unit(give(noise))
        #expect(bits(try unit.rendered(1000, from: 2000)) == bits(try late.rendered(1000, from: 2000)))
    }

    @Test(arguments: EffectCase.all) func `a scheduled change is what setting it between two slices is`(
        effect: EffectCase
    ) throws {
        let byEvent = try effect.unit(give(noise)), byHand = try effect.unit(give(noise))
        let untouched = try effect.unit(give(noise)).rendered(5000)
        var scheduled = try byEvent.rendered(1000, .every(1000))
        try byEvent.scheduleParameters([
            ParameterEvent(effect.change.id, .immediate(offset: 300, value: effect.change.value))
        ])
        var set = try byHand.rendered(1300, .every(1300 / 2))
        try byHand.setParameter(effect.change.id, effect.change.value)
        for (channel, samples) in try byEvent.rendered(4000, .every(1000), from: 1000).enumerated() {
            scheduled[channel] += samples
        }
        for (channel, samples) in try byHand.rendered(3700, from: 1300).enumerated() { set[channel] += samples }
        #expect(bits(scheduled) == bits(set))
        #expect(bits(scheduled) != bits(untouched))
        #expect(bits(scheduled.map { Array($0[..<1300]) }) == bits(untouched.map { Array($0[..<1300]) }))
    }

    /// Sound, a pause that outlasts every echo, and sound again; silence in the pauses is marked, or not.
    private func render(_ effect: EffectCase, level: Float, isMarked: Bool) throws -> (samples: [[Float]], quiet: [Int])
    {
        // It begins softly, where a gain that is not at rest would show, and ends with a slice, so that all that is
        // late comes in the next one.
        let burst = noise.map { $0[..<1000].enumerated().map { $1 * ($0 < 300 ? level * 0.01 : level) } }
        let unit = try effect.unit { flags, time, _, frames, buffer in
            let start = Int(time.sampleTime) % 90_000
            if start < 1000 {
                for channel in 0..<2 {
                    buffer.fill(channel: channel, with: Array(burst[channel][start..<min(1000, start + frames)]))
                }
            } else if isMarked {
                flags.insert(.outputIsSilence)
            }
        }
        var samples: [[Float]] = [[], []], quiet: [Int] = []
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 1000)
        for start in stride(from: 0, to: 93_000, by: 1000) {
            var flags: RenderActionFlags = .offlineRender
            try unit.render(
                &flags, time: AudioTime(sampleTime: Int64(start), sampleRate: 8000), frameCount: 1000, into: &buffer)
            for channel in 0..<2 { samples[channel] += buffer.samples(ofChannel: channel) }
            if flags.contains(.outputIsSilence) { quiet.append(start / 1000) }
        }
        return (samples, quiet)
    }

    @Test(arguments: EffectCase.all, [Float(1), 0.01])
    func `the silence flag changes no bit, and is set when nothing is left`(effect: EffectCase, level: Float) throws {
        let marked = try render(effect, level: level, isMarked: true),
            unmarked = try render(effect, level: level, isMarked: false)
        #expect(bits(marked.samples) == bits(unmarked.samples))
        #expect(unmarked.quiet.isEmpty)
        #expect(marked.quiet.count > 10 && marked.quiet.contains(89) && !marked.quiet.contains(90))
        for slice in marked.quiet {
            #expect(
                marked.samples.allSatisfy { $0[slice * 1000..<(slice + 1) * 1000].allSatisfy { $0.bitPattern == 0 } })
        }
        if effect.swings { return }
        // What was heard after the pause is what is heard at first.
        let least: Float = effect.hasFilters ? 1e-20 : 0
        let heard = marked.samples.map { $0.map { $0.magnitude < least ? 0 : $0 } }
        #expect(bits(heard.map { Array($0[90_000...]) }) == bits(heard.map { Array($0[..<3000]) }))
    }

    @Test(arguments: EffectCase.all) func `latency and tail are whole frames at every rate`(effect: EffectCase) throws {
        for rate in [8000.0, 11_025, 44_100, 48_000, 96_000, 192_000] {
            let unit = effect.make()
            try unit.setStreamFormat(format(rate, 1), scope: .input)
            for (id, value) in effect.settings { try unit.setParameter(id, value) }
            let before = (unit.latency, unit.tailTime)
            let tail = try #require(unit.tailFrameCount)
            #expect(unit.latency == Double(unit.latencyFrameCount) / rate && unit.tailTime == Double(tail) / rate)
            try unit.setRenderCallback(give([[]]), bus: 0)
            try unit.initialize()
            #expect((unit.latency, unit.tailTime) == before)
        }
    }

    @Test(arguments: EffectCase.all) func `a rate that would take memory without end is refused`(
        effect: EffectCase
    ) throws {
        let unit = effect.make()
        try unit.setStreamFormat(format(1e9, 1), scope: .input)
        #expect(code { try unit.initialize() } == .formatNotSupported)
        #expect(unit.latency.isFinite && unit.tailTime.isFinite)
    }

    @Test(arguments: EffectCase.all) func `parameters go to the end of their range, and refuse what is not finite`(
        effect: EffectCase
    ) throws {
        let unit = effect.make()
        for info in unit.parameters(.global) where !info.isReadOnly {
            #expect(try unit.parameter(info.id) == info.defaultValue && info.range.contains(info.defaultValue))
            for (end, beyond) in [
                (info.range.lowerBound, info.range.lowerBound.nextDown), (info.range.upperBound, 1e30),
            ] {
                try unit.setParameter(info.id, end)
                #expect(code { try unit.checkParameter(info.id, beyond) } == .invalidParameterValue)
                try unit.setParameter(info.id, beyond)
                #expect(try unit.parameter(info.id) == end)
            }
            for value in [Float.nan, .infinity, -.infinity] {
                #expect(code { try unit.setParameter(info.id, value) } == .invalidParameterValue)
            }
        }
    }
}
