import KKJobSupport
import KKMath
import KKMixing
import KKTestSupport
import Testing

/// `::unit=…:sidechain=`: a unit of one track that another one controls.
@Suite struct SessionSideChainTests {
    let jobs = try! JobFolder()
    private static let gate = "unit=gate:sidechain=voice:attack=1ms:hold=10ms:release=10ms"

    /// A voice of 48,000 frames, silent but from 9,600 to 19,200, and as much music.
    private func record() throws {
        try jobs.float32(
            "voice.wav", (0..<48_000).map { [(9_600..<19_200).contains($0) ? $0 % 2 == 0 ? 0.25 : -0.25 : 0] })
        try jobs.float32("music.wav", SeededNumbers.noise(48_000, seed: 1).map { [$0 * 0.25] })
    }

    /// The mix, from its one channel.
    private func mix(_ tracks: String..., change: (inout Session) -> Void = { _ in }) throws -> [Float] {
        try jobs.run(tracks, encoding: "f32", change)
        return try jobs.decoded("out.wav")[0]
    }

    @Test func `music passes a gate while the voice is heard`() throws {
        try record()
        let heard = try mix("voice.wav::gain=0", "music.wav::\(Self.gate)")
        let music = SeededNumbers.noise(48_000, seed: 1).map { $0 * 0.25 }
        for (frame, wanted) in [(100, -60.0), (9_599, -60), (10_000, 0), (19_000, 0), (30_000, -60)] {
            let level = Decibels(linear: Double(heard[frame]) / Double(music[frame])).value
            #expect(abs(level - wanted) < 1e-2, "\(frame): \(level)")
        }
    }

    /// The limiter is 5 ms late.
    @Test func `a unit that looks ahead behind the side chain leaves voice and music together`() throws {
        try record()
        let dry = try mix("voice.wav::gain=0.5", "music.wav::\(Self.gate)")
        #expect(try mix("voice.wav::gain=0.5", "music.wav::\(Self.gate),unit=true-peak-limiter") == dry)
        #expect(try mix("music.wav::\(Self.gate),unit=true-peak-limiter", "voice.wav::gain=0.5") == dry)
        let before = try mix("voice.wav::gain=0.5", "music.wav::unit=true-peak-limiter,\(Self.gate)")
        #expect(before == dry)
        let voice = try mix("voice.wav", "music.wav::mute,\(Self.gate),unit=true-peak-limiter")
        #expect(voice == (try jobs.decoded("voice.wav")[0]))
    }

    @Test(arguments: [1, 63, 4_096]) func `slices change no bit of a row of side chains`(slice: Int) throws {
        try record()
        try jobs.float32("rain.wav", SeededNumbers.noise(48_000, seed: 2).map { [$0 * 0.1] })
        let tracks = [
            "rain.wav::unit=gate:sidechain=music:threshold=-40dB,unit=true-peak-limiter,duck=voice",
            "music.wav::\(Self.gate),unit=true-peak-limiter", "voice.wav",
        ]
        try jobs.run(tracks, encoding: "f32")
        let whole = try jobs.decoded("out.wav")
        try jobs.run(tracks, encoding: "f32") { $0.maximumFramesPerSlice = slice }
        #expect(try jobs.decoded("out.wav") == whole)
    }

    /// It listened to its own track then.
    @Test func `a muted track gives a side chain silence`() throws {
        try record()
        let heard = try mix("voice.wav::mute", "music.wav::\(Self.gate)")
        #expect(heard[10_000...].allSatisfy { abs($0) < 0.001 })
        let plan = try MixPlan(jobs.session(["voice.wav::mute", "music.wav::\(Self.gate)"]))
        #expect(plan.conversions.contains { $0.hasSuffix("whose side chain is muted: silent") })
    }

    @Test(arguments: [
        (["voice.wav", "music.wav::unit=gate:sidechain=voise"], "'sidechain' names no track of this mix", "'voice'"),
        (["voice.wav", "music.wav::unit=gate:sidechain=2"], "'sidechain' names the track itself", "controls it"),
        (["voice.wav", "music.wav::unit=chorus:sidechain=voice"], "'chorus' has no side chain", "gate"),
        (["voice.wav", "music.wav::unit=gate:sidechain=1:sidechain=1"], "two names of a track", "sidechain=TRACK"),
        (
            ["voice.wav::duck=music", "music.wav::unit=gate:sidechain=voice"], "'duck' makes a circle",
            "remove it from one of the tracks"
        ),
        (
            ["voice.wav::unit=gate:sidechain=music", "music.wav::unit=gate:sidechain=voice"],
            "'sidechain' makes a circle", "remove it"
        ),
    ])
    func `a side chain that cannot be is refused`(tracks: [String], problem: String, nextStep: String) throws {
        try record()
        let error = #expect(throws: SessionError.self) { try MixPlan(jobs.session(tracks)) }
        #expect(
            error?.problem.contains(problem) == true && error?.nextStep?.contains(nextStep) == true,
            "\(error.map { "\($0)" } ?? "")")
    }

    @Test func `the whole mix has no side chain`() throws {
        try record()
        var session = try jobs.session(["voice.wav", "music.wav"])
        session.units = [try UnitSpec(parsing: "gate:sidechain=voice")]
        let error = #expect(throws: SessionError.self) { try MixPlan(session) }
        #expect(error?.problem.contains("the whole mix has none beside it") == true)
    }

    @Test func `a side chain is written as it was read`() throws {
        for text in ["gate:sidechain=voice:attack-time=0.001", "lv2:urn:x:y:sidechain=2:mode=upward:gain=3"] {
            #expect(try UnitSpec(parsing: text).description == text)
        }
    }
}
