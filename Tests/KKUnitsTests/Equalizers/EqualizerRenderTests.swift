import KKDSP
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// The render contract, for every equaliser.
@Suite struct EqualizerRenderTests {
    private static let noise = SeededNumbers.noise(1500, seed: 3)

    /// Noise from each of `starts` on, and silence between, which is marked where a slice is nothing else.
    private func bursts(_ starts: [Int], _ samples: [Float] = noise) -> RenderCallback {
        { flags, time, _, frames, buffer in
            var isSilent = true
            for index in 0..<frames {
                for start in starts where samples.indices.contains(Int(time.sampleTime) + index - start) {
                    buffer.fill(channel: 0, at: index, with: [samples[Int(time.sampleTime) + index - start]])
                    isSilent = false
                }
            }
            if isSilent { flags.insert(.outputIsSilence) }
        }
    }

    private func initialized(
        _ equalizer: EqualizerCase, channels: Int = 1, _ callback: @escaping RenderCallback
    ) throws -> EffectUnit {
        let unit = try equalizer.unit(rate: 48_000, channels: channels)
        try unit.setRenderCallback(callback, bus: 0)
        try unit.initialize()
        return unit
    }

    private func render(_ unit: AudioUnit, _ frames: Int, from start: Int) throws -> (samples: [Float], isSilence: Bool)
    {
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: frames)
        var flags: RenderActionFlags = .offlineRender
        try unit.render(
            &flags, time: AudioTime(sampleTime: Int64(start), sampleRate: 48_000), frameCount: frames, into: &buffer)
        return (buffer.samples(ofChannel: 0), flags.contains(.outputIsSilence))
    }

    @Test(arguments: EqualizerCase.one)
    func `slices change no bit, neither in sound nor where it has died away`(equalizer: EqualizerCase) throws {
        let whole = try initialized(equalizer, bursts([0, 2100])).rendered(6000, .every(512))
        #expect(whole[0].contains { $0 != 0 } && whole[0] != Self.noise)
        for cut in Cut.all {
            let heard = try initialized(equalizer, bursts([0, 2100])).rendered(6000, cut)
            #expect(bits(heard) == bits(whole), "\(cut)")
        }
    }

    /// A filter that is at rest between two sounds does no work there, and must not lose its count of frames for it.
    @Test func `slices change no bit of a decay that follows a rest`() throws {
        let impulses = [0, 3001]
        let whole = try initialized(.lowPass(1500, 6), bursts(impulses, [1])).rendered(9000, .every(512))[0]
        #expect(
            whole[2900..<3000].allSatisfy { $0 == 0 } && whole[3001...].contains { $0 != 0 && $0.magnitude < 1e-29 })
        for cut in Cut.all {
            let heard = try initialized(.lowPass(1500, 6), bursts(impulses, [1])).rendered(9000, cut)
            #expect(bits(heard) == bits([whole]), "\(cut)")
        }
    }

    @Test(arguments: EqualizerCase.one)
    func `a reset unit is as good as a new one`(equalizer: EqualizerCase) throws {
        let callback = give([Self.noise])
        let expected = try initialized(equalizer, callback).rendered(1000)
        let unit = try initialized(equalizer, callback)
        _ = try unit.rendered(777)
        #expect(bits(try unit.rendered(1000)) != bits(expected))
        unit.reset()
        #expect(bits(try unit.rendered(1000)) == bits(expected))
        unit.uninitialize()
        try unit.initialize()
        #expect(bits(try unit.rendered(1000)) == bits(expected))
    }

    @Test(arguments: EqualizerCase.one)
    func `a unit that rings says silence only when nothing is left, and then it is silence for ever`(
        equalizer: EqualizerCase
    ) throws {
        let unit = try initialized(equalizer, bursts([0], [1]))
        var silentFrom: Int?
        var last = 0
        for start in stride(from: 0, to: 1 << 20, by: 512) {
            let (samples, isSilence) = try render(unit, 512, from: start)
            if samples.contains(where: { $0 != 0 }) { last = start }
            if isSilence {
                #expect(samples.allSatisfy { $0.bitPattern == 0 })
                if silentFrom == nil { silentFrom = start }
            } else {
                #expect(silentFrom == nil)
            }
            if let silentFrom, start > silentFrom + 8192 { break }
        }
        let from = try #require(silentFrom, "it never came to rest")
        #expect(from > last)
        // Marked or not, silence gives the same bits.
        let plain = try initialized(equalizer, give([[1]])), marked = try initialized(equalizer, bursts([0], [1]))
        #expect(bits(try plain.rendered(from + 2000)) == bits(try marked.rendered(from + 2000)))
    }

    @Test(arguments: EqualizerCase.one)
    func `bypassed it passes every bit and says what the input says; when it works again it has forgotten`(
        equalizer: EqualizerCase
    ) throws {
        let unit = try initialized(equalizer, bursts([0]))
        _ = try unit.rendered(100)
        unit.isBypassed = true
        #expect(bits([try render(unit, 500, from: 0).samples]) == bits([Array(Self.noise[..<500])]))
        #expect(try render(unit, 500, from: 5000).isSilence && !render(unit, 500, from: 1400).isSilence)
        unit.isBypassed = false
        #expect(bits(try unit.rendered(800)) == bits(try initialized(equalizer, bursts([0])).rendered(800)))
    }

    @Test(arguments: EqualizerCase.one)
    func `six channels are filtered alike, and none hears another`(equalizer: EqualizerCase) throws {
        let channels = (0..<6).map { SeededNumbers.noise(900, seed: UInt64($0 + 40)) }
        let heard = try initialized(equalizer, channels: 6, give(channels)).rendered(1200, .every(113))
        for channel in channels.indices {
            #expect(
                bits([heard[channel]]) == bits(try initialized(equalizer, give([channels[channel]])).rendered(1200)),
                "channel \(channel)")
        }
    }

    @Test(arguments: EqualizerCase.one)
    func `in place or not, the bits are the same`(equalizer: EqualizerCase) throws {
        let unit = try initialized(equalizer, give([Self.noise]))
        unit.processesInPlace = false
        #expect(bits(try unit.rendered(1000)) == bits(try initialized(equalizer, give([Self.noise])).rendered(1000)))
    }

    @Test func `a setting that changes nothing passes every bit`() throws {
        let samples =
            Self.noise + [-0.0, 0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, 1e30, -1]
        let units = [LowShelfFilter(), HighShelfFilter(), ParametricEQ(), GraphicEQ(), NBandEQ(), IPodEQ()]
        for unit in units {
            try unit.setStreamFormat(format(48_000, 1), scope: .input)
            try unit.setRenderCallback(give([samples]), bus: 0)
            try unit.initialize()
            #expect(bits(try unit.rendered(samples.count)) == bits([samples]), "\(unit.name)")
            #expect(try unit.frequencyResponse(at: [0, 20, 1000, 24_000]) == [1, 1, 1, 1])
        }
    }
}
