import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// Tracks that follow one another: exact joins, gaps, and crossfades in closed form.
@Suite struct TrackJointTests {
    let jobs = try! JobFolder()

    private func join(
        _ tracks: [String], _ joint: TrackJoint = .gapless, encoding: String? = nil,
        _ change: (inout Session) -> Void = { _ in }
    ) throws -> MixReport {
        try jobs.run(tracks, encoding: encoding) {
            $0.joint = joint
            change(&$0)
        }
    }

    private func noise(_ count: Int, seed: UInt64) -> [[Int16]] {
        var numbers = SeededNumbers(seed: seed)
        return (0..<count).map { _ in
            [.random(in: .min ... .max, using: &numbers), .random(in: -99...99, using: &numbers)]
        }
    }

    @Test func `files of one format come out as they were`() throws {
        let parts = [noise(5_000, seed: 1), noise(1, seed: 2), [], noise(4_097, seed: 3)]
        for (number, part) in parts.enumerated() { try jobs.pcm16("\(number).wav", part) }
        let report = try join((0..<4).map { "\($0).wav" })
        #expect(jobs.samples == parts.flatMap { $0.flatMap { $0 } })
        #expect(report.dither == "none" && report.frameCount == 9_098 && report.clipping == nil)
        let odd = try join((0..<4).map { "\($0).wav" }) { $0.maximumFramesPerSlice = 333 }
        #expect(odd.frameCount == 9_098 && jobs.samples == parts.flatMap { $0.flatMap { $0 } })
    }

    @Test(arguments: ["tone-s24.wav", "tone-f32.wav", "codec-16.flac", "music.mp3", "codec-vorbis.ogg"])
    func `every kind of file joins with itself to the sample`(name: String) throws {
        let whole = try AudioFileReader(path: Fixtures.path(name)).readAll()
        _ = try join([Fixtures.path(name), Fixtures.path(name)], encoding: "f32")
        #expect(try jobs.decoded("out.wav") == whole.map { $0 + $0 })
    }

    @Test func `a gap is silence of that length`() throws {
        try jobs.pcm16("a.wav", [[5], [6]])
        try jobs.pcm16("b.wav", [[7]])
        #expect(try join(["a.wav", "b.wav", "a.wav"], .gap(.frames(3))).frameCount == 11)
        #expect(jobs.samples == [5, 6, 0, 0, 0, 7, 0, 0, 0, 5, 6])
        #expect(try join(["a.wav", "b.wav"], .gap(.seconds(0.5))).frameCount == 3 + 22_050)
    }

    @Test func `rate and channels are the first one's, or those asked for`() throws {
        try jobs.pcm16("a.wav", Array(repeating: [100, 200], count: 800), rate: 8_000)
        try jobs.pcm16("b.wav", Array(repeating: [300], count: 441))
        let report = try join(["a.wav", "b.wav"])
        #expect(report.sampleRate == 8_000 && report.layout == .stereo && report.frameCount == 880)
        let turned = try join(["b.wav", "a.wav"])
        #expect(turned.sampleRate == 44_100 && turned.layout == .mono && turned.frameCount == 441 + 4_410)
        #expect(turned.notices.contains { $0.contains("-c 2 keeps them") }, "\(turned.notices)")
        #expect(
            try join(["b.wav", "a.wav"]) {
                ($0.layout, $0.sampleRate, $0.dither) = (.stereo, 8_000, .none)
            }.layout == .stereo)
        #expect(jobs.samples.suffix(1_600) == Array(repeating: [100, 200], count: 800).flatMap { $0 }[...])
    }

    @Test(arguments: [("linear", 1.0), ("equal-power", 2.0)]) func `a crossfade keeps the level of its curve`(
        curve: String, power: Double
    ) throws {
        let length = 400, fade = 100
        try jobs.float32("a.wav", Array(repeating: [1, 0], count: length))
        try jobs.float32("b.wav", Array(repeating: [0, 1], count: length))
        let report = try join(["a.wav", "b.wav", "a.wav"], TrackJoint(parsingCrossfade: "\(fade)f/\(curve)"))
        #expect(report.frameCount == Int64(3 * length - 2 * fade))
        let sides = try jobs.decoded("out.wav")
        for frame in sides[0].indices {
            let (left, right) = (Double(sides[0][frame]), Double(sides[1][frame]))
            let sum = power == 1 ? left + right : left * left + right * right
            #expect(abs(sum - 1) < 1e-6, "\(frame)")
        }
        #expect(sides[0][299] == 1 && sides[0][300] == 1 && sides[0][350] < 1 && sides[0][400] == 0)
        #expect(sides[1][300] == 0 && sides[1][400] == 1 && sides[1][599] == 1)
    }

    @Test func `a crossfade is equal-power where no curve is named`() throws {
        #expect(try TrackJoint(parsingCrossfade: "2s") == TrackJoint(parsingCrossfade: "2s/equal-power"))
        #expect(try TrackJoint(parsingCrossfade: "2s") != TrackJoint(parsingCrossfade: "2s/linear"))
        for text in ["", "x", "2s/cubic", "2s/exponential", "-1s"] {
            #expect(throws: SessionError.self, "\(text)") { try TrackJoint(parsingCrossfade: text) }
        }
    }

    @Test func `a crossfade of nothing is no fade`() throws {
        try jobs.pcm16("a.wav", [[5], [6]])
        #expect(try join(["a.wav", "a.wav"], TrackJoint(parsingCrossfade: "0")).frameCount == 4)
        #expect(jobs.samples == [5, 6, 5, 6])
    }

    @Test func `the settings of a track are kept, and its place is that of the joint`() throws {
        try jobs.pcm16("a.wav", [[0], [50], [60], [0]])
        _ = try join(["a.wav::trim=silence", "a.wav::from=1f,for=1f,loop=2", "a.wav::mute", "a.wav::invert,to=2f"])
        #expect(jobs.samples == [50, 60, 50, 50, 50, 0, 0, 0, 0, 0, -50])
    }

    @Test(arguments: [
        ("a.wav::at=1", "b.wav", "0", "'at' sets the start of a track in a mix"),
        ("a.wav::loop=inf", "b.wav", "0", "loops forever"),
        ("a.wav::fade-out=1f", "b.wav", "2f", "the crossfade already fades"),
        ("a.wav", "b.wav::fade-in=1f", "2f", "the crossfade already fades"),
        ("a.wav", "b.wav", "4f", "b.wav: the crossfade of 0:00.000 is longer than the track"),
        ("a.wav", "b.wav", "11f", "a.wav: the crossfade of 0:00.000 is longer than the track"),
    ]) func `what cannot follow is refused`(first: String, second: String, fade: String, words: String) throws {
        try jobs.pcm16("a.wav", Array(repeating: [1], count: 10))
        try jobs.pcm16("b.wav", Array(repeating: [1], count: 3))
        #expect { try join([first, second], TrackJoint(parsingCrossfade: fade)) } throws: {
            ($0 as? SessionError)?.kind == .usage && "\($0)".contains(words)
        }
    }

    @Test func `three tracks never sound at once`() throws {
        try jobs.pcm16("a.wav", Array(repeating: [1], count: 10))
        try jobs.pcm16("b.wav", Array(repeating: [1], count: 7))
        #expect(try join(["a.wav", "b.wav", "a.wav"], TrackJoint(parsingCrossfade: "3f")).frameCount == 21)
        #expect { try join(["a.wav", "b.wav", "a.wav"], TrackJoint(parsingCrossfade: "4f")) } throws: {
            "\($0)".contains("two crossfades of")
        }
        #expect(
            try join(["a.wav::fade-in=2f", "b.wav::fade-out=2f"], TrackJoint(parsingCrossfade: "2f")).frameCount == 15)
    }

    /// Plain tracks share a player; one that is silent by a unit that does nothing has its own, and must change nothing.
    @Test(arguments: [TrackJoint.gapless, .gap(.frames(100)), .crossfade(.init(length: .frames(300), curve: .linear))])
    func `tracks that share a bus sound as those that have their own`(joint: TrackJoint) throws {
        for number in 1...5 { try jobs.pcm16("\(number).wav", noise(1_000 * number, seed: UInt64(number))) }
        try jobs.pcm16("mono.wav", noise(2_000, seed: 9).map { [$0[0]] }, rate: 22_050)
        let names = ["1.wav", "2.wav", "mono.wav", "3.wav", "4.wav", "5.wav"]
        let shared = try join(names, joint, encoding: "f32")
        let one = try jobs.decoded("out.wav")
        let own = try join(names.map { $0 == "2.wav" ? $0 : "\($0)::gain=2" }, joint, encoding: "f32")
        let other = try jobs.decoded("out.wav")
        #expect(shared.frameCount == own.frameCount)
        // The second one has its level, and all others twice that.
        let place = 1_000 + (joint == .gapless ? 0 : joint == .gap(.frames(100)) ? 100 : -300)
        for channel in 0..<2 {
            for frame in one[channel].indices {
                let isSecond = frame >= place && frame < place + 2_000
                let isFaded =
                    if case .crossfade = joint { frame < place + 300 || frame >= place + 1_700 } else { false }
                if isSecond, isFaded { continue }
                #expect(other[channel][frame] == one[channel][frame] * (isSecond ? 1 : 2))
            }
        }
    }
}
