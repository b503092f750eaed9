import KKTestSupport
import Testing

/// What lies where reports are written: nothing of it is lost that no report wrote.
@Suite struct ReportSafetyTests {
    /// A case that differs, and an older report of it in `rep`.
    private static func reported() throws -> GoldenFolder {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        try golden.write(GoldenFolder.twoCases.replacing("mix: noise.wav\n", with: "mix: noise.wav::gain=-0.5dB\n"))
        #expect(try golden.test("--html", "rep").status == 1)
        return golden
    }

    private func shell(
        _ golden: GoldenFolder, _ script: String, _ environment: [String: String] = [:]
    ) throws -> CommandRun {
        try CommandRun.shell(
            "t() { $KKMIX test \"$@\" > told; }\n" + script, in: golden.folder.root,
            environment: environment)
    }

    @Test func `a new report removes what the older one wrote, and no file of anybody else`() throws {
        let golden = try Self.reported()
        let mine = try shell(
            golden, "echo mine > rep/files/mine.txt; mkdir rep/files/more; echo too > rep/more.txt; ls rep/files")
        #expect(
            mine.outputText == "mine.txt\nmore\nsound.actual.wav\nsound.reference.wav\nsound.residual.wav\nsound.svg\n")
        try golden.write(GoldenFolder.twoCases)
        for words in [["--html", "rep"], ["--html", "rep", "-f"]] {
            #expect(try CommandRun(["test"] + words, in: golden.folder.root).status == 0)
            #expect(
                try golden.snapshot(of: "rep").keys.sorted() == [
                    "files/mine.txt", "index.html", "kkmix-report.txt", "more.txt",
                ])
        }
    }

    @Test func `a list that somebody has written into removes nothing outside of the report's files`() throws {
        let golden = try Self.reported()
        let run = try shell(
            golden,
            "printf '../../noise.wav\\n/x\\n..\\n../index.html\\n' >> rep/kkmix-report.txt; t -q --html rep; echo $?; ls noise.wav rep"
        )
        #expect(
            run.outputText.hasSuffix("1\nnoise.wav\n\nrep:\nfiles\nindex.html\nkkmix-report.txt\n"),
            "\(run.outputText) \(run.errorText)")
    }

    @Test func `nothing is removed or written through a link`() throws {
        let golden = try Self.reported()
        let folder = try shell(
            golden,
            """
            mkdir precious; echo a > precious/sound.svg; mv rep/files old; ln -s ../precious rep/files
            t -q -f --html rep; echo $?; cat precious/*
            """)
        #expect(folder.outputText == "73\na\n", "\(folder.outputText) \(folder.errorText)")
        // A file alone, also where it leads nowhere.
        for target in ["../../precious/sound.svg", "../../nowhere"] {
            let file = try shell(
                golden,
                """
                rm -rf rep/files; t -q -f --html rep; ln -sf \(target) rep/files/sound.svg
                t -q -f --html rep; echo $?; cat precious/*; ls nowhere
                """)
            #expect(file.outputText == "73\na\n", "\(file.outputText) \(file.errorText)")
        }
        for name in ["index.html", "kkmix-report.txt"] {
            let page = try shell(
                golden,
                "rm -rf rep; mkdir rep; ln -s ../nowhere rep/\(name); t -q -f --html rep; echo $?; ls nowhere rep")
            #expect(page.outputText == "73\nrep:\n\(name)\n", "\(page.outputText) \(page.errorText)")
        }
    }

    @Test
    func `a file that has a name of the report's is not replaced without force, and JUnit's XML comes nevertheless`()
        throws
    {
        let golden = try Self.reported()
        let run = try shell(
            golden,
            """
            rm -rf rep; t -q --html rep --filter print; mkdir rep/files; echo mine > rep/files/sound.svg
            t -q --html rep --junit j.xml; echo $?; cat rep/files/*; grep -c '<testsuites' j.xml; ls rep
            """)
        #expect(
            run.outputText == "73\nmine\n1\nfiles\nindex.html\nkkmix-report.txt\n", "\(run.outputText) \(run.errorText)"
        )
    }

    @Test func `a page of somebody else is not replaced, whatever may be added to its folder`() throws {
        let golden = try Self.reported()
        try golden.folder.write(Array("id,inputs,output\n1,quiet.wav,out.wav\n".utf8), to: "j.csv")
        for command in ["compare noise.wav quiet.wav", "test", "batch j.csv"] {
            let run = try shell(
                golden,
                "rm -rf site; mkdir site; echo mine > site/index.html; $KKMIX \(command) -f --html site; echo $?; cat site/index.html"
            )
            #expect(run.outputText == "73\nmine\n", "\(command): \(run.outputText)")
            let message =
                "site/index.html: this is not a kkmix report, and the report needs the name; name another folder with --html"
            #expect(run.errorText.contains(message), "\(run.errorText)")
        }
        let sound = try shell(
            golden,
            "rm -rf rep; mkdir -p rep/files; echo mine > rep/files/sound.svg; t -q -f --html rep; echo $?; cat rep/files/sound.svg; ls rep"
        )
        #expect(sound.outputText == "73\nmine\nfiles\n", "\(sound.outputText) \(sound.errorText)")
        let added = try shell(
            golden,
            "rm -rf rep; mkdir rep; echo mine > rep/other.html; t -q -f --html rep; echo $?; cat rep/other.html; ls rep"
        )
        #expect(
            added.outputText == "1\nmine\nfiles\nindex.html\nkkmix-report.txt\nother.html\n",
            "\(added.outputText) \(added.errorText)")
    }

    @Test func `what the run reads or writes does not lie among the report's files`() throws {
        let golden = try Self.reported()
        try golden.folder.write(Array("id,inputs,output\n1,noise.wav,rep/files/o1.wav\n".utf8), to: "j.csv")
        try golden.folder.write(Array("id,inputs,output\n1,rep/files/sound.reference.wav,o1.wav\n".utf8), to: "i.csv")
        let before = try golden.snapshot(of: "rep")
        for words in [
            "batch j.csv -f --html rep", "batch i.csv -f --html rep",
            "compare noise.wav rep/files/sound.reference.wav --html ./rep/../rep -f",
        ] {
            let run = try shell(golden, "$KKMIX \(words)")
            #expect(
                run.status == 73 && run.errorText.contains("the report keeps its files there"),
                "\(words): \(run.errorText)")
        }
        try golden.write("schema: 1\ncases: [{name: sound, mix: noise.wav, golden: rep/files/sound.reference.wav}]\n")
        #expect(try golden.test("--html", "rep").status == 73)
        #expect(try golden.snapshot(of: "rep") == before)
    }

    @Test(arguments: [
        "test --junit noise.wav", "test --junit goldens/sound.wav", "test --junit link.wav",
        "test --junit kkmix-test.yaml", "test --filter print --junit goldens/sound.wav",
        "batch j.csv --junit j.csv", "batch j.csv --junit quiet.wav", "batch j.csv --junit ./out.wav",
        "compare noise.wav quiet.wav --junit quiet.wav", "compare noise.wav quiet.wav --residual r.wav --junit r.wav",
        "compare noise.wav quiet.wav --plot p.png --junit ./p.png", "batch merge a.plan r.json --junit a.plan",
        "batch merge a.plan r.json --junit r.json",
    ])
    func `JUnit's XML replaces nothing that the run reads or writes`(words: String) throws {
        let golden = try Self.reported()
        try golden.folder.write(Array("id,inputs,output\n1,quiet.wav,out.wav\n".utf8), to: "j.csv")
        _ = try shell(
            golden,
            "ln -s noise.wav link.wav; $KKMIX batch plan j.csv -o a.plan; $KKMIX batch a.plan --report r.json; cp out.wav x; rm out.wav; mv x out.wav"
        )
        let before = try golden.snapshot()
        let run = try shell(golden, "$KKMIX \(words) -f")
        #expect(run.status == 73 && run.errorText.contains("the run "), "\(run.status) \(run.errorText)")
        #expect(try golden.snapshot() == before)
    }

    @Test func `Bazel's variable replaces an earlier report and nothing else`() throws {
        let golden = try Self.reported()
        for (name, status) in [
            ("goldens/sound.wav", Int32(73)), ("other.txt", 73), ("empty.xml", 1), ("new.xml", 1), ("new.xml", 1),
        ] {
            let before = try shell(
                golden, "echo other > other.txt; [[ -e empty.xml ]] || : > empty.xml; cat \(name) 2>/dev/null")
            let run = try shell(golden, "$KKMIX test -q", ["XML_OUTPUT_FILE": name])
            #expect(run.status == status, "\(name): \(run.errorText)")
            if status == 73 { #expect(golden.folder.bytes(name) == before.output) }
        }
    }

    @Test
    func
        `a run that is killed while it writes a page is renewed by the next, and one that is stopped leaves what was there`()
        throws
    {
        let golden = try GoldenFolder()
        let cases = (0..<60).map { "  - {name: c\($0), mix: noise.wav, golden: none, assert: [channels 1]}\n" }.joined()
        try golden.write("schema: 1\ncases:\n\(cases)")
        let killed = try shell(
            golden,
            """
            half=0
            for i in $(seq 400); do
                $KKMIX test -q -j1 --html rep > reported 2>&1 & p=$!
                until compgen -G 'rep/.kkmix*' >/dev/null || ! kill -0 $p 2>/dev/null; do :; done
                kill -KILL $p 2>/dev/null; wait $p
                [[ ! -e rep/index.html ]] && half=1 && break
                (( i % 2 )) && rm -rf rep
            done
            echo $half; t -q --html rep; echo $?; t -q --html whole; diff -r rep whole && echo same
            """)
        #expect(
            killed.outputText.split(separator: "\n").suffix(3) == ["1", "1", "same"],
            "\(killed.outputText.suffix(300)) \(killed.errorText.suffix(300))")
        let stopped = try shell(
            golden,
            """
            for i in $(seq 12); do
                rm -rf rep; set -m; $KKMIX test -q -j1 --html rep > reported 2>&1 & p=$!
                until compgen -G 'rep/.kkmix*' >/dev/null || ! kill -0 $p 2>/dev/null; do :; done
                kill -TERM $p 2>/dev/null; wait $p; s=$?
                [[ -e rep/index.html || ! -e rep ]] || { echo "status $s"; find rep; }
            done 2>/dev/null
            # And where an older report was.
            t -q --html whole; t -q --filter 'c1*' --html old
            for i in $(seq 12); do
                rm -rf rep; cp -r old rep; $KKMIX test -q -j1 --html rep > reported 2>&1 & p=$!
                until compgen -G 'rep/.kkmix*' >/dev/null || ! kill -0 $p 2>/dev/null; do :; done
                kill -TERM $p 2>/dev/null; wait $p
                diff -rq old rep >/dev/null || diff -rq whole rep || find rep
            done 2>/dev/null
            """)
        #expect(stopped.outputText == "", "\(stopped.outputText.suffix(500))")
    }

    @Test(arguments: [
        "batch j.csv --report a --junit ./a", "batch j.csv --report a --depfile a",
        "batch j.csv --depfile rep/index.html --html rep",
        "batch j.csv --report rep/kkmix-report.txt --html rep", "test --junit rep/index.html --html rep",
    ])
    func `two reports are two files, and that is found before the work`(words: String) throws {
        let golden = try GoldenFolder()
        try golden.folder.write(Array("id,inputs,output\n1,noise.wav,out.wav\n".utf8), to: "j.csv")
        let before = golden.folder.contents
        let run = try shell(golden, "$KKMIX \(words)")
        #expect(run.status == 64 && run.errorText.contains("write the same file"), "\(run.status) \(run.errorText)")
        #expect(golden.folder.contents == before)
    }

    @Test(arguments: [
        "batch j.csv -f --html-all --html rep --report rep/files/1.actual.wav",
        "batch j.csv --html rep --report rep/files/x.json",
        "batch j.csv -f --html rep --depfile ./rep/files/d", "batch j.csv -f --html rep --junit rep/files/j.xml",
        "compare noise.wav quiet.wav -f --html rep --junit rep/files/quiet.wav.svg",
        "compare noise.wav quiet.wav --html rep --junit rep/files/k.xml",
        "test -f --html rep --junit rep/files/sound.svg", "test -f --html rep --results rep/files",
        "batch merge a.plan r.json -f --html rep --report link/files/x.json",
        "batch merge a.plan r.json --html rep --junit rep/files/x.xml",
    ])
    func `a page does not replace the run's own other reports, and none of them lies among its files`(
        words: String
    ) throws {
        let golden = try GoldenFolder()
        try golden.folder.write(Array("id,inputs,output\n1,quiet.wav,out.wav\n".utf8), to: "j.csv")
        let made = try shell(
            golden,
            "mkdir rep; ln -s rep link; $KKMIX batch plan j.csv -o a.plan; $KKMIX batch a.plan --report r.json; rm -r out.wav *.state"
        )
        #expect(made.status == 0, "\(made.errorText)")
        let before = try golden.snapshot()
        let run = try shell(golden, "$KKMIX \(words)")
        #expect(
            run.status == 73 && run.errorText.contains("the report keeps its files there"),
            "\(run.status) \(run.errorText)")
        #expect(try golden.snapshot() == before)
    }

    @Test(arguments: [
        ("batch j.csv --html rep --report rep", "rep: --report writes a file where --html needs a folder (rep)"),
        ("batch j.csv --html rep --junit ./rep", "./rep: --junit writes a file where --html needs a folder (rep)"),
        (
            "batch j.csv --html rep --report rep/files",
            "rep/files: --report writes a file where --html needs a folder (rep)"
        ),
        (
            "batch j.csv --html rep/page --report rep",
            "rep: --report writes a file where --html needs a folder (rep/page)"
        ),
        (
            "batch j.csv --report rep --junit rep/j.xml",
            "rep: --report writes a file where --junit needs a folder (rep/j.xml)"
        ),
        (
            "batch j.csv --report rep/r.json --junit rep",
            "rep: --junit writes a file where --report needs a folder (rep/r.json)"
        ),
        (
            "batch merge a.plan r.json --html rep --report rep",
            "rep: --report writes a file where --html needs a folder (rep)"
        ),
        (
            "batch merge a.plan r.json --html rep --report rep/files",
            "rep/files: --report writes a file where --html needs a folder (rep)"
        ),
        (
            "compare noise.wav quiet.wav --html rep --junit rep",
            "rep: --junit writes a file where --html needs a folder (rep)"
        ),
        ("test --html rep --junit rep", "rep: --junit writes a file where --html needs a folder (rep)"),
    ])
    func `a report in the place of the page's folder is refused before the work, whether the folder is there or not`(
        words: String, message: String
    ) throws {
        let golden = try GoldenFolder()
        try golden.folder.write(Array("id,inputs,output\n1,quiet.wav,out.wav\n".utf8), to: "j.csv")
        _ = try shell(
            golden, "$KKMIX batch plan j.csv -o a.plan; $KKMIX batch a.plan --report r.json; rm -r out.wav *.state")
        for isThere in [false, true] where !isThere || words.contains("--html") {
            if isThere { _ = try shell(golden, "$KKMIX compare noise.wav quiet.wav --html rep") }
            let before = try golden.snapshot()
            let run = try shell(golden, "$KKMIX \(words)")
            #expect(
                run.status == 64 && run.errorText == "kkmix: \(message); name two different places\n",
                "\(isThere): \(run.status) \(run.errorText)")
            #expect(try golden.snapshot() == before)
        }
    }

    @Test(arguments: [
        ("batch j.csv --html out/1.wav", Int32(73), "needs a folder"),
        ("batch j.csv --html out/1.wav/page", 73, "needs a folder"),
        ("batch j.csv --report out", 64, "the output out/1.wav of the job '1' at j.csv:2 needs a folder there"),
        ("batch j.csv --junit out", 73, "the run writes out/1.wav"),
        ("compare noise.wav quiet.wav --residual rep --html rep", 73, "needs a folder"),
        ("compare noise.wav quiet.wav --plot rep/p.png --junit rep", 73, "the run writes rep/p.png"),
    ])
    func `a report and an output of which one wants the other for a folder are refused before the work`(
        words: String, status: Int32, message: String
    ) throws {
        let golden = try GoldenFolder()
        try golden.folder.write(Array("id,inputs,output\n1,quiet.wav,out/1.wav\n".utf8), to: "j.csv")
        let before = golden.folder.contents
        let run = try shell(golden, "$KKMIX \(words)")
        #expect(run.status == status && run.errorText.contains(message), "\(run.status) \(run.errorText)")
        #expect(golden.folder.contents == before)
        // A page among results is none of their business.
        #expect(try golden.test("--update", "missing", "--html", "kkmix-results/page").status == 0)
    }

    @Test func `GitHub's summary is not added to what a page keeps or will have`() throws {
        let golden = try Self.reported()
        for name in ["rep/files/sound.png", "rep/files/new.png"] {
            let run = try shell(
                golden, "$KKMIX test -q -f --html rep --github; ls rep/files", ["GITHUB_STEP_SUMMARY": name])
            #expect(
                run.errorText.contains(
                    "\(name): the page keeps its files there, so GITHUB_STEP_SUMMARY gets no summary"),
                "\(run.errorText)")
            #expect(!run.outputText.contains("new.png"))
        }
    }

    @Test func `a report's own folder may hold the run's other reports`() throws {
        let golden = try Self.reported()
        let run = try shell(
            golden,
            """
            rm -rf rep; for i in 1 2; do t -q --html rep --junit rep/j.xml; echo $?; done
            rm rep/index.html rep/kkmix-report.txt; rm -r rep/files; t -q --html rep --junit rep/j.xml; echo $?; ls rep
            """)
        #expect(
            run.outputText == "1\n1\n1\nfiles\nindex.html\nj.xml\nkkmix-report.txt\n",
            "\(run.outputText) \(run.errorText)")
    }

    @Test(arguments: [
        ("test", "noise.wav"), ("test", "goldens/sound.wav"), ("test", "link.wav"), ("test", "kkmix-test.yaml"),
        ("test", "kkmix-results/sound.actual.wav"), ("test --junit j.xml", "j.xml"),
        ("test --html rep", "./rep/index.html"),
        ("compare noise.wav quiet.wav --residual r.wav", "r.wav"),
        ("compare noise.wav quiet.wav", "quiet.wav"), ("batch j.csv -f", "out.wav"), ("batch j.csv -f", "j.csv"),
        ("batch j.csv -f --report r.json", "r.json"),
    ])
    func `GitHub's summary is not added to what the run reads or writes`(words: String, summary: String) throws {
        let golden = try Self.reported()
        try golden.folder.write(Array("id,inputs,output\n1,quiet.wav,out.wav\n".utf8), to: "j.csv")
        let run = try shell(
            golden, "ln -s noise.wav link.wav; $KKMIX \(words) --github", ["GITHUB_STEP_SUMMARY": summary])
        #expect(run.status == (words.hasPrefix("batch") ? 0 : 1), "\(run.errorText)")
        #expect(run.errorText.contains("GITHUB_STEP_SUMMARY gets no summary"), "\(run.errorText)")
        let bytes = try #require(golden.folder.bytes(summary))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("### "))
    }

    @Test func `a page's place that is a FIFO or a folder is refused at once, and a summary's FIFO is worth a warning`()
        throws
    {
        let golden = try Self.reported()
        for make in ["mkfifo", "mkdir"] {
            let run = try shell(
                golden, "rm -rf rep; mkdir rep; \(make) rep/index.html; timeout 60 $KKMIX test -f --html rep")
            #expect(run.status == 73 && run.outputText.isEmpty, "\(make): \(run.status) \(run.errorText)")
        }
        let run = try shell(golden, "mkfifo s; timeout 60 $KKMIX test -q --github", ["GITHUB_STEP_SUMMARY": "s"])
        #expect(run.status == 1 && run.errorText.contains("no summary is written"), "\(run.status) \(run.errorText)")
    }
}
