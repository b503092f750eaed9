import Foundation
import KKTestSupport
import Testing

/// kkmix compare from outside.
@Suite struct CompareTests {
    let folder: ScratchFolder
    /// A second of two tones that beat, 16 bits, stereo.
    private static let frames: [[Int16]] = (0..<44_100).map { (index: Int) -> [Int16] in
        let time = Double(index)
        let left: Double = 8_000 * sin(time * 0.031) + 3_000 * sin(time * 0.29),
            right: Double = 6_000 * sin(time * 0.047) + 500
        return [Int16(left), Int16(right)]
    }

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16(Self.frames), to: "golden.wav")
    }

    private func compare(
        _ actual: [[Int16]], rate: UInt32 = 44_100, _ options: [String] = []
    ) throws -> (run: CommandRun, facts: [String: Any]) {
        try folder.write(WaveFile.pcm16(actual, sampleRate: rate), to: "actual.wav")
        return try compare(["golden.wav", "actual.wav"] + options)
    }

    private func compare(_ words: [String]) throws -> (run: CommandRun, facts: [String: Any]) {
        let run = try CommandRun(["compare", "--json"] + words, in: folder.root)
        let document = try JSONSerialization.jsonObject(with: Data(run.output))
        let reported = try #require(document as? [String: Any])
        // A failure has no cases.
        return (run, (reported["cases"] as? [[String: Any]])?.first ?? reported)
    }

    @Test func `a file is the same file as its copy, and the same samples as its FLAC`() throws {
        let copy = try compare(Self.frames)
        #expect(copy.run.status == 0 && copy.facts["verdict"] as? String == "same-file")
        let made = try CommandRun(["convert", "golden.wav", "-o", "golden.flac", "-q"], in: folder.root)
        #expect(made.status == 0)
        let flac = try compare(["golden.wav", "golden.flac"])
        #expect(
            flac.run.status == 0 && flac.facts["verdict"] as? String == "same-pcm"
                && flac.facts["frames_compared"] as? Int == 44_100)
    }

    @Test func `one step is within lsb and one sample off by more is not, and is named`() throws {
        var changed = Self.frames
        for index in changed.indices { changed[index][0] += index % 2 == 0 ? 1 : -1 }
        let step = try compare(changed, ["--tolerance", "lsb"])
        #expect(step.run.status == 0 && step.facts["verdict"] as? String == "within-lsb")
        #expect(step.facts["delta_lufs"] is NSNull)
        #expect(try compare(changed, ["--tolerance", "exact"]).run.status == 1)
        changed[30_000][1] += 3_277
        let click = try compare(changed)
        let worst = try #require(click.facts["worst"] as? [String: Any])
        #expect(click.run.status == 1 && click.facts["verdict"] as? String == "different")
        #expect(worst["frame"] as? Int == 30_000 && worst["channel"] as? Int == 2)
        #expect(abs((worst["dbfs"] as? Double ?? 0) + 20) < 0.01)
    }

    @Test func `a shift is reported, and admitted only when it is asked for`() throws {
        let late = Array(repeating: [Int16](repeating: 0, count: 2), count: 441) + Self.frames.dropLast(441)
        let found = try compare(late)
        #expect(
            found.run.status == 1 && found.facts["verdict"] as? String == "transformed"
                && found.facts["lag_frames"] as? Int == 441)
        let aligned = try compare(late, ["--align", "20ms"])
        #expect(aligned.run.status == 0, "\(aligned.run.outputText)")
        #expect(aligned.facts["lag_frames"] as? Int == 441 && aligned.facts["aligned_frames"] as? Int == 441)
        let text = try CommandRun(["compare", "golden.wav", "actual.wav"], in: folder.root)
        #expect(text.outputText.contains("441 frames (10.000 ms) late") && text.outputText.contains("--align 441f"))
        #expect(text.outputText.split(separator: "\n").count <= 14)
    }

    @Test func `polarity and exchanged sides are reported`() throws {
        let inverted = try compare(Self.frames.map { $0.map { -$0 } })
        #expect(
            inverted.run.status == 1 && inverted.facts["inverted"] as? Bool == true
                && inverted.facts["swapped"] as? Bool == false)
        let swapped = try compare(Self.frames.map { [$0[1], $0[0]] }, ["--tolerance", "loose"])
        #expect(
            swapped.run.status == 1 && swapped.facts["swapped"] as? Bool == true
                && swapped.facts["channel_map"] as? [Int] == [2, 1])
    }

    @Test func `what compares nothing is a difference, what cannot be read is trouble`() throws {
        #expect(try compare(Self.frames, rate: 48_000).run.status == 1)
        #expect(try compare(Array(Self.frames.dropLast(1)), ["--tolerance", "lsb"]).run.status == 1)
        try folder.write(WaveFile.pcm16([[0, 0], [0, 0]]), to: "silence.wav")
        try folder.write(WaveFile.pcm16([]), to: "empty.wav")
        try folder.write(WaveFile.pcm16([[0, 0], [0, 0]]), to: "copy.wav")
        #expect(try CommandRun(["compare", "silence.wav", "copy.wav"], in: folder.root).status == 1)
        #expect(try CommandRun(["compare", "silence.wav", "copy.wav", "--allow-silence"], in: folder.root).status == 0)
        #expect(try CommandRun(["compare", "empty.wav", "empty.wav", "--allow-silence"], in: folder.root).status == 1)
        #expect(try CommandRun(["compare", "golden.wav", "missing.wav"], in: folder.root).status == 66)
        #expect(try CommandRun(["compare", "golden.wav"], in: folder.root).status == 64)
        #expect(try CommandRun(["compare", "-", "-"], in: folder.root).status == 64)
        #expect(
            try CommandRun(["compare", "golden.wav", "golden.wav", "--tolerance", "exakt"], in: folder.root).status
                == 64)
    }

    @Test func `a sample that is no number is a difference with a place, and the document is whole`() throws {
        for value in [Float.nan, .infinity] {
            var frames = Self.frames.map { $0.map { Float($0) / 32_768 } }
            frames[20_000][1] = value
            try folder.write(WaveFile.float32(frames), to: "bad.wav")
            for words in [
                ["golden.wav", "bad.wav"], ["bad.wav", "golden.wav", "--tolerance", "exact"],
                ["golden.wav", "bad.wav", "--residual", "diff.wav"],
            ] {
                let bad = try compare(words)
                #expect(
                    bad.run.status == 1 && bad.facts["verdict"] as? String == "different"
                        && bad.facts["passed"] as? Bool == false)
                #expect((bad.facts["missed"] as? [String])?.first?.contains("frame 20,000, channel 2") == true)
                let (reference, actual) = (
                    bad.facts["reference"] as? [String: Any], bad.facts["actual"] as? [String: Any]
                )
                #expect(
                    reference?["frames"] as? Int == 44_100 && actual?["frames"] as? Int == 44_100
                        && bad.facts["frames_compared"] as? Int == 20_000)
                #expect(
                    bad.facts["worst"] is NSNull && bad.facts["peak_residual_dbfs"] is NSNull
                        && bad.facts["residual"] is NSNull)
            }
            #expect(folder.bytes("diff.wav") == nil)
            let silent = try CommandRun(
                ["compare", "golden.wav", "bad.wav", "--residual", "diff.wav", "--plot", "diff.png"], in: folder.root)
            for name in ["diff.wav", "diff.png"] {
                #expect(
                    silent.errorText.contains(
                        "\(name): not written: the actual has a sample that is infinite or not a number"),
                    "\(silent.errorText)")
            }
            #expect(try CommandRun(["compare", "golden.wav", "bad.wav", "--strict"], in: folder.root).status == 65)
        }
    }

    @Test func `a rate that no meter takes is trouble with the file, whatever is asked`() throws {
        try folder.write(WaveFile.pcm16(Self.frames, sampleRate: 48_000_000), to: "fast.wav")
        for words in [[], ["--all-measures"], ["--tolerance", "exact"], ["--tolerance", "lossy"]] {
            let run = try CommandRun(["compare", "fast.wav", "fast.wav"] + words, in: folder.root)
            #expect(
                run.status == 65 && run.errorText.contains("fast.wav: a rate of 48000000 Hz cannot be measured"),
                "\(run.errorText)")
        }
        let mix = try CommandRun(["fast.wav", "--loudness", "-16LUFS", "-o", "out.wav"], in: folder.root)
        #expect(mix.status == 65 && mix.errorText.contains("(-r 192000)"), "\(mix.errorText)")
        // The rate that was advised is taken: what is left to complain of is a millisecond's length.
        let advised = try CommandRun(
            ["fast.wav", "--loudness", "-16LUFS", "-r", "192000", "-o", "out.wav"], in: folder.root)
        #expect(advised.errorText.contains("shorter than 400 ms"), "\(advised.errorText)")
    }

    @Test func `a level above full scale and a shift of many seconds are slips`() throws {
        for (option, value, hint) in [
            ("--max-peak", "0.01", "a factor of 0.01 is -40dBFS"), ("--max-peak", "60", "did you mean -60dBFS?"),
            ("--max-rms", "+3dBFS", "-3dBFS"),
            ("--max-relative", "20", "did you mean -20dB?"), ("--align", "50", "did you mean 50ms?"),
            ("--max-lag", "50", "did you mean 50ms?"),
            ("--align", "1000000f", "480,000 frames"), ("--max-length", "50", "did you mean 50ms?"),
        ] {
            let run = try CommandRun(["compare", "golden.wav", "golden.wav", option, value], in: folder.root)
            #expect(run.status == 64 && run.errorText.contains(hint), "\(option) \(value): \(run.errorText)")
        }
        #expect(
            try CommandRun(
                ["compare", "golden.wav", "golden.wav", "--max-peak", "-60", "--align", "0.05"], in: folder.root
            ).status == 0)
        let long = try compare(
            Array(Self.frames.dropLast(40)), ["--max-length", "9.5s", "--align", "2500ms", "--tolerance", "exact"])
        #expect(long.run.status == 0, "\(long.run.outputText)")
        let words = try CommandRun(
            [
                "compare", "golden.wav", "actual.wav", "--max-length", "9.5s", "--align", "2500ms", "--tolerance",
                "exact",
            ], in: folder.root)
        #expect(
            words.outputText.contains("--align 2.5s") && words.outputText.contains("--max-length 9.5s"),
            "\(words.outputText)")
        let unlimited = try CommandRun(
            ["compare", "golden.wav", "golden.wav", "--tolerance", "exact", "--max-lsb", "none"], in: folder.root)
        #expect(unlimited.status == 64 && unlimited.errorText.contains("no limit on the sound is left in 'exact'"))
        let twice = try CommandRun(
            ["compare", "golden.wav", "golden.wav", "--align", "5ms", "--max-lag", "5ms"], in: folder.root)
        #expect(twice.status == 64 && twice.errorText.contains("--align and --max-lag"))
        let third = try CommandRun(["compare", "golden.wav", "golden.wav", "extra.wav"], in: folder.root)
        #expect(third.status == 64 && third.errorText.contains("'extra.wav'"))
    }

    @Test func `half a sound was told to be softer by what its missing half has`() throws {
        let made = try CommandRun.shell(
            """
            $KKMIX -q synth:sine:for=1.05s:level=-50dB synth:sine:for=1s::at=1.05s -o whole.wav
            $KKMIX -q whole.wav::to=1.05s -o half.wav; $KKMIX -q half.wav::gain=-3dB -o softer.wav
            printf 'schema: 1\\ncases: [{name: a, file: whole.wav, golden: a.fingerprint}]' > kkmix-test.yaml
            $KKMIX test -q --update missing; mv half.wav whole.wav; $KKMIX test; $KKMIX -q synth:sine:for=1s -o x.wav
            $KKMIX -q whole.wav x.wav::at=1.05s -o both.wav
            """, in: folder.root)
        #expect(
            made.outputText.contains("50,400 frames, was 98,400") && !made.outputText.contains("loudness")
                && !made.outputText.contains("true peak"), "\(made.outputText)\(made.errorText)")
        for words in [["both.wav", "whole.wav"], ["whole.wav", "both.wav"]] {
            let facts = try compare(words).facts
            let missed = try #require(facts["missed"] as? [String])
            #expect(missed.first?.hasPrefix("48,000 frames ") == true)
            #expect(!missed.contains { $0.contains("loudness") || $0.contains("true peak") }, "\(missed)")
            #expect(facts["delta_lufs"] as? Double == 0 && facts["delta_true_peak_db"] as? Double == 0)
        }
        // What is there is compared.
        let softer = try #require(compare(["both.wav", "softer.wav"]).facts["missed"] as? [String])
        #expect(softer.contains { $0.hasPrefix("loudness differs by -3 LU") }, "\(softer)")
    }

    @Test func `a length that a tolerance passes over is reported`() throws {
        let found = try compare(Array(Self.frames.dropLast(40)), ["--max-length", "50f", "--tolerance", "exact"])
        #expect(found.run.status == 0 && found.facts["verdict"] as? String == "within-tolerance")
        let run = try CommandRun(
            ["compare", "golden.wav", "actual.wav", "--max-length", "50f", "--tolerance", "exact"], in: folder.root)
        #expect(run.status == 0 && run.outputText.contains("40 frames shorter"), "\(run.outputText)")
    }

    @Test func `what is said names what was done`() throws {
        let louder = Self.frames.map { $0.map { $0 &+ $0 / 30 } }
        let passed = try compare(
            louder, ["--max-peak", "-20dBFS", "--max-rms", "none", "--max-loudness", "0.5", "--max-true-peak", "none"])
        #expect(passed.run.status == 0 && passed.facts["tolerance"] as? String == "default")
        #expect(passed.facts["changed_limits"] as? [String] == ["peak", "rms", "loudness", "true-peak"])
        let text = { (words: [String]) in
            try CommandRun(["compare", "golden.wav", "actual.wav"] + words, in: folder.root).outputText
        }
        #expect(
            try text(["--max-peak", "-20dBFS", "--max-rms", "none", "--max-loudness", "0.5", "--max-true-peak", "0.5"])
                .hasPrefix(
                    "within-tolerance: actual.wav is within 'default' with --max-peak -20dBFS, --max-rms none, --max-loudness 0.5LU, --max-true-peak 0.5dB"
                ))
        #expect(try text(["-q"]).isEmpty)
        #expect(try text([]).contains("--residual diff.wav or --plot diff.png"))
        _ = try compare(Self.frames.map { [$0[0] + 1, $0[1]] })
        #expect(try text(["--tolerance", "exact"]).hasPrefix("within-lsb: actual.wav is not the same: up to 1 step"))
        // What rounds alike is printed with more digits.
        #expect(
            try text(["--max-peak", "-90.309dBFS"]).contains(
                "largest residual -90.309 dBFS (channel 1); at most -90.309 dBFS") == false)
        try folder.write(WaveFile.pcm16([[0, 0], [0, 0]]), to: "silence.wav")
        try folder.write(WaveFile.pcm16([[0, 0], [0, 0]]), to: "copy.wav")
        let silence = try CommandRun(["compare", "silence.wav", "copy.wav"], in: folder.root)
        #expect(
            silence.status == 1 && silence.outputText.hasPrefix("silent: nothing was compared, both are silent\n"))
        try folder.write(WaveFile.pcm16([]), to: "none.wav")
        #expect(
            try CommandRun(["compare", "none.wav", "none.wav"], in: folder.root).outputText.hasPrefix(
                "empty: nothing was compared, both have no frames\n"))
    }

    @Test func `a silent file was not the same as itself`() throws {
        try folder.write(WaveFile.pcm16([[0, 0], [0, 0]]), to: "silence.wav")
        let run = try CommandRun(["compare", "silence.wav", "./silence.wav"], in: folder.root)
        #expect(run.status == 0 && run.outputText.hasPrefix("same-file: ./silence.wav holds the same bytes"))
    }

    @Test func `a shift that makes a sound longer leads to what compares it`() throws {
        let late = Array(repeating: [Int16](repeating: 0, count: 2), count: 100) + Self.frames
        let found = try compare(late, ["--align", "50ms"])
        #expect(
            found.run.status == 1 && found.facts["verdict"] as? String == "transformed"
                && found.facts["lag_frames"] as? Int == 100)
        let text = try CommandRun(["compare", "golden.wav", "actual.wav"], in: folder.root).outputText
        #expect(text.contains("--align 100f --max-length 100f"))
        #expect(try compare(late, ["--align", "100f", "--max-length", "100f"]).run.status == 0)
    }

    @Test func `an error names the file alone, as a path`() throws {
        try folder.write(Array("RIFF".utf8) + [UInt8](repeating: 0, count: 40), to: "broken.wav")
        let broken = try compare(["golden.wav", "broken.wav"])
        let error = try #require(broken.facts["error"] as? [String: Any])
        #expect(broken.run.status == 65 && error["path"] as? String == "broken.wav")
    }

    @Test func `the residual is the actual less the reference, and replaces nothing without leave`() throws {
        let louder = Self.frames.map { [$0[0] + 100, $0[1]] }
        #expect(try compare(louder, ["--residual", "diff.wav"]).run.status == 1)
        let samples = try #require(folder.bytes("diff.wav").flatMap(WaveFile.samplesFloat))
        #expect(
            samples.count == 88_200 && samples[0] == 100 / 32_768 && samples[1] == 0 && samples[88_198] == 100 / 32_768)
        #expect(try compare(louder, ["--residual", "diff.wav"]).run.status == 73)
        #expect(try compare(louder, ["--residual", "diff.wav", "-f", "--plot", "diff.png"]).run.status == 1)
        #expect(folder.bytes("diff.png")?.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    }

    @Test(
        "what encoders make of music at usual rates is the same sound within lossy, and with a hole in it is not",
        arguments: [
            "lame --quiet -b 96 --resample 44.1 in.wav out.mp3", "lame --quiet -b 128 in.wav out.mp3",
            "lame --quiet -b 160 in.wav out.mp3",
            "lame --quiet -b 192 in.wav out.mp3", "oggenc -Q -q 3 in.wav -o out.ogg",
            "oggenc -Q -q 6 in.wav -o out.ogg",
        ])
    func encoders(command: String) throws {
        let original = "\(Fixtures.root)/fixtures/music.wav"
        #expect(try CommandRun.shell("cp '\(original)' in.wav && \(command)", in: folder.root).status == 0)
        let output = command.contains("lame") ? "out.mp3" : "out.ogg"
        let found = try compare([original, output, "--tolerance", "lossy"])
        #expect(found.run.status == 0, "\(found.run.outputText)")
        let holed = try CommandRun(
            ["\(output)::to=300ms", "\(output)::from=330ms,at=330ms", "-o", "holed.wav", "--encoding", "f32", "-q"],
            in: folder.root)
        #expect(holed.status == 0, "\(holed.errorText)")
        let hole = try compare([original, "holed.wav", "--tolerance", "lossy"])
        #expect(
            hole.run.status == 1
                && (hole.facts["missed"] as? [String])?.contains { $0.hasPrefix("a level falls by") } == true,
            "\(hole.run.outputText)")
    }

    @Test func `the number of threads shows in no result`() throws {
        var noisy = Self.frames + Self.frames + Self.frames + Self.frames + Self.frames
        try folder.write(WaveFile.pcm16(noisy), to: "golden.wav")
        for index in noisy.indices { noisy[index][0] += Int16(index * 7919 % 23 - 11) }
        let one = try compare(noisy, ["-j", "1"]).run
        let four = try compare(noisy, ["-j", "4"]).run
        #expect(one.status == 1 && one.output == four.output)
    }

    @Test func `the page on damages has the table that the program prints`() throws {
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/damages.md", encoding: .utf8)
        let table = try CommandRun(["compare", "--list-damages"]).outputText
        #expect(table.split(separator: "\n").count > 32 && page.contains(table))
    }
}
