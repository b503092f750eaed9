import KKAudio
import KKTestSupport
import Testing

/// What a plan tells, once, and where it is about.
@Suite struct SessionMessageTests {
    let jobs = try! JobFolder()

    private func messages(_ tracks: [String], to output: String = "out.wav") throws -> (warnings: [String], notices: [String]) {
        let job = try jobs.job(tracks, to: output)
        let warnings = try job.run().warnings.map(\.description)
        #expect(warnings == job.plan.warnings.map(\.description))
        return (warnings, job.plan.notices)
    }

    @Test func `an empty file is told once, as a warning`() throws {
        try jobs.pcm16("empty.wav", [])
        let told = try messages(["empty.wav"])
        #expect(told.warnings.count == 1 && told.notices.isEmpty, "\(told)")
    }

    @Test func `a part that the file does not have is a warning`() throws {
        try jobs.pcm16("a.wav", Array(repeating: [1], count: 44_100))
        let path = jobs.folder.path("a.wav")
        #expect(try messages(["a.wav::from=2s"]).warnings == ["\(path): the part begins after the end of the file; the track has length 0"])
        #expect(
            try messages(["a.wav::from=0.5s,for=1.25s"]).warnings
                == ["\(path): the part ends 0.750 s after the end of the file; what is there is used"])
        #expect(try messages(["a.wav::from=0.5s,for=0.5s"]).warnings == [])
    }

    @Test func `Opus says which output has its own rate`() throws {
        try jobs.pcm16("a.wav", Array(repeating: [1], count: 4_410))
        let path = jobs.folder.path("out.opus")
        #expect(try messages(["a.wav"], to: "out.opus").notices == ["\(path): Opus takes only 48000 Hz; the mix is made at that rate"])
        #expect(try messages(["a.wav"]).notices == [])
    }

    @Test(arguments: [("-3", true), ("2.5", true), ("-0.5", true), ("2", false), ("0.5", false), ("-3dB", false), ("+12dB", false), ("1", false)])
    func `a factor that looks like decibels is pointed out`(gain: String, isTold: Bool) throws {
        try jobs.pcm16("a.wav", [[1], [2]])
        let notices = try messages(["a.wav::gain=\(gain)"]).notices
        #expect(notices.count == (isTold ? 1 : 0))
        if isTold {
            #expect(notices[0].hasPrefix("\(jobs.folder.path("a.wav")): gain \(gain) is a factor (") && notices[0].hasSuffix("\(gain)dB is a level"))
        }
        let mix = try jobs.job(["a.wav"]) { $0.gain = try Gain(parsing: gain) }.plan.notices
        #expect(mix.count == (isTold ? 1 : 0) && mix.allSatisfy { $0.hasPrefix("mix: gain \(gain) is a factor") })
    }
}
