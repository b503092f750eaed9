import KKTestSupport
import Testing

/// `kkmix review` of what a run kept that had a baseline in place of goldens; and what a listing leaves alone.
@Suite struct ReviewBaselineTests {
    /// Both cases differ from their baseline, and pass beside their goldens.
    private static func compared() throws -> GoldenFolder {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        let run = try golden.test("--baseline-command", "'\(CommandRun.binary)' mix --gain -1dB")
        #expect(run.status == 1)
        return golden
    }

    private static func review(_ golden: GoldenFolder, _ words: String..., input: String = "") throws -> CommandRun {
        try CommandRun(["review"] + words, in: golden.folder.root, input: Array(input.utf8))
    }

    @Test(arguments: ["--list", "--json"])
    func `a listing removed what it listed`(option: String) throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        _ = try CommandRun.shell("cp noise.wav was; cp quiet.wav noise.wav", in: golden.folder.root)
        #expect(try golden.test().status == 1)
        // The goldens are what was kept, as after a merge: nothing differs any more.
        _ = try CommandRun.shell(
            "cp kkmix-results/sound.actual.wav goldens/sound.wav; touch -d '1 hour ago' kkmix-results/*",
            in: golden.folder.root)
        let times = "ls -lA --time-style=full-iso kkmix-results"
        let (before, stamps) = (try golden.snapshot(), try CommandRun.shell(times, in: golden.folder.root).outputText)
        let run = try Self.review(golden, option)
        #expect(run.status == 1 && run.outputText.contains("pass"), "\(run.outputText)")
        #expect(try golden.snapshot() == before)
        #expect(try CommandRun.shell(times, in: golden.folder.root).outputText == stamps)
        // Gone through, it is over.
        #expect(try Self.review(golden, input: "s\n").outputText.contains("pass     sound"))
        #expect(golden.folder.bytes("kkmix-results/sound.actual.wav") == nil)
    }

    @Test func `after a run with a baseline the goldens were judged by, and nothing was left`() throws {
        let golden = try Self.compared()
        let list = try Self.review(golden, "--list")
        #expect(
            list.status == 1 && list.outputText.contains("FAIL     sound")
                && list.outputText.contains("FAIL     print"),
            "\(list.outputText)")
        #expect(list.outputText.contains("1 dB louder"), "\(list.outputText)")
        let was = try golden.snapshot(of: "goldens")
        let accepted = try Self.review(golden, "--accept", "sound")
        #expect(
            accepted.status == 1
                && accepted.outputText.contains("it was compared with a baseline, not with its golden"),
            "\(accepted.outputText)")
        #expect(try golden.snapshot(of: "goldens") == was)
        #expect(golden.folder.bytes("kkmix-results/sound.baseline.wav") != nil)
        #expect(try Self.review(golden, "--reject", "sound", "print").status == 0)
        #expect(!golden.folder.contents.contains("kkmix-results"))
    }

    @Test func `a failing comparison with a baseline named the golden`() throws {
        let golden = try Self.compared()
        let run = try golden.test("--baseline-command", "'\(CommandRun.binary)' mix --gain -1dB", "--filter", "sound")
        #expect(
            run.outputText.contains("baseline  kkmix-results/sound.baseline.wav")
                && !run.outputText.contains("goldens/"),
            "\(run.outputText)")
        // What it says next does something when it is typed.
        let step = try #require(run.outputText.split(separator: "\n").first { $0.contains("next ") })
        let words = try #require(step.firstRange(of: "kkmix "))
        let pasted = try CommandRun.shell("$KKMIX \(step[words.upperBound...])", in: golden.folder.root)
        #expect(pasted.status == 1 && pasted.outputText.contains("1 dB louder"), "\(pasted.outputText)")
    }

    /// An assertion failed, and the baseline is the same; or there is none.
    @Test func `what failed for another reason is judged by its baseline, too`() throws {
        let golden = try GoldenFolder()
        try golden.write(GoldenFolder.twoCases.replacing("channels 2", with: "channels 1"))
        #expect(try golden.test("--baseline-command", CommandRun.binary).status == 1)
        let list = try Self.review(golden, "--list")
        #expect(list.outputText.contains("'channels 1' does not hold"), "\(list.outputText)")
        #expect(!list.outputText.contains("there is no golden"), "\(list.outputText)")
        #expect(try golden.test("--baseline-command", "false").status == 1)
        let none = try Self.review(golden, "--list")
        #expect(
            none.status == 1 && none.outputText.contains("a baseline whose sound is missing"), "\(none.outputText)")
    }

    @Test func `the step for a stale sound was refused when it was typed`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        _ = try CommandRun.shell("cp quiet.wav noise.wav; mkdir 'a b'", in: golden.folder.root)
        #expect(try golden.test("--results", "a b/kept").status == 1)
        try golden.write(GoldenFolder.twoCases + "\n")
        let list = try Self.review(golden, "--list", "--results", "a b/kept")
        let steps = list.outputText.split(separator: "\n").filter { $0.contains("next ") }
        #expect(steps.count == 2 && steps.allSatisfy { !$0.contains("--accept") }, "\(list.outputText)")
        let words = try #require(steps[0].firstRange(of: "kkmix "))
        _ = try CommandRun.shell("$KKMIX \(steps[0][words.upperBound...])", in: golden.folder.root)
        let again = try Self.review(golden, "--list", "--results", "a b/kept")
        #expect(again.outputText.contains("--accept sound") && !again.outputText.contains("has changed"))
    }
}
