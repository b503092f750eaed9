import Foundation
import KKTestSupport
import Testing

/// `kkmix convert`, seen from outside: names, refusals, several files at once.
@Suite struct ConvertTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[1, -1], [2, -2], [3, -3]]), to: "a.wav")
        try folder.write(WaveFile.pcm16([[7], [8]], sampleRate: 8_000), to: "b.wav")
    }

    private func convert(_ words: String...) throws -> CommandRun {
        try CommandRun(["convert"] + words, in: folder.root)
    }

    private func samples(_ name: String) -> [Int16]? { folder.bytes(name).flatMap(WaveFile.samples16) }

    private func names(_ place: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path(place))) ?? []).sorted()
    }

    @Test func `one file becomes another, and says so in one line`() throws {
        let run = try convert("a.wav", "-o", "a.flac")
        #expect(run.status == 0 && run.errorText.isEmpty)
        #expect(run.outputText == "a.flac: 44100 Hz, stereo, flac s16, 3 frames (0:00.000)\n")
        #expect(try convert("a.flac", "-o", "back.wav", "-q").outputText == "")
        #expect(samples("back.wav") == samples("a.wav"), "16 bits in and out, bit by bit")
    }

    @Test func `the options reach the conversion`() throws {
        #expect(try convert("a.wav", "-o", "mono.wav", "-c1", "-r", "22050", "--encoding", "f32").status == 0)
        let mono = try #require(folder.bytes("mono.wav").flatMap(WaveFile.format))
        #expect(mono == (1, 22_050, 32))
        #expect(try convert("a.wav", "-o", "swapped.wav", "--channel-map", "2,1").status == 0)
        #expect(samples("swapped.wav") == [-1, 1, -2, 2, -3, 3])
        #expect(try convert("a.wav", "-o", "half.wav", "--channel-map", "-,1").status == 0)
        #expect(samples("half.wav") == [0, 1, 0, 2, 0, 3])
        var seeds: [[UInt8]] = []
        for seed in ["1", "2"] {
            #expect(
                try convert(Fixtures.path("music.mp3"), "-f", "-o", "s.wav", "--seed", seed, "--dither", "shaped")
                    .outputText.hasSuffix("dither shaped\n"))
            seeds.append(try #require(folder.bytes("s.wav")))
        }
        #expect(seeds[0] != seeds[1])
        #expect(try convert(Fixtures.path("truncated.wav"), "-o", "t.wav").status == 0)
        #expect(try convert(Fixtures.path("truncated.wav"), "-o", "u.wav", "--strict").status == 65)
    }

    @Test func `several files keep their names in a folder that is made`() throws {
        let run = try convert("a.wav", "b.wav", "-o", "new/deep/")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(
            run.outputText.split(separator: "\n").map { $0.prefix { $0 != ":" } } == [
                "new/deep/a.wav", "new/deep/b.wav",
            ])
        #expect(names("new/deep") == ["a.wav", "b.wav"] && samples("new/deep/a.wav") == samples("a.wav"))
        #expect(try convert("a.wav", "-o", "new", "--format", "flac").status == 0)
        #expect(names("new") == ["a.flac", "deep"])
    }

    @Test func `nothing is replaced without being told`() throws {
        #expect(try convert("a.wav", "b.wav", "-o", "out/").status == 0)
        try folder.write([1], to: "out/a.wav")
        let kept = try convert("a.wav", "-o", "out/")
        #expect(
            kept.status == 73
                && kept.errorText
                    == "kkmix: out/a.wav: the output exists already; use -f to replace it, or another name\n"
        )
        #expect(folder.bytes("out/a.wav") == [1])
        #expect(try convert("a.wav", "-o", "out/", "-f").status == 0)
        #expect(samples("out/a.wav") == samples("a.wav"))
    }

    @Test func `an input is never an output, by any name and of any file`() throws {
        let before = (folder.bytes("a.wav"), folder.bytes("b.wav"))
        #expect(try convert("a.wav", "b.wav", "-o", ".", "-f").errorText.split(separator: "\n").count == 2)
        #expect(
            try CommandRun.shell(
                "mkdir out; ln -s ../b.wav out/a.wav; ln b.wav out/c.wav; cp a.wav c.wav", in: folder.root
            ).status == 0)
        let run = try convert("a.wav", "b.wav", "c.wav", "-o", "out/", "-f")
        #expect(
            run.status == 73
                && run.errorText.split(separator: "\n") == [
                    "kkmix: out/a.wav: the output is also an input, b.wav; name another output",
                    "kkmix: out/c.wav: the output is also an input, b.wav; name another output",
                ])
        #expect(run.outputText.hasPrefix("out/b.wav: "))
        #expect((folder.bytes("a.wav"), folder.bytes("b.wav")) == before)
    }

    @Test func `two inputs whose outputs are links to one file that is not there yet are refused`() throws {
        try FileManager.default.createDirectory(atPath: folder.path("linked"), withIntermediateDirectories: false)
        for name in ["a.wav", "b.wav"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("linked/\(name)"), withDestinationPath: "../one.wav")
        }
        let run = try convert("a.wav", "b.wav", "-o", "linked/", "-f")
        #expect(run.status == 64 && run.errorText.contains("two inputs would be written to it"), "\(run.errorText)")
        #expect(folder.bytes("one.wav") == nil)
    }

    @Test func `two inputs with one output are refused before anything is written`() throws {
        try folder.write([1], to: "a.aiff")
        for words in [["a.wav", "./a.wav"], ["b.wav", "a.wav", "a.aiff", "--format", "wav"]] {
            let run = try CommandRun(["convert"] + words + ["-o", "out/"], in: folder.root)
            #expect(
                run.status == 64
                    && run.errorText.hasPrefix("kkmix: out/a.wav: two inputs would be written to it: a.wav and "),
                "\(run.errorText)")
        }
        #expect(names("out") == [] && !folder.contents.contains("out"))
        // Two names that are one file already.
        #expect(
            try CommandRun.shell("mkdir out; : > t; ln -s ../t out/a.wav; ln -s ../t out/b.wav", in: folder.root).status
                == 0)
        #expect(try convert("a.wav", "b.wav", "-o", "out/", "-f").status == 64)
        #expect(folder.bytes("t") == [])
    }

    @Test func `a file that fails stops no other one, and leaves nothing`() throws {
        try folder.write([1, 2, 3], to: "junk.wav")
        for jobs in ["1", "4"] {
            let run = try convert("none.wav", "a.wav", "junk.wav", "b.wav", "b.xyz", "-o", "out/", "-f", "-j", jobs)
            #expect(run.status == 66, "that of the first failure")
            let lines = run.errorText.split(separator: "\n")
            #expect(
                lines.count == 3 && lines[0].contains("none.wav") && lines[1].contains("junk.wav")
                    && lines[2].contains("b.xyz"), "\(lines)")
            #expect(
                run.outputText.split(separator: "\n").map { $0.prefix { $0 != ":" } } == ["out/a.wav", "out/b.wav"])
            #expect(names("out") == ["a.wav", "b.wav"])
        }
    }

    @Test func `a name whose format cannot be written is told what to say`() throws {
        #expect(try CommandRun.shell("cp a.wav odd.xyz; cp a.wav bare", in: folder.root).status == 0)
        #expect(
            try convert("odd.xyz", "-o", "out/").errorText.hasPrefix(
                "kkmix: odd.xyz: the extension '.xyz' is not known; name the format with --format: wav"))
        #expect(
            try convert("bare", "-o", "out/").errorText.hasPrefix(
                "kkmix: bare: no extension says which format to write; name one with --format: wav"))
        #expect(!folder.contents.contains("out"))
        #expect(try convert("odd.xyz", "bare", "-o", "out/", "--format", "wav").status == 0)
        #expect(names("out") == ["bare.wav", "odd.wav"])
    }

    @Test func `any number of jobs gives the same bytes and the same words`() throws {
        let inputs = [
            "music.mp3", "codec-vorbis.ogg", "tone-s24.wav", "speech.flac", "truncated.wav", "channels-6.caf",
            "junk.bin", "codec-opus.opus", "rate-1000.wav",
        ]
        var runs: [CommandRun] = []
        for jobs in ["1", "8", "3"] {
            try? FileManager.default.removeItem(atPath: folder.path("out"))
            runs.append(
                try CommandRun(
                    ["convert"] + inputs.map(Fixtures.path) + [
                        "-o", "out/", "--format", "wav", "-r", "32000", "-j", jobs, "-v",
                    ], in: folder.root))
            let made = names("out").map { folder.bytes("out/\($0)") }
            #expect(made.count == 8)
            if jobs == "1" {
                try FileManager.default.copyItem(atPath: folder.path("out"), toPath: folder.path("first"))
            }
            #expect(made == names("first").map { folder.bytes("first/\($0)") })
            #expect(
                runs[0].outputText == runs.last?.outputText && runs[0].errorText == runs.last?.errorText
                    && runs.last?.status == 65)
        }
    }

    @Test func `standard input and output`() throws {
        let run = try CommandRun.shell(
            "$KKMIX convert - -o - --format wav --channel-map 1 < a.wav | $KKMIX convert - -o c.wav -q", in: folder.root
        )
        #expect(run.status == 0 && run.errorText.hasPrefix("standard output: 44100 Hz, mono, wav s16"))
        #expect(samples("c.wav") == [1, 2, 3])
        #expect(try convert("a.wav", "-o", "-", "--format", "wav", "--json").status == 64)
    }

    @Test func `odd names are names`() throws {
        let run = try CommandRun.shell(
            #"cp a.wav ' two words.wav'; cp a.wav ./-dash.wav; cp a.wav $'no\xfftext.wav'; cp a.wav $'line\nend.wav'; cp a.wav a::b.wav; cp a.wav .dot.wav; "#
                + #"$KKMIX convert -q -o $'out\xfe/' --format aiff ' two words.wav' $'no\xfftext.wav' $'line\nend.wav' a::b.wav .dot.wav -- -dash.wav; ls -Ab $'out\xfe'"#,
            in: folder.root)
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        #expect(
            Set(run.outputText.split(separator: "\n")) == [
                #"\ two\ words.aiff"#, "-dash.aiff", #"no\377text.aiff"#, #"line\nend.aiff"#, "a::b.aiff", ".dot.aiff",
            ])
    }

    @Test func `what cannot be written says where, and the others go on`() throws {
        #expect(try convert("a.wav", "-o", "/dev/full", "--format", "wav").status == 74)
        #expect(try convert("a.wav", "-o", "/dev/null", "--format", "wav").status == 0)
        #expect(try convert("a.wav", "b.wav", "-o", "/proc/here/", "-j1").status == 73)
        let run = try CommandRun.shell("mkdir -p out/b.wav; $KKMIX convert a.wav b.wav -o out/", in: folder.root)
        #expect(
            run.status == 73 && run.errorText == "kkmix: out/b.wav: the output is a folder; name a file in it\n"
                && names("out") == ["a.wav", "b.wav"])
        // Who may do everything is refused nothing.
        guard getuid() != 0 else { return }
        #expect(
            try CommandRun.shell("mkdir ro; chmod 500 ro; $KKMIX convert a.wav -o ro/", in: folder.root).status == 73)
    }

    @Test func `a result that nobody can be told leaves no unfinished file`() throws {
        let run = try CommandRun.shell(
            "$KKMIX convert a.wav $FIXTURES/music.mp3 b.wav -o out/ -r 96000 > /dev/full", in: folder.root)
        #expect(run.status == 74 && names("out").allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func `a signal ends it with nothing unfinished, and what is done stays`() throws {
        let run = try CommandRun.shell(
            // What is done first must be done, however busy the machine is.
            "$KKMIX b.wav::loop=9000000 -q -o long.wav --encoding u8; $KKMIX convert a.wav long.wav b.wav -j 2 -r 192000 --encoding f32 -o out/ & "
                + "until [[ -e out/a.wav ]] || ! kill -0 $!; do sleep 0.01; done; heard $!; kill -TERM $!; wait $!",
            in: folder.root)
        #expect(
            run.status == 143 && run.errorText == "kkmix: stopped by SIGTERM; no unfinished file was left behind\n",
            "\(run.errorText)")
        #expect(names("out") == ["a.wav"] || names("out") == ["a.wav", "b.wav"], "\(names("out"))")
    }

    @Test func `a dry run checks everything and writes nothing`() throws {
        let run = try convert("a.wav", "none.wav", "-n", "-o", "out/", "--format", "flac")
        #expect(
            run.status == 66
                && run.outputText == "out/a.flac: 44100 Hz, stereo, flac s16, 3 frames (0:00.000) would be written\n")
        #expect(folder.contents == ["a.wav", "b.wav"])
        #expect(try convert("a.wav", "-n", "-o", "a.wav").status == 73)
    }

    @Test func `who clipped in FLAC was sent to floats that FLAC does not have`() throws {
        let folder = try ScratchFolder()
        for (name, step) in [
            ("a.flac", "use --on-clip scale or limit\n"),
            ("a.wav", "use --on-clip scale or limit, or --encoding f32\n"),
        ] {
            let run = try CommandRun(
                ["convert", "synth:sine:level=6dB", "-o", name, "--encoding", "s16"], in: folder.root)
            #expect(run.errorText.hasSuffix(step), "\(run.errorText)")
        }
        let run = try CommandRun(["synth:sine:for=1f", "-o", "one.wav"], in: folder.root)
        #expect(run.outputText.contains(", 1 frame ("), "\(run.outputText)")
    }

    @Test func `many files that clip are told by their number first, and the farthest of them by name`() throws {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: folder.path("in"), withIntermediateDirectories: false)
        for number in 0..<14 { try folder.write(WaveFile.float32([[1 + Float(number) / 100]]), to: "in/\(number).wav") }
        func lines(_ words: String...) throws -> [String] {
            try CommandRun.shell(
                "$KKMIX convert in/*.wav -f -o out/ --encoding s16 \(words.joined(separator: " "))", in: folder.root
            ).errorText
                .split(separator: "\n").map(String.init)
        }
        let reported = try lines()
        #expect(
            reported.count == 12 && reported[0] == "kkmix: warning: 14 of 14 files pass full scale, by up to 1.06 dB",
            "\(reported)"
        )
        #expect(reported[1].hasPrefix("kkmix: warning: out/13.wav: 1 sample passes full scale, by up to 1.06 dB at "))
        #expect(reported[11] == "kkmix: warning: … and 4 more files pass full scale; -v lists each")
        #expect(try lines("-v").count { $0.contains(" passes full scale, ") } == 14 && lines("-q").isEmpty)
    }
}
