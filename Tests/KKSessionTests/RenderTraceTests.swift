import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

@Suite struct RenderTraceTests {
    let jobs = try! JobFolder()

    private func trace(
        _ tracks: [String], threads: Int = 1, _ change: (inout Session) throws -> Void = { _ in }
    ) throws -> RenderTrace {
        var session = Session(
            tracks: try tracks.map { text in
                var spec = try TrackSpec(parsing: text) { _ in false }
                if !spec.path.isAbsolute && spec.path.kind == .file {
                    spec.path = FilePath(jobs.folder.path(spec.path.text))
                }
                return spec
            })
        try change(&session)
        var target = OutputSpec(path: jobs.folder.path("out.wav"))
        target.tracePath = FilePath(jobs.folder.path("out.trace"))
        target.replacesExisting = true
        var environment = RenderJob.Environment(temporaryFiles: TemporaryFiles())
        environment.threadCount = threads
        let report = try RenderJob(session, output: target, environment: environment).run()
        #expect(report.trace == target.tracePath)
        let text = String(decoding: jobs.folder.bytes("out.trace") ?? [], as: UTF8.self)
        let trace = try RenderTrace(parsing: text)
        #expect(trace.text == text && trace.frameCount == report.frameCount)
        return trace
    }

    static let tracks = [
        "synth:sweep:for=5s:channels=2::gain=-6dB", "synth:noise:for=4500ms::eq=peak:1k:3dB:1oct,at=200ms",
        "synth:sine:rate=44100:for=5s::eq=lowpass:2k",
    ]

    @Test func `neither slices nor threads show`() throws {
        let change = { (session: inout Session) throws in
            session.equalizer = try EQSpec(parsing: "highshelf:8k:-3dB")
            session.limit = TruePeakCeiling(decibels: -3)
        }
        let plain = try trace(Self.tracks, change)
        #expect(
            plain.nodes.map { String($0.drop { $0 != ":" }.isEmpty ? $0[...] : $0.split(separator: ":").last ?? "") }
                == [
                    " player", " player", " eq", " player", " eq", "mixer", "eq of the mix", "limiter", "output",
                ])
        #expect(plain.seconds.count == 6, "the limiter's latency is before the mix")
        for (threads, slice) in [(4, 4096), (1, 1), (2, 100_000), (4, 4099)] where slice > 1 || threads == 1 {
            if slice == 1 { continue }
            #expect(
                try trace(Self.tracks, threads: threads) {
                    try change(&$0); $0.maximumFramesPerSlice = slice
                } == plain)
        }
    }

    @Test func `a change is found at its unit and second`() throws {
        let base = try trace(["synth:sine:for=5s", "synth:silence:for=5s"])
        let later = try trace(["synth:sine:for=5s", "synth:impulse:for=5s:at=3250ms"])
        var renamed = later
        renamed.nodes = base.nodes
        #expect(
            renamed.firstDifference(from: base)
                == RenderTrace.Difference(reason: .sound, node: "track 2 synth:silence:for=5s: player", second: 3))
        // Another file, or another level of a stimulus, is another name of the same unit.
        let names = "track 2 synth:impulse:for=5s:at=3250ms: player (was track 2 synth:silence:for=5s: player)"
        #expect(later.firstDifference(from: base) == RenderTrace.Difference(reason: .sound, node: names, second: 3))
        #expect(base.firstDifference(from: base) == nil)
        // The same source: only what comes after it differs.
        let quiet = try trace(["synth:sine:for=5s", "synth:silence:for=5s"]) { $0.tracks[0].gain = Gain(linear: 0.25) }
        #expect(quiet.firstDifference(from: base)?.node == "mixer" && quiet.firstDifference(from: base)?.second == 0)
        let equalized = try trace(Self.tracks),
            other = try trace(Self.tracks) { $0.tracks[2].equalizer = try EQSpec(parsing: "lowpass:2001") }
        #expect(other.firstDifference(from: equalized)?.node == "track 3 synth:sine:rate=44100:for=5s: eq")
    }

    @Test func `other units, rates and lengths are told apart from other sound`() throws {
        let base = try trace(["synth:sine:for=2s"])
        #expect(
            try trace(["synth:sine:for=2s"]) { $0.sampleRate = 44_100 }.firstDifference(from: base)?.reason == .rate)
        let limited = try trace(["synth:sine:for=2s"]) { $0.limit = TruePeakCeiling(decibels: -1) }
        #expect(
            limited.firstDifference(from: base)?.reason == .units
                && limited.firstDifference(from: base)?.node == "limiter")
        var shorter = base
        shorter.seconds.removeLast()
        shorter.frameCount = 48_000
        #expect(
            shorter.firstDifference(from: base) == RenderTrace.Difference(reason: .length, node: "output", second: 1))
    }

    @Test func `the trace's own numbers: a second is whole seconds of frames, and silence is zero`() throws {
        let trace = try trace(["synth:impulse:at=47999f:for=48001f"])
        #expect(trace.nodes == ["track 1 synth:impulse:at=47999f:for=48001f: player", "mixer", "output"])
        #expect(trace.seconds.count == 2 && trace.seconds[1] == [0, 0, 0] && trace.seconds[0][0] != 0)
        var hash = SampleHash()
        hash.add([0.5].span, channel: 0, firstFrame: 47_999)
        #expect(trace.seconds[0] == Array(repeating: hash.value, count: 3))
    }

    @Test(arguments: [
        ("", "line 1"), ("hello\n", "line 1"), ("kkmix trace 2\nrate 1.0\nframes 1\n", "another version"),
        ("kkmix trace 1\nrate x\nframes 1\n", "line 2"),
        ("kkmix trace 1\nrate 1.0\nframes 1\n0 12 mixer\n", "line 4"),
        ("kkmix trace 1\nrate 1.0\nframes 1\n1 0000000000000000 mixer\n", "out of order"),
        (
            "kkmix trace 1\nrate 1.0\nframes 2\n0 0000000000000000 a\n0 0000000000000000 b\n1 0000000000000000 a\n",
            "ends too early"
        ),
        ("kkmix trace 1\nrate 1.0\nframes 2\n0 0000000000000000 a\n1 0000000000000000 b\n", "out of order"),
    ]) func `a damaged trace is refused by its line`(text: String, words: String) {
        let error = #expect(throws: SessionError.self) { try RenderTrace(parsing: text, path: "x.trace") }
        #expect(
            error?.kind == .badData && error?.problem.contains(words) == true && error?.place == "x.trace",
            "\(String(describing: error))")
    }

    @Test func `an existing trace is kept, and the mix with it`() throws {
        try jobs.folder.write([1], to: "t")
        var target = OutputSpec(path: jobs.folder.path("out.wav"))
        target.tracePath = FilePath(jobs.folder.path("t"))
        let session = Session(tracks: [TrackSpec(path: "synth:sine")])
        let error = #expect(throws: AudioFileError.self) {
            try RenderJob(session, output: target, environment: .init(temporaryFiles: TemporaryFiles()))
        }
        #expect(error?.kind == .cannotCreate && jobs.folder.contents == ["t"])
        target.tracePath = target.path
        #expect(throws: SessionError.self) {
            try RenderJob(session, output: target, environment: .init(temporaryFiles: TemporaryFiles()))
        }
    }
}
