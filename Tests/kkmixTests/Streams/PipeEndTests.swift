import Foundation
import KKTestSupport
import Testing

/// How pipes end: files that grow, writers that die, signals, and pipes that never end because nothing is in them.
///
/// Every program in the background has its own input and outputs: one that held this test's pipes open would be waited
/// for.
@Suite struct PipeEndTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.writeRamp()
    }

    @Test func `a file that still grows is mixed as it will be`() throws {
        let run = try CommandRun.shell(
            """
            head -c 50000 open.wav > take.wav
            { sleep 0.2; tail -c +50001 open.wav | head -c 60000 >> take.wav; sleep 0.2; tail -c +110001 open.wav >> take.wav; } < /dev/null > /dev/null 2>&1 &
            writer=$!
            tail -c +1 -f --pid=$writer take.wav < /dev/null 2> /dev/null | TMPDIR=/nonexistent $KKMIX - -o out.wav -q
            echo ${PIPESTATUS[@]}; wait $writer
            $KKMIX open.wav -o file.wav -q 2> /dev/null && cmp file.wav out.wav && echo same
            """, in: folder.root)
        #expect(run.outputText == "0 0\nsame\n", "\(run.outputText) \(run.errorText)")
        #expect(WaveFile.samples16(of: folder.bytes("out.wav") ?? [])?.count == 88_200)
    }

    @Test(arguments: [("INT", 130), ("TERM", 143)])
    func `a signal while a pipe is open leaves no output, no stem and no trace`(signal: String, status: Int) throws {
        let run = try CommandRun.shell(
            """
            set -m; mkfifo p
            { head -c 100000 open.wav; sleep 30; } < /dev/null > p 2> /dev/null & writer=$!
            $KKMIX - -o out.wav --stems stems/ --trace trace.txt < p > reported 2> said & mix=$!
            until ls .kkmix-*part > /dev/null 2>&1 || ! kill -0 $mix; do sleep 0.02; done
            kill -\(signal) $mix; wait $mix; echo $?; kill -KILL -- -$writer; wait $writer 2> /dev/null
            """, in: folder.root)
        let said = String(decoding: folder.bytes("said") ?? [], as: UTF8.self)
        #expect(
            run.outputText == "\(status)\n"
                && said == "kkmix: stopped by SIG\(signal); no unfinished file was left behind\n",
            "\(run.errorText) \(said)")
        #expect(
            folder.contents == ["known.wav", "open.wav", "p", "reported", "said"] && folder.bytes("reported") == [],
            "\(folder.contents)")
    }

    @Test func `a pipe that is named twice is refused, not waited for`() throws {
        let run = try CommandRun.shell(
            "mkfifo p; ln -s open.wav link.wav; $KKMIX p p -o out.wav; echo $?; $KKMIX link.wav link.wav -o two.wav -q; echo $?",
            in: folder.root)
        #expect(
            run.outputText == "64\n0\n" && run.errorText.contains("p is named twice"),
            "\(run.outputText) \(run.errorText)")
        #expect(folder.bytes("out.wav") == nil)
    }

    private static let severalInputs = [
        "INPUTS -o out.wav", "compare INPUTS", "info INPUTS", "info --packets INPUTS", "measure INPUTS",
        "convert INPUTS --info", "plot INPUTS -o out.png",
        "graph INPUTS",
    ]

    @Test(arguments: [
        "- /dev/stdin", "/dev/stdin -", "- /dev/fd/0", "/proc/self/fd/0 known.wav /dev/stdin", "/dev/fd/3 -", "- -",
        "- known.wav -",
    ])
    func `standard input twice, by one name or two, is refused by every command of several inputs`(
        inputs: String
    ) throws {
        let text =
            inputs.hasSuffix("-") && inputs.hasPrefix("-")
            ? "standard input is named twice; " : " under another name, and not a regular file; "
        for command in Self.severalInputs {
            let names = command.hasPrefix("compare") ? inputs.replacing("known.wav ", with: "") : inputs
            let run = try CommandRun.shell(
                "cat known.wav | $KKMIX \(command.replacing("INPUTS", with: names)) 3<&0; echo ${PIPESTATUS[1]}",
                in: folder.root)
            #expect(
                run.outputText == "64\n" && run.errorText.contains(text + "a pipe can be read only once"),
                "\(command): \(run.outputText)\(run.errorText)")
        }
        #expect(folder.contents == ["known.wav", "open.wav"])
    }

    @Test func `a file that standard input was redirected from is read under each of its names`() throws {
        for names in ["- -", "- /dev/stdin"] {
            let run = try CommandRun.shell(
                """
                $KKMIX known.wav known.wav -o twice.wav -q -f; $KKMIX \(names) -o out.wav -q -f < known.wav && cmp twice.wav out.wav && echo same
                for command in info measure compare; do $KKMIX $command \(names) > reported < known.wav; echo $?; done
                """, in: folder.root)
            #expect(run.outputText == "same\n0\n0\n0\n", "\(names): \(run.outputText) \(run.errorText)")
        }
        let late = try CommandRun.shell(
            "{ dd bs=4 count=1 of=rest status=none; $KKMIX info - -; echo $?; } < known.wav", in: folder.root)
        #expect(
            late.outputText == "64\n" && late.errorText.contains("standard input is named twice"),
            "\(late.outputText) \(late.errorText)")
    }

    @Test func `a file that standard input was redirected from is mixed under each of its names`() throws {
        let run = try CommandRun.shell(
            """
            $KKMIX known.wav known.wav -o file.wav -q; $KKMIX - /dev/stdin -o both.wav -q < known.wav; echo $?
            $KKMIX - known.wav -o named.wav -q < known.wav; cmp file.wav both.wav && cmp file.wav named.wav && echo same
            mkfifo p; $KKMIX p ./p -o out.wav; echo $?
            """, in: folder.root)
        #expect(
            run.outputText == "0\nsame\n64\n" && run.errorText.contains("./p is p under another name"),
            "\(run.outputText) \(run.errorText)")
    }

    /// What is in the pipe is a whole file to who reads it, unless its header knows better.
    @Test func `a writer that dies in mid-file leaves what it wrote, with a warning, and with --strict nothing`() throws
    {
        func run(_ file: String, _ count: Int, _ rest: String) throws -> CommandRun {
            try CommandRun.shell(
                "{ head -c \(count) \(file); kill -KILL $BASHPID; } 2> /dev/null | $KKMIX - \(rest); echo ${PIPESTATUS[@]}",
                in: folder.root)
        }
        let warned = try run("known.wav", 100_000, "-o known-out.wav -q")
        #expect(warned.outputText == "137 0\n", "\(warned.outputText)")
        let reported = try run("known.wav", 100_000, "-o known-out.wav -f")
        #expect(
            reported.errorText.contains("the header states 176400 bytes of audio, but there are only 99956"),
            "\(reported.errorText)")
        let strict = try run("known.wav", 100_000, "-o strict.wav --strict")
        #expect(
            strict.outputText == "137 65\n" && folder.bytes("strict.wav") == nil,
            "\(strict.outputText) \(strict.errorText)")
        let open = try run("open.wav", 100_001, "-o open-out.wav")
        #expect(
            open.errorText.contains("standard input, byte 100000: the last 1 bytes are not a whole frame"),
            "\(open.errorText)")
        let names = ["known-out.wav", "open-out.wav"]
        let counts = names.map { (name: String) -> Int? in WaveFile.samples16(of: folder.bytes(name) ?? [])?.count }
        #expect(counts == [49_978, 49_978])
        // A header alone is not sound, and half of one is not a file.
        let short = try run("open.wav", 30, "-o short.wav")
        #expect(
            short.outputText == "137 65\n" && short.errorText.contains("standard input")
                && folder.bytes("short.wav") == nil, "\(short.errorText)")
        #expect(folder.contents == ["known-out.wav", "known.wav", "open-out.wav", "open.wav"])
    }

    @Test func `stems and trace of a pipe whose length is open are those of the file, but for its name`() throws {
        let run = try CommandRun.shell(
            """
            $KKMIX open.wav known.wav::gain=-6dB,at=100ms -o file.wav --stems file/ --trace file.txt -q
            cat open.wav | TMPDIR=/nonexistent $KKMIX - known.wav::gain=-6dB,at=100ms -o pipe.wav --stems pipe/ --trace pipe.txt -q
            cmp file.wav pipe.wav && cmp file/01-open.wav pipe/01-standard-input.wav && cmp file/02-known.wav pipe/02-known.wav
            """, in: folder.root)
        #expect(run.status == 0 && run.outputText.isEmpty, "\(run.outputText) \(run.errorText)")
        let traces = ["file.txt", "pipe.txt"].map { String(decoding: folder.bytes($0) ?? [], as: UTF8.self) }
        #expect(
            traces[0].contains("track 1 open.wav: player")
                && traces[0].replacing("track 1 open.wav", with: "track 1 -") == traces[1], "\(traces)")
    }

    @Test func `progress of a pipe whose length is open tells what is done, and at its end of how much`() throws {
        let run = try CommandRun.shell(
            "{ head -c 100000 open.wav; sleep 0.7; tail -c +100001 open.wav; } | $KKMIX - -o out.wav --progress json",
            in: folder.root)
        let events = try run.errorText.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(
            events.allSatisfy {
                Set($0.keys) == ["schema", "event", "path", "pass", "frames_done", "frames", "speed", "seconds_left"]
            })
        #expect(events.count > 1, "\(run.errorText)")
        for event in events.dropLast() {
            #expect(
                event["event"] as? String == "progress" && event["frames"] is NSNull && event["seconds_left"] is NSNull,
                "\(event)")
            #expect((event["frames_done"] as? Int).map { $0 < 44_100 } == true, "\(event)")
        }
        #expect(
            events.last?["event"] as? String == "done" && events.last?["frames"] as? Int == 44_100
                && events.last?["frames_done"] as? Int == 44_100)
    }

    /// The temporary file cannot have more than four mebibytes here: who reads on is killed for it.
    @Test(arguments: [
        "yes", "cat /dev/zero", #"tr '\0' '\377' < /dev/zero"#, #"{ printf '\013\167\0\0'; cat /dev/zero; }"#,
    ])
    func `an endless pipe that is no sound is refused by its beginning, by every command`(source: String) throws {
        let commands = [
            "info -", "info --packets -", "info --json -", "- -o out.wav", "- - -o out.wav", "convert - -o out.flac",
            "measure -", "plot - -o out.png",
            "compare - known.wav",
        ]
        let script = commands.map { "\(source) 2> /dev/null | $KKMIX \($0); echo ${PIPESTATUS[1]}" }.joined(
            separator: "\n")
        let run = try CommandRun.shell("ulimit -f 4096\n\(script)", in: folder.root)
        let lines = run.outputText.split(separator: "\n").filter { !$0.hasPrefix("{") }
        #expect(lines == commands.map { $0 == "- - -o out.wav" ? "64" : "65" }, "\(run.outputText) \(run.errorText)")
        #expect(run.errorText.split(separator: "\n").allSatisfy { $0.hasPrefix("kkmix: ") }, "\(run.errorText)")
        #expect(run.errorText.components(separatedBy: "standard input").count > commands.count - 2, "\(run.errorText)")
        #expect(folder.contents == ["known.wav", "open.wav"])
    }

    /// Headers that lead to no sound, a mebibyte of each of which may come: the temporary file cannot have a byte
    /// beyond the bound.
    @Test(arguments: [
        // FLAC: STREAMINFO, and padding after padding.
        #"{ printf 'fLaC\0\0\0\42\20\0\20\0\0\0\0\0\0\0\12\304\102\360\0\0\0\0'; head -c 16 /dev/zero; yes "$(printf '\001\377\377\377')"; }"#,
        // CAF: a free chunk of 2^60 bytes; strings without an end; RIFF: JUNK, and chunks that are none; an ID3 tag,
        // and one more after it; Ogg without time.
        #"{ printf 'caff\0\1\0\0free\x10\0\0\0\0\0\0\0'; cat /dev/zero; }"#,
        #"{ printf 'caff\0\1\0\0strg\x10\0\0\0\0\0\0\0\177\177\177\177'; yes; }"#,
        #"{ printf 'RIFF\377\377\377\377WAVEJUNK\360\377\377\377'; cat /dev/zero; }"#,
        #"{ printf 'RIFF\377\377\377\377WAVE'; yes; }"#,
        #"yes "$(printf 'ID3\4\001\001\177\177\177\177')""#, #"{ printf 'OggS\0\2'; cat /dev/zero; }"#,
    ])
    func `a header without an end is refused at its bound, by every command`(source: String) throws {
        let others =
            source.contains("fLaC")
            ? ["info --packets -", "convert - -o out.flac", "measure -", "plot - -o out.png", "compare - known.wav"]
            : []
        for command in ["- -o out.wav", "info -"] + others {
            let run = try CommandRun.shell(
                "ulimit -f 65536; \(source) 2> /dev/null | $KKMIX \(command); echo ${PIPESTATUS[1]}", in: folder.root)
            #expect(run.outputText == "65\n", "\(command): \(run.outputText)")
            #expect(
                run.errorText == "kkmix: standard input, byte 67108864: no sound has come through this pipe in 64 MiB; "
                    + "if there is sound behind them, save it to a file and name that\n",
                "\(command): \(run.errorText)")
        }
        #expect(folder.contents == ["known.wav", "open.wav"])
    }

    /// Numbers that claim more than any memory has, with an eighth of what a machine must spare.
    @Test(arguments: [
        #"caff\0\1\0\0free\x10\0\0\0\0\0\0\0"#, #"caff\0\1\0\0pakt\0\0\1\0\0\0\0\0"#, #"ID3\4\0\0\177\177\177\177"#,
        #"RIFF\377\377\377\377WAVELIST\360\377\377\377"#,
    ])
    func `a number in a pipe takes no memory`(head: String) throws {
        let run = try CommandRun.shell(
            "ulimit -v 1000000; { printf '\(head)'; head -c 3000000 /dev/zero; } | $KKMIX - -o out.wav; echo ${PIPESTATUS[1]}",
            in: folder.root)
        #expect(
            run.outputText == "65\n" && run.errorText.hasPrefix("kkmix: standard input"),
            "\(run.outputText) \(run.errorText)")
    }
}
