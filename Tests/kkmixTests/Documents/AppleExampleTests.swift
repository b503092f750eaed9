import Foundation
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

    @Test func `a mixer unit and an output unit without a graph are the mix, in 16 bits`() throws {
        try compare("hosted-mixer a.wav b.wav out.wav", with: "a.wav::gain=0.5 b.wav::gain=0.5 --encoding s16")
    }

    /// The commands of `audio-tool` are a program each.
    @Test func `there are at least twelve programs, written for Apple's frameworks alone, and each is run here`() throws
    {
        let root = "\(Fixtures.root)/Examples/apple", files = FileManager.default
        var programs: [String] = []
        let package = try String(contentsOfFile: "\(Fixtures.root)/Package.swift", encoding: .utf8)
        for folder in try files.contentsOfDirectory(atPath: root) {
            for name in try files.contentsOfDirectory(atPath: "\(root)/\(folder)") {
                let source = try String(contentsOfFile: "\(root)/\(folder)/\(name)", encoding: .utf8)
                #expect(!source.lowercased().contains("kkmix") && !source.contains("KK"), "\(name)")
                let imports = source.matches(of: /(?m)^(?:import|#include|#if|#else|#endif).*$/).map { String($0.0) }
                if name.hasSuffix(".c") {
                    #expect(imports.filter { $0.contains("#if") || $0.contains("#el") }.isEmpty, "\(name)")
                    continue
                }
                let choice = ["AudioToolbox", "AVFAudio"].map { framework in
                    let ours = framework == "AVFAudio" ? "AVFAudioCompat" : "CoreAudioCompat"
                    return ["#if canImport(\(framework))", "import \(framework)", "#else", "import \(ours)", "#endif"]
                }
                #expect(
                    choice.contains { Array(imports.prefix(5)) == $0 } || imports == ["import Foundation"], "\(name)")
                #expect(Set(imports.dropFirst(5)).isSubset(of: ["import Foundation"]), "\(name)")
                if folder == "AudioTool", name != "main.swift" { programs.append("audio-tool") }
            }
            let declared = package.firstMatch(
                of: try Regex<(Substring, Substring)>("\"apple-([a-z-]+)\"[^)]*\\b\(folder)\""))
            let program = try #require(declared, "\(folder)").1
            if folder != "AudioTool" { programs.append(String(program)) }
        }
        #expect(programs.count >= 12)
        let tests = try String(contentsOfFile: #filePath, encoding: .utf8)
        for program in Set(programs) { #expect(tests.contains("\(program) "), "\(program)") }
    }

    @Test func `CAShow prints the graph, and CFShow an object`() throws {
        let graph = try CommandRun.shell(
            "\(CommandRun.products)/apple-graph-mixer a.wav b.wav out.wav", in: folder.root)
        let lines = graph.outputText.split(separator: "\n").map(String.init)
        #expect(lines.first == "AudioUnitGraph:" && lines.contains("  Member Nodes:"), "\(graph.outputText)")
        #expect(lines.contains { $0.contains("'aumx' 'mcmx' 'appl'") && $0.hasSuffix("O I") })
        let shown = try CommandRun.shell(
            "\(CommandRun.products)/apple-transcode a.wav out.wav 44100", in: folder.root)
        #expect(shown.status == 0 && shown.errorText.contains("a.wav"), "\(shown.errorText)")
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

    // MARK: AVFAudio

    @Test func `an engine's equaliser and delay are those of the mix`() throws {
        try compare(
            "audio-tool bounce a.wav out.wav",
            with: "a.wav --eq lowshelf:200:-6dB+peak:3k:3dB:1oct"
                + " --unit delay:time=125ms:feedback=25:mix=40 --tail none --encoding f32")
    }

    @Test(arguments: ["speech.flac", "tone-s24.wav", "speech-16k.wav"])
    func `a converter that asks for its input makes what kkmix converts`(name: String) throws {
        let path = Fixtures.path(name)
        try compare(
            "audio-tool convert '\(path)' out.wav 48000",
            with: "convert '\(path)' -r 48000 --resampler best --encoding s16")
    }

    @Test func `players that begin at their times are the mix`() throws {
        try compare(
            "audio-tool mix out.wav a.wav,0.05,0.5,-0.25 b.wav,0,0.75,0.5",
            with: "a.wav::at=50ms,gain=0.5,pan=-0.25 b.wav::gain=0.75,pan=0.5 --encoding f32")
    }

    @Test func `a source node's tone is the sine that was computed`() throws {
        let run = try CommandRun.shell(
            "\(CommandRun.products)/apple-audio-tool synth 1000 0.1 out.caf"
                + " && $KKMIX convert -q out.caf --encoding f32 -o out.wav"
                + " && $KKMIX convert -q synth:sine:frequency=1000:for=0.1:rate=48000:channels=2:level=-18.0618dB --encoding f32 -o mix.wav"
                + " && $KKMIX compare --tolerance default out.wav mix.wav", in: folder.root)
        #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
    }

    @Test func `a tap hears every whole buffer of the mix`() throws {
        let samples: [[Int16]] = (0..<10_000).map { frame in
            [frame == 9000 ? 16384 : 8, (4410..<8820).contains(frame) ? 4096 : 0]
        }
        try folder.write(WaveFile.pcm16(samples), to: "levels.wav")
        let run = try CommandRun.shell("\(CommandRun.products)/apple-audio-tool levels levels.wav", in: folder.root)
        #expect(run.outputText.hasPrefix("2 buffers, peak 0.125, loudest 0.088388"))
        #expect(run.outputText.hasSuffix(" at 0.1 s\n"))
    }

    @Test func `programs tell errors by their numbers`() throws {
        for (command, text) in [
            ("transcode nowhere.wav out.wav 44100", "ExtAudioFileOpenURL: -43"),
            ("convert-file nowhere.wav out.caf 44100", "opening the input: -43"),
            ("graph-mixer a.wav a.wav folder/out.wav", "creating the output: "),
            ("audio-tool bounce nowhere.wav out.wav", "bounce: -43 "),
            ("audio-tool mix folder/out.wav a.wav,0,1,0", "mix: -43 "),
        ] {
            let run = try CommandRun.shell("\(CommandRun.products)/apple-\(command)", in: folder.root)
            #expect(run.status == 1 && run.errorText.contains(text), "\(command): \(run.errorText)")
        }
    }
}
