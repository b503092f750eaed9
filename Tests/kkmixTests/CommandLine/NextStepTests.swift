import KKTestSupport
import Testing

/// What a message says to do next can be done, and does it.
@Suite struct NextStepTests {
    @Test func `a golden that is missing is not said to be recordable where it is not`() throws {
        let golden = try GoldenFolder(
            """
            schema: 1
            cases:
              - {name: loud, mix: noise.wav, assert: peak <= -60dBFS}
              - {name: still, mix: 'synth:silence:for=100ms'}
              - {name: fine, mix: noise.wav}
            """)
        let run = try golden.test()
        let steps = run.outputText.split(separator: "\n").filter { $0.contains(" next ") }.map {
            $0.drop { $0 == " " }.dropFirst(4).drop { $0 == " " }
        }
        #expect(
            steps == [
                "fix the case or its assertions first",
                "fix the case, or write 'allow-silence: true' if it should be silent",
                "kkmix test --update missing records it",
            ], "\(run.outputText)")
    }

    @Test func `a golden that is no sound is recorded anew by the command that is named`() throws {
        let golden = try GoldenFolder("schema: 1\ncases: [{name: a, mix: noise.wav, golden: a.wav}]\n")
        try golden.folder.write(Array("<html>no".utf8), to: "a.wav")
        #expect(
            try golden.test().outputText.contains(
                "next      restore the golden, or kkmix test --update failed records it again\n"))
        #expect(try golden.test("--update", "failed").status == 0)
        #expect(try golden.test().status == 0)
    }

    @Test func `a file that a manifest or a list names in vain is looked for where their paths start`() throws {
        let golden = try GoldenFolder("schema: 1\ncases: [{name: a, mix: nix.wav, golden: a.wav}]\n")
        #expect(
            try golden.test().outputText.contains(
                "next      check the name: paths are relative to the manifest's folder\n"))
        try golden.folder.write(Array("inputs,output\nnix.wav,o.wav\n".utf8), to: "j.csv")
        let batch = try CommandRun(["batch", "j.csv"], in: golden.folder.root)
        #expect(
            batch.outputText.contains(
                "nix.wav: there is no such file; check the name: paths are relative to the list's folder\n"),
            "\(batch.outputText)")
    }

    @Test(arguments: [
        (
            "compare noise.wav quiet.wav --plot p.jpg",
            "p.jpg: the name does not say which format the picture has; end it in .png or .svg", 64
        ),
        (
            "compare noise.wav quiet.wav --residual r.xyz",
            "r.xyz: the extension '.xyz' is not known; a residual is 32-bit floats: end its name in .wav, .caf or .aiff",
            64
        ),
        ("batch .", ".: this is a folder, but a list of jobs has to be a file; name the file in it", 66),
        ("batch plan . -o p", ".: this is a folder, but a list of jobs has to be a file; name the file in it", 66),
        ("graph --list-units noise.wav", "--list-units prints a table instead of a graph; leave out the inputs", 64),
        ("test tab.yaml", "tab.yaml:3:1: this is not YAML: a tab is used for indentation; indent with spaces", 78),
    ])
    func `no option, name or format is named that the command does not have`(
        words: String, message: String, status: Int32
    ) throws {
        let golden = try GoldenFolder(nil)
        try golden.folder.write(Array("schema: 1\ncases:\n\t- name: ä\n".utf8), to: "tab.yaml")
        let run = try CommandRun(words.split(separator: " ").map(String.init), in: golden.folder.root)
        #expect(run.status == status && run.errorText == "kkmix: \(message)\n", "\(run.status) \(run.errorText)")
    }

    @Test(arguments: [
        (
            "noise.wav::at=44100 -o o.wav -n",
            "noise.wav: 'at' is 44100 seconds, 12:15:00.000; write frames as 44100f"
        ),
        (
            "noise.wav --length 44100 -o o.wav -n",
            "mix: --length is 44100 seconds, 12:15:00.000; write frames as 44100f"
        ),
        ("noise.wav::mute quiet.wav::mute -o o.wav", "mix: every track is muted: it is silent"),
        ("noise.wav -o o.wav --format flac", "o.wav: it is FLAC, because of --format, but its name says WAV"),
        ("convert noise.wav -o o.wav --format flac", "o.wav: it is FLAC, because of --format, but its name says WAV"),
        ("compare noise.wav noise.wav", "noise.wav: this is the reference itself: a file is always the same as itself"),
        (
            "compare noise.wav link.wav",
            "link.wav: this is the reference itself under another name: a file is always the same as itself"
        ),
        (
            "concat synth:sine:rate=22050 noise.wav -o o.wav",
            "concat: made at 22050 Hz, the rate of its first input, synth:sine:rate=22050; noise.wav has 44100 Hz: -r 44100 keeps its high frequencies"
        ),
        (
            "split noise.wav -o pieces/ --at silence",
            "noise.wav: there is no silence of 500 ms at -50.0 dBFS between sounds (silence:-40dB,300ms finds more), so the only piece is the whole file"
        ),
        (
            "noise.wav -o o.mp3 --limit -1dBTP",
            "o.mp3: the ceiling holds before encoding; the decoded MP3 has other peaks; kkmix measure shows them, and a ceiling 1 dB lower leaves room"
        ),
        ("plot empty.wav -o p.png", "warning: empty.wav: it has no frames, so nothing is drawn of it"),
    ])
    func `what was asked for and is hardly meant is noticed`(words: String, notice: String) throws {
        let golden = try GoldenFolder(nil)
        try golden.folder.write(WaveFile.pcm16([]), to: "empty.wav")
        _ = try CommandRun.shell("ln -s noise.wav link.wav", in: golden.folder.root)
        let run = try CommandRun(words.split(separator: " ").map(String.init), in: golden.folder.root)
        #expect(
            run.status == 0 && run.errorText.split(separator: "\n").contains("kkmix: \(notice)"),
            "\(run.status) \(run.errorText)")
    }

    @Test(arguments: [
        "noise.wav::at=3600 -o o.wav -n", "noise.wav -o o.wav --format rf64", "noise.wav -o o.ogg --format opus",
        "noise.wav::mute quiet.wav -o o.wav", "compare noise.wav copy.wav",
    ])
    func `what is usual is not`(words: String) throws {
        let golden = try GoldenFolder(nil)
        try golden.folder.write(golden.folder.bytes("noise.wav") ?? [], to: "copy.wav")
        let run = try CommandRun(words.split(separator: " ").map(String.init), in: golden.folder.root)
        #expect(
            run.status == 0
                && !["write frames as", "its name says", "muted", "the reference itself"].contains {
                    run.errorText.contains($0)
                }, "\(run.errorText)")
    }

    @Test func `a length that was printed and fails by its last place says how to write it`() throws {
        let golden = try GoldenFolder(
            "schema: 1\ncases: [{name: a, mix: noise.wav --length 13231f, golden: none, assert: length 0.300s}]\n")
        let run = try golden.test()
        #expect(
            run.outputText.contains(
                "13,231 frames (0.3000 s); a length is exact to the frame: write 13231f, or add ±1ms"),
            "\(run.outputText)")
        for length in ["13231f", "0.300s±1ms"] {
            try golden.write(
                "schema: 1\ncases: [{name: a, mix: noise.wav --length 13231f, golden: none, assert: length \(length)}]\n"
            )
            #expect(try golden.test().status == 0)
        }
    }
}
