import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// Sounds below 400 ms, which have no integrated loudness.
@Suite struct ShortLoudnessTests {
    let jobs = try! JobFolder()

    private func level(_ tracks: [String], to target: String) throws -> MixReport {
        try jobs.run(tracks, encoding: "f32") { $0.loudness = try LoudnessTarget(parsing: target) }
    }

    @Test func `the settings of a loudness stand in any order`() throws {
        let both = try LoudnessTarget(parsing: "-16LUFS,short=skip,tp=-1dBTP")
        #expect(both.short == .skip && both.ceiling?.decibels == -1 && both.loudness == -16)
        #expect(try LoudnessTarget(parsing: "-16LUFS,tp=-1dBTP,short=skip") == both)
        #expect(try LoudnessTarget(parsing: "-16LUFS").short == .error)
        for text in ["-16LUFS,short", "-16LUFS,short=loud", "-16LUFS,tp=-1dBTP,tp=-2dBTP", "-16LUFS,", "-16LUFS,x=1"] {
            #expect(throws: SessionError.self, "\(text)") { try LoudnessTarget(parsing: text) }
        }
    }

    @Test func `without a word they are refused, and the words are named`() throws {
        #expect { try level(["synth:sine:for=250ms"], to: "-20LUFS") } throws: {
            ($0 as? SessionError)?.kind == .badData && "\($0)".contains("it is shorter than 400 ms")
                && "\($0)".contains("short=momentary")
        }
        #expect(try level(["synth:sine:for=400ms"], to: "-20LUFS").loudness != nil, "400 ms have one")
    }

    @Test func `what is skipped keeps every bit, and says so`() throws {
        _ = try jobs.run(["synth:noise:for=399ms:level=-12dB"], to: "plain.wav", encoding: "f32")
        let report = try level(["synth:noise:for=399ms:level=-12dB"], to: "-30LUFS,short=skip")
        #expect(jobs.folder.bytes("out.wav") == jobs.folder.bytes("plain.wav") && report.loudness == nil)
        #expect(report.notices.contains { $0.contains("shorter than 400 ms") && $0.contains("keeps its level") })
        #expect(
            try level(["synth:noise:for=400ms:level=-12dB"], to: "-30LUFS,short=skip").loudness?.target.loudness == -30)
    }

    /// A tone of 997 Hz has the loudness of its level; in a part of the 400 ms it has that part of the power.
    @Test(arguments: [0.39, 0.2, 0.1, 0.05]) func `momentary is the loudness of the 400 ms that the sound is in`(
        length: Double
    ) throws {
        let sound = "synth:sine:frequency=997:for=\(length):channels=2:level=-20dB"
        let report = try level([sound], to: "-23LUFS,short=momentary")
        let found = try #require(report.loudness)
        let power = Decibels(linear: (length / 0.4).squareRoot()).value
        #expect(abs(found.measured - (-20 + power)) < 0.15, "\(found.measured)")
        #expect(abs(found.measured + found.gain + 23) < 1e-9 && report.frameCount == Int64((length * 48_000).rounded()))
        #expect(report.notices.contains { $0.contains("momentary loudness") })

        // With silence around it, it is measured as it was leveled.
        let padded = try jobs.run([jobs.folder.path("out.wav")], to: "padded.wav", encoding: "f32") {
            $0.length = .time(.seconds(0.4))
        }
        #expect(padded.frameCount == 19_200)
        let again = try jobs.run([jobs.folder.path("padded.wav")], to: "again.wav", encoding: "f32") {
            $0.loudness = LoudnessTarget(loudness: -23)
        }
        #expect(abs(try #require(again.loudness).gain) < 0.01)
    }

    @Test func `silence is refused whatever its length`() throws {
        try jobs.pcm16("a.wav", Array(repeating: [0], count: 100))
        #expect { try level(["a.wav"], to: "-20LUFS,short=momentary") } throws: { "\($0)".contains("it is silent") }
    }
}
