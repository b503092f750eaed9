import Foundation
import KKTestSupport
import Testing

/// What has no end of its own is ended.
@Suite struct TimeLimitTests {
    /// An hour through a reverb, which takes much longer than a second.
    private static let long = "noise.wav::loop=inf --length 60:00 --reverb medium-hall"

    private static func folder(_ lines: [String]) throws -> GoldenFolder {
        try GoldenFolder(
            "schema: 1\ncases:\n  - name: one\n    golden: none\n    assert: [not clipped]\n"
                + lines.map { "    \($0)\n" }.joined())
    }

    private static func one(_ run: CommandRun) throws -> [String: Any] {
        let cases = try GoldenFolder.document(run)["cases"] as? [[String: Any]]
        return try #require(cases?.first, "\(run.outputText)\(run.errorText)")
    }

    private static func leftovers(_ golden: GoldenFolder) throws -> String {
        try CommandRun.shell("find . -name '.kkmix*' -o -name '*.actual.*'", in: golden.folder.root).outputText
    }

    @Test(arguments: [
        (["mix: \(long)", "timeout: 1s"], [], "the mix of 'one' took longer than 1 s", "'timeout: TIME'"),
        (["mix: \(long)"], ["--timeout", "1"], "the mix of 'one' took longer than 1 s", "--timeout TIME"),
        (["mix: \(long)", "timeout: 1"], ["--timeout", "5"], "took longer than 1 s", "'timeout: TIME'"),
        (["command: sleep 100"], ["--timeout", "1"], "the program took longer than 1 s", "--timeout TIME"),
    ])
    func `a mix was rendered without end`(lines: [String], options: [String], words: String, step: String) throws {
        let golden = try Self.folder(lines)
        let run = try CommandRun(
            ["test", "--json"] + options, in: golden.folder.root,
            environment: ["CI": "", "KKMIX_RUN_COMMANDS": "1"])
        let one = try Self.one(run)
        #expect(run.status == 1 && one["status"] as? String == "error", "\(one)")
        #expect((one["reason"] as? String)?.contains("\(words) and was stopped") == true, "\(one)")
        #expect((one["next_step"] as? String)?.contains("give it more time with \(step)") == true, "\(one)")
        #expect(try Self.leftovers(golden).isEmpty)
    }

    /// A gigabyte of silence, which takes no room.
    private static let big = "big.raw::raw=s16le@48000x2,trim=silence"

    @Test(arguments: [
        (["mix: '\(big)'", "timeout: 100ms"], "the mix of 'one' took longer than 0.1 s"),
        (["file: big.raw", "timeout: 50ms"], "the sound of 'one' took longer than 0.05 s"),
        (["file: big.raw", "raw: s16le@48000x2", "timeout: 0:00.1"], "the sound of 'one' took longer than 0.1 s"),
    ])
    func `a time limit began when the file was read`(lines: [String], words: String) throws {
        let golden = try Self.folder(lines)
        _ = try CommandRun.shell("truncate -s 1G big.raw", in: golden.folder.root)
        let one = try Self.one(golden.test("--json"))
        #expect((one["reason"] as? String)?.contains("\(words) and was stopped") == true, "\(one)")
        #expect(try Self.leftovers(golden).isEmpty)
    }

    @Test(arguments: ["", "-n"])
    func `a job was searched for silence without end, and its place was said twice`(option: String) throws {
        let batch = try BatchFolder()
        try batch.write(#"{"id": "long", "inputs": ["\#(Self.big)"], "output": "out/long.wav"}"#, to: "j.jsonl")
        let run = try CommandRun.shell(
            "truncate -s 1G big.raw; $KKMIX batch j.jsonl --timeout 100ms \(option)", in: batch.folder.root)
        #expect(
            run.status == 1 && run.outputText.contains("the job 'long' took longer than 0.1 s and was stopped"),
            "\(run.outputText)")
        #expect(run.outputText.components(separatedBy: "j.jsonl:1").count == 2, "\(run.outputText)")
    }

    @Test(arguments: ["30s", "1:30", "60000ms", "600"])
    func `an option took another time than a manifest`(time: String) throws {
        let golden = try Self.folder(["mix: noise.wav", "timeout: \(time)"])
        #expect(try golden.test("--timeout", time).status == 0)
    }

    @Test(arguments: [[], ["--list"], ["-n"], ["--prune"]])
    func `a time that is none was taken where nothing was run, and its range was not said`(words: [String]) throws {
        let golden = try Self.folder(["mix: noise.wav"])
        for time in ["soon", "0", "48000f", "1000001"] {
            let run = try CommandRun(
                ["test", "--timeout", time] + words, in: golden.folder.root, environment: ["CI": ""])
            #expect(run.status == 64 && run.errorText.contains("from 1ms to 1000000s"), "\(time): \(run.errorText)")
        }
    }

    @Test func `a time limit of all cases could not be written`() throws {
        let golden = try GoldenFolder(
            """
            schema: 1
            defaults: {timeout: 1ms}
            cases:
              - {name: one, mix: "\(Self.long)", golden: none, assert: [not clipped]}
              - {name: two, mix: noise.wav, golden: none, assert: [not clipped], timeout: 30s}

            """)
        let run = try golden.test()
        #expect(run.outputText.contains("the mix of 'one' took longer than 0.001 s"), "\(run.outputText)")
        #expect(run.outputText.contains("1 passed"), "\(run.outputText)")
    }

    @Test func `a mix filled the disk`() throws {
        let golden = try Self.folder(["mix: noise.wav::loop=inf --length 9999:00"])
        // Anything that is written of it is refused by the system.
        let run = try CommandRun.shell("ulimit -f 1000; CI= $KKMIX test --json --timeout 60", in: golden.folder.root)
        let reason = try Self.one(run)["reason"] as? String
        #expect(run.status == 1 && reason?.contains("a case has at most 4 GB of sound") == true, "\(reason ?? "")")
        #expect(try Self.leftovers(golden).isEmpty)
    }

    @Test func `a file filled the disk a second time`() throws {
        let golden = try Self.folder(["file: big.wav"])
        let run = try CommandRun.shell(
            "truncate -s 5G big.wav; ulimit -f 1000; CI= $KKMIX test --json", in: golden.folder.root)
        let reason = try Self.one(run)["reason"] as? String
        #expect(run.status == 1 && reason?.contains("more bytes than the 4 GB") == true, "\(reason ?? "")")
    }

    @Test func `a limit did not change what is within it`() throws {
        let golden = try Self.folder(["mix: noise.wav", "timeout: 600s"])
        #expect(try golden.test("--timeout", "600").status == 0)
        #expect(try golden.test("--timeout", "0").status == 64)
    }

    @Test func `a job was rendered without end, and those behind it were never begun`() throws {
        let batch = try BatchFolder(
            BatchFolder.head + """
                long,a.wav::loop=inf,out/long.wav,--length 60:00 --reverb medium-hall
                short,a.wav,out/short.wav,

                """)
        let run = try batch.batch("--timeout", "1", "-j", "1", "--json")
        let jobs = try BatchFolder.jobs(run.output)
        #expect(run.status == 1 && jobs.compactMap { $0["status"] as? String } == ["failed", "done"], "\(jobs)")
        let message = (jobs.first?["error"] as? [String: Any])?["message"] as? String
        #expect(message?.contains("the job 'long' took longer than 1 s and was stopped") == true, "\(jobs)")
        #expect(message?.contains("give it more time with --timeout TIME") == true, "\(jobs)")
        #expect(try batch.outputs().keys.sorted() == ["short.wav"])
    }
}
