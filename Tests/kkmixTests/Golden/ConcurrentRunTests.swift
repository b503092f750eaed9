import KKTestSupport
import Testing

/// Runs of the same cases at the same time.
@Suite struct ConcurrentRunTests {
    /// In two terminals, or in the tests of another tool: all of them have the same cases and the same folder.
    @Test func `several runs at once are in nobody's way`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        _ = try CommandRun.shell("cp quiet.wav goldens/sound.wav", in: golden.folder.root)
        let run = try CommandRun.shell(
            """
            for n in 1 2 3; do
                for k in 1 2 3 4; do { $KKMIX test; echo $?; } > told-$n-$k 2>&1 & done; wait
            done
            cat told-* | sort | uniq -c | awk '$1 != 12 && !/^ *[0-9]+ *$/'; tail -qn 1 told-* | sort | uniq -c; find . -name '.kkmix*'
            """, in: golden.folder.root)
        #expect(run.outputText.split(whereSeparator: \.isWhitespace) == ["12", "1"], "\(run.outputText)")
        #expect(golden.folder.bytes("kkmix-results/sound.actual.wav") != nil)
    }
}
