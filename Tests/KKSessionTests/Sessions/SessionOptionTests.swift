import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// Every option of a session reaches the sound.
@Suite struct SessionOptionTests {
    let jobs = try! JobFolder()

    @Test func `the rate is the session's, else the first track's`() throws {
        try jobs.pcm16("a.wav", Array(repeating: [100], count: 441))
        try jobs.pcm16("b.wav", Array(repeating: [100], count: 480), rate: 48_000)
        #expect(try jobs.run(["a.wav", "b.wav"]).frameCount == 441)
        #expect(try AudioFileReader(path: jobs.folder.path("out.wav")).fileFormat.sampleRate == 44_100)
        #expect(try jobs.run(["a.wav"]) { $0.sampleRate = 32_000 }.frameCount == 320)
        #expect(try AudioFileReader(path: jobs.folder.path("out.wav")).fileFormat.sampleRate == 32_000)
    }

    @Test func `the level of the mix is the session's`() throws {
        try jobs.pcm16("a.wav", [[100], [-200]])
        try jobs.run(["a.wav::gain=3"]) { $0.gain = Gain(linear: 2) }
        #expect(jobs.samples == [600, -1_200])
        try jobs.run(["a.wav"]) {
            $0.gain = Gain(linear: 0.5); $0.dither = .none
        }
        #expect(jobs.samples == [50, -100])
    }

    @Test func `the converter's quality is the session's`() throws {
        try jobs.float32("a.wav", SeededNumbers.noise(3_000, seed: 8).map { [$0 * 0.5] })
        var outputs: [[Float]] = []
        for quality in ResamplerQuality.allCases {
            try jobs.run(["a.wav"]) {
                $0.sampleRate = 48_000; $0.resampler = quality
            }
            let samples = try jobs.decoded("out.wav")[0]
            let direct = try ResampledSource(
                AudioFileReader(path: jobs.folder.path("a.wav")), sampleRate: 48_000, quality: quality)
            #expect(try direct.readAll()[0] == samples, "\(quality)")
            #expect(!outputs.contains(samples), "\(quality) is like another one")
            outputs.append(samples)
        }
    }

    @Test func `a fade makes a mix inexact, and it is dithered`() throws {
        try jobs.pcm16("a.wav", (0..<500).map { [Int16($0)] })
        #expect(try jobs.run(["a.wav"]).dither == "none")
        #expect(try jobs.run(["a.wav::fade-in=10f"]).dither == "tpdf")
        #expect(try jobs.run(["a.wav::fade-out=10f"]).dither == "tpdf")
        #expect(try jobs.run(["a.wav::gain=0.5"]).dither == "tpdf")
        #expect(try jobs.run(["a.wav::pan=0.5"]) { $0.layout = .stereo }.dither == "tpdf")
        #expect(try jobs.run(["a.wav"]) { $0.sampleRate = 48_000 }.dither == "tpdf")
        #expect(try jobs.run(["a.wav"]) { $0.gain = Gain(linear: 0.5) }.dither == "tpdf")
        #expect(try jobs.run(["a.wav::gain=0.5,mute", "a.wav"]).dither == "none")
        #expect(try jobs.run(["a.wav::gain=2"]).dither == "none")
    }

    @Test func `a job that is checked has the report of one that is run, and has rendered nothing`() throws {
        try jobs.pcm16("a.wav", Array(repeating: [30_000], count: 441))
        let job = try jobs.job(["a.wav::gain=2"], encoding: "s16")
        let planned = job.planned
        #expect(!planned.isRendered && !planned.isWritten && planned.clipping == nil)
        #expect(jobs.folder.bytes("out.wav") == nil)
        let report = try job.run()
        #expect(report.isWritten && report.clipping?.sampleCount == 441)
        for one in [planned, report] {
            #expect(one.outputPath == FilePath(jobs.folder.path("out.wav")) && one.format == job.format)
            #expect(one.frameCount == 441 && one.sampleRate == 44_100 && one.layout == .mono && one.duration == 0.01)
        }
    }

    @Test(arguments: ["codec-ms.wav", "codec-ima.wav", "codec-gsm.wav", "tone-ulaw.wav", "tone-alaw.wav"])
    func `what decodes to 16-bit integers needs no dither`(name: String) throws {
        let path = Fixtures.path(name)
        let report = try jobs.run([path])
        #expect(report.dither == "none" && report.format.encoding == .s16)
        #expect(try jobs.decoded("out.wav") == AudioFileReader(path: path).readAll())
    }

    @Test func `strict refuses what is only a warning otherwise`() throws {
        let whole = WaveFile.pcm16(Array(repeating: [100], count: 441))
        try jobs.folder.write(Array(whole.dropLast(200)), to: "cut.wav")
        #expect(try jobs.run(["cut.wav"]).warnings.count == 1)
        #expect { try jobs.run(["cut.wav"]) { $0.isStrict = true } } throws: {
            ($0 as? AudioFileError)?.kind == .badData
        }
    }

    @Test(arguments: ["wav", "rf64", "w64", "caf", "aiff", "aifc", "au", "flac"])
    func `the default encoding holds the inputs`(container: String) throws {
        try jobs.pcm16("s16.wav", [[1], [2]])
        try jobs.float32("f32.wav", [[0.5], [0.25]])
        let deep = WaveFile.file(format: 1, channels: 1, sampleRate: 44_100, bits: 24, data: [1, 2, 3, 4, 5, 6])
        try jobs.folder.write(deep, to: "s24.wav")
        let wide = WaveFile.file(format: 1, channels: 1, sampleRate: 44_100, bits: 32, data: [1, 2, 3, 4, 5, 6, 7, 8])
        try jobs.folder.write(wide, to: "s32.wav")
        let law = WaveFile.file(format: 7, channels: 1, sampleRate: 44_100, bits: 8, data: [1, 2, 3, 4])
        try jobs.folder.write(law, to: "ulaw.wav")
        let lossy = Fixtures.path("music.mp3")
        let float: Encoding = container == "flac" ? .s24 : .f32
        let cases: [([String], Encoding)] = [
            (["s16.wav"], .s16), (["ulaw.wav"], .s16), ([lossy], .s16), (["s16.wav", "ulaw.wav", lossy], .s16),
            (["s24.wav"], .s24),
            (["s32.wav"], .s24), (["s16.wav", "s24.wav"], .s24), (["f32.wav"], float), (["s24.wav", "f32.wav"], float),
            ([lossy, "f32.wav"], float),
        ]
        for (tracks, expected) in cases {
            #expect(try jobs.job(tracks, to: "out.\(container)").format.encoding == expected, "\(tracks)")
        }
    }

    @Test func `a job that is run twice writes the same bytes`() throws {
        try jobs.float32("a.wav", SeededNumbers.noise(9_000, seed: 2).map { [$0 * 0.4] })
        let tracks = [
            "a.wav::from=10f,for=700f,loop=5,fade-out=20ms", "\(Fixtures.path("music.mp3"))::gain=-6dB",
            "\(Fixtures.path("speech.wav"))::at=10ms,for=200ms",
        ]
        for policy in [ClipPolicy.warn, .scale] {
            let job = try jobs.job(tracks, encoding: "s16") {
                $0.onClip = policy; $0.gain = Gain(linear: 3)
            }
            let first = try job.run()
            let bytes = jobs.folder.bytes("out.wav")
            let second = try job.run()
            #expect(bytes != nil && jobs.folder.bytes("out.wav") == bytes)
            #expect(
                first.clipping == second.clipping && first.scale == second.scale
                    && (policy == .warn) == (first.clipping != nil))
        }
    }
}
