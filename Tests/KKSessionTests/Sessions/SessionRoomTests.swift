import Foundation
import KKDSP
import KKFiles
import KKJobSupport
import KKMath
import KKMixing
import KKTestSupport
import Testing

private let kemar = FilePath("/usr/share/libmysofa/default.sofa")

/// What lies between a position and the listener, how a position moves, and whose ears hear it.
@Suite struct SessionRoomTests {
    let jobs = try! JobFolder()

    private func record(_ count: Int = 1_000) throws {
        try jobs.float32("a.wav", (0..<count).map { [$0 == 100 ? 0.5 : 0] })
    }

    /// What the left channel has at frame 100, as a factor of the track.
    private func gain(_ track: String) throws -> Double {
        try record()
        try jobs.run([track], encoding: "f32")
        return Double(try jobs.decoded("out.wav")[0][100]) / 0.5
    }

    /// From 1 m to 11 m, and 100 dB there: linear loses a tenth for each metre.
    @Test(arguments: [
        ("a.wav::position=-90,0,6:curve=linear:maximum=11m", 0.5),
        ("a.wav::position=-90,0,6,curve=exponential,maximum=11,attenuation=20dB", 0.1.squareRoot()),
        ("a.wav::position=-90,0,4:reference=2m,maximum=200000m", 0.5), ("a.wav::position=-90,0,4:min-gain=0.5", 0.5),
        ("a.wav::position=-90,0,0:max-gain=-6.0206dB", 0.5), ("a.wav::position=-90,0,4,gain=2", 0.5),
    ])
    func `a curve that is asked for is heard`(track: String, factor: Double) throws {
        let found = try gain(track)
        #expect(abs(found - factor) < 1e-3, "\(found)")
    }

    @Test func `what is in the way of a position makes 5 kHz softer, and 0 Hz not at all`() throws {
        for (frequency, wanted) in [(5000.0, 0.25), (0, 1)] {
            try jobs.float32("a.wav", (0..<44_100).map { [Float(cos(2 * .pi * frequency / 44_100 * Double($0)) / 2)] })
            try jobs.run(["a.wav::position=-90:occlusion=-6.0206dB:obstruction=-6.0206"], encoding: "f32")
            let heard = try jobs.decoded("out.wav")[0][22_000...].map { Double(abs($0)) }.max() ?? 0
            #expect(abs(heard / 0.5 - wanted) < 2e-3, "\(frequency) Hz: \(heard)")
        }
    }

    @Test func `Doppler's shift brings the sound late, and the mix waits for it`() throws {
        try record()
        try jobs.run(["a.wav::position=-90,0,34.3,doppler:min-gain=1"], encoding: "f32")
        let left = try jobs.decoded("out.wav")[0]
        // A tenth of a second.
        #expect(left.indices.max { abs(left[$0]) < abs(left[$1]) } == 4_510)
        #expect(left.count > 5_400 && left.count < 5_420)
    }

    @Test func `a position that goes away sounds lower, as far as it goes`() throws {
        try jobs.float32("a.wav", (0..<44_100).map { [Float(sin(2 * .pi * 1000 / 44_100 * Double($0)) / 2)] })
        // At a tenth of the sound's speed.
        try jobs.run(["a.wav::position=-90,0,0,doppler,min-gain=1,move=-90,0,34.3"], encoding: "f32")
        let left = try jobs.decoded("out.wav")[0]
        let (cosine, sine) = (2_000..<38_000).reduce((0.0, 0.0)) { sums, frame in
            let angle = 2 * .pi * 900 / 44_100 * Double(frame), sample = Double(left[frame])
            return (sums.0 + sample * cos(angle), sums.1 + sample * sin(angle))
        }
        #expect(hypot(cosine, sine) / 18_000 > 0.495)
    }

    @Test func `a move takes as long as its track, from left to right`() throws {
        try jobs.float32("a.wav", Array(repeating: [0.5], count: 10_000))
        try jobs.run(["a.wav::at=1000f,position=-90,move=90"], encoding: "f32")
        let sides = try jobs.decoded("out.wav")
        for (frame, part) in [(1_000, 0.0), (3_500, 0.25), (6_000, 0.5), (8_500, 0.75)] {
            #expect(abs(Double(sides[0][frame]) - 0.5 * cos(part * .pi / 2)) < 1e-5)
            #expect(abs(Double(sides[1][frame]) - 0.5 * sin(part * .pi / 2)) < 1e-5)
        }
    }

    @Test func `what drives by is nearest in the middle of its line`() throws {
        try jobs.float32("a.wav", Array(repeating: [0.5], count: 10_001))
        // 3 m in front, from 4 m to the left to 4 m to the right.
        let side = 53.13010235
        try jobs.run(["a.wav::position=-\(side),0,5,move=\(side),0,5,straight"], encoding: "f32")
        let sides = try jobs.decoded("out.wav")
        func power(_ frame: Int) -> Double { hypot(Double(sides[0][frame]), Double(sides[1][frame])) / 0.5 }
        #expect(abs(power(0) - 1 / 5) < 1e-4 && abs(power(5_000) - 1 / 3) < 1e-4)
        #expect(abs(sides[0][5_000] - sides[1][5_000]) < 1e-4)
    }

    @Test(arguments: [1, 63, 4_096]) func `slices change no bit of what moves`(slice: Int) throws {
        try jobs.float32("a.wav", SeededNumbers.noise(3_000, seed: 1).map { [$0 * 0.1] })
        let tracks = ["a.wav::position=-70,10,20,headphones,doppler:occlusion=-6,move=80,0,5,straight,at=100f"]
        try jobs.run(tracks, encoding: "f32")
        let whole = try jobs.decoded("out.wav")
        try jobs.run(tracks, encoding: "f32") { $0.maximumFramesPerSlice = slice }
        #expect(try jobs.decoded("out.wav") == whole)
    }

    /// MIT's KEMAR head, which Debian's libmysofa1 has.
    @Test(.enabled(if: kemar.exists)) func `a head hears the response of its file's direction`() throws {
        try record()
        try jobs.run(["a.wav::position=90,0,1"], encoding: "f32") { session in
            session.sampleRate = 44_100
            session.headFile = kemar
        }
        let sides = try jobs.decoded("out.wav")
        let peaks = sides.map { ear in ear.indices.max { abs(ear[$0]) < abs(ear[$1]) } ?? 0 }
        #expect((20...40).contains(peaks[0] - peaks[1]), "\(peaks)")
        // The track, and the rest of the response.
        #expect(sides[0].count > 1_200)
        let error = #expect(throws: SessionError.self) {
            try jobs.run(["a.wav::position=90"], encoding: "f32") { session in
                (session.layout, session.headFile) = (.fiveOne, kemar)
            }
        }
        #expect(error?.nextStep?.contains("leave --hrtf out") == true)
    }

    @Test func `a head without a position is refused`() throws {
        try record()
        let error = #expect(throws: SessionError.self) {
            try jobs.run(["a.wav"], encoding: "f32") { $0.headFile = FilePath("none.sofa") }
        }
        #expect(error.map { "\($0)".contains("a head is for tracks with a position, and none has one") } == true)
    }

    @Test(arguments: [
        ("a.wav::position=0:curve=round", "write one of power, exponential, inverse, linear"),
        ("a.wav::position=0:occlusion=3dB", "write -100 to 0 dB"),
        ("a.wav::position=0:oclusion=-3dB", "did you mean 'occlusion'?"),
        ("a.wav::position=0:curve=linear:curve=power", "has 'curve' twice"),
        ("a.wav::position=0:reference=2:maximum=1", "'maximum' is nearer than its 'reference'"),
        ("a.wav::move=0", "'move' says where a position goes, and the track has none"),
        ("a.wav::position=0,move=10,loop=inf", "this one loops forever"),
        ("a.wav::position=0,move=straight", "'straight' is not a position"),
    ])
    func `what makes no sense is refused, with what can be done`(track: String, words: String) throws {
        try record()
        let error = #expect(throws: SessionError.self) { try jobs.run([track], encoding: "f32") }
        #expect(error.map { "\($0)".contains(words) } == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test(arguments: [
        "-30,0,0", "90,10,2,headphones,doppler", "0,0,20:curve=linear:maximum=50m:occlusion=-6dB:min-gain=0.5",
    ])
    func `a position is written as it was read`(text: String) throws {
        #expect(try SourcePosition(parsing: text).description == text)
    }
}
