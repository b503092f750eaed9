import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// What counts as clipping, how it is reported, and what is done about it.
@Suite struct SessionClippingTests {
    let jobs = try! JobFolder()

    @Test func `what rounds to 0 dB is said as less than a hundredth`() {
        #expect(
            ClippingReport.excessText(1) == "by less than 0.01 dB"
                && ClippingReport.excessText(1.0005) == "by less than 0.01 dB")
        #expect(
            ClippingReport.excessText(1.0006) == "by up to 0.01 dB"
                && ClippingReport.excessText(2) == "by up to 6.02 dB")
    }

    @Test func `the report is about a sample that was clipped`() throws {
        try jobs.float32("in.wav", [0, -1, 0.5, 1, 0].map { [$0] })
        let clipping = try #require(try jobs.run(["in.wav"], encoding: "s16").clipping)
        #expect(clipping.sampleCount == 1)
        #expect(clipping.worstFrame == 3 && clipping.worstChannel == 0 && clipping.worstAmplitude == 1)
        #expect(
            clipping.contributions.map(\.path.text) == [jobs.folder.path("in.wav")]
                && clipping.contributions.map(\.amplitude) == [1])
    }

    @Test(arguments: [1, 4_096])
    func `the worst sample has its frame, its channel and its tracks, loudest first`(slice: Int) throws {
        var frames = [[Float]](repeating: [0, 0], count: 9_000)
        frames[100] = [0.9, 0]
        frames[5_000] = [0, -0.6]
        frames[7_000] = [0.6, 0]
        try jobs.float32("a.wav", frames)
        try jobs.float32("b.wav", frames.map { [$0[0], $0[1] * 1.5] })
        try jobs.float32("c.wav", frames.map { [$0[0] * -0.5, $0[1] * -0.1] })
        let job = try jobs.job(["c.wav", "a.wav", "b.wav"], encoding: "s16") { $0.maximumFramesPerSlice = slice }
        let clipping = try #require(try job.run().clipping)
        // Sums: 1.8 − 0.45 = 1.35 at 100, −1.5 + 0.06 = −1.44 at 5,000, 0.9 at 7,000.
        #expect(clipping.sampleCount == 2)
        #expect(
            clipping.worstFrame == 5_000 && clipping.worstChannel == 1 && abs(clipping.worstAmplitude - 1.44) < 1e-6)
        #expect(clipping.contributions.map { $0.path.text.suffix(5) } == ["b.wav", "a.wav"])
        #expect(abs(clipping.contributions[0].amplitude - 0.9) < 1e-6)
        let words = clipping.summary(job.plan, job.format)
        #expect(
            words.contains("2 samples pass full scale, by up to 3.17 dB at 0:00.113 in channel R; loudest there: "),
            "\(words)")
        #expect(words.hasSuffix("lower --gain, or use --on-clip scale or limit"), "\(words)")
    }

    @Test func `the mix and its quantiser agree about every sample`() throws {
        var numbers = SeededNumbers(seed: 11)
        for (encoding, bound) in [
            ("u8", 127.5 / 128), ("s16", 32_767.5 / 32_768), ("s24", 1 - 0x1p-24), ("s32", 1),
            ("ulaw", 8_159.0 / 8_192), ("alaw", 1),
        ] {
            var values: [Float] = [1, -1]
            let edges: [Float] = [
                Float(bound), -Float(bound), -2 + Float(bound), 1, -1, -32_768.5 / 32_768, -128.5 / 128,
            ]
            for edge in edges {
                values += [edge, edge.nextUp, edge.nextDown, edge.nextUp.nextUp]
            }
            values += (0..<200).map { _ in Float(bound) * (1 + Float(Int(numbers.next() % 2_001) - 1_000) * 0x1p-24) }
            try jobs.float32("in.wav", values.map { [$0] })
            let report = try jobs.run(["in.wav"], encoding: encoding) { $0.dither = .none }
            let format = OutputFormat(container: .wav, encoding: try Encoding(parsing: encoding))
            let writer = try AudioFileWriter(
                path: jobs.folder.path("check.wav"), format: format, layout: .mono, sampleRate: 44_100,
                options: WriterOptions(force: true))
            var buffer = PCMBuffer(channelCount: 1, frameCapacity: values.count)
            buffer.fill(channel: 0, with: values)
            buffer.frameLength = values.count
            try writer.write(buffer)
            #expect(writer.overloads.sampleCount > 50, "\(encoding)")
            #expect(report.clipping?.sampleCount == writer.overloads.sampleCount, "\(encoding)")
            #expect(report.clipping?.worstFrame == writer.overloads.worst?.frame, "\(encoding)")
        }
    }

    @Test(arguments: ["s16", "s24", "ulaw", "alaw"])
    func `scale leaves alone what does not clip`(encoding: String) throws {
        let values: [Float] =
            encoding.hasSuffix("law")
            ? [0.9, -0.9, 0.001] : [-1, 32_767.0 / 32_768, 0.25, 32_767.4 / 32_768, -32_768.0 / 32_768]
        try jobs.float32("in.wav", (values + SeededNumbers.noise(2_000, seed: 3).map { $0 * 0.9 }).map { [$0] })
        for dither in [DitherChoice.none, .auto] {
            try jobs.run(["in.wav"], encoding: encoding) { $0.dither = dither }
            let plain = jobs.folder.bytes("out.wav")
            let report = try jobs.run(["in.wav"], encoding: encoding) {
                $0.dither = dither; $0.onClip = .scale
            }
            #expect(report.scale == 1)
            #expect(jobs.folder.bytes("out.wav") == plain)
        }
    }

    @Test func `scale keeps a 16-bit file with its lowest code exact and without dither`() throws {
        try jobs.pcm16("in.wav", [[-32_768], [32_767], [5]])
        let report = try jobs.run(["in.wav"]) { $0.onClip = .scale }
        #expect(report.scale == 1 && report.dither == "none")
        #expect(jobs.samples == [-32_768, 32_767, 5])
    }

    @Test func `scale brings the peak to the last code`() throws {
        try jobs.float32("in.wav", [[2], [1], [-1], [0]])
        let report = try jobs.run(["in.wav"], encoding: "s16") {
            $0.onClip = .scale; $0.dither = .none
        }
        #expect(abs(report.scale - 32_767.0 / 65_536) < 1e-6 && report.clipping == nil)
        #expect(jobs.samples == [32_767, 16_384, -16_384, 0] || jobs.samples == [32_767, 16_383, -16_383, 0])
        // Downwards there is one code more.
        try jobs.float32("in.wav", [[0.5], [-2]])
        try jobs.run(["in.wav"], encoding: "s16") {
            $0.onClip = .scale; $0.dither = .none
        }
        #expect(jobs.samples == [8_192, -32_768])
    }

    @Test(arguments: ["u8", "s16", "s24", "s32", "ulaw", "alaw"], [1.0, 0.7])
    func `a scaled mix does not clip, and its peak is near full scale`(encoding: String, level: Double) throws {
        for seed in 1...6 as ClosedRange<UInt64> {
            try jobs.float32("in.wav", SeededNumbers.noise(500, seed: seed).map { [$0 * Float(seed) * 1.7] })
            let report = try jobs.run(["in.wav"], encoding: encoding) {
                $0.onClip = .scale
                $0.dither = .none
                $0.gain = Gain(linear: level)
            }
            #expect(report.scale < 1 && report.clipping == nil)
            let peak = try jobs.decoded("out.wav")[0].reduce(0) { max($0, abs($1)) }
            #expect(peak > 0.97 && peak <= 1, "\(peak)")
        }
    }

    @Test(arguments: [
        (DitherChoice.tpdf, 44_100, 1.0), (.auto, 44_100, 1), (.shaped, 44_100, 14.1), (.shaped, 96_000, 6),
    ])
    func `a scaled mix keeps room for its dither`(dither: DitherChoice, rate: UInt32, steps: Double) throws {
        // At the peak all the time: with less room than the dither needs some of it would be cut off, and the mean
        // would sink.
        try jobs.float32("in.wav", Array(repeating: [1.5], count: 20_000), rate: rate)
        let report = try jobs.run(["in.wav"], encoding: "s16") {
            $0.onClip = .scale; $0.dither = dither
        }
        let samples = jobs.samples
        let mean = Double(samples.reduce(0) { $0 + Int($1) }) / Double(samples.count)
        #expect(abs(mean - (32_767 - steps)) < 0.1, "\(mean)")
        #expect(Set(samples).count > 2 && report.clipping == nil)
    }

    @Test(arguments: ["out.wav ulaw", "out.wav alaw", "out.mp3 mp3", "out.ogg vorbis", "out.opus opus"])
    func `companded and lossy outputs have a full scale too`(output: String) throws {
        let words = output.split(separator: " ").map(String.init)
        let loud = (0..<9_600).map { [Float($0 % 96) / 40 - 1.2] }
        try jobs.float32("in.wav", loud, rate: 48_000)
        let clipping = try #require(try jobs.run(["in.wav"], to: words[0], encoding: words[1]).clipping)
        let limit: Float = words[1] == "ulaw" ? 8_159.0 / 8_192 : 1
        let isLossy = !words[1].hasSuffix("law")
        #expect(clipping.sampleCount == Int64(loud.count { isLossy ? abs($0[0]) > limit : abs($0[0]) >= limit }))
        #expect(clipping.worstAmplitude == 1.2)
        let report = try jobs.run(["in.wav"], to: words[0], encoding: words[1]) { $0.onClip = .scale }
        #expect(report.clipping == nil && abs(report.scale - Double(limit) / 1.2) < 1e-5)
        #expect { try jobs.run(["in.wav"], to: words[0], encoding: words[1]) { $0.onClip = .error } } throws: { error in
            (error as? SessionError)?.kind == .badData && "\(error)".contains("the mix clips: ")
        }
    }

    @Test func `float outputs clip nothing`() throws {
        try jobs.float32("in.wav", [[17], [-3]])
        #expect(try jobs.run(["in.wav"]) { $0.onClip = .error }.clipping == nil)
        #expect(try jobs.run(["in.wav"]) { $0.onClip = .scale }.scale == 1)
    }
}
