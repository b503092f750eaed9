import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// What a plan tells, once, and where it is about.
@Suite struct SessionMessageTests {
    let jobs = try! JobFolder()

    private func messages(
        _ tracks: [String], to output: String = "out.wav"
    ) throws -> (warnings: [String], notices: [String]) {
        let job = try jobs.job(tracks, to: output)
        let warnings = try job.run().warnings.map(\.description)
        #expect(warnings == job.plan.warnings.map(\.description))
        return (warnings, job.plan.notices)
    }

    @Test func `an empty file is reported once, as a warning`() throws {
        try jobs.pcm16("empty.wav", [])
        let reported = try messages(["empty.wav"])
        #expect(reported.warnings.count == 1 && reported.notices.isEmpty, "\(reported)")
    }

    @Test(arguments: [
        "from=500", "from=1s", "from=44100f", "from=1.001s,for=0f", "from=2s,mute", "from=2s,to=3s,loop=2",
    ])
    func `a part that begins behind the end of its file is refused, with the file's length`(setting: String) throws {
        try jobs.pcm16("a.wav", Array(repeating: [1], count: 44_100))
        let error = #expect(throws: SessionError.self) { try jobs.job(["a.wav::\(setting)"]) }
        #expect(
            error?.kind == .usage && error?.place == jobs.folder.path("a.wav")
                && error?.problem == "'from' is after the end of the file")
        #expect(error?.nextStep == "the file is 0:01.000 long; name an earlier time")
        #expect(try messages(["a.wav::from=44099f"]).warnings == [])
        #expect(try messages(["a.wav::from=1s,to=1s"]).warnings == [], "no time at all was asked for")
    }

    @Test func `a part that the file has only the start of is a warning`() throws {
        try jobs.pcm16("a.wav", Array(repeating: [1], count: 44_100))
        let path = jobs.folder.path("a.wav")
        #expect(
            try messages(["a.wav::from=0.5s,for=1.25s"]).warnings
                == ["\(path): the part ends 0.750 s after the end of the file; the available audio is used"])
        #expect(try messages(["a.wav::from=0.5s,for=0.5s"]).warnings == [])
    }

    @Test func `Opus says which output has its own rate`() throws {
        try jobs.pcm16("a.wav", Array(repeating: [1], count: 4_410))
        let path = jobs.folder.path("out.opus")
        #expect(
            try messages(["a.wav"], to: "out.opus").notices == [
                "\(path): Opus takes only 48000 Hz; the mix is made at that rate"
            ])
        #expect(try messages(["a.wav"]).notices == [])
    }

    @Test(arguments: [
        ("2.5", true), ("-0.5", true), ("-1", true), ("2", false), ("0.5", false), ("-3dB", false), ("+12dB", false),
        ("1", false),
    ])
    func `a factor that looks like decibels is pointed out`(gain: String, isTold: Bool) throws {
        try jobs.pcm16("a.wav", [[1], [2]])
        let notices = try messages(["a.wav::gain=\(gain)"]).notices
        #expect(notices.count == (isTold ? 1 : 0))
        if isTold {
            #expect(
                notices[0].hasPrefix("\(jobs.folder.path("a.wav")): gain \(gain) is a factor (")
                    && notices[0].hasSuffix("\(gain)dB is a level"))
        }
        let mix = try jobs.job(["a.wav"]) { $0.gain = try Gain(parsing: gain) }.plan.notices
        #expect(mix.count == (isTold ? 1 : 0) && mix.allSatisfy { $0.hasPrefix("mix: gain \(gain) is a factor") })
    }

    @Test(arguments: ["-3", "-1.001", "−6", "-100"])
    func `a bare number below -1 is refused, since a level is meant`(gain: String) throws {
        let error = #expect(throws: SessionError.self) { try Gain(parsing: gain) }
        #expect(error?.kind == .usage && error?.problem.hasSuffix("did you mean \(gain)dB?") == true)
        #expect(throws: SessionError.self) { try TrackSpec(parsing: "a.wav::gain=\(gain)") { _ in false } }
    }

    @Test(
        arguments: [
            (
                "fade-in=2s",
                "the fade-in takes 0:02.000, and the track plays 0:01.000: it never comes to its full level"
            ),
            (
                "fade-out=1001ms",
                "the fade-out takes 0:01.001, and the track plays 0:01.000: it never comes to its full level"
            ),
            (
                "for=0.5s,fade-in=0.6s",
                "the fade-in takes 0:00.600, and the track plays 0:00.500: it never comes to its full level"
            ),
            (
                "fade-in=0.6s,fade-out=0.5s",
                "fade-in and fade-out overlap, since the track plays 0:01.000: it never comes to its full level"
            ),
            ("fade-in=1s", nil), ("fade-in=0.5s,fade-out=0.5s", nil), ("loop=1,fade-in=2s", nil),
        ] as [(String, String?)])
    func `a fade that does not fit its track is reported`(setting: String, notice: String?) throws {
        try jobs.pcm16("a.wav", Array(repeating: [1], count: 44_100))
        #expect(
            try messages(["a.wav::\(setting)"]).notices
                == (notice.map { ["\(jobs.folder.path("a.wav")): \($0)"] } ?? []))
        // What is not heard has no fade that could be too long.
        #expect(try messages(["a.wav::\(setting),mute"]).notices == ["mix: every track is muted: it is silent"])
    }

    @Test func `what the end of the mix cuts off is reported`() throws {
        try jobs.pcm16("a.wav", Array(repeating: [1], count: 44_100))
        try jobs.pcm16("b.wav", Array(repeating: [1], count: 22_050))
        let path = jobs.folder.path("a.wav")
        func notices(_ tracks: [String], _ length: MixLength) throws -> [String] {
            try jobs.job(tracks) { $0.length = length }.plan.notices
        }
        let cut =
            "\(path): the mix ends at 0:00.500, before the track fades out (at 0:01.000): 'for' makes the track end sooner"
        #expect(try notices(["a.wav::fade-out=0.1s", "b.wav"], .shortest) == [cut])
        #expect(try notices(["a.wav::fade-out=0.1s,loop=inf", "b.wav"], .shortest) == [])
        #expect(try notices(["a.wav::fade-out=0.1s,for=0.5s", "b.wav"], .shortest) == [])
        let late = "\(path): the track starts at 0:00.700, and the mix ends at 0:00.500: it is not heard"
        #expect(try notices(["b.wav", "a.wav::at=0.7s"], .first) == [late])
        #expect(try notices(["b.wav", "a.wav::at=0.3s"], .first) == [])
    }

    @Test func `a pan that can do nothing is reported`() throws {
        try jobs.pcm16("mono.wav", [[1], [2]])
        try jobs.pcm16("stereo.wav", [[1, 2], [2, 3]])
        let path = jobs.folder.path("mono.wav")
        #expect(
            try messages(["mono.wav::pan=-1"]).notices == [
                "\(path): 'pan' does nothing in a mono mix: -c stereo makes one with two sides"
            ])
        #expect(try messages(["mono.wav::pan=-1", "stereo.wav"]).notices == [])
        #expect(try messages(["mono.wav::pan=0"]).notices == [])
        #expect(try jobs.job(["stereo.wav::pan=1"]) { $0.layout = .mono }.plan.notices.count == 1)
        let placeless = try jobs.job(["stereo.wav::pan=1"]) { $0.layout = ChannelLayout([.discrete(0), .discrete(1)]) }
            .plan.notices
        #expect(placeless.count == 1 && placeless[0].contains("neither left nor right"), "\(placeless)")
    }

    @Test func `a mix at a lower rate than one of its inputs says which input decided that`() throws {
        try jobs.pcm16("low.wav", [[1], [2]], rate: 16_000)
        try jobs.pcm16("high.wav", [[1], [2]])
        let (low, high) = (jobs.folder.path("low.wav"), jobs.folder.path("high.wav"))
        let notice =
            "mix: made at 16000 Hz, the rate of its first input, \(low); \(high) has 44100 Hz: -r 44100 keeps its high frequencies"
        #expect(try messages(["low.wav", "high.wav"]).notices == [notice])
        #expect(try messages(["high.wav", "low.wav"]).notices == [])
        #expect(
            try jobs.job(["low.wav", "high.wav"]) { $0.sampleRate = 16_000 }.plan.notices == [], "it was asked for")
    }
}
