import Foundation
import KKTestSupport
import Testing

/// Warnings, notices, decisions and results: what comes when, and where.
@Suite struct MessageTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[1], [2], [3]]), to: "a.wav")
    }

    private func run(_ command: String, _ environment: [String: String] = [:]) throws -> CommandRun {
        let run = try CommandRun.shell(command, in: folder.root, environment: environment)
        #expect(run.status == 0, "\(run.errorText)")
        return run
    }

    @Test func `damage is warned of, and not under -q`() throws {
        let loud = try run("$KKMIX $FIXTURES/truncated.mp3 -o out.wav")
        #expect(loud.errorText.hasPrefix("kkmix: warning: ") && loud.errorText.contains("truncated.mp3, byte "))
        #expect(loud.outputText.hasPrefix("out.wav: "))
        for command in [
            "$KKMIX $FIXTURES/truncated.mp3 -fqo out.wav", "$KKMIX $FIXTURES/truncated.mp3 -q -o quiet.wav",
        ] {
            let quiet = try run(command)
            #expect(quiet.errorText.isEmpty && quiet.output.isEmpty)
        }
        #expect(folder.bytes("quiet.wav") == folder.bytes("out.wav"))
        #expect(try run("$KKMIX info $FIXTURES/truncated.mp3").errorText.contains("warning"))
        let info = try run("$KKMIX info -q $FIXTURES/truncated.mp3; $KKMIX graph -q $FIXTURES/truncated.mp3")
        #expect(
            info.errorText.isEmpty && info.outputText.contains("duration")
                && info.outputText.contains("AudioUnitGraph"), "what was asked for prints")
    }

    @Test func `clipping is warned of, with how much, when and who`() throws {
        let loud = try run("$KKMIX $FIXTURES/loud-a.wav $FIXTURES/loud-b.wav -o out.wav").errorText
        for words in [
            "kkmix: warning: out.wav: ", " samples pass full scale", " dB at 0:00.", "loud-a.wav (", "loud-b.wav (",
        ] {
            #expect(loud.contains(words), "'\(words)' in: \(loud)")
        }
        #expect(try run("$KKMIX $FIXTURES/loud-a.wav $FIXTURES/loud-b.wav -q -o quiet.wav").errorText.isEmpty)
    }

    @Test func `a dry run warns, tells and writes nothing`() throws {
        let dry = try run("$KKMIX $FIXTURES/truncated.mp3 a.wav::for=1 -n -o out.wav")
        #expect(
            dry.errorText.contains("kkmix: warning: ") && dry.errorText.contains("s after the end of the file"),
            "\(dry.errorText)")
        #expect(dry.outputText.hasPrefix("out.wav: ") && dry.outputText.hasSuffix("would be written\n"))
        #expect(folder.contents == ["a.wav"])
        let quiet = try run("$KKMIX $FIXTURES/truncated.mp3 -nq -o out.wav")
        #expect(quiet.errorText.isEmpty && quiet.output.isEmpty && folder.contents == ["a.wav"])
    }

    @Test func `-v tells every decision on standard error`() throws {
        let reported = try run("$KKMIX a.wav $FIXTURES/speech.wav::gain=0.5 -v -r 48000 -j 1 -o out.wav")
        for words in [
            "mix: 48000 Hz, mono, ", "encoding: wav s16", "dither: tpdf", "seed 0", "resampler: high\n",
            "threads: at most 1, slices of 4096", "22050 to 48000 Hz",
        ] {
            #expect(reported.errorText.contains(words), "'\(words)' in: \(reported.errorText)")
        }
        #expect(reported.outputText.split(separator: "\n").count == 1)
        #expect(try run("$KKMIX a.wav -o plain.wav").errorText.isEmpty)
    }

    @Test func `a stream's result is reported on standard error`() throws {
        #expect(try run("$KKMIX a.wav -o - --format wav > stream.wav").errorText.hasPrefix("standard output: 44100 Hz"))
    }

    @Test func `colours come when they are asked for, on warnings and errors alike`() throws {
        #expect(
            try run("$KKMIX $FIXTURES/truncated.mp3 --color always -o out.wav").errorText.hasPrefix(
                "\u{1B}[33mkkmix: warning:\u{1B}[0m "))
        for command in [
            "$KKMIX b.wav -o x.wav --color always", "$KKMIX b.wav -o x.wav --color=always",
            "$KKMIX info --color always b.wav", "$KKMIX --bogus --color always",
        ] {
            #expect(
                try CommandRun.shell(command, in: folder.root).errorText.hasPrefix("\u{1B}[31mkkmix:\u{1B}[0m "),
                "\(command)")
        }
        for command in ["$KKMIX b.wav -o x.wav", "$KKMIX b.wav -o x.wav --color never"] {
            #expect(try CommandRun.shell(command, in: folder.root).errorText.hasPrefix("kkmix: b.wav"), "\(command)")
        }
    }

    @Test(arguments: [("", true), ("NO_COLOR=1", false), ("NO_COLOR=", true), ("TERM=dumb", false)])
    func `a terminal has colours unless NO_COLOR says otherwise`(setting: String, isColored: Bool) throws {
        let shown = try CommandRun.shell(
            "env -u NO_COLOR TERM=xterm \(setting) script -qec '$KKMIX b.wav -o x.wav' /dev/null", in: folder.root)
        #expect(shown.status == 66)
        #expect(shown.outputText.contains("\u{1B}[31m") == isColored, "\(shown.outputText)")
    }

    @Test(arguments: [
        ("info a.wav", 0), ("a.wav -o b.wav", 0), ("a.wav -o a.wav", 73), ("compare a.wav a.wav", 0),
        ("measure a.wav", 0),
        ("plot a.wav -o a.png", 0), ("graph a.wav --format dot", 0), ("convert a.wav -o a.flac", 0),
        ("convert a.wav -o a.flac --info", 0), ("test --list -v", 0), ("test", 0), ("test --tap --github", 0),
    ])
    func `no name turns the direction of reading`(words: String, status: Int32) throws {
        let folder = try ScratchFolder()
        let hostile = { (name: String) in "x\u{202E}gpj\(name)" }
        let manifest =
            "schema: 1\ncases: [{name: \(hostile("")), mix: \(hostile("a.wav")), golden: none, assert: [channels 1]}]\n"
        try folder.write(WaveFile.pcm16((0..<1_000).map { [Int16($0 * 7 % 100)] }), to: hostile("a.wav"))
        try folder.write(Array(manifest.utf8), to: "kkmix-test.yaml")
        let arguments = words.split(separator: " ").map { $0.contains(".") ? hostile(String($0)) : String($0) }
        let run = try CommandRun(arguments, in: folder.root)
        let reported = run.outputText + run.errorText, sign = words.contains("tap") ? "\u{FFFD}" : "?"
        #expect(
            run.status == status && reported.contains("x\(sign)gpj") && !reported.unicodeScalars.contains("\u{202E}"),
            "\(run.status) \(reported)")
    }

    @Test func `a name with control characters stays on its line`() throws {
        let run = try CommandRun(["a\n\u{1B}[2Jb.wav", "-o", "x.wav"], in: folder.root)
        #expect(
            run.status == 66 && run.errorText.hasPrefix("kkmix: a??[2Jb.wav: ")
                && run.errorText.split(separator: "\n").count == 1)
    }
}
