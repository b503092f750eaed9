import Foundation
import KKTestSupport
import Testing

/// What went wrong for somebody who wrote golden tests for the first time.
@Suite struct FirstGoldenTests {
    private static let traced = "schema: 1\ncases: [{name: a, mix: noise.wav, trace: true}]\n"

    @Test func `every limit that a case misses is among its lines`() throws {
        let golden = try GoldenFolder("schema: 1\ncases: [{name: a, mix: noise.wav}]\n")
        #expect(try golden.test("--update", "missing").status == 0)
        try golden.write("schema: 1\ncases: [{name: a, mix: 'noise.wav::at=960f quiet.wav'}]\n")
        let cases = try #require(GoldenFolder.document(golden.test("--json"))["cases"] as? [[String: Any]])
        let missed = try #require(cases.first?["missed"] as? [String])
        #expect(missed.count > 3 && missed.contains { $0.hasPrefix("960 frames longer") }, "\(missed)")
        let text = try golden.test().outputText
        for line in missed { #expect(text.contains("\(line)\n"), "\(line)\n\(text)") }
        #expect(text.components(separatedBy: "  missed ").count == missed.count, "the first one is the reason\n\(text)")
    }

    @Test func `a trace that is asked for and missing is missed, and recorded where it is said to be`() throws {
        let golden = try GoldenFolder(Self.traced)
        #expect(try golden.test("--update", "missing").outputText.hasPrefix("recorded "))
        #expect(try golden.test().outputText.contains("no trace") == false)
        for option in [["--update", "missing"], ["--accept", "a"]] {
            _ = try CommandRun.shell("rm goldens/a.trace", in: golden.folder.root)
            let plain = try golden.test(), inCI = try golden.test(ci: "true")
            #expect(
                plain.status == 0
                    && plain.outputText.contains("; no trace is recorded: kkmix test --update missing records it\n"),
                "\(plain.outputText)")
            #expect(
                inCI.status == 0
                    && inCI.outputText.contains(
                        "; no trace is recorded: run kkmix test --update missing outside CI and commit it\n"),
                "\(inCI.outputText)")
            let run = try CommandRun(["test"] + option, in: golden.folder.root)
            #expect(
                run.status == 0 && run.outputText.hasPrefix("recorded ")
                    && run.outputText.contains("goldens/a.trace (new)\n"), "\(run.outputText)")
            #expect(golden.folder.bytes("goldens/a.trace") != nil)
        }
        _ = try CommandRun.shell("rm goldens/a.trace; cp quiet.wav noise.wav", in: golden.folder.root)
        let failed = try golden.test()
        #expect(
            failed.status == 1
                && failed.outputText.contains(
                    "  warning   no trace is recorded, so the unit and the second where it began are not known\n"),
            "\(failed.outputText)")
    }

    @Test func `the next step could not be pasted where a folder's name has two lines`() throws {
        let golden = try GoldenFolder()
        let run = try CommandRun.shell(
            #"""
            mkdir $'two\nlines'; mv *.wav kkmix-test.yaml $'two\nlines'
            step=$($KKMIX test $'two\nlines' | sed -n 's/^ *next *\(.*\) records it$/\1/p' | head -1)
            echo "$step"; eval "${step/kkmix/$KKMIX}" > said; $KKMIX test -q $'two\nlines'; echo $?
            """#, in: golden.folder.root)
        #expect(
            run.outputText == "kkmix test $'two\\nlines' --update missing\n0\n", "\(run.outputText)\(run.errorText)")
    }

    @Test func `a kind of golden where a file is named says where kinds stand`() throws {
        let golden = try GoldenFolder("schema: 1\ncases: [{name: a, mix: noise.wav, golden: wav}]\n")
        let run = try golden.test()
        #expect(
            run.status == 78
                && run.errorText
                    == "kkmix: kkmix-test.yaml:2:43: 'wav' is a kind of golden, but the 'golden' of a case has to be a file name; write 'golden: NAME.wav', or 'golden: wav' under 'defaults:' for all cases\n",
            "\(run.errorText)")
        #expect(try CommandRun(["test", "--help"]).outputText.contains("defaults: {golden: flac}"))
    }
}
