import KKTestSupport
import Testing

/// A report whose name is a link that may have come with the sources.
@Suite struct ReportLinkTests {
    @Test(arguments: [("--junit r.xml", "r.xml"), ("--markdown r.md", "r.md"), ("--html page", "page")])
    func `a report was written where a link of somebody else led`(words: String, name: String) throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        let isFolder = name == "page"
        let run = try CommandRun.shell(
            """
            mkdir away; \(isFolder ? "mkdir away/it; " : "")ln -s away/it \(name)
            $KKMIX test -q \(words); echo $?; find away -type f | wc -l
            $KKMIX test -q -f \(words); echo $?; find away -type f | wc -l
            """, in: golden.folder.root)
        let count = isFolder ? 2 : 1
        #expect(run.outputText == "73\n0\n0\n\(count)\n", "\(run.outputText)\(run.errorText)")
        #expect(run.errorText.contains(isFolder ? "the report's folder is a link" : "a link that leads nowhere"))
    }

    @Test func `a folder of results that was named was refused where it is a link, and not by another name`() throws {
        let golden = try GoldenFolder()
        let run = try CommandRun.shell(
            """
            mkdir away; ln -s away kkmix-results
            for w in '' '--results kkmix-results' '--results ./kkmix-results'; do $KKMIX test -q $w >/dev/null 2>&1; echo $?; done
            """, in: golden.folder.root)
        #expect(run.outputText == "73\n1\n1\n", "\(run.outputText)\(run.errorText)")
    }

    /// A reader of the comment is where the program was started.
    @Test func `pictures of a comment on standard output led nowhere`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        try golden.write(GoldenFolder.twoCases.replacing("mix: noise.wav\n", with: "mix: quiet.wav\n"))
        let run = try golden.test("-q", "--markdown", "/dev/stdout")
        #expect(run.outputText.contains("](<kkmix-results/sound.png>)"), "\(run.outputText)")
    }

    @Test(arguments: ["--report r", "--depfile r"])
    func `a batch wrote its report where a link of somebody else led`(words: String) throws {
        let batch = try BatchFolder()
        try batch.write(#"{"id": "a", "inputs": ["synth:sine:for=1s"], "output": "out/a.wav"}"#, to: "j.jsonl")
        let run = try CommandRun.shell(
            """
            mkdir away; ln -s away/it r
            $KKMIX batch j.jsonl -q \(words); echo $?; find away out -type f | wc -l
            $KKMIX batch j.jsonl -q -f \(words); echo $?; find away -type f | wc -l
            """, in: batch.folder.root)
        #expect(run.outputText == "73\n0\n0\n1\n", "\(run.outputText)\(run.errorText)")
        let mix = try CommandRun.shell(
            """
            rm -r away; mkdir away
            $KKMIX synth:sine:for=1s -o a.wav -q --depfile r; echo $?; find away -type f | wc -l
            $KKMIX synth:sine:for=1s -o a.wav -q --depfile r -f; echo $?; find away -type f | wc -l
            """, in: batch.folder.root)
        #expect(mix.outputText == "73\n0\n0\n1\n", "\(mix.outputText)\(mix.errorText)")
    }
}
