import Foundation
import KKTestSupport
import Testing

/// `kkmix concat`, seen from outside.
@Suite struct ConcatTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[1, -1], [2, -2]]), to: "a.wav")
        try folder.write(WaveFile.pcm16([[3, -3]]), to: "b.wav")
    }

    private func concat(_ words: String...) throws -> CommandRun {
        try CommandRun(["concat"] + words, in: folder.root)
    }

    private func samples(_ name: String) -> [Int16]? { folder.bytes(name).flatMap(WaveFile.samples16) }

    @Test func `files come one behind the other, and one line says so`() throws {
        let run = try concat("a.wav", "b.wav", "a.wav", "-o", "out.wav")
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        #expect(run.outputText == "out.wav: 44100 Hz, stereo, wav s16, 5 frames (0:00.000)\n")
        #expect(samples("out.wav") == [1, -1, 2, -2, 3, -3, 1, -1, 2, -2])
        #expect(try concat("a.wav", "b.wav", "-o", "out.wav").status == 73)
        #expect(try concat("a.wav", "b.wav", "-fo", "out.wav", "--gap", "2f", "-q").outputText == "")
        #expect(samples("out.wav") == [1, -1, 2, -2, 0, 0, 0, 0, 3, -3])
    }

    @Test(arguments: ["m4a", "mp3", "flac", "wav", "caf"])
    func `each input begins a chapter, by its title or its file's name`(ending: String) throws {
        let run = try CommandRun.shell(
            """
            "$KKMIX" -q synth:sine:for=1s -r 48000 -o one.wav --tag title=Eins --tag album=Both
            "$KKMIX" -q synth:sine:for=500ms -r 48000 -o '2. zwei.wav'
            "$KKMIX" tags -q one.wav --chapter 0.5=Inner
            "$KKMIX" concat one.wav '2. zwei.wav' - one.wav::to=250ms -o out.\(ending) --chapters --gap 250ms \
                --metadata from:1 < '2. zwei.wav' && "$KKMIX" tags --json out.\(ending)
            """, in: folder.root)
        try #require(run.status == 0, "\(run.errorText)")
        let document = try JSONSerialization.jsonObject(
            with: Data(run.outputText.split(separator: "\n").dropFirst().joined(separator: "\n").utf8))
        let file = try #require(((document as? [String: Any])?["files"] as? [[String: Any]])?.first)
        let markers = try #require(file["markers"] as? [[String: Any]])
        #expect(markers.map { $0["name"] as? String } == ["Eins", "2. zwei", "Part 3", "Eins"])
        #expect(markers.map { $0["frame"] as? Int } == [0, 60_000, 96_000, 132_000])
        #expect((file["tags"] as? [String: String])?["album"] == "Both")
        let none = try concat("one.wav", "-o", "none.au", "--chapters")
        #expect(none.status == 0 && none.errorText.contains("cannot store markers"), "\(none.errorText)")
    }

    @Test func `the whole has the loudness or level that is asked for`() throws {
        let run = try CommandRun.shell(
            """
            "$KKMIX" -q synth:sine:for=1s -r 48000 -o one.wav && "$KKMIX" -q synth:noise:for=1s -r 48000 -o two.wav
            "$KKMIX" concat -q one.wav two.wav -o loud.wav --loudness -20LUFS && "$KKMIX" measure loud.wav
            "$KKMIX" concat -q one.wav two.wav -o peak.wav --normalize peak:-12dBFS && "$KKMIX" measure peak.wav
            """, in: folder.root)
        #expect(run.outputText.contains("-20.00 LUFS") && run.outputText.contains("-12.00 dBFS"), "\(run.outputText)")
        #expect(
            try concat("one.wav", "-o", "x.wav", "--loudness", "-20LUFS", "--normalize", "peak:-1dBFS").status == 64)
    }

    @Test func `pipes join as files do`() throws {
        let run = try CommandRun.shell(
            "cat b.wav | $KKMIX concat a.wav - a.wav -o - --format wav > piped.wav", in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(try concat("a.wav", "b.wav", "a.wav", "-o", "out.wav").status == 0)
        let whole = try CommandRun(["compare", "out.wav", "piped.wav", "--tolerance", "exact"], in: folder.root)
        #expect(whole.status == 0, "\(whole.outputText)")
    }

    @Test func `a trimmed pipe is a trimmed file`() throws {
        try folder.write(WaveFile.pcm16([[0], [0], [700], [0], [-700], [0]]), to: "quiet.wav")
        let run = try CommandRun.shell("cat quiet.wav | $KKMIX -::trim=silence -o out.wav", in: folder.root)
        #expect(run.status == 0 && samples("out.wav") == [700, 0, -700], "\(run.errorText)")
        #expect(
            try CommandRun(["convert", "quiet.wav", "-fo", "out.wav", "--trim", "silence:-80dB"], in: folder.root)
                .status == 0)
        #expect(samples("out.wav") == [700, 0, -700])
        try folder.write(WaveFile.pcm16([[0], [0]]), to: "none.wav")
        let none = try CommandRun(["convert", "none.wav", "-o", "x.wav", "--trim", "silence"], in: folder.root)
        #expect(none.status == 65 && folder.bytes("x.wav") == nil)
    }

    @Test(arguments: [
        (["a.wav", "b.wav"], 64, "no output; add -o out.wav"),
        (["-o", "x.wav"], 64, "no input"),
        (["a.wav", "b.wav", "-o", "x.wav", "--gap", "soon"], 64, "'soon' is not a time"),
        (["a.wav", "b.wav", "-o", "x.wav", "--crossfade", "2s"], 64, "is longer than the track"),
        (["a.wav", "b.wav", "-o", "x.wav", "--crossfade", "1f/cubic"], 64, "unknown fade curve 'cubic'"),
        (["a.wav", "-o", "x.wav", "--gap", "1s", "--crossfade", "1s"], 64, "--gap and --crossfade"),
        (["a.wav::at=1", "b.wav", "-o", "x.wav"], 64, "'at' sets the start of a track in a mix"),
        (["a.wav", "nowhere.wav", "-o", "x.wav"], 66, "nowhere.wav"),
        (["a.wav", "b.wav", "-o", "b.wav", "-f"], 73, "b.wav"),
    ]) func `what cannot be joined is refused, and nothing is written`(
        words: [String], status: Int32, message: String
    )
        throws
    {
        let run = try CommandRun(["concat"] + words, in: folder.root)
        #expect(run.status == status && run.errorText.contains(message), "\(run.errorText)")
        #expect(folder.bytes("x.wav") == nil && samples("b.wav") == [3, -3])
    }
}
