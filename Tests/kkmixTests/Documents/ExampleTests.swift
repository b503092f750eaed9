import KKTestSupport
import Testing

/// The programs in Examples/, run as a user runs them, against kkmix's own mix of the same files.
@Suite struct ExampleTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        var numbers = SeededNumbers(seed: 3)
        func noise(_ frames: Int) -> [[Int16]] {
            (0..<frames).map { _ in
                [Int16(truncatingIfNeeded: numbers.next()) / 4, Int16(truncatingIfNeeded: numbers.next()) / 4]
            }
        }
        try folder.write(WaveFile.pcm16(noise(10_007)), to: "a.wav")
        try folder.write(WaveFile.pcm16(noise(7_001)), to: "b.wav")
    }

    /// The sound of `out.wav` as the example wrote it and of what kkmix makes of `mix`; `nil` for both is not sound.
    private func compare(_ example: String, with mix: String) throws -> (example: [UInt8]?, mix: [UInt8]?) {
        let script = "\(CommandRun.products)/\(example) && $KKMIX \(mix) -q --encoding s24 -o mix.wav"
        let run = try CommandRun.shell(script, in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        return (folder.bytes("out.wav").flatMap(WaveFile.data), folder.bytes("mix.wav").flatMap(WaveFile.data))
    }

    @Test(arguments: [
        ("pass-through", "a.wav"), ("mixer", "a.wav::gain=0.5"), ("output-only", "a.wav"),
    ])
    func `an I/O pattern that plays a file plays it as it is`(pattern: String, mix: String) throws {
        let (example, expected) = try compare("io-patterns \(pattern) a.wav out.wav", with: mix)
        #expect(example != nil && example == expected)
    }

    @Test func `the callback that renders the input element hears it and turns it over`() throws {
        let (example, plain) = try compare("io-patterns render-callback a.wav out.wav", with: "a.wav")
        let codes = try #require(example.map(WaveFile.codes24)), originals = try #require(plain.map(WaveFile.codes24))
        #expect(codes.count == originals.count && zip(codes, originals).allSatisfy { $0 == -$1 })
    }

    @Test func `two callbacks meet in the mixer, one of them by way of an equaliser`() throws {
        let (example, expected) = try compare(
            "io-patterns two-callbacks a.wav out.wav", with: "a.wav::eq=treble-reducer")
        let codes = try #require(example.map(WaveFile.codes24)),
            equalized = try #require(expected.map(WaveFile.codes24))
        #expect(codes.count == equalized.count)
        // The clicks are an eighth of full scale, every thousandth frame; a code more or less is the rounding of
        // another sum.
        let difference = zip(codes, equalized).map { $0 - $1 }
        let click = 1 << 20
        for (index, value) in difference.enumerated() {
            let expected = index / 2 % 1000 == 0 ? click : 0
            if abs(value - expected) > 1 { Issue.record("sample \(index) differs by \(value)") }
        }
    }

    @Test func `input only writes silence and tells the peak`() throws {
        let run = try CommandRun.shell("\(CommandRun.products)/io-patterns analysis a.wav out.wav", in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        let samples = try #require(folder.bytes("a.wav").flatMap(WaveFile.samples16))
        let peak = samples.map { abs(Int($0)) }.max() ?? 0
        #expect(run.outputText == "peak \(Float(peak) / 32_768)\n")
        #expect(folder.bytes("out.wav").flatMap(WaveFile.data)?.allSatisfy { $0 == 0 } == true)
    }

    @Test(arguments: [("", ""), (" Rock", "--eq rock"), (" 'R&B'", "--eq r-and-b")])
    func `a graph of mixer, iPod EQ and output, set up unit by unit, is kkmix's mix`(
        preset: String, options: String
    ) throws {
        let (example, expected) = try compare("graph-mixer a.wav out.wav\(preset)", with: "a.wav \(options)")
        #expect(example != nil && example == expected)
    }

    @Test func `two files hosted without a graph are kkmix's mix`() throws {
        let (example, expected) = try compare("hosted-mixer a.wav b.wav out.wav", with: "a.wav b.wav")
        #expect(example != nil && example == expected)
    }

    @Test func `a unit of one's own in a graph rounds every third frame to four bits`() throws {
        let run = try CommandRun.shell("\(CommandRun.products)/bit-crusher a.wav out.wav 4 3", in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        let heard = try #require(folder.bytes("out.wav").flatMap(WaveFile.data).map(WaveFile.codes24))
        let samples = try #require(folder.bytes("a.wav").flatMap(WaveFile.samples16))
        let expected = samples.indices.map { index in
            Int((Double(samples[index - index / 2 % 3 * 2]) / 4096).rounded()) << 20
        }
        #expect(heard == expected)
        let refused = try CommandRun.shell("\(CommandRun.products)/bit-crusher a.wav out.wav 25", in: folder.root)
        #expect(refused.status == 65 && refused.errorText.contains("Bits cannot be 25.0"), "\(refused.errorText)")
    }

    @Test(arguments: ["music.mp3", "music-vbr.mp3", "speech-mpeg2.mp3"], [("", ""), (" Rock", "--eq rock")])
    func `a stream that is parsed as it comes, decoded packet by packet and played by a graph is kkmix's mix`(
        name: String, preset: (name: String, options: String)
    ) throws {
        let path = Fixtures.path(name)
        let (example, expected) = try compare(
            "stream-player - out.wav\(preset.name) <'\(path)' >/dev/null", with: "'\(path)' \(preset.options)")
        #expect(example != nil && example == expected)
    }

    @Test(arguments: ["music.mp3", "music-vbr.mp3", "speech-mpeg2.mp3", "speech.flac"])
    func `a stream that fills a queue's buffers, one after the other, is kkmix's mix`(name: String) throws {
        let path = Fixtures.path(name)
        let (example, expected) = try compare("queue-player '\(path)' out.wav", with: "'\(path)'")
        #expect(example != nil && example == expected)
    }

    /// Noise of 24 bits: some 25,000 bytes a packet.
    @Test func `a packet that is longer than a usual buffer does not keep the queue waiting for ever`() throws {
        let made = try CommandRun.shell(
            "$KKMIX synth:noise:for=1s:rate=44100:channels=2:level=-0.1dB -q --encoding s24 -o noise.flac",
            in: folder.root)
        #expect(made.status == 0, "\(made.errorText)")
        let (example, expected) = try compare("queue-player noise.flac out.wav", with: "noise.flac")
        #expect(example != nil && example == expected)
    }
}
