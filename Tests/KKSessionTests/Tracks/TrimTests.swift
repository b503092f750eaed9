import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// Silence at both ends of a track is cut off, to the frame.
@Suite struct TrimTests {
    let jobs = try! JobFolder()

    /// A mono file of silence, the codes, silence; what comes of it.
    private func trimmed(
        _ before: Int, _ codes: [Int16], _ after: Int, _ settings: String, _ change: (inout Session) -> Void = { _ in }
    ) throws -> [Int16] {
        let samples = Array(repeating: 0, count: before) + codes + Array(repeating: 0, count: after)
        try jobs.pcm16("a.wav", samples.map { [$0] })
        let report = try jobs.run(["a.wav::\(settings)"], change)
        #expect(report.frameCount == jobs.samples.count)
        return jobs.samples
    }

    @Test func `a level is read as levels are`() throws {
        #expect(try SilenceLevel(parsing: "-20dB").linear == Gain(parsing: "-20dB").linear)
        #expect(try SilenceLevel(parsing: "-20dBFS") == SilenceLevel(parsing: "-20dB"))
        #expect(try SilenceLevel(parsing: "0").linear == 0 && SilenceLevel(parsing: "0.25").linear == 0.25)
        #expect(try SilenceLevel(parsingTrim: "silence") == .usual)
        #expect(try SilenceLevel(parsingTrim: "silence:-48dB") == SilenceLevel(parsing: "-48dB"))
        #expect(abs(try SilenceLevel(parsing: "-60dB").linear - SilenceLevel.usual.linear) < 1e-15)
        for text in ["", "0dB", "1", "6dB", "-60", "-1", "loud", "-60dBTP"] {
            #expect(throws: SessionError.self, "\(text)") { try SilenceLevel(parsing: text) }
        }
        for text in ["", "silent", "2s", "silence:", "silence:loud"] {
            #expect(throws: SessionError.self, "\(text)") { try SilenceLevel(parsingTrim: text) }
        }
    }

    @Test(arguments: [(0, 0), (1, 0), (0, 1), (5, 7), (4_095, 4_096), (4_096, 4_097), (10_000, 20_000)])
    func `what is left begins and ends with a sound`(before: Int, after: Int) throws {
        let codes: [Int16] = [-900, 0, 0, 5, 900]
        #expect(try trimmed(before, codes, after, "trim=silence") == codes)
        #expect(try trimmed(before, [77], after, "trim=silence") == [77], "one frame")
    }

    @Test func `at the level is silence, above it is sound`() throws {
        // −60 dBFS is 32.768 codes of 16 bits.
        #expect(try trimmed(0, [32, -33, 1, 33, -32], 0, "trim=silence") == [-33, 1, 33])
        #expect(try trimmed(0, [8_192, 8_193, 8_192], 0, "trim=silence:0.25") == [8_193])
        #expect(try trimmed(3, [1, 0, -1], 2, "trim=silence:0") == [1, 0, -1])
    }

    @Test func `a sound in any channel counts`() throws {
        try jobs.pcm16("a.wav", [[0, 0], [0, 500], [0, 0], [-500, 0], [0, 0]])
        try jobs.run(["a.wav::trim=silence"])
        #expect(jobs.samples == [0, 500, 0, 0, -500, 0])
        try jobs.run(["a.wav::trim=silence,channels=L>L,R>R,gain=0"])
        #expect(jobs.samples.count == 6, "the file is what is looked at, and not what is made of it")
    }

    @Test func `the part is chosen first, and everything else comes behind`() throws {
        let codes: [Int16] = [100, 200, 300, 400]
        #expect(try trimmed(10, codes, 10, "trim=silence,from=2f,to=12f") == [100, 200])
        #expect(try trimmed(10, codes, 10, "trim=silence,from=11f,for=8f") == [200, 300, 400])
        #expect(try trimmed(10, codes, 10, "trim=silence,loop=1") == codes + codes)
        #expect(try trimmed(10, codes, 10, "trim=silence,at=2f") == [0, 0] + codes)
        #expect(try trimmed(10, codes, 10, "trim=silence,fade-in=2f") { $0.dither = .none } == [0, 100, 300, 400])
        #expect(try trimmed(10, codes, 10, "trim=silence") { $0.length = .time(.frames(2)) } == [100, 200])
    }

    @Test(arguments: [22_050.0, 48_000, 96_000]) func `at another rate it is the conversion of what is left`(
        rate: Double
    ) throws {
        let sound = SeededNumbers.noise(1_001, seed: 4).map { [$0 * 0.5 + ($0 < 0 ? -0.1 : 0.1)] }
        let silence = Array(repeating: [Float(0)], count: 777)
        try jobs.float32("a.wav", silence + sound + silence)
        try jobs.float32("b.wav", sound)
        try jobs.run(["b.wav"]) { $0.sampleRate = rate }
        let whole = try jobs.decoded("out.wav")
        try jobs.run(["a.wav::trim=silence"]) { $0.sampleRate = rate }
        #expect(try jobs.decoded("out.wav") == whole)
        #expect(whole[0].count == Int((1_001 * rate / 44_100).rounded(.up)))
    }

    @Test func `nothing but silence is no track, and no frames at all are one`() throws {
        #expect { try trimmed(20, [30], 20, "trim=silence") } throws: {
            ($0 as? SessionError)?.kind == .badData
                && "\($0)".hasSuffix(
                    "a.wav: nothing but silence: no sample is above -60.0 dBFS; leave trim out, or lower its level: silence:-90dB, or silence:0"
                )
        }
        #expect(throws: SessionError.self) { try trimmed(20, [900], 20, "trim=silence,to=20f") }
        #expect(try trimmed(0, [], 0, "trim=silence") == [])
        #expect(try trimmed(20, [], 0, "trim=silence,for=0") == [])
    }

    @Test func `a lossy file is cut where its decoded frames say`() throws {
        let whole = try AudioFileReader(path: Fixtures.path("music.mp3")).readAll()
        let level = try SilenceLevel(parsing: "-20dB").linear
        let isSound = { (frame: Int) in whole.contains { Double($0[frame].magnitude) > level } }
        let first = try #require(whole[0].indices.first(where: isSound))
        let last = try #require(whole[0].indices.last(where: isSound))
        try jobs.run([Fixtures.path("music.mp3") + "::trim=silence:-20dB"], encoding: "f32")
        #expect(try jobs.decoded("out.wav") == whole.map { Array($0[first...last]) })
        #expect(first > 0)
    }

    @Test func `a conversion trims as a track does`() throws {
        try jobs.pcm16("a.wav", [[0], [0], [700], [-700], [0]])
        var settings = ConversionSettings()
        settings.trim = .usual
        let plan = try ConversionPlan(
            [FilePath(jobs.folder.path("a.wav"))], destination: FilePath(jobs.folder.path("out.wav")),
            settings: settings)
        let report = try ConversionJob(
            plan.items[0], settings: settings, environment: .init(temporaryFiles: TemporaryFiles())
        ).run()
        #expect(jobs.samples == [700, -700] && report.mix.frameCount == 2)
    }
}
