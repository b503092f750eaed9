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
        (["mix: \(long)", "timeout: 1s"], [], "the mix of 'one' took longer than 1 s", "'timeout: SECONDS'"),
        (["mix: \(long)"], ["--timeout", "1"], "the mix of 'one' took longer than 1 s", "--timeout SECONDS"),
        (["mix: \(long)", "timeout: 1"], ["--timeout", "5"], "took longer than 1 s", "'timeout: SECONDS'"),
        (["command: sleep 100"], ["--timeout", "1"], "the program took longer than 1 s", "--timeout SECONDS"),
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
        #expect(message?.contains("give it more time with --timeout SECONDS") == true, "\(jobs)")
        #expect(try batch.outputs().keys.sorted() == ["short.wav"])
    }
}
