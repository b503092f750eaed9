import KKTestSupport
import Testing

/// The programs in Examples/apple, which are written for Apple's frameworks and compiled as they are: what they make is
/// what kkmix makes of the same files.
@Suite struct AppleExampleTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        var numbers = SeededNumbers(seed: 5)
        func noise(_ frames: Int) -> [[Int16]] {
            (0..<frames).map { _ in
                [Int16(truncatingIfNeeded: numbers.next()) / 4, Int16(truncatingIfNeeded: numbers.next()) / 4]
            }
        }
        try folder.write(WaveFile.pcm16(noise(10_007)), to: "a.wav")
        try folder.write(WaveFile.pcm16(noise(7_001)), to: "b.wav")
    }

    /// Runs an example, and kkmix, and compares what they wrote.
    private func compare(
        _ example: String, with mix: String, _ output: String = "out.wav"
    ) throws {
        let script =
            "\(CommandRun.products)/apple-\(example) && $KKMIX \(mix) -q --dither none -o mix.wav"
            + " && $KKMIX compare --tolerance exact \(output) mix.wav"
        let run = try CommandRun.shell(script, in: folder.root)
        #expect(run.status == 0, "\(example): \(run.outputText)\(run.errorText)")
    }

    @Test func `a graph whose mixer reads two extended files by callbacks is the mix`() throws {
        try compare(
            "graph-mixer a.wav b.wav out.wav", with: "a.wav::gain=0.5 b.wav::gain=0.5 --encoding f32")
    }

    @Test func `a tone is the sine that was computed`() throws {
        let run = try CommandRun.shell(
            "\(CommandRun.products)/apple-tone-generator 1000 0.25 out.caf && $KKMIX convert -q out.caf --encoding f32 -o out.wav"
                + " && $KKMIX convert -q synth:sine:frequency=1000:for=0.25:rate=48000:channels=1:level=-12.0412dB --encoding f32 -o mix.wav"
                + " && $KKMIX compare --tolerance default out.wav mix.wav", in: folder.root)
        #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
        #expect(run.outputText.hasPrefix("Apple: AUGenericOutput\n"))
    }

    @Test(arguments: ["speech.flac", "codec-ima4.caf", "codec-ima4.aifc", "mpeg-mono.mp3", "music-vbr.mp3"])
    func `a stream that is parsed in portions and decoded packet by packet is the file`(name: String) throws {
        let path = Fixtures.path(name)
        try compare("stream-player '\(path)' out.wav", with: "convert '\(path)' --encoding f32")
    }

    @Test(arguments: ["speech.flac", "codec-alac.caf", "codec-ima4.caf", "tone-s24.wav"])
    func `packets of a file through a converter are the file at another rate`(name: String) throws {
        let path = Fixtures.path(name)
        try compare(
            "convert-file '\(path)' out.caf 48000",
            with: "convert '\(path)' -r 48000 --resampler best --encoding s16", "out.caf")
    }

    @Test(arguments: ["speech.flac", "codec-alac.caf", "tone-s16.wav"])
    func `a queue that is rendered offline is the mix at its volume`(name: String) throws {
        let path = Fixtures.path(name)
        try compare("queue-bounce '\(path)' out.wav 0.5", with: "'\(path)::gain=0.5' --encoding s16")
    }

    @Test(arguments: ["wav", "aif", "caf"], ["44100", "48000"])
    func `a transcoder in C writes what kkmix converts`(kind: String, rate: String) throws {
        try compare(
            "transcode a.wav out.\(kind) \(rate)", with: "convert a.wav -r \(rate) --encoding s24", "out.\(kind)")
    }

    @Test func `a mixer of 8.24 fixed point in C is the mix, rounded down`() throws {
        let run = try CommandRun.shell(
            "\(CommandRun.products)/apple-pod-mixer a.wav b.wav out.wav"
                + " && $KKMIX a.wav::gain=0.5 b.wav::gain=0.25 -q --encoding s24 -o mix.wav", in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        let heard = try #require(folder.bytes("out.wav").flatMap(WaveFile.samples16))
        let mix = try #require(folder.bytes("mix.wav").flatMap(WaveFile.data).map(WaveFile.codes24))
        #expect(heard.map { Int($0) } == mix.map { $0 >> 8 })
    }

    @Test func `programs tell errors by their numbers`() throws {
        for (command, text) in [
            ("transcode nowhere.wav out.wav 44100", "ExtAudioFileOpenURL: -43"),
            ("convert-file nowhere.wav out.caf 44100", "opening the input: -43"),
            ("graph-mixer a.wav a.wav folder/out.wav", "creating the output: "),
        ] {
            let run = try CommandRun.shell("\(CommandRun.products)/apple-\(command)", in: folder.root)
            #expect(run.status == 1 && run.errorText.contains(text), "\(command): \(run.errorText)")
        }
    }
}
