import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// A mix is brought to a level of its samples, in closed form.
@Suite struct SessionNormalizeTests {
    let jobs = try! JobFolder()

    private func normalize(
        _ tracks: [String], to target: String, encoding: String = "f32", _ change: (inout Session) -> Void = { _ in }
    ) throws -> MixReport {
        try jobs.run(tracks, encoding: encoding) {
            $0.normalize = try NormalizeTarget(parsing: target)
            change(&$0)
        }
    }

    private func decibels(_ linear: Double) -> Double { Decibels(linear: linear).value }

    private func peak() throws -> Double {
        try decibels(Double(jobs.decoded("out.wav").flatMap { $0 }.map(\.magnitude).max() ?? 0))
    }

    private func rms() throws -> Double {
        let samples = try jobs.decoded("out.wav").flatMap { $0 }
        return decibels((samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot())
    }

    @Test func `a level is read as it is written`() throws {
        #expect(try NormalizeTarget(parsing: "peak:-1dBFS") == NormalizeTarget(.peak, level: -1))
        #expect(try NormalizeTarget(parsing: "rms:-20.5dB") == NormalizeTarget(.rms, level: -20.5))
        for text in [
            "", "peak", "peak:", "peak:-1", "peak:1dBFS", "lufs:-1dBFS", "rms:-90dBFS", "peak:-1dBTP", "-1dBFS",
        ] {
            #expect(throws: SessionError.self, "\(text)") { try NormalizeTarget(parsing: text) }
        }
    }

    @Test(arguments: ["f32", "s24", "s16"], [-20.0, -6, -1]) func `the peak is the one asked for`(
        encoding: String, level: Double
    ) throws {
        let report = try normalize(
            ["synth:noise:for=1s:level=-30dB:channels=2"], to: "peak:\(level)dBFS", encoding: encoding)
        #expect(abs(try peak() - level) < (encoding == "s16" ? 0.01 : 1e-5))
        let found = try #require(report.normalization)
        #expect(abs(found.measured + found.gain - level) < 1e-9 && abs(found.reached - level) < 1e-9)
        #expect(report.clipping == nil && report.loudness == nil && report.scale == 1)
    }

    @Test(arguments: ["u8", "s16", "s24", "ulaw", "f32"]) func `a peak of 0 dBFS is what just fits`(
        encoding: String
    ) throws {
        let report = try normalize(["synth:sine:for=500ms:level=-20dB"], to: "peak:0dBFS", encoding: encoding)
        #expect(report.clipping == nil)
        let room = ["u8": 0.3, "ulaw": 0.4][encoding] ?? 0.001
        #expect(try peak() <= 0 && peak() > -room)
    }

    @Test func `the mean power is the one asked for`() throws {
        let tracks = ["synth:noise:for=1s:level=-30dB:channels=2", "synth:sine:for=500ms:level=-20dB::at=250ms"]
        let report = try normalize(tracks, to: "rms:-20dBFS")
        let reached = try #require(report.normalization).reached
        #expect(try abs(rms() + 20) < 1e-5 && abs(reached + 20) < 1e-9)
        _ = try normalize(["synth:sine:for=1s:frequency=1k:level=-12dB"], to: "rms:-13.0103dBFS")
        #expect(abs(try peak() + 10) < 0.001, "a sine's peak is 3.01 dB above")
    }

    @Test func `a level beyond full scale clips, and a limiter holds it where one is asked for`() throws {
        let tracks = ["synth:sine:for=1s:frequency=100"]
        let clipped = try normalize(tracks, to: "rms:-1dBFS", encoding: "s16")
        #expect(clipped.clipping != nil && clipped.limit == nil)
        let limited = try normalize(tracks, to: "rms:-1dBFS", encoding: "s16") { $0.onClip = .limit }
        #expect(limited.clipping == nil && limited.limit != nil)
        let reached = try #require(limited.normalization).reached, written = try rms()
        #expect(reached < -1 && abs(reached - written) < 0.01, "what was reached is told")
        #expect(throws: SessionError.self) {
            try normalize(tracks, to: "rms:-1dBFS", encoding: "s16") { $0.onClip = .error }
        }
    }

    @Test func `silence has no level`() throws {
        try jobs.pcm16("a.wav", [[0], [0]])
        for target in ["peak:-1dBFS", "rms:-20dBFS"] {
            #expect { try normalize(["a.wav"], to: target) } throws: {
                ($0 as? SessionError)?.kind == .badData && "\($0)".contains("is silent: no gain brings it to")
            }
        }
        try jobs.pcm16("a.wav", [])
        #expect(throws: SessionError.self) { try normalize(["a.wav"], to: "peak:-1dBFS") }
    }

    @Test func `what would undo it is refused`() throws {
        let tracks = ["synth:sine:for=100ms"]
        for (number, change)
            in ([
                { $0.gain = Gain(linear: 0.5) }, { $0.limit = TruePeakCeiling(decibels: -1) }, { $0.onClip = .scale },
                { $0.loudness = LoudnessTarget(loudness: -20) },
            ] as [(inout Session) -> Void]).enumerated()
        {
            #expect("\(number)") { try normalize(tracks, to: "peak:-1dBFS", change) } throws: {
                ($0 as? SessionError)?.kind == .usage
            }
        }
    }

    @Test func `neither slices nor threads show`() throws {
        let tracks = [Fixtures.path("music.mp3"), Fixtures.path("speech.wav") + "::gain=-3dB"]
        _ = try normalize(tracks, to: "rms:-20dBFS", encoding: "s16")
        let bytes = jobs.folder.bytes("out.wav")
        _ = try normalize(tracks, to: "rms:-20dBFS", encoding: "s16") { $0.maximumFramesPerSlice = 257 }
        #expect(jobs.folder.bytes("out.wav") == bytes)
    }
}
