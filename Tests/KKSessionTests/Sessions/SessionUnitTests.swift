import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

@Suite struct SessionUnitTests {
    let jobs = try! JobFolder()

    /// 0.25 at frame 100 of 1,000, and nothing else.
    private func impulse(_ name: String, at frame: Int = 100) throws {
        try jobs.float32(name, (0..<1_000).map { [$0 == frame ? 0.25 : 0] })
    }

    /// An echo 441 frames later, half of each, and no filter.
    private static let echo = "delay:time=10ms:feedback=0:mix=50:cutoff=22050"

    @Test func `a delay on the mix is heard to its end`() throws {
        try impulse("a.wav", at: 990)
        let report = try jobs.run(["a.wav"], encoding: "f32") { $0.units = [try UnitSpec(parsing: Self.echo)] }
        let sound = try jobs.decoded("out.wav")[0]
        #expect(report.frameCount == 1_441 && sound.count == 1_441)
        let heard = sound.indices.filter { sound[$0] != 0 }
        #expect(heard == [990, 1_431] && heard.allSatisfy { sound[$0] == 0.125 })
    }

    @Test(arguments: [
        (MixLength.longest, MixTail.none, 1_000), (.longest, .auto, 1_441), (.first, .auto, 1_441),
        (.time(.frames(700)), .auto, 700), (.longest, .time(.frames(5)), 1_005),
    ])
    func `the tail is what the units give, unless somebody says how long`(
        length: MixLength, tail: MixTail, frameCount: Int
    ) throws {
        try impulse("a.wav")
        let report = try jobs.run(["a.wav::unit=\(Self.echo)"], encoding: "f32") {
            ($0.length, $0.tail) = (length, tail)
        }
        #expect(report.frameCount == Int64(frameCount))
    }

    @Test func `what a unit gives behind a short track lies beneath a longer one`() throws {
        try impulse("a.wav")
        try jobs.float32("long.wav", (0..<1_300).map { _ in [0] })
        try jobs.float32("longer.wav", (0..<1_500).map { _ in [0] })
        #expect(try jobs.run(["a.wav::unit=\(Self.echo)", "long.wav"]).frameCount == 1_441)
        #expect(try jobs.run(["a.wav::unit=\(Self.echo)", "longer.wav"]).frameCount == 1_500)
        #expect(try jobs.run(["a.wav::unit=\(Self.echo),mute", "long.wav"]).frameCount == 1_300)
        let first: (inout Session) -> Void = { $0.length = .first }
        #expect(try jobs.run(["long.wav", "a.wav::unit=\(Self.echo)"], first).frameCount == 1_441)
        #expect(try jobs.run(["longer.wav", "a.wav::unit=\(Self.echo)"], first).frameCount == 1_500)
        // A track that is not heard gives nothing, and one that is cut off with the mix gives from there on.
        #expect(try jobs.run(["long.wav", "a.wav::unit=\(Self.echo),at=1300f"], first).frameCount == 1_300)
        #expect(try jobs.run(["long.wav", "a.wav::unit=\(Self.echo),loop=inf"], first).frameCount == 1_741)
        #expect(try jobs.run(["long.wav", "a.wav::unit=\(Self.echo),loop=inf"]).frameCount == 1_741)
    }

    @Test(arguments: [1, 63, 4_096]) func `a unit that looks ahead leaves every track in its place`(slice: Int) throws {
        try jobs.float32("a.wav", SeededNumbers.noise(3_000, seed: 1).map { [$0 * 0.1] })
        try jobs.float32("b.wav", SeededNumbers.noise(2_500, seed: 2).map { [$0 * 0.1] })
        try jobs.run(["a.wav", "b.wav::at=77f"], encoding: "f32") { $0.maximumFramesPerSlice = slice }
        let dry = try jobs.decoded("out.wav")
        // What is quiet passes a limiter bit for bit, some frames later.
        for tracks in [
            ["a.wav", "b.wav::at=77f,unit=peak-limiter"], ["a.wav::unit=peak-limiter:attack=5ms", "b.wav::at=77f"],
            ["a.wav::unit=peak-limiter,unit=peak-limiter", "b.wav::at=77f,unit=true-peak-limiter"],
        ] {
            try jobs.run(tracks, encoding: "f32") {
                $0.units = [try UnitSpec(parsing: "peak-limiter")]
                $0.maximumFramesPerSlice = slice
            }
            #expect(try jobs.decoded("out.wav") == dry)
        }
    }

    @Test func `units act in the order in which they stand`() throws {
        try jobs.float32("a.wav", SeededNumbers.noise(2_000, seed: 3).map { [$0 * 0.5] })
        func render(_ units: [String]) throws -> [Float] {
            try jobs.run(["a.wav"], encoding: "f32") { $0.units = try units.map { try UnitSpec(parsing: $0) } }
            return try jobs.decoded("out.wav")[0]
        }
        let limit = "peak-limiter:pre-gain=20dB", filter = "lowpass:frequency=500Hz:resonance=0"
        let track = try jobs.run(["a.wav::unit=\(limit),unit=\(filter)"], encoding: "f32").frameCount
        let ofTrack = try jobs.decoded("out.wav")[0]
        #expect(try render([limit, filter]) == ofTrack && track == 2_000)
        #expect(try render([filter, limit]) != ofTrack)
    }

    @Test func `a loudness is met behind units that depend on the level`() throws {
        try jobs.float32("a.wav", SeededNumbers.noise(60_000, seed: 3).map { [$0 * 0.5] })
        try jobs.run(["a.wav"], encoding: "f32") {
            $0.units = [try UnitSpec(parsing: "peak-limiter:pre-gain=20")]
            $0.loudness = try LoudnessTarget(parsing: "-30LUFS")
        }
        let loudness = try MeasureJob(path: FilePath(jobs.folder.path("out.wav"))).run().measurement.loudness.integrated
        #expect(abs(try #require(loudness) + 30) < 0.05)
    }

    @Test func `what cannot be is refused before anything is rendered, with its place`() throws {
        try impulse("a.wav")
        func refusal(_ tracks: [String], _ units: [String]) throws -> String {
            do {
                _ = try jobs.job(tracks) { $0.units = try units.map { try UnitSpec(parsing: $0) } }
                return "nothing"
            } catch { return "\(error)" }
        }
        #expect(
            try refusal(["a.wav::unit=lowpass:frequency=30k"], [])
                .contains("a.wav: lowpass: 'cutoff-frequency' of 30000 Hz is beyond what a mix of 44100 Hz has"))
        #expect(try refusal(["a.wav"], ["delay:feedback=99.99"]).contains("the sound of the unit 'delay' goes on for"))
        #expect(
            try refusal(["a.wav"], ["delay:feedback=100"]).contains("the sound of the unit 'delay' never ends; set how")
        )
    }

    @Test(arguments: [
        ("AUDelay:time=300ms:mix=25%", "delay:delay-time=0.3:dry-wet-mix=25"),
        ("lowpass:frequency=1.5kHz", "lowpass:cutoff-frequency=1500"),
        ("peak-limiter:attack=12ms:pre-gain=-3dB", "peak-limiter:attack-time=0.012:pre-gain=-3"),
        ("truePeakLimiter:ceiling=-1dBTP", "true-peak-limiter:ceiling=-1"),
        ("graphic-eq", "graphic-eq"),
    ])
    func `a unit is written by its name and its parameters'`(text: String, whole: String) throws {
        #expect(try UnitSpec(parsing: text).description == whole)
        #expect(try UnitSpec(parsing: whole) == UnitSpec(parsing: text))
    }

    @Test func `every effect has a name of its own, and every parameter in it`() {
        let effects = AudioComponent.all.filter { $0.description.type == .effectUnit }
        #expect(Set(effects.map(\.keyword)).count == effects.count)
        for effect in effects {
            let names = effect.makeInstance().parameters(.global).map(\.keyword)
            #expect(Set(names).count == names.count, "\(effect.keyword)")
        }
    }

    @Test func `a preset is what the unit's own is, and what is written beside it counts more`() throws {
        let hall = Reverb2()
        try hall.setPresentPreset(named: "Large Hall 2")
        let spec = try UnitSpec(parsing: "reverb2:dry-wet-mix=20:preset=large-hall-2:decay-time-at-0-hz=4s")
        let values = Dictionary(uniqueKeysWithValues: spec.settings.map { ($0.name, $0.value) })
        #expect(values["dry-wet-mix"] == 20 && values["decay-time-at-0-hz"] == 4 && values["gain"] == nil)
        #expect(try values["max-delay-time"] == hall.parameter(Reverb2.Parameter.maxDelayTime))
        #expect(try UnitSpec(parsing: spec.description) == spec)
        #expect(try UnitSpec(parsing: "dynamics-processor:preset=VOICE").settings.count > 3)
        for (text, words) in [
            ("reverb2:preset=cathedrl", "did you mean 'cathedral'?"),
            ("reverb2:preset=plate:preset=plate", "two presets"),
            ("reverb2:preset=", "its presets are small-room"), ("sample-delay:preset=plate", "no parameter 'preset'"),
        ] {
            let error = #expect(throws: SessionError.self) { try UnitSpec(parsing: text) }
            #expect("\(try #require(error))".contains(words), "\(text)")
        }
    }
}
