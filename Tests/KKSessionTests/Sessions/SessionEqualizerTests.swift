import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

@Suite struct SessionEqualizerTests {
    let jobs = try! JobFolder()

    private func noise(_ name: String, _ count: Int, seed: UInt64) throws {
        try jobs.float32(name, SeededNumbers.noise(count, seed: seed).map { [$0 * 0.1] })
    }

    private func rendered(_ unit: EffectUnit, _ samples: [Float]) throws -> [Float] {
        let format = StreamDescription.canonical(sampleRate: 44_100, channels: 1)
        try unit.setStreamFormat(format, scope: .input)
        try unit.setRenderCallback({ _, _, _, _, buffer in buffer.fill(channel: 0, with: samples) }, bus: 0)
        try unit.setMaximumFramesPerSlice(samples.count)
        try unit.initialize()
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: samples.count)
        var flags: RenderActionFlags = []
        try unit.render(
            &flags, time: AudioTime(sampleTime: 0, sampleRate: 44_100), frameCount: samples.count, into: &buffer)
        return buffer.samples(ofChannel: 0)
    }

    @Test func `the mix's equaliser is the unit's sound`() throws {
        try noise("a.wav", 5_000, seed: 1)
        let unit = IPodEQ()
        try unit.setPresentPreset(named: "Rock")
        try jobs.run(["a.wav"], encoding: "f32") { $0.equalizer = try EQSpec(parsing: "rock") }
        #expect(try jobs.decoded("out.wav")[0] == rendered(unit, jobs.decoded("a.wav")[0]))
    }

    @Test func `a track's equaliser is on that track alone`() throws {
        try noise("a.wav", 5_000, seed: 1)
        try noise("b.wav", 5_000, seed: 2)
        let bands = "peak:1k:-12dB:2oct+highpass:200"
        let unit = NBandEQ()
        try unit.setBandCount(2)
        try unit.setBands([
            EQBand(.parametric, frequency: 1000, gain: -12, bandwidth: 2), EQBand(.highPass, frequency: 200),
        ])
        let filtered = try rendered(unit, jobs.decoded("a.wav")[0]), other = try jobs.decoded("b.wav")[0]
        try jobs.run(["a.wav::eq=\(bands)", "b.wav"], encoding: "f32")
        #expect(try jobs.decoded("out.wav")[0] == zip(filtered, other).map { $0 + $1 })
    }

    @Test func `a flat equaliser is no unit, and the mix stays exact`() throws {
        try jobs.pcm16("a.wav", [[100], [-200]])
        for eq in ["flat", "peak:1k:0dB"] {
            let job = try jobs.job(["a.wav::eq=\(eq)"]) { $0.equalizer = try EQSpec(parsing: eq) }
            #expect(try job.plan.compile().graph.nodes.count == 3)
            #expect(try job.run().dither == "none")
            #expect(jobs.samples == [100, -200])
        }
        #expect(try jobs.run(["a.wav::eq=rock"]).dither == "tpdf")
        #expect(try jobs.run(["a.wav"]) { $0.equalizer = try EQSpec(parsing: "rock") }.dither == "tpdf")
    }

    @Test func `a band beyond half the rate is refused before anything is rendered`() throws {
        try noise("a.wav", 100, seed: 1)
        #expect { try jobs.job(["a.wav::eq=lowpass:30k"]) } throws: {
            "\($0)".contains("30000 Hz is beyond half") && "\($0)".contains("a.wav")
        }
        #expect { try jobs.job(["a.wav"]) { $0.equalizer = try EQSpec(parsing: "lowpass:30k") } } throws: {
            "\($0)".contains("the mix")
        }
        #expect(
            try jobs.run(["a.wav"]) {
                $0.equalizer = try EQSpec(parsing: "lowpass:30k"); $0.sampleRate = 96_000
            }.frameCount == 218)
    }

    @Test func `tracks with equalisers are rendered side by side, and no bit knows of it`() throws {
        for track in 0..<6 { try noise("\(track).wav", 60_000, seed: UInt64(track)) }
        let tracks = (0..<6).map { "\($0).wav::eq=\(EQPreset.all[$0 + 1].keyword),at=\($0)ms" }
        var outputs: [[Float]] = []
        for threads in [1, 2, 5] {
            try jobs.run(tracks, encoding: "f32", threads: threads) {
                $0.maximumFramesPerSlice = threads == 5 ? 999 : 4096
            }
            outputs.append(try jobs.decoded("out.wav")[0])
        }
        #expect(outputs[0] == outputs[1] && outputs[0] == outputs[2])
    }

    @Test func `in a tail no track plays on, and a fade-out ends before it`() throws {
        try jobs.float32("a.wav", Array(repeating: [0.5], count: 1_000))
        try jobs.float32("b.wav", Array(repeating: [0.25], count: 400))
        try jobs.run(["a.wav", "b.wav"], encoding: "f32") {
            $0.length = .shortest; $0.tail = .time(.frames(100))
        }
        #expect(try jobs.decoded("out.wav")[0] == Array(repeating: 0.75, count: 400) + Array(repeating: 0, count: 100))
        let end = MixLength.time(.frames(2_000))
        try jobs.run(["a.wav::loop=inf,fade-out=500f"], encoding: "f32") { $0.length = end }
        let faded = try jobs.decoded("out.wav")[0]
        try jobs.run(["a.wav::loop=inf,fade-out=500f"], encoding: "f32") {
            $0.length = end; $0.tail = .time(.frames(50))
        }
        #expect(try jobs.decoded("out.wav")[0] == faded + Array(repeating: 0, count: 50))
    }

    @Test func `a track that the mix cuts off keeps its fade-out at its own end`() throws {
        try jobs.float32("a.wav", Array(repeating: [1], count: 1_000))
        try jobs.run(["a.wav::fade-out=400f"], encoding: "f32") { $0.length = .time(.frames(800)) }
        let samples = try jobs.decoded("out.wav")[0]
        #expect(samples.count == 800 && samples[599] == 1 && abs(samples[799] - 0.5) < 0.01)
    }

    @Test func `a tail is silence or what still rings`() throws {
        try jobs.float32("a.wav", [[1], [1]])
        #expect(try jobs.run(["a.wav"], encoding: "f32") { $0.tail = try MixTail(parsing: "5f") }.frameCount == 7)
        #expect(try jobs.decoded("out.wav")[0] == [1, 1, 0, 0, 0, 0, 0])
        try jobs.run(["a.wav"], encoding: "f32") {
            $0.tail = .time(.frames(5)); $0.equalizer = try EQSpec(parsing: "lowpass:1k")
        }
        #expect(try jobs.decoded("out.wav")[0].allSatisfy { $0 != 0 })
        #expect(try jobs.run(["a.wav"]) { $0.tail = .auto }.frameCount == 2)
        #expect(throws: SessionError.self) { try MixTail(parsing: "long") }
    }
}
