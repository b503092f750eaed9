import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

@Suite struct StemTests {
    let jobs = try! JobFolder()

    private func stemJob(
        _ tracks: [String], to output: String = "out.wav", encoding: String? = "f32", stems: String = "stems/",
        force: Bool = false, threads: Int = 1,
        limit: Int? = nil, _ change: (inout Session) throws -> Void = { _ in }
    ) throws -> RenderJob {
        var session = Session(
            tracks: try tracks.map { text in
                var spec = try TrackSpec(parsing: text) { _ in false }
                if !spec.path.isAbsolute && spec.path.kind == .file {
                    spec.path = FilePath(jobs.folder.path(spec.path.text))
                }
                return spec
            })
        try change(&session)
        var target = OutputSpec(path: jobs.folder.path(output))
        target.encoding = encoding
        target.replacesExisting = force
        target.stemsFolder = FilePath(jobs.folder.path(stems))
        var environment = RenderJob.Environment(temporaryFiles: TemporaryFiles())
        environment.threadCount = threads
        return try RenderJob(session, output: target, environment: environment)
    }

    /// The stems summed in the order of the tracks, in Float32.
    private func sum(_ paths: [FilePath]) throws -> [[Float]] {
        var sum: [[Float]] = []
        for path in paths {
            let stem = try AudioFileReader(path: path).readAll()
            sum = sum.isEmpty ? stem : zip(sum, stem).map { zip($0, $1).map { $0 + $1 } }
        }
        return sum
    }

    static let mixes: [[String]] = [
        [
            "synth:sweep:for=1s:channels=2::gain=-3.3dB,pan=0.3",
            "synth:noise:channels=2:for=700ms::at=100ms,pan=-0.71,fade-in=50ms,fade-out=100ms/equal-power",
        ],
        // Down-mixes, up-mixes and a rate to convert.
        [
            "synth:noise:channels=6:for=500ms::gain=0.7", "synth:noise:channels=8:seed=2:for=400ms::at=33ms",
            "synth:sine:rate=44.1k:for=600ms::gain=-7dB,pan=0.9",
        ],
        // Loops, equalisers, polarity, a track that is muted and one that is longer.
        [
            "synth:two-tones:for=90ms::loop=3,gain=-0.3",
            "synth:noise:channels=2:for=800ms::eq=peak:1k:6dB:1oct+highshelf:8k:-3dB", "synth:square:for=500ms::mute",
            "synth:sweep::pan=-1",
        ],
        // Music under a voice, and noise under both.
        [
            "synth:noise:channels=2:for=800ms::duck=2:depth=-20dB:hold=10ms:release=50ms,unit=delay:time=10ms",
            "synth:two-tones:for=300ms::at=200ms,unit=peak-limiter", "synth:noise:for=700ms::duck=1,pan=0.5",
        ],
        // Other speeds.
        [
            "synth:noise:channels=2:for=300ms::speed=0.7,fade-in=20ms",
            "synth:sweep:for=400ms::speed=1.3,pan=0.4,unit=peak-limiter",
            "synth:sine:for=100ms::speed=2,loop=2,at=40ms",
        ],
        // Units of their own, of which some come late.
        [
            "synth:noise:channels=2:for=400ms::unit=peak-limiter:pre-gain=9,at=77ms", "synth:sine:for=500ms",
            "synth:square:for=300ms::unit=delay:time=20ms:feedback=0,unit=lowpass:frequency=2k",
        ],
    ]

    @Test(arguments: mixes, ["stereo", "5.1", "mono"]) func `the stems' sum is the mix to the bit`(
        tracks: [String], layout: String
    ) throws {
        for (threads, slice) in [(1, 4096), (4, 4096), (1, 64), (4, 1000)] {
            let job = try stemJob(tracks, force: true, threads: threads) {
                $0.layout = try ChannelLayout(parsing: layout)
                $0.maximumFramesPerSlice = slice
            }
            let report = try job.run()
            let paths = try #require(report.stems)
            #expect(paths.count == tracks.count)
            let mix = try jobs.decoded("out.wav")
            #expect(try sum(paths) == mix)
            // Not all of them silence.
            #expect(
                try paths.count { try AudioFileReader(path: $0).readAll().contains { $0.contains { $0 != 0 } } } >= 2)
            for path in paths {
                let reader = try AudioFileReader(path: path)
                #expect(
                    reader.frameCount == report.frameCount && reader.fileLayout == job.plan.layout
                        && reader.properties.encodingName == "f32")
            }
        }
    }

    @Test func `the mix is the same with and without stems, and neither threads nor slices show in them`() throws {
        let tracks = Self.mixes[2]
        _ = try stemJob(tracks, stems: "one/").run()
        try jobs.run([], to: "plain.wav", encoding: "f32") { session in
            session.tracks = try tracks.map { try TrackSpec(parsing: $0) { _ in false } }
        }
        #expect(jobs.folder.bytes("out.wav") == jobs.folder.bytes("plain.wav"))
        let other = try stemJob(tracks, to: "other.wav", stems: "two/", threads: 4) { $0.maximumFramesPerSlice = 77 }
        let paths = try #require(try other.run().stems)
        for path in paths {
            let name = path.name
            #expect(
                jobs.folder.bytes("one/\(name)") == jobs.folder.bytes("two/\(name)")
                    && jobs.folder.bytes("two/\(name)") != nil)
        }
    }

    @Test func `names are the tracks' numbers and file names, made safe and short`() throws {
        try jobs.pcm16("drums & more.wav", [[1]])
        try jobs.pcm16("a\\b*c.x.wav", [[1]])
        try jobs.pcm16(String(repeating: "é", count: 60) + ".wav", [[1]])
        let job = try stemJob([
            "drums & more.wav", "a\\b*c.x.wav", String(repeating: "é", count: 60) + ".wav", "synth:sine:level=0.5",
        ])
        let names = job.stems?.paths.map { $0.name }
        #expect(
            names == [
                "01-drums-&-more.wav", "02-a-b-c.x.wav", "03-\(String(repeating: "é", count: 32)).wav",
                "04-synth-sine-level=0.5.wav",
            ])
        let many = try stemJob(Array(repeating: "synth:sine:for=1f", count: 100))
        #expect(
            many.stems?.paths.first?.text.hasSuffix("/001-synth-sine-for=1f.wav") == true
                && many.stems?.paths.last?.text.contains("/100-") == true)
    }

    @Test func `dither and rounding come behind the sum that is checked`() throws {
        let report = try stemJob(
            ["synth:sine:for=200ms::gain=-40dB", "synth:noise:for=200ms::gain=-50dB"], encoding: "s16"
        ).run()
        #expect(report.dither == "tpdf")
        let mix = try jobs.decoded("out.wav"), stems = try sum(report.stems ?? [])
        #expect(zip(mix[0], stems[0]).allSatisfy { abs($0 - $1) < 3.1 / 65_536 })
    }

    @Test(arguments: ["--gain", "--eq", "the unit 'lowpass'", "--limit", "--on-clip scale", "--on-clip limit"])
    func `what acts on the whole mix is refused`(option: String) throws {
        let error = #expect(throws: SessionError.self) {
            try stemJob(["synth:sine"]) { session in
                switch option {
                case "--gain": session.gain = Gain(linear: 0.5)
                case "--eq": session.equalizer = try EQSpec(parsing: "peak:1k:6dB:1oct")
                case "the unit 'lowpass'": session.units = [try UnitSpec(parsing: "lowpass:frequency=2k")]
                case "--limit": session.limit = TruePeakCeiling(decibels: -1)
                case "--on-clip scale": session.onClip = .scale
                default: session.onClip = .limit
                }
            }
        }
        #expect(error?.kind == .usage && error?.problem.hasPrefix(option) == true && error?.nextStep != nil)
        #expect(jobs.folder.contents.isEmpty)
    }

    @Test func `a unit is named as the tracks can have it, whatever option made it`() {
        let error = #expect(throws: SessionError.self) {
            try stemJob(["synth:sine"]) { $0.units = [try UnitSpec(parsing: "lowpass:frequency=2k")] }
        }
        #expect(error?.nextStep == "put it on the tracks: PATH::unit=lowpass:cutoff-frequency=2000")
    }

    @Test func `a folder is made when its name ends in a slash, else it has to be there`() throws {
        let error = #expect(throws: SessionError.self) { try stemJob(["synth:sine"], stems: "none") }
        #expect(error?.kind == .cannotCreate && error?.nextStep?.contains("none/' to create it") == true)
        try jobs.pcm16("file", [[1]])
        #expect(throws: SessionError.self) { try stemJob(["synth:sine"], stems: "file") }.map {
            #expect($0.kind == .cannotCreate)
        }
        _ = try stemJob(["synth:sine:for=10f"], stems: "deep/er/").run()
        #expect(jobs.folder.bytes("deep/er/01-synth-sine-for=10f.wav") != nil)
    }

    @Test func `existing stems are kept without force, and nothing appears beside them`() throws {
        _ = try stemJob(["synth:sine:for=10f", "synth:noise:for=9f"], to: "first.wav").run()
        let error = #expect(throws: AudioFileError.self) { try stemJob(["synth:sine:for=10f", "synth:noise:for=9f"]) }
        #expect(error?.kind == .cannotCreate && error?.path.hasSuffix("stems/01-synth-sine-for=10f.wav") == true)
        _ = try stemJob(["synth:sine:for=10f", "synth:noise:for=9f"], force: true).run()
        #expect(jobs.folder.contents == ["first.wav", "out.wav", "stems"])
    }

    @Test func `a failure leaves neither mix nor stems nor folder`() throws {
        let job = try stemJob(["synth:sine:level=1", "synth:sine:level=1"], encoding: "s16") { $0.onClip = .error }
        #expect(throws: SessionError.self) { try job.run() }.map { #expect($0.kind == .badData) }
        #expect(jobs.folder.contents.isEmpty)
    }

    @Test func `a stem is not the mix`() throws {
        let error = #expect(throws: SessionError.self) {
            try stemJob(["synth:sine:for=5f"], to: "01-synth-sine-for=5f.wav", stems: ".")
        }
        #expect(error?.kind == .usage && error?.problem.contains("the same file") == true)
    }

    @Test func `a muted track and one that another's solo mutes are silent for the mix's length`() throws {
        let report = try stemJob(["synth:sine:for=100f", "synth:noise:for=200f::solo"]).run()
        let first = try AudioFileReader(path: #require(report.stems?.first)).readAll()
        #expect(first == [Array(repeating: 0, count: 200)])
    }
}
