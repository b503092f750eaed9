import KKTestSupport
import Testing

/// Reports that are to go into a pipe.
@Suite struct ReportPipeTests {
    private static func folder() throws -> GoldenFolder {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        try golden.folder.write(Array("id,inputs,output\na,noise.wav,out/a.wav\n".utf8), to: "jobs.csv")
        let made = try CommandRun.shell(
            "$KKMIX batch plan jobs.csv -o jobs.plan && $KKMIX batch jobs.plan --report r0.json -q && rm -r out; mkfifo p; ln -s p link",
            in: golden.folder.root)
        #expect(golden.folder.bytes("r0.json") != nil, "\(made.errorText)")
        return golden
    }

    @Test func `a report waited for the reader of a FIFO, or took its place`() throws {
        let golden = try Self.folder()
        for words in [
            "test --junit p", "test --junit p -f", "test --markdown p", "test --junit link",
            "compare noise.wav quiet.wav --markdown p -f", "batch jobs.csv --report p", "batch jobs.csv --junit p",
            "batch jobs.csv --markdown p", "batch merge jobs.plan r0.json --report p -f",
            "batch merge jobs.plan r0.json --junit p",
        ] {
            let run = try CommandRun.shell(
                "timeout 20 $KKMIX \(words); echo $?; [ -p p ] && ls", in: golden.folder.root)
            #expect(
                run.outputText.hasPrefix("73\n") && !run.outputText.contains("out\n"), "\(words): \(run.outputText)")
            #expect(run.errorText.contains(": --") && run.errorText.contains("this is a FIFO"), "\(run.errorText)")
        }
        let bazel = try CommandRun.shell(
            "timeout 20 $KKMIX test", in: golden.folder.root, environment: ["XML_OUTPUT_FILE": "p"])
        #expect(bazel.status == 73 && bazel.errorText.contains("XML_OUTPUT_FILE writes a file"), "\(bazel.errorText)")
    }

    @Test func `what is written beside a sound waited for the reader of a FIFO`() throws {
        let golden = try Self.folder()
        _ = try CommandRun.shell("mkfifo p.png p.wav p.svg", in: golden.folder.root)
        for words in [
            "noise.wav -o o.wav --depfile p", "noise.wav -o o.wav --trace p -f", "noise.wav -o o.wav --trace link",
            "batch plan jobs.csv -o p -f", "compare noise.wav quiet.wav --plot p.png -f",
            "compare noise.wav quiet.wav --residual p.wav -f", "plot noise.wav -o p.png -f",
            "units parametric-eq -o p.svg -f", "batch jobs.csv --depfile p",
        ] {
            let run = try CommandRun.shell("timeout 20 $KKMIX \(words); echo $?; ls", in: golden.folder.root)
            #expect(
                run.outputText.hasPrefix("73\n") && !run.outputText.contains("o.wav"), "\(words): \(run.outputText)")
            #expect(run.errorText.contains("this is a FIFO"), "\(words): \(run.errorText)")
        }
    }

    @Test func `a socket was found to be none of a report's places when all was done`() throws {
        let golden = try Self.folder()
        for words in ["test --junit s", "test --markdown s -f", "batch jobs.csv --report s"] {
            let run = try CommandRun.shell(
                "rm -f s; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"s\")'; $KKMIX \(words); echo $?",
                in: golden.folder.root)
            #expect(
                run.outputText == "73\n" && run.errorText.contains("this is a socket"), "\(words): \(run.errorText)")
        }
    }

    @Test(arguments: [
        ("test --junit", "<testsuites"), ("test --markdown", "### "), ("batch jobs.csv --report", "{\"jobs\""),
    ])
    func `a pipe that the shell has opened is written to`(words: String, start: String) throws {
        let golden = try Self.folder()
        let run = try CommandRun.shell(
            """
            $KKMIX \(words) >(cat > got; mv got whole) > told; echo $?
            for n in {1..200}; do [[ -e whole ]] && break; sleep 0.05; done
            """, in: golden.folder.root)
        let text = String(decoding: golden.folder.bytes("whole") ?? [], as: UTF8.self)
        #expect(run.outputText == "0\n" && text.contains(start), "\(run.errorText)\(text)")
    }

    @Test func `what is printed after a report on standard output was written over it`() throws {
        let golden = try GoldenFolder()
        for words in ["--markdown /dev/stdout", "--junit /dev/stdout", "--markdown /proc/self/fd/1"] {
            let run = try CommandRun.shell(
                "$KKMIX test -v \(words) > all.txt; cat all.txt; echo; $KKMIX test -v \(words) | cat > piped.txt; cmp -s all.txt piped.txt && echo same",
                in: golden.folder.root)
            let start = words.contains("junit") ? "<?xml" : "### "
            #expect(run.outputText.contains("\(start)") && run.outputText.contains("2 failed"), "\(run.outputText)")
        }
        let sound = try CommandRun.shell(
            "{ echo before; $KKMIX noise.wav -q -o - --format wav; echo behind; } > all; $KKMIX noise.wav -q -o one.wav; { echo before; cat one.wav; echo behind; } | cmp - all && echo same",
            in: golden.folder.root)
        #expect(sound.outputText == "same\n", "\(sound.outputText)\(sound.errorText)")
    }
}
