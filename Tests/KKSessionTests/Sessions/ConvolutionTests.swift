import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

@Suite struct ConvolutionTests {
    let jobs = try! JobFolder()

    private func unit(_ file: String, _ settings: String = "") throws -> UnitSpec {
        try UnitSpec(parsing: "convolution:file=\(jobs.folder.path(file))\(settings)")
    }

    /// A sound of 3,000 frames, an echo of half of it 500 frames later, and nothing else.
    private func makeFiles(rate: UInt32 = 44_100) throws -> [Float] {
        let sound = SeededNumbers.noise(3_000, seed: 1).map { $0 / 4 }
        try jobs.float32("a.wav", sound.map { [$0] })
        try jobs.float32("room.wav", (0..<600).map { [$0 == 0 ? 1 : $0 == 500 ? 0.5 : 0] }, rate: rate)
        return sound
    }

    @Test(arguments: [1, 63, 4_096])
    func `a file's room is heard around the mix, in its place, to its end`(slice: Int) throws {
        let sound = try makeFiles()
        let report = try jobs.run(["a.wav"], encoding: "f32") {
            $0.units = [try unit("room.wav")]
            $0.maximumFramesPerSlice = slice
        }
        let heard = try jobs.decoded("out.wav")[0]
        #expect(report.frameCount == 3_500 && heard.count == 3_500)
        for frame in 0..<3_500 {
            let wanted = (frame < 3_000 ? sound[frame] : 0) + (frame >= 500 ? sound[frame - 500] / 2 : 0)
            #expect(abs(heard[frame] - wanted) < 1e-6)
        }
    }

    @Test func `a track in a room stays in its place among the others`() throws {
        _ = try makeFiles()
        try jobs.float32("one.wav", [[1]] + Array(repeating: [0], count: 100))
        var session = try jobs.session(["a.wav", "a.wav"])
        session.tracks[0].units = [try unit("one.wav")]
        let alone = try MixPlan(try jobs.session(["a.wav", "a.wav"])), roomy = try MixPlan(session)
        #expect(try roomy.compile().latencyFrameCount == 64 && roomy.frameCount == alone.frameCount)
        try jobs.run(["a.wav", "a.wav"], encoding: "f32") { $0.tracks[0].units = session.tracks[0].units }
        let heard = try jobs.decoded("out.wav")
        try jobs.run(["a.wav", "a.wav"], encoding: "f32")
        #expect(try jobs.decoded("out.wav") == heard)
    }

    /// Its blocks are made by the threads that read and write.
    @Test func `a long room is heard in its place, and is the same whatever the threads`() throws {
        let sound = SeededNumbers.noise(220_000, seed: 1).map { $0 / 4 }
        try jobs.float32("a.wav", sound.map { [$0] })
        try jobs.float32("room.wav", (0..<40_001).map { [$0 == 0 ? 1 : $0 == 40_000 ? 0.5 : 0] })
        let heard = try [1, 2, 4].map { threads in
            let report = try jobs.run(["a.wav"], encoding: "f32", threads: threads) {
                $0.units = [try unit("room.wav")]
            }
            #expect(report.frameCount == 260_000)
            return try jobs.decoded("out.wav")[0]
        }
        #expect(heard[1] == heard[0] && heard[2] == heard[0])
        for frame in stride(from: 0, to: 260_000, by: 7) {
            let wanted = (frame < 220_000 ? sound[frame] : 0) + (frame >= 40_000 ? sound[frame - 40_000] / 2 : 0)
            #expect(abs(heard[0][frame] - wanted) < 1e-6)
        }
    }

    /// At twice the rate a response has twice the samples, each of half the level.
    @Test func `a room of another rate sounds as it does at its own`() throws {
        try jobs.float32("low.wav", (0..<4_000).map { [Float($0 < 40 ? 0 : $0 < 140 ? 0.01 : 0)] }, rate: 22_050)
        try jobs.float32("a.wav", (0..<6_000).map { _ in [0.25] })
        try jobs.run(["a.wav"], encoding: "f32") { $0.units = [try unit("low.wav")] }
        let heard = try jobs.decoded("out.wav")[0]
        // The sum of its samples is what passes of a level that stands still.
        #expect(heard[1_000..<5_900].allSatisfy { abs($0 - 0.25) < 1e-4 })
        #expect(abs(heard[180] - heard[179] - 0.0025 / 2) < 2e-4)
    }

    @Test func `what is no room is refused before anything is rendered, with the file's name`() throws {
        _ = try makeFiles()
        try jobs.float32("silent.wav", Array(repeating: [0], count: 100))
        try jobs.float32("three.wav", [[1, 1, 1]])
        // 24 seconds, which at 176,400 Hz are more than 2^22 frames.
        try jobs.folder.write(
            WaveFile.float32([[1]] + Array(repeating: [0], count: 1_058_400), sampleRate: 44_100), to: "long.wav")
        func refusal(_ file: String, rate: Double? = nil) throws -> String {
            do {
                _ = try jobs.job(["a.wav", "a.wav::pan=0.5"]) {
                    $0.units = [try unit(file)]
                    $0.sampleRate = rate
                    $0.layout = .stereo
                }
                return "nothing"
            } catch { return "\(error)" }
        }
        #expect(try refusal("none.wav").contains("none.wav"))
        #expect(try refusal("silent.wav").contains("silent.wav: the impulse response is silent"))
        #expect(try refusal("three.wav").contains("an impulse response of 3 channels cannot be used with a sound of 2"))
        let long = try refusal("long.wav", rate: 176_400)
        #expect(long.contains("long.wav: an impulse response may last") && long.contains("cut it"), "\(long)")
    }

    @Test func `an impulse response is a file that is read, by its own name or another one`() throws {
        var session = Session(tracks: [try TrackSpec(parsing: "a.wav::reverb=b/room:30%") { _ in false }])
        session.units = [
            try UnitSpec(parsing: "convolution:normalize=on:file=hall.wav"), try UnitSpec(parsing: "delay"),
        ]
        #expect(session.inputPaths == ["a.wav", "b/room", "hall.wav"])
        session.replacePaths { "/x" / $0 }
        #expect(session.inputPaths == ["/x/a.wav", "/x/b/room", "/x/hall.wav"])
        #expect(session.units[0].description == "convolution:file=/x/hall.wav:normalize=1")
    }

    @Test func `a file is a reverb as a preset is`() throws {
        func spec(_ text: String) throws -> String { try UnitSpec.reverb(parsing: text).description }
        #expect(try spec("hall.wav") == "convolution:file=hall.wav:dry-wet-mix=20:normalize=1")
        #expect(try spec("./plate:5%") == "convolution:file=./plate:dry-wet-mix=5:normalize=1")
        #expect(try spec("a:b.wav") == "convolution:file=a:b.wav:dry-wet-mix=20:normalize=1")
        #expect(try spec("a:b.wav:7.5%") == "convolution:file=a:b.wav:dry-wet-mix=7.5:normalize=1")
        #expect(try spec("plate:7.5%").hasPrefix("reverb2:"))
        for (text, words) in [
            ("hall.wav:101%", "not an amount of reverb"), ("zither", "or a file's name"),
            ("zither:5%", "or a file's name"),
        ] {
            let error = #expect(throws: SessionError.self) { try UnitSpec.reverb(parsing: text) }
            #expect("\(try #require(error))".contains(words), "\(text)")
        }
        for (text, words) in [
            ("convolution", "no impulse response; name its file: convolution:file=room.wav"),
            ("convolution:file=a.wav:file=b.wav", "two names of a file"), ("convolution:file=", "no name of a file"),
            ("delay:file=a.wav", "no parameter 'file'"),
        ] {
            let error = #expect(throws: SessionError.self) { try UnitSpec(parsing: text) }
            #expect("\(try #require(error))".contains(words), "\(text)")
        }
    }
}
