import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

@Suite struct SessionLoudnessTests {
    let jobs = try! JobFolder()

    private func level(
        _ tracks: [String], to target: String, encoding: String = "f32", threads: Int = 1,
        _ change: (inout Session) throws -> Void = { _ in }
    ) throws -> MixReport {
        var session = Session(tracks: try tracks.map { try TrackSpec(parsing: $0) { _ in false } })
        session.loudness = try LoudnessTarget(parsing: target)
        try change(&session)
        var output = OutputSpec(path: jobs.folder.path("out.wav"))
        output.encoding = encoding
        output.replacesExisting = true
        var environment = RenderJob.Environment(temporaryFiles: TemporaryFiles())
        environment.threadCount = threads
        return try RenderJob(session, output: output, environment: environment).run()
    }

    /// So that nobody sees what is done go back without being told why.
    @Test(arguments: [("-16LUFS", 1...1), ("-10LUFS,tp=-3dBTP", 2...12)])
    func `each pass says its number, and within one what is done never goes back`(
        target: String, measured: ClosedRange<Int>
    ) throws {
        var session = Session(
            tracks: [try TrackSpec(parsing: "synth:noise:for=2s:level=-20dB") { _ in false }])
        session.loudness = try LoudnessTarget(parsing: target)
        var environment = RenderJob.Environment(temporaryFiles: TemporaryFiles())
        var passes: [[Int64]] = []
        environment.passBegins = {
            passes.append([])
            #expect($0 == passes.count)
        }
        environment.progress = { done, total in
            passes[passes.count - 1].append(done)
            #expect(total == 96_000)
        }
        let report = try RenderJob(
            session, output: OutputSpec(path: jobs.folder.path("passes.wav")), environment: environment
        ).run()
        let found = try #require(report.loudness?.passes)
        #expect(measured.contains(found) && passes.count == found + 1, "\(passes.count)")
        #expect(passes.allSatisfy { $0 == $0.sorted() && $0.last == 96_000 })
    }

    /// The written file, measured again.
    private func measured() throws -> Measurement {
        let reader = try AudioFileReader(path: jobs.folder.path("out.wav"))
        let meter = try SoundMeter(
            layout: reader.fileLayout, sampleRate: reader.fileFormat.sampleRate, measures: [.loudness, .truePeak])
        var buffer = PCMBuffer(channelCount: reader.fileLayout.channelCount, frameCapacity: 4096)
        while true {
            buffer.frameLength = try reader.read(into: &buffer, at: 0, frameCount: 4096)
            if buffer.frameLength == 0 { return meter.finish() }
            meter.add(buffer)
        }
    }

    static let sounds: [[String]] = [
        ["synth:sine:frequency=997:for=3s:channels=2"],
        ["synth:noise:for=4s:level=-20dB", "synth:sweep:for=3s::at=500ms,gain=-12dB"],
        [Fixtures.path("music.mp3"), Fixtures.path("speech.wav") + "::at=250ms,gain=-3dB"],
        [Fixtures.path("music.wav") + "::loop=3"],
        ["synth:noise:channels=6:rate=44.1k:for=2s"], ["synth:square:frequency=441:for=2s::fade-in=1s"],
    ]

    @Test(arguments: sounds, ["-16LUFS", "-23LKFS", "-33.5LUFS"]) func `the written file has the loudness asked for`(
        tracks: [String], target: String
    ) throws {
        for encoding in ["f32", "s16"] {
            let report = try level(tracks, to: target, encoding: encoding, threads: encoding == "s16" ? 4 : 1)
            let wanted = try LoudnessTarget(parsing: target).loudness
            let found = try measured()
            #expect(report.clipping == nil)
            #expect(abs(try #require(found.loudness.integrated) - wanted) < 0.05, "\(found.loudness)")
            let reported = try #require(report.loudness)
            #expect(reported.passes == 1 && report.limit == nil && report.scale == 1)
            #expect(
                abs(reported.measured + reported.gain - wanted) < 1e-9
                    && abs(reported.truePeak - (found.truePeak ?? 9)) < (encoding == "s16" ? 0.1 : 0.001))
        }
    }

    @Test(arguments: [
        (sounds[1], -8.0, -1.0), (sounds[2], -12, -1), (sounds[2], -12, -3), (sounds[3], -13, -6),
        (
            [
                "synth:noise:channels=6:rate=44.1k:for=2s::gain=-20dB",
                "synth:impulse:channels=6:rate=44.1k:for=2s:at=1s",
            ], -12, -3
        ),
        (["synth:noise:for=5s:level=-40dB", "synth:impulse:for=5s:at=2s:level=0.9"], -20, -1),
    ]) func `a limiter holds the true peak, and the loudness is met behind it`(
        tracks: [String], loudness: Double, ceiling: Double
    ) throws {
        for encoding in ["f32", "s16"] {
            let report = try level(tracks, to: "\(loudness)LUFS,tp=\(ceiling)dBTP", encoding: encoding, threads: 2)
            let found = try measured()
            #expect(
                abs(try #require(found.loudness.integrated) - loudness) < 0.05,
                "\(found.loudness) \(String(describing: report.loudness))")
            #expect(try #require(found.truePeak) <= ceiling, "\(String(describing: report.loudness))")
            #expect(report.limit != nil && report.clipping == nil)
        }
    }

    @Test func `a mix that stays below the ceiling has no limiter`() throws {
        let with = try level(Self.sounds[0], to: "-23LUFS,tp=-1dBTP")
        let bytes = jobs.folder.bytes("out.wav")
        let without = try level(Self.sounds[0], to: "-23LUFS")
        #expect(with.limit == nil && without.limit == nil && bytes == jobs.folder.bytes("out.wav"))
    }

    @Test func `neither slices nor threads show`() throws {
        _ = try level(Self.sounds[2], to: "-12LUFS,tp=-1dBTP", encoding: "s24")
        let bytes = jobs.folder.bytes("out.wav")
        _ = try level(Self.sounds[2], to: "-12LUFS,tp=-1dBTP", encoding: "s24", threads: 4) {
            $0.maximumFramesPerSlice = 333
        }
        #expect(jobs.folder.bytes("out.wav") == bytes)
    }

    /// The gate at −70 LUFS cuts the quiet half of it off at one level and not at the other.
    @Test func `a mix near the gate is measured again at its new level`() throws {
        let report = try level(["synth:noise:for=3s:level=-62dB::fade-in=3s"], to: "-20LUFS")
        #expect(try #require(report.loudness).passes > 1)
        #expect(abs(try #require(measured().loudness.integrated) + 20) < 0.05)
    }

    @Test func `the equaliser comes before, and clipping is a matter of --on-clip`() throws {
        let sound = ["synth:noise:for=3s:level=-12dB"]
        _ = try level(sound, to: "-16LUFS") { $0.equalizer = try EQSpec(parsing: "lowpass:500") }
        #expect(abs(try #require(measured().loudness.integrated) + 16) < 0.05)
        #expect(try level(sound, to: "-1LUFS", encoding: "s16").clipping != nil)
        #expect(throws: SessionError.self) { try level(sound, to: "-1LUFS", encoding: "s16") { $0.onClip = .error } }
        let limited = try level(Self.sounds[2], to: "-10LUFS", encoding: "s16") { $0.onClip = .limit }
        #expect(limited.limit != nil && limited.clipping == nil)
        #expect(abs(try #require(measured().loudness.integrated) + 10) < 0.05)
    }

    @Test(arguments: ["synth:silence", "synth:sine:for=390ms", "synth:sine:level=-90dB"])
    func `what has no loudness is refused`(track: String) throws {
        let error = #expect(throws: SessionError.self) { try level([track], to: "-16LUFS") }
        #expect(
            error?.kind == .badData && error?.problem.contains("no integrated loudness") == true
                && jobs.folder.contents.isEmpty)
    }

    @Test func `a target beyond the limiter's reach is refused, with what can be reached`() throws {
        let error = #expect(throws: SessionError.self) { try level(["synth:sine:for=2s"], to: "0LUFS,tp=-10dBTP") }
        #expect(
            error?.kind == .badData && error?.problem.contains("reaches -1") == true, "\(String(describing: error))")
        #expect(jobs.folder.contents.isEmpty)
    }

    @Test(arguments: ["gain", "limit", "scale"]) func `what would undo it is refused`(setting: String) throws {
        let error = #expect(throws: SessionError.self) {
            try level(["synth:sine"], to: "-16LUFS") { session in
                switch setting {
                case "gain": session.gain = Gain(linear: 0.5)
                case "limit": session.limit = TruePeakCeiling(decibels: -1)
                default: session.onClip = .scale
                }
            }
        }
        #expect(
            error?.kind == .usage
                && error?.problem.contains("--\(setting == "scale" ? "on-clip scale" : setting)") == true)
    }

    @Test(arguments: [
        "-16", "-16dB", "LUFS", "3LUFS", "-51LUFS", "-16LUFS,", "-16LUFS,peak=-1", "-16LUFS,tp=1dBTP",
        "-16LUFS,tp=-21dBTP", "-16LUFS,tp=-1dBTP,x",
    ])
    func `a malformed target is refused`(text: String) {
        #expect(throws: SessionError.self) { try LoudnessTarget(parsing: text) }.map {
            #expect($0.kind == .usage && $0.nextStep != nil)
        }
    }

    @Test func `targets are read`() throws {
        #expect(try LoudnessTarget(parsing: "-16LUFS") == LoudnessTarget(loudness: -16))
        #expect(
            try LoudnessTarget(parsing: "-23.5lkfs,tp=-1.5dBTP")
                == LoudnessTarget(loudness: -23.5, ceiling: TruePeakCeiling(decibels: -1.5)))
    }
}
