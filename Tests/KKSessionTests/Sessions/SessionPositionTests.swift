import KKJobSupport
import KKMath
import KKMixing
import KKTestSupport
import Testing

/// `::position=`: mono tracks around the listener.
@Suite struct SessionPositionTests {
    let jobs = try! JobFolder()

    /// 0.5 at frame 100 of 1,000, in a mono file.
    private func record() throws { try jobs.float32("a.wav", (0..<1_000).map { [$0 == 100 ? 0.5 : 0] }) }

    /// What each channel of the mix has at frame 100, as a factor of the track.
    private func gains(_ track: String, _ change: (inout Session) -> Void = { _ in }) throws -> [Double] {
        try jobs.run([track], encoding: "f32", change)
        return try jobs.decoded("out.wav").map { Double($0[100]) / 0.5 }
    }

    private func expect(_ found: [Double], _ wanted: [Double]) {
        #expect(found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) < 1e-6 }, "\(found)")
    }

    /// Equal power: cos and sin of the way from left to right.
    @Test func `a mono track is heard left, in front and right, and the mix has two sides for it`() throws {
        try record()
        let half = 0.5.squareRoot()
        expect(try gains("a.wav::position=-90"), [1, 0])
        expect(try gains("a.wav::position=0"), [half, half])
        expect(try gains("a.wav::position=90,0,0"), [0, 1])
    }

    /// 6 dB for every doubling from one metre on.
    @Test(arguments: [(0.5, 1.0), (1, 1), (2, 0.5), (8, 0.125)])
    func `what is far away is quiet`(distance: Double, factor: Double) throws {
        try record()
        let found = try gains("a.wav::position=-90,0,\(distance)")[0]
        #expect(abs(found - factor) < 2e-3 * factor, "\(found)")
    }

    /// The angles of ITU-R BS.775: 30° is the right loudspeaker, 0° the centre.
    @Test func `in surround it is between the two nearest loudspeakers`() throws {
        try record()
        let surround: (inout Session) -> Void = { $0.layout = .fiveOne }
        expect(try gains("a.wav::position=0", surround), [0, 0, 1, 0, 0, 0])
        expect(try gains("a.wav::position=30", surround), [0, 1, 0, 0, 0, 0])
        expect(try gains("a.wav::position=-110", surround), [0, 0, 0, 0, 1, 0])
    }

    @Test func `for headphones the near ear is first, and what is in front is not late`() throws {
        try record()
        func peaks(_ azimuth: Int) throws -> [Int] {
            try jobs.run(["a.wav::position=\(azimuth),0,1,headphones"], encoding: "f32")
            return try jobs.decoded("out.wav").map { channel in
                channel.indices.max { abs(channel[$0]) < abs(channel[$1]) } ?? -1
            }
        }
        #expect(try peaks(0) == [100, 100])
        let right = try peaks(90)
        #expect(right[1] < 100 && right[0] > 110, "\(right)")
    }

    @Test(arguments: [1, 63, 4_096]) func `slices change no bit, and other tracks stay in their place`(
        slice: Int
    ) throws {
        try jobs.float32("a.wav", SeededNumbers.noise(3_000, seed: 1).map { [$0 * 0.1] })
        try jobs.float32("b.wav", SeededNumbers.noise(3_000, seed: 2).map { [$0 * 0.1, $0 * 0.2] })
        let tracks = ["a.wav::position=40,10,2,headphones,unit=delay:time=3ms", "b.wav::duck=a.wav"]
        try jobs.run(tracks, encoding: "f32")
        let whole = try jobs.decoded("out.wav")
        try jobs.run(tracks, encoding: "f32") { $0.maximumFramesPerSlice = slice }
        #expect(try jobs.decoded("out.wav") == whole)
        try jobs.run(["a.wav::position=40,0,1,headphones,mute", "b.wav"], encoding: "f32")
        #expect(try jobs.decoded("out.wav") == jobs.decoded("b.wav"))
    }

    @Test(arguments: [
        ("b.wav::position=30", "'position' is for a mono track, and this one is stereo; take one channel: map=1"),
        ("a.wav::position=left", "'left' is not a position; write degrees to the right"),
        ("a.wav::position=270", "'270' is not a position"), ("a.wav::position=0,0,0,0", "is not a position"),
        ("a.wav::position=headphones", "is not a position"), ("a.wav::azimuth=3", "did you mean 'position'?"),
    ])
    func `what cannot be placed is refused, with what can be done`(track: String, words: String) throws {
        try record()
        try jobs.float32("b.wav", [[0, 0]])
        let error = #expect(throws: SessionError.self) { try jobs.run([track], encoding: "f32") }
        #expect(error.map { "\($0)".contains(words) } == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test func `a mix that lacks the sides is refused`() throws {
        try record()
        for (track, layout, words) in [
            ("a.wav::position=30", ChannelLayout.mono, "needs left and right, and the mix is mono"),
            ("a.wav::position=30,0,0,headphones", .fiveOne, "headphones have left and right, and the mix is 5.1"),
        ] {
            let error = #expect(throws: SessionError.self) {
                try jobs.run([track], encoding: "f32") { $0.layout = layout }
            }
            #expect(error?.problem.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
        }
    }
}
