import KKJobSupport
import KKMath
import KKMixing
import KKTestSupport
import Testing

@Suite struct SessionDuckTests {
    let jobs = try! JobFolder()

    /// A voice of 48,000 frames, silent but from 9,600 to 19,200, and twice as much music, at 44,100 Hz.
    private func record() throws {
        try jobs.float32(
            "voice.wav", (0..<48_000).map { [(9_600..<19_200).contains($0) ? $0 % 2 == 0 ? 0.25 : -0.25 : 0] })
        try jobs.float32("music.wav", SeededNumbers.noise(96_000, seed: 1).map { [$0 * 0.25] })
    }

    private static let quick = "attack=10ms:hold=20ms:release=50ms"

    /// What the mix has besides the voice, in decibels of the music, at some frames.
    private func levels(_ tracks: [String], _ frames: [Int], threads: Int = 1) throws -> [Double] {
        try jobs.run(tracks.map { $0.hasPrefix("voice") ? "\($0),gain=0" : $0 }, encoding: "f32")
        let mix = try jobs.decoded("out.wav")[0], music = SeededNumbers.noise(96_000, seed: 1).map { $0 * 0.25 }
        return frames.map { Decibels(linear: Double(mix[$0]) / Double(music[$0])).value }
    }

    @Test(arguments: ["voice", "voice.wav", "1"])
    func `music is turned down while the voice is heard, and as it was before and behind it`(name: String) throws {
        try record()
        let found = try levels(
            ["voice.wav::at=0", "music.wav::duck=\(name):\(Self.quick)"], [100, 9_599, 10_100, 19_000, 26_000, 80_000])
        for (level, expected) in zip(found, [0.0, 0, -12, -12, 0, 0]) { #expect(abs(level - expected) < 1e-3) }
    }

    @Test(arguments: [true, false])
    func `music that a quiet voice never turned down is noticed`(isQuiet: Bool) throws {
        try record()
        try jobs.float32("voice.wav", (0..<4_800).map { [$0 % 2 == 0 ? 0.002 : -0.002] })
        let notices = try jobs.run(["voice.wav", "music.wav::duck=voice\(isQuiet ? "" : ":threshold=-60dB")"]).notices
        let own = notices.filter { $0.contains("never turned down") }
        #expect(own.count == (isQuiet ? 1 : 0), "\(notices)")
        #expect(own.allSatisfy { $0.contains("music.wav") && $0.contains("voice.wav stays below the threshold") })
    }

    @Test func `what follows commas is the ducker's, too, and the voice may come later or be listed behind`() throws {
        try record()
        let music = "music.wav::duck=voice:depth=-20dB,attack=10ms,hold=20ms,release=50ms,at=0"
        let found = try levels([music, "voice.wav::at=48000f"], [48_100, 57_500, 58_200, 67_000, 74_000])
        for (level, expected) in zip(found, [0.0, 0, -20, -20, 0]) { #expect(abs(level - expected) < 1e-3) }
    }

    @Test(arguments: [1, 63, 4_096]) func `slices and threads change no bit, with stems or without`(slice: Int) throws {
        try record()
        let tracks = [
            "music.wav::duck=voice,unit=delay:time=3ms", "voice.wav::unit=peak-limiter,at=100f",
            "synth:noise:for=1s::duck=voice:depth=-6dB,gain=0.1",
        ]
        try jobs.run(tracks, encoding: "f32")
        let whole = try jobs.decoded("out.wav")
        try jobs.run(tracks, encoding: "f32") { $0.maximumFramesPerSlice = slice }
        #expect(try jobs.decoded("out.wav") == whole)
    }

    @Test func `a unit that looks ahead leaves voice and music together`() throws {
        try record()
        let dry = try levels(["voice.wav::at=0", "music.wav::duck=voice:\(Self.quick)"], Array(9_500..<10_200))
        let late = try levels(
            ["voice.wav::unit=true-peak-limiter", "music.wav::duck=voice:\(Self.quick)"], Array(9_500..<10_200))
        #expect(dry == late)
    }

    @Test func `a muted voice turns nothing down, and the plan says so`() throws {
        try record()
        #expect(try levels(["voice.wav::mute", "music.wav::duck=voice"], [15_000]) == [0])
        let plan = try MixPlan(try session(["voice.wav::mute", "music.wav::duck=voice"]))
        #expect(plan.conversions.contains { $0.hasSuffix("'voice' is muted: no duck") })
        let ducked = try MixPlan(try session(["voice.wav", "music.wav::duck=voice:depth=-9dB"]))
        #expect(ducked.conversions.contains { $0.hasSuffix("turned down under bus 0: duck voice:depth=-9") })
    }

    private func session(_ tracks: [String]) throws -> Session {
        Session(
            tracks: try tracks.map { text in
                var spec = try TrackSpec(parsing: text) { _ in false }
                spec.path = FilePath(jobs.folder.path(spec.path.text))
                return spec
            })
    }

    @Test(arguments: [
        (
            ["voice.wav", "music.wav::duck=voise"], "'duck' names no track of this mix: 'voise'",
            "did you mean 'voice'?"
        ),
        (["voice.wav", "music.wav::duck=7"], "'duck' names no track of this mix: '7'", "the others are 1 (voice)"),
        // It ended the program.
        (
            ["voice.wav", "music.wav::duck=-9223372036854775808"],
            "'duck' names no track of this mix: '-9223372036854775808'", "the others are 1 (voice)"
        ),
        (["music.wav::duck=voice"], "'duck' names no track of this mix: 'voice'", "name the voice as an input, too"),
        (
            ["voice.wav", "music.wav::duck=music"], "'duck' names the track itself",
            "name the track that turns it down"
        ),
        (
            ["voice.wav::duck=music", "music.wav::duck=voice"],
            "'duck' makes a circle: the track would be turned down by itself", "remove it from one of the tracks"
        ),
        (
            ["voice.wav", "voice.wav::at=1", "music.wav::duck=voice"],
            "'duck' may mean several tracks: 'voice' is the name of 2",
            "name one by its number: duck=1 or duck=2"
        ),
    ])
    func `a name that means no other track is refused with the nearest one`(
        tracks: [String], problem: String, nextStep: String
    ) throws {
        try record()
        let session = try session(tracks)
        let error = #expect(throws: SessionError.self) { try MixPlan(session) }
        #expect(error?.problem == problem && error?.nextStep == nextStep && error?.kind == .usage)
    }

    @Test(arguments: [
        ("voice:depht=-3dB", "the unit 'ducker' has no parameter 'depht'"),
        ("voice:depth=3dB", "'3dB' is not a value of 'depth'"), ("", "'duck' names no track"),
    ])
    func `a setting that a ducker does not have is refused`(text: String, problem: String) {
        let error = #expect(throws: SessionError.self) { try DuckSpec(parsing: text) }
        #expect(error?.problem == problem)
    }
}
