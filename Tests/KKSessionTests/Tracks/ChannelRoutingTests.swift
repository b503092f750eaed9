import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// Which channel of a track goes where, each as loud as it is.
@Suite struct ChannelRoutingTests {
    let jobs = try! JobFolder()

    /// A mono, a stereo and a 5.1 file of two frames, and what a mix of some of them has: frames of whole codes.
    private func mixed(_ tracks: [String], _ layout: ChannelLayout? = .fiveOne) throws -> [[Int16]] {
        try jobs.pcm16("mono.wav", [[100], [-200]])
        try jobs.pcm16("stereo.wav", [[1, 10], [2, 20]])
        try jobs.pcm16("six.wav", [[1, 2, 3, 4, 5, 6], [-1, -2, -3, -4, -5, -6]])
        let report = try jobs.run(tracks) { $0.layout = layout }
        #expect(report.dither == "none" && report.clipping == nil, "whole numbers stay exact")
        let samples = jobs.samples, count = report.layout.channelCount
        return stride(from: 0, to: samples.count, by: count).map { Array(samples[$0..<$0 + count]) }
    }

    @Test func `routes are read as they are written`() throws {
        for text in ["L>L,R>Ls,1>LFE", "1>C", "M>3", "Rls>Rrs,Lsd>Cs"] {
            #expect(try ChannelRouting(parsing: text).description == text)
        }
        #expect(try ChannelRouting(parsing: "l>ls,1>lfe").description == "L>Ls,1>LFE")
        #expect(
            try ChannelRouting(parsing: "2>C") == ChannelRouting([.init(.number(2), to: .label(.center))]))
        for text in ["", "L", "L>", ">L", "L>R>C", "0>L", "-1>L", "X>L", "L>L,", "70000>L", "L>L,L>L", "L > R", "?>L"] {
            #expect(throws: SessionError.self, "\(text)") { try ChannelRouting(parsing: text) }
        }
    }

    @Test func `the commas of a list part no settings`() throws {
        let parse = { try TrackSpec(parsing: $0) { _ in false } }
        let track = try parse("a.wav::gain=0.5,channels=L>L,R>Ls,1>LFE,mute,at=1")
        #expect(track.routing?.description == "L>L,R>Ls,1>LFE")
        #expect(track.isMuted && track.start == .seconds(1) && track.gain.linear == 0.5)
        let mapped = try parse("a.wav::map=2,-,1,invert,pan=1")
        #expect(mapped.channelMap == ChannelMap([1, nil, 0]) && mapped.isInverted && mapped.pan == 1)
    }

    @Test(arguments: [
        ("a::channels=1", "'1' is not a route; write FROM>TO and put the input in quotes"),
        ("a::channels=L>L,R", "'R' is not a route"), ("a::channels=L>Left", "'Left' is not a channel"),
        ("a::channels", "'channels' needs a value"), ("a::map=L", "'L' is not a channel map"),
        ("a::map=2,0", "channels are counted from 1"), ("a::map=1,channels=1>C", "'map' and 'channels' both say"),
        ("a::route=1>C", "did you mean 'channels'?"), ("a::channels=1>C,,mute", "a track setting is missing"),
    ]) func `a malformed list is named`(text: String, words: String) {
        #expect { try TrackSpec(parsing: text) { _ in false } } throws: { "\($0)".contains(words) }
    }

    @Test func `a mono stem reaches the channel that is named, and no other one`() throws {
        for (index, label) in ["L", "R", "C", "LFE", "Ls", "Rs"].enumerated() {
            var wanted = [[Int16](repeating: 0, count: 6), [Int16](repeating: 0, count: 6)]
            (wanted[0][index], wanted[1][index]) = (100, -200)
            #expect(try mixed(["mono.wav::channels=1>\(label)"]) == wanted)
            #expect(try mixed(["mono.wav::channels=M>\(index + 1)"]) == wanted)
        }
        #expect(
            try mixed(["mono.wav::channels=1>C", "stereo.wav"]) == [[1, 10, 100, 0, 0, 0], [2, 20, -200, 0, 0, 0]])
    }

    @Test func `what goes to one channel adds up, and what goes to several is in each`() throws {
        #expect(try mixed(["stereo.wav::channels=L>C,R>C"]) == [[0, 0, 11, 0, 0, 0], [0, 0, 22, 0, 0, 0]])
        #expect(
            try mixed(["stereo.wav::channels=R>Ls,R>Rs,R>LFE"]) == [[0, 0, 0, 10, 10, 10], [0, 0, 0, 20, 20, 20]])
        #expect(
            try mixed(["six.wav::channels=C>L,LFE>R,1>Ls", "stereo.wav::channels=L>L"]) == [
                [4, 4, 0, 0, 1, 0], [-1, -4, 0, 0, -1, 0],
            ])
        #expect(try mixed(["six.wav::channels=Ls>R"], .stereo) == [[0, 5], [0, -5]], "in place of the mixing tables")
    }

    @Test func `without a layout the widest file says it`() throws {
        #expect(
            try mixed(["mono.wav::channels=1>R", "six.wav::mute"], nil) == [
                [0, 100, 0, 0, 0, 0], [0, -200, 0, 0, 0, 0],
            ]
        )
        #expect(try mixed(["mono.wav::channels=1>R", "stereo.wav"], nil) == [[1, 110], [2, -180]])
    }

    @Test func `direct surrounds are surrounds where there are no others`() throws {
        let side = ChannelLayout([.left, .right, .center, .lfe, .leftSurroundDirect, .rightSurroundDirect])
        #expect(try mixed(["mono.wav::channels=1>Ls"], side).first == [0, 0, 0, 0, 100, 0])
        #expect(try mixed(["mono.wav::channels=1>Rsd"], side).first == [0, 0, 0, 0, 0, 100])
    }

    @Test(arguments: [
        ("mono.wav::channels=L>C", "mono.wav: the file has no channel L; it has M, or 1"),
        ("stereo.wav::channels=3>C", "stereo.wav: the file has no channel 3; it has L R, or 1 to 2"),
        ("mono.wav::channels=1>Cs", "the mix has no channel Cs; it has L R C LFE Ls Rs, or 1 to 6; -c 6.1 makes one"),
        ("mono.wav::channels=1>7", "the mix has no channel 7; it has L R C LFE Ls Rs, or 1 to 6; -c 6.1 makes one"),
        ("mono.wav::channels=1>Lt", "the mix has no channel Lt; it has L R C LFE Ls Rs, or 1 to 6"),
    ]) func `a channel that is not there is refused with those that are`(track: String, words: String) {
        #expect { try mixed([track]) } throws: {
            ($0 as? SessionError)?.kind == .usage && "\($0)".contains(words)
        }
    }

    @Test func `a routed channel at another rate is the file's converted channel`() throws {
        let sides = SeededNumbers.noise(3_000, seed: 3).enumerated().map { [$1 * 0.5, Float($0) / 6_000] }
        try jobs.float32("a.wav", sides)
        try jobs.run(["a.wav"]) { $0.sampleRate = 48_000 }
        let plain = try jobs.decoded("out.wav")
        try jobs.run(["a.wav::channels=R>C,L>Rs"]) { ($0.sampleRate, $0.layout) = (48_000, .fiveOne) }
        let routed = try jobs.decoded("out.wav")
        #expect(routed[2] == plain[1] && routed[5] == plain[0])
        #expect(routed[0].allSatisfy { $0 == 0 } && routed[4].allSatisfy { $0 == 0 })
    }

    @Test func `gain, fades and balance come behind the routes`() throws {
        try jobs.float32("a.wav", Array(repeating: [0.5], count: 4))
        try jobs.run(["a.wav::channels=1>L,1>R,gain=0.5,pan=1,fade-in=4f"]) { $0.layout = .stereo }
        #expect(try jobs.decoded("out.wav") == [[0, 0, 0, 0], [0, 0.0625, 0.125, 0.1875]])
    }

    @Test func `a map of a track is that of a conversion`() throws {
        #expect(try mixed(["stereo.wav::map=2,1"], nil) == [[10, 1], [20, 2]])
        #expect(try mixed(["stereo.wav::map=-,1", "mono.wav"], nil) == [[100, 101], [-200, -198]])
        #expect(try mixed(["mono.wav::map=1,-"], nil) == [[100, 0], [-200, 0]])
        #expect { try mixed(["mono.wav::map=2"]) } throws: { "\($0)".contains("takes channel 2, and the file has one") }
    }
}
