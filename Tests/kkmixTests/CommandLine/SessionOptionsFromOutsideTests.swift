import KKTestSupport
import Testing

/// The options of the mix reach its session, seen from outside.
@Suite struct SessionOptionsFromOutsideTests {
    let folder = try! ScratchFolder()

    private func mix(_ arguments: String...) throws -> CommandRun {
        try CommandRun(arguments + ["-f", "-o", "out.wav"], in: folder.root)
    }

    private var samples: [Int16]? { folder.bytes("out.wav").flatMap(WaveFile.samples16) }

    @Test func `the rate option sets the rate and the length`() throws {
        try folder.write(WaveFile.pcm16(Array(repeating: [100], count: 441)), to: "a.wav")
        #expect(try mix("a.wav", "-r", "32000").status == 0)
        #expect(try WaveFile.format(of: #require(folder.bytes("out.wav")))?.sampleRate == 32_000)
        #expect(samples?.count == 320)
    }

    @Test func `the gain option is a level of the mix`() throws {
        try folder.write(WaveFile.pcm16([[100], [-200]]), to: "a.wav")
        #expect(try mix("a.wav", "--gain", "3").status == 0)
        #expect(samples == [300, -600])
    }

    @Test func `the strict option makes damage an error`() throws {
        try folder.write(Array(WaveFile.pcm16(Array(repeating: [100], count: 441)).dropLast(200)), to: "cut.wav")
        let lenient = try mix("cut.wav")
        #expect(lenient.status == 0 && lenient.errorText.contains("cut.wav") && samples?.count == 341)
        let strict = try CommandRun(["cut.wav", "--strict", "-o", "none.wav"], in: folder.root)
        #expect(strict.status == 65 && strict.errorText.contains("cut.wav"), "\(strict.errorText)")
        #expect(folder.bytes("none.wav") == nil)
    }

    @Test func `the resampler option chooses the converter`() throws {
        try folder.write(WaveFile.float32(SeededNumbers.noise(2_000, seed: 6).map { [$0 * 0.5] }), to: "a.wav")
        var outputs: [[UInt8]] = []
        let names = [
            "high", "best", "medium", "fast", "libsamplerate:best", "libsamplerate:medium", "libsamplerate:fastest",
        ]
        for name in names {
            let run = try mix("a.wav", "-r", "48000", "--resampler", name, "-v")
            #expect(
                run.status == 0 && run.errorText.contains("\nkkmix: resampler: \(name)\n")
                    && run.errorText.contains("44100 to 48000 Hz (\(name))"))
            let bytes = try #require(folder.bytes("out.wav"))
            #expect(!outputs.contains(bytes), "\(name)")
            outputs.append(bytes)
            #expect(
                try CommandRun(["graph", "a.wav", "-r", "48000", "--resampler", name], in: folder.root).outputText
                    .contains("Hz (\(name))"))
        }
        #expect(try mix("a.wav", "-r", "48000").status == 0)
        #expect(folder.bytes("out.wav") == outputs[0], "high is the default")
        #expect(try mix("a.wav", "-r", "48000", "--resampler", "libsamplerate").status == 0)
        #expect(folder.bytes("out.wav") == outputs[4], "its best")
        let wrong = try mix("a.wav", "--resampler", "better")
        #expect(
            wrong.status == 64 && wrong.errorText.contains("best, high, medium or fast, or libsamplerate:best"),
            "\(wrong.errorText)")
    }

    @Test func `the on-clip option warns, fails or scales`() throws {
        try folder.write(WaveFile.pcm16([[30_000], [-30_000], [15_000]]), to: "a.wav")
        let warned = try mix("a.wav", "a.wav", "--dither", "none")
        #expect(warned.status == 0 && samples == [32_767, -32_768, 30_000])
        #expect(
            warned.errorText.contains("2 samples pass full scale") && warned.errorText.contains("--on-clip scale"),
            "\(warned.errorText)")
        #expect(try mix("a.wav", "a.wav", "--dither", "none", "--on-clip", "scale").status == 0)
        #expect(samples == [32_767, -32_767, 16_383] || samples == [32_767, -32_767, 16_384])
        let failed = try CommandRun(["a.wav", "a.wav", "--on-clip", "error", "-o", "none.wav"], in: folder.root)
        #expect(failed.status == 65 && folder.bytes("none.wav") == nil, "\(failed.errorText)")
    }

    @Test func `a part is exact at another rate`() throws {
        try folder.write(WaveFile.pcm16(Array(repeating: [100], count: 4_000), sampleRate: 8_000), to: "a.wav")
        for frames in [1, 3, 100] {
            #expect(try mix("a.wav::for=\(frames)f", "-r", "48000").status == 0)
            #expect(samples?.count == frames)
        }
    }
}
