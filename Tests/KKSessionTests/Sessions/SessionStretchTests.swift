import Foundation
import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// `stretch` changes how long a track lasts and `pitch` how high it is, each without the other.
@Suite struct SessionStretchTests {
    let jobs = try! JobFolder()

    init() throws {
        let step = 2 * Double.pi * 997 / 44_100
        try jobs.float32("sine.wav", (0..<44_100).map { [Float(0.5 * PortableMath.sin(step * Double($0)))] })
        try jobs.float32("in.wav", SeededNumbers.noise(4_000, seed: 11).map { [$0 * 0.4] })
    }

    private func render(_ tracks: [String], rate: Double = 44_100, slice: Int = 4_096) throws -> [[Float]] {
        try jobs.run(tracks, encoding: "f32") { ($0.sampleRate, $0.maximumFramesPerSlice) = (rate, slice) }
        return try jobs.decoded("out.wav")
    }

    @Test(arguments: [
        (44_100, "stretch=2", 8_000), (44_100, "stretch=1.1", 4_400), (44_100, "stretch=0.03125", 125),
        (44_100, "stretch=1.1,for=11f", 13), (44_100, "stretch=3,speed=1.5", 8_000),
        (48_000, "stretch=1.5", 6_531), (44_100, "pitch=7st", 4_000), (48_000, "pitch=-3.5st", 4_354),
        (44_100, "pitch=150ct,stretch=0.5", 2_000), (44_100, "stretch=2,for=100f,loop=2", 600),
        (44_100, "stretch=2,at=100f", 8_100), (44_100, "pitch=12st,stretch=0.5,formants", 2_000),
        (44_100, "pitch=-24st,for=0f", 0),
    ]) func `a track is as long as its part times the stretch`(rate: Double, settings: String, length: Int) throws {
        let sound = try render(["in.wav::\(settings)"], rate: rate)
        #expect(sound[0].count == length)
    }

    @Test(arguments: [
        ("stretch=1.5", 997), ("stretch=0.6", 997), ("pitch=12st", 1_994), ("pitch=-700ct", 665.4214),
        ("pitch=3st,stretch=1.25", 1_185.6395), ("speed=2,pitch=-12st", 997),
    ]) func `a tone is as high as the pitch says, whatever the length`(settings: String, frequency: Double) throws {
        let sound = try render(["sine.wav::\(settings)"])[0]
        let middle = sound[(sound.count / 4)..<(3 * sound.count / 4)]
        #expect(abs(amplitude(of: frequency, in: middle, sampleRate: 44_100) - 0.5) < 2e-3)
    }

    @Test func `no stretch and no pitch pass every bit`() throws {
        #expect(try render(["in.wav::stretch=1,pitch=0st"]) == render(["in.wav"]))
    }

    @Test func `slices show in no bit`() throws {
        let track = "in.wav::stretch=1.3,pitch=-2st,gain=-3dB"
        let whole = try render([track])
        for slice in [63, 1_000] { #expect(try render([track], slice: slice) == whole) }
    }

    @Test func `the plan says what is done`() throws {
        let plan = try jobs.job(["in.wav::stretch=1.5", "in.wav::pitch=3st", "in.wav::pitch=-50ct"]).plan
        let said = plan.conversions.map { $0.components(separatedBy: "in.wav: ").last ?? "" }
        #expect(said[0] == "stretched to 1.5 times its length")
        #expect(said[1].hasPrefix("pitch +3st, 52444.") && said[1].hasSuffix(" to 44100 Hz (high)"))
        #expect(said[2].hasPrefix("pitch -50ct, 42844."))
    }

    @Test(arguments: ["0", "33", "0.03", "x", "-1", "200%", ""]) func `what is no stretch is refused`(text: String) {
        #expect { try TrackSpec(parsing: "a.wav::stretch=\(text)") { _ in false } } throws: {
            "\($0)".contains("'\(text)' is not a stretch factor")
        }
    }

    @Test(arguments: ["3", "25st", "-2401ct", "st", "3 st", "octave"])
    func `a pitch without its unit, and what is none, is refused`(text: String) {
        #expect { try TrackSpec(parsing: "a.wav::pitch=\(text)") { _ in false } } throws: {
            "\($0)".contains("'\(text)' is not a pitch shift; write semitones (pitch=3st, at most ±24)")
        }
    }

    @Test func `formants are kept of a pitch`() throws {
        let said = try jobs.job(["in.wav::pitch=3st,formants"]).plan.conversions
        #expect(said.contains { $0.contains("pitch +3st with its formants") })
        #expect(try render(["in.wav::pitch=3st,formants"]) != render(["in.wav::pitch=3st"]))
        #expect { try jobs.job(["in.wav::stretch=2,formants"]) } throws: { "\($0)".contains("set another pitch") }
    }

    @Test func `the ends of pitch and stretch go together`() throws {
        #expect(try render(["in.wav::stretch=32,pitch=24st,for=100f"])[0].count == 3_200)
        #expect(try render(["in.wav::stretch=0.03125,pitch=-24st"])[0].count == 125)
    }
}
