import Foundation
import KKTestSupport
import Testing

/// kkmix compare from outside.
@Suite struct CompareTests {
    let folder: ScratchFolder
    /// A second of two tones that beat, 16 bits, stereo.
    private static let frames: [[Int16]] = (0..<44_100).map { index in
        [Int16(8_000 * sin(Double(index) * 0.031) + 3_000 * sin(Double(index) * 0.29)), Int16(6_000 * sin(Double(index) * 0.047) + 500)]
    }

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16(Self.frames), to: "golden.wav")
    }

    private func compare(_ actual: [[Int16]], rate: UInt32 = 44_100, _ options: [String] = []) throws -> (run: CommandRun, facts: [String: Any]) {
        try folder.write(WaveFile.pcm16(actual, sampleRate: rate), to: "actual.wav")
        return try compare(["golden.wav", "actual.wav"] + options)
    }

    private func compare(_ words: [String]) throws -> (run: CommandRun, facts: [String: Any]) {
        let run = try CommandRun(["compare", "--json"] + words, in: folder.root)
        let document = try JSONSerialization.jsonObject(with: Data(run.output))
        return (run, try #require(document as? [String: Any]))
    }

    @Test func `a file is the same file as its copy, and the same samples as its FLAC`() throws {
        let copy = try compare(Self.frames)
        #expect(copy.run.status == 0 && copy.facts["verdict"] as? String == "same-file")
        let made = try CommandRun(["convert", "golden.wav", "-o", "golden.flac", "-q"], in: folder.root)
        #expect(made.status == 0)
        let flac = try compare(["golden.wav", "golden.flac"])
        #expect(flac.run.status == 0 && flac.facts["verdict"] as? String == "same-pcm" && flac.facts["frames_compared"] as? Int == 44_100)
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

    @Test func `a shift is told, and admitted only when it is asked for`() throws {
        let late = Array(repeating: [Int16](repeating: 0, count: 2), count: 441) + Self.frames.dropLast(441)
        let found = try compare(late)
        #expect(found.run.status == 1 && found.facts["verdict"] as? String == "transformed" && found.facts["lag_frames"] as? Int == 441)
        let aligned = try compare(late, ["--align", "20ms"])
        #expect(aligned.run.status == 0, "\(aligned.run.outputText)")
        #expect(aligned.facts["lag_frames"] as? Int == 441 && aligned.facts["aligned_frames"] as? Int == 441)
        let text = try CommandRun(["compare", "golden.wav", "actual.wav"], in: folder.root)
        #expect(text.outputText.contains("441 frames (10.000 ms) late") && text.outputText.contains("--align 441f"))
        #expect(text.outputText.split(separator: "\n").count <= 14)
    }

    @Test func `polarity and exchanged sides are told`() throws {
        let inverted = try compare(Self.frames.map { $0.map { -$0 } })
        #expect(inverted.run.status == 1 && inverted.facts["inverted"] as? Bool == true && inverted.facts["swapped"] as? Bool == false)
        let swapped = try compare(Self.frames.map { [$0[1], $0[0]] }, ["--tolerance", "loose"])
        #expect(swapped.run.status == 1 && swapped.facts["swapped"] as? Bool == true && swapped.facts["channel_map"] as? [Int] == [2, 1])
    }

    @Test func `what compares nothing is a difference, what cannot be read is trouble`() throws {
        #expect(try compare(Self.frames, rate: 48_000).run.status == 1)
        #expect(try compare(Array(Self.frames.dropLast(1)), ["--tolerance", "lsb"]).run.status == 1)
        try folder.write(WaveFile.pcm16([[0, 0], [0, 0]]), to: "silence.wav")
        try folder.write(WaveFile.pcm16([]), to: "empty.wav")
        #expect(try CommandRun(["compare", "silence.wav", "silence.wav"], in: folder.root).status == 1)
        #expect(try CommandRun(["compare", "silence.wav", "silence.wav", "--allow-silence"], in: folder.root).status == 0)
        #expect(try CommandRun(["compare", "empty.wav", "empty.wav", "--allow-silence"], in: folder.root).status == 1)
        #expect(try CommandRun(["compare", "golden.wav", "missing.wav"], in: folder.root).status == 66)
        #expect(try CommandRun(["compare", "golden.wav"], in: folder.root).status == 64)
        #expect(try CommandRun(["compare", "-", "-"], in: folder.root).status == 64)
        #expect(try CommandRun(["compare", "golden.wav", "golden.wav", "--tolerance", "exakt"], in: folder.root).status == 64)
    }

    @Test func `the residual is the actual less the reference, and replaces nothing without leave`() throws {
        let louder = Self.frames.map { [$0[0] + 100, $0[1]] }
        #expect(try compare(louder, ["--residual", "diff.wav"]).run.status == 1)
        let samples = try #require(folder.bytes("diff.wav").flatMap(WaveFile.samplesFloat))
        #expect(samples.count == 88_200 && samples[0] == 100 / 32_768 && samples[1] == 0 && samples[88_198] == 100 / 32_768)
        #expect(try compare(louder, ["--residual", "diff.wav"]).run.status == 73)
        #expect(try compare(louder, ["--residual", "diff.wav", "-f", "--plot", "diff.png"]).run.status == 1)
        #expect(folder.bytes("diff.png")?.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
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
