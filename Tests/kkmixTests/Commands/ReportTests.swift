import Foundation
import KKTestSupport
import Testing

/// What `kkmix test` and `kkmix compare` write for people and their tools beside the terminal.
@Suite struct ReportTests {
    /// Two cases of which one differs, one that passes, and one that cannot be rendered.
    private static func broken() throws -> GoldenFolder {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        try golden.write(
            GoldenFolder.twoCases.replacing("mix: noise.wav\n", with: "mix: noise.wav::gain=-0.5dB\n")
                + "\n  - {name: gone, mix: gone.wav, golden: none, assert: [channels 2]}\n")
        return golden
    }

    @Test func `a page has its pictures and sounds beside it, and two runs give the same bytes`() throws {
        let golden = try Self.broken()
        let runs = try [("one", "1"), ("two", "4")].map { try golden.test("--html", $0, "-j", $1) }
        #expect(runs.allSatisfy { $0.status == 1 && $0.output == runs[0].output })
        let one = try golden.snapshot(of: "one")
        #expect(
            one.keys.sorted() == [
                "files/sound.actual.wav", "files/sound.reference.wav", "files/sound.residual.wav", "files/sound.svg",
                "index.html", "kkmix-report.txt",
            ])
        #expect(try one == golden.snapshot(of: "two"))
        let page = String(decoding: try #require(one["index.html"]), as: UTF8.self)
        #expect(
            page.contains("2 of 3 cases failed") && page.contains("src=\"files/sound.svg\"")
                && !page.contains(golden.folder.root))
        #expect(one["files/sound.reference.wav"] == golden.folder.bytes("goldens/sound.wav"))
        // And again, over itself: what is not shown any more goes.
        try golden.write(GoldenFolder.twoCases)
        #expect(try golden.test("--html", "one").status == 0)
        #expect(try golden.snapshot(of: "one").keys.sorted() == ["index.html", "kkmix-report.txt"])
    }

    @Test func `what passed has its golden on the page with --html-all alone`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        #expect(try golden.test("--html", "page").status == 0)
        #expect(try golden.snapshot(of: "page").keys.sorted() == ["index.html", "kkmix-report.txt"])
        #expect(try golden.test("--html", "page", "--html-all").status == 0)
        #expect(
            try golden.snapshot(of: "page").keys.sorted() == [
                "files/sound.reference.wav", "index.html", "kkmix-report.txt",
            ])
    }

    @Test func `other formats are played from a copy beside the file`() throws {
        let golden = try GoldenFolder(
            "schema: 1\ncases:\n  - {name: a, mix: noise.wav --format w64, golden: none, assert: [channels 1]}\n")
        #expect(try golden.test("--html", "page").status == 1)
        #expect(
            try golden.snapshot(of: "page").keys.sorted() == [
                "files/a.actual.played.wav", "files/a.actual.w64", "index.html", "kkmix-report.txt",
            ])
        let text = String(decoding: try #require(golden.folder.bytes("page/index.html")), as: UTF8.self)
        #expect(
            text.contains("played from a copy, 16-bit WAV without dither")
                && text.contains("src=\"files/a.actual.played.wav\""))
        // The copy holds the same samples.
        let same = try CommandRun(
            ["compare", "page/files/a.actual.w64", "page/files/a.actual.played.wav", "--tolerance", "exact"],
            in: golden.folder.root)
        #expect(same.status == 0 && same.outputText.hasPrefix("same-pcm"))
    }

    @Test
    func `a folder with other things, a file, and a file that is no report are refused before anything is rendered`()
        throws
    {
        let golden = try Self.broken()
        for words in [["--html", "goldens"], ["--html", "noise.wav"], ["--junit", "noise.wav"]] {
            let run = try CommandRun(["test"] + words, in: golden.folder.root)
            #expect(run.status == 73 && run.outputText.isEmpty, "\(words): \(run.errorText)")
        }
        for words in [
            ["--html", ""], ["--html-all"], ["--junit", "-"], ["--tap", "--json"], ["--github", "--no-github"],
        ] {
            let run = try CommandRun(["test"] + words, in: golden.folder.root)
            #expect(run.status == 64, "\(words): \(run.errorText)")
        }
        let before = try golden.snapshot(of: "goldens")
        #expect(try golden.test("--html", "goldens", "-f").status == 1)
        let after = try golden.snapshot(of: "goldens")
        #expect(before.allSatisfy { after[$0.key] == $0.value } && after["index.html"] != nil)
    }

    @Test func `a golden's case that was shifted has its sounds on one time line`() throws {
        let golden = try GoldenFolder(
            "schema: 1\ncases: [{name: a, mix: noise.wav, golden: g.wav, limits: {lag: 50ms}}]\n")
        #expect(try golden.test("--update", "missing").status == 0)
        try golden.write(
            "schema: 1\ncases: [{name: a, mix: 'noise.wav::at=10ms,gain=-1dB', golden: g.wav, limits: {lag: 50ms}}]\n")
        #expect(try golden.test("--html", "page").status == 1)
        let page = String(decoding: golden.folder.bytes("page/index.html") ?? [], as: UTF8.self)
        #expect(
            page.contains("data-role=\"actual\" data-offset=\"0.010000\"")
                && page.contains("It is 10.000 ms late beside the reference."))
    }

    @Test func `JUnit's XML is what Python's parser reads, and is replaced by the next`() throws {
        let golden = try Self.broken()
        for _ in 0..<2 { #expect(try golden.test("--junit", "reports/junit.xml").status == 1) }
        let program =
            "import xml.etree.ElementTree as e\n"
            + "for c in e.parse('reports/junit.xml').getroot().iter('testcase'): print(c.get('classname'), c.get('name'), c.get('file'), "
            + "float(c.get('time')) >= 0, [i.tag for i in c], (c.find('system-out').text if c.find('system-out') is not None else ''))"
        try golden.folder.write(Array(program.utf8), to: "read.py")
        let run = try CommandRun.shell("python3 read.py", in: golden.folder.root)
        #expect(
            run.outputText == """
                kkmix-test sound kkmix-test.yaml True ['failure', 'system-out'] [[ATTACHMENT|kkmix-results/sound.png]]
                kkmix-test print kkmix-test.yaml True []\u{20}
                kkmix-test gone kkmix-test.yaml True ['error']\u{20}

                """, "\(run.errorText)")
    }

    @Test func `TAP is all of standard output, with a plan before the first case`() throws {
        let golden = try Self.broken()
        let run = try golden.test("--tap")
        let lines = run.outputText.split(separator: "\n")
        #expect(run.status == 1 && lines.prefix(3) == ["TAP version 14", "1..3", "not ok 1 - sound"])
        #expect(
            lines.filter { !$0.hasPrefix(" ") } == [
                "TAP version 14", "1..3", "not ok 1 - sound", "ok 2 - print", "not ok 3 - gone",
            ])
        #expect(lines.contains("    file: \"kkmix-test.yaml\"") && run.errorText.isEmpty)
    }

    @Test func `GitHub gets annotations from its repository's root, and a summary behind what is there`() throws {
        let golden = try Self.broken()
        try golden.folder.write(Array("before\n".utf8), to: "summary.md")
        let outside = golden.folder.root.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        let inside = String(golden.folder.root.dropFirst(outside.count + 1))
        let variables = [
            "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": outside, "GITHUB_STEP_SUMMARY": "summary.md",
        ]
        let run = try CommandRun(["test", "--json"], in: golden.folder.root, environment: variables)
        let lines = run.errorText.split(separator: "\n")
        #expect(
            run.status == 1 && lines.count == 2 && (try? JSONSerialization.jsonObject(with: Data(run.output))) != nil)
        #expect(
            lines[0].hasPrefix("::error file=\(inside)/kkmix-test.yaml,line=12,title=kkmix test%3A gone::"), "\(lines)")
        #expect(
            lines[1].hasPrefix(
                "::error file=\(inside)/kkmix-test.yaml,line=4,title=kkmix test%3A sound::transformed: "), "\(lines)")
        let summary = String(decoding: golden.folder.bytes("summary.md") ?? [], as: UTF8.self)
        #expect(
            summary.hasPrefix("before\n### ❌ kkmix test: 2 of 3 cases failed\n")
                && summary.contains("| sound | transformed | "))
        let quiet = try CommandRun(["test", "--no-github"], in: golden.folder.root, environment: variables)
        #expect(quiet.status == 1 && quiet.errorText.isEmpty)
    }

    @Test func `Bazel's variables say where the report and the results go`() throws {
        let golden = try Self.broken()
        let variables = [
            "CI": "1", "XML_OUTPUT_FILE": golden.folder.path("out/test.xml"),
            "TEST_UNDECLARED_OUTPUTS_DIR": golden.folder.path("undeclared"),
        ]
        #expect(try CommandRun(["test"], in: golden.folder.root, environment: variables).status == 1)
        #expect(
            String(decoding: golden.folder.bytes("out/test.xml") ?? [], as: UTF8.self).contains(
                "<testcase classname=\"kkmix-test\" name=\"sound\""))
        #expect(
            golden.folder.bytes("undeclared/kkmix-results/sound.png") != nil
                && !golden.folder.contents.contains("kkmix-results"))
    }

    @Test func `every option of a report has its row in docs/reports.md`() throws {
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/reports.md", encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `-") }
        let helps = try ["test", "compare"].map { command in (command, try CommandRun([command, "--help"]).outputText) }
        #expect(rows.count == 9)
        for row in rows {
            let option = try #require(row.split(whereSeparator: { " `".contains($0) }).dropFirst().first)
            for (command, help) in helps {
                #expect(help.contains(option) == row.contains(command), "\(option) of \(command)")
            }
        }
    }

    @Test func `compare has a page with the residual and the picture, and leaves nothing else`() throws {
        let golden = try GoldenFolder(nil)
        let words = ["compare", "noise.wav", "quiet.wav", "--html", "page", "--junit", "c.xml"]
        let run = try CommandRun(words, in: golden.folder.root)
        #expect(run.status == 1 && !run.outputText.contains("kkmix-part"), "\(run.errorText)")
        #expect(
            try golden.snapshot(of: "page").keys.sorted() == [
                "files/quiet.wav.actual.wav", "files/quiet.wav.reference.wav", "files/quiet.wav.residual.wav",
                "files/quiet.wav.svg", "index.html", "kkmix-report.txt",
            ])
        #expect(golden.folder.contents == ["c.xml", "noise.wav", "page", "quiet.wav"])
        let same = try CommandRun(
            ["compare", "noise.wav", "noise.wav", "--html", "page", "--html-all"], in: golden.folder.root)
        #expect(same.status == 0, "\(same.errorText)")
        let page = String(decoding: golden.folder.bytes("page/index.html") ?? [], as: UTF8.self)
        #expect(page.contains("1 comparison passed") && page.contains("files/noise.wav.svg"))
    }

    @Test func `a job that clips is seen on the page, in JUnit's XML and on GitHub, though it passed`() throws {
        let golden = try GoldenFolder(nil)
        let list = "id,inputs,output,options\nloud,noise.wav,out/loud.wav,--gain 20dB\nfine,noise.wav,out/fine.wav,\n"
        try golden.folder.write(Array(list.utf8), to: "jobs.csv")
        try golden.folder.write([], to: "summary.md")
        let words = ["batch", "jobs.csv", "--html", "page", "--junit", "j.xml", "--github"]
        let run = try CommandRun(words, in: golden.folder.root, environment: ["GITHUB_STEP_SUMMARY": "summary.md"])
        #expect(run.status == 0, "\(run.errorText)")
        #expect(
            run.errorText.split(separator: "\n").contains {
                $0.hasPrefix("::warning file=jobs.csv,line=2,title=kkmix batch%3A loud::") && $0.contains("full scale")
            })
        let text = { (name: String) in String(decoding: golden.folder.bytes(name) ?? [], as: UTF8.self) }
        #expect(text("j.xml").contains("<system-out>warning: ") && text("j.xml").contains("full scale"))
        #expect(
            text("summary.md").contains("2 jobs passed, 1 with warnings")
                && text("summary.md").contains("| loud | passed | "))
        let page = text("page/index.html")
        #expect(
            page.contains("<span class=\"chip warning\">warning</span>") && page.contains("full scale")
                && page.contains("row passed warned"))
    }

    @Test(arguments: [
        ("batch jobs.csv --report /dev/full --junit j.xml --html page", true),
        ("batch jobs.csv --depfile /dev/full --junit j.xml --html page --report r.json", true),
        ("batch jobs.csv --junit /dev/full -f --report r.json --html page", false),
        ("batch merge jobs.plan r0.json --report /dev/full -f --junit j.xml --html page", true),
        ("compare noise.wav quiet.wav --junit /dev/full -f --html page", false),
        ("test --junit /dev/full -f --html page", false),
    ])
    func `a report that cannot be written takes no other one with it, and the status is its own`(
        words: String, hasJUnit: Bool
    ) throws {
        let golden = try GoldenFolder()
        try golden.folder.write(Array("id,inputs,output\na,noise.wav,a.wav\n".utf8), to: "jobs.csv")
        #expect(try golden.test("--update", "missing").status == 0)
        _ = try CommandRun.shell(
            "$KKMIX batch plan jobs.csv -o jobs.plan && $KKMIX batch jobs.plan --report r0.json", in: golden.folder.root
        )
        #expect(golden.folder.bytes("r0.json") != nil)
        for json in ["", " --json"] {
            let run = try CommandRun.shell(
                "rm -rf page j.xml a.wav r.json; $KKMIX \(words)\(json)", in: golden.folder.root)
            let lines = run.errorText.split(separator: "\n")
            #expect(
                run.status == 74 && lines.count == 1 && lines[0].hasPrefix("kkmix: /dev/full, "),
                "\(run.status) \(run.errorText)")
            #expect(golden.folder.bytes("page/index.html") != nil && (golden.folder.bytes("j.xml") != nil) == hasJUnit)
            #expect(!words.contains("r.json") || golden.folder.bytes("r.json") != nil)
            // What was found is reported, and as JSON the failure is the one document.
            let document = try? JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
            #expect(json.isEmpty ? !run.output.isEmpty : document?["error"] != nil, "\(run.outputText)")
        }
    }

    @Test func `of two reports that cannot be written the first is reported`() throws {
        let golden = try Self.broken()
        _ = try golden.test("--html", "page", "--filter", "print")
        let command =
            "mkdir page/files; ln -s nowhere page/files/sound.svg; $KKMIX test --html page --junit /dev/full -f"
        let run = try CommandRun.shell(command, in: golden.folder.root)
        #expect(run.status == 74 && run.errorText.contains("/dev/full, "), "\(run.status) \(run.errorText)")
    }

    @Test func `batch's page names the worst first, as the terminal does, with inputs and options of what failed`()
        throws
    {
        let golden = try GoldenFolder(nil)
        let list = "id,inputs,output,options\ngone,gone.wav,out/gone.wav,--gain -3dB\nbad,jobs.csv,out/bad.wav,\n"
        try golden.folder.write(Array(list.utf8), to: "jobs.csv")
        let run = try CommandRun(["batch", "jobs.csv", "--html", "page", "--github"], in: golden.folder.root)
        let order = { (text: String) in text.matches(of: /\b(gone|bad)(?:"|:| )/).map { String($0.output.1) }.first }
        let page = String(decoding: golden.folder.bytes("page/index.html") ?? [], as: UTF8.self)
        let cards = page.matches(of: /id="case-([a-z]*)"/).map { String($0.output.1) }
        #expect(
            run.status != 0 && cards.count == 2 && order(run.outputText.replacing("FAIL", with: "")) == cards[0],
            "\(run.outputText) \(cards)")
        #expect(
            page.contains("<dt>inputs</dt><dd><bdi>gone.wav</bdi>")
                && page.contains("<dt>options</dt><dd><bdi>--gain -3dB</bdi>"))
        #expect(!page.contains("<dt>key</dt>"))
    }

    @Test func `compare of two rates says on its page why there is no residual, and warns of no hidden file`() throws {
        let golden = try GoldenFolder(nil)
        #expect(
            try CommandRun(["convert", "noise.wav", "-o", "slow.wav", "--rate", "22050"], in: golden.folder.root).status
                == 0)
        let run = try CommandRun(["compare", "noise.wav", "slow.wav", "--html", "page"], in: golden.folder.root)
        #expect(
            run.status == 1 && !run.errorText.contains("kkmix-part") && !run.outputText.contains("kkmix-part"),
            "\(run.errorText)")
        let page = String(decoding: golden.folder.bytes("page/index.html") ?? [], as: UTF8.self)
        #expect(page.contains("<dt>residual</dt><dd><bdi>none: the rates differ</bdi>") && !page.contains("kkmix-part"))
        // As long as the axis of the picture.
        #expect(page.contains("data-duration=\"0.300000\""))
        // Who asks for one by name is told.
        let named = try CommandRun(
            ["compare", "noise.wav", "slow.wav", "--residual", "r.wav", "--html", "page"], in: golden.folder.root)
        #expect(named.errorText.contains("r.wav: not written: the rates differ"), "\(named.errorText)")
    }

    @Test func `the verdict of a picture says what sound is meant, and of what was not compared, why`() throws {
        let golden = try GoldenFolder(nil)
        #expect(
            try CommandRun(["convert", "noise.wav", "-o", "slow.wav", "--rate", "22050"], in: golden.folder.root).status
                == 0)
        func text(_ other: String) throws -> String {
            #expect(
                try CommandRun(["compare", "noise.wav", other, "--plot", "p.svg", "-f"], in: golden.folder.root).status
                    == 1)
            return String(decoding: golden.folder.bytes("p.svg") ?? [], as: UTF8.self)
        }
        #expect(try text("quiet.wav").contains(">transformed: the actual is the same sound, changed as a whole<"))
        #expect(try text("slow.wav").contains(">different: nothing was compared, the rates differ<"))
    }

    @Test func `where every case is skipped the page says what the status does`() throws {
        let golden = try GoldenFolder(
            "schema: 1\ncases:\n  - {name: a, mix: noise.wav, golden: none, assert: [channels 2], skip: not yet}\n")
        let whole = try golden.test("--html", "page")
        let page = { String(decoding: golden.folder.bytes("page/index.html") ?? [], as: UTF8.self) }
        #expect(
            whole.status == 1 && page().contains("<h1 class=\"bad\">")
                && page().contains("a test that tests nothing does not pass"))
        let shards = try ["1/2", "2/2"].map {
            try golden.test("--shard", $0, "--html", "page").status == 0 && page().contains("<h1 class=\"good\">")
        }
        #expect(shards[0] && !page().contains("does not pass"), "\(shards)")
    }

    @Test func `a failed assertion, a changed level and two silences are not called a difference`() throws {
        let golden = try GoldenFolder(
            """
            schema: 1
            cases:
              - {name: bare, mix: noise.wav, golden: none, assert: peak <= -60dBFS}
              - {name: same, mix: noise.wav, golden: golden.wav, assert: peak <= -60dBFS}
              - {name: softer, mix: noise.wav::gain=-1dB, golden: golden.wav}
              - {name: silent, mix: 'synth:silence:for=1s:channels=2', golden: silent.wav}
              - {name: other, mix: 'synth:sine:for=300ms:channels=2', golden: golden.wav, assert: peak <= -60dBFS}
            """)
        _ = try CommandRun.shell(
            "$KKMIX synth:silence:for=1s:channels=2 -o silent.wav -q; cp noise.wav golden.wav", in: golden.folder.root)
        #expect(try golden.test("--junit", "j.xml", "--html", "page").status == 1)
        let junit = String(decoding: golden.folder.bytes("j.xml") ?? [], as: UTF8.self)
        let types = junit.matches(of: /name="(\w+)" file=[^>]*>\n *<failure [^>]* type="([^"]*)"/).map {
            "\($0.1) \($0.2)"
        }
        #expect(
            types == [
                "bare assertion", "same assertion", "softer transformed", "silent not compared", "other difference",
            ], "\(junit)")
        let page = String(decoding: golden.folder.bytes("page/index.html") ?? [], as: UTF8.self)
        let chips = Set(page.matches(of: /<span class="chip ([-\w]+)">([ \w]+)</).map { "\($0.1): \($0.2)" })
        #expect(
            chips == [
                "assertion: assertion", "transformed: transformed", "not-compared: not compared",
                "different: different",
            ], "\(chips)")
        #expect(page.contains(".chip.not-compared"))
    }

    @Test func `how much was compared is reported where a tolerance passes over the rest`() throws {
        let golden = try GoldenFolder(nil)
        _ = try CommandRun.shell("$KKMIX noise.wav --length 200ms -o short.wav -q", in: golden.folder.root)
        let run = try CommandRun(
            ["compare", "noise.wav", "short.wav", "--max-length", "1s", "--html", "page", "--html-all"],
            in: golden.folder.root)
        #expect(
            run.status == 0 && run.outputText.contains("\n  compared   0:00.200 of 0:00.300\n"), "\(run.outputText)")
        let page = String(decoding: golden.folder.bytes("page/index.html") ?? [], as: UTF8.self)
        #expect(page.contains("<div><dt>compared</dt><dd><bdi>0:00.200 of 0:00.300</bdi></dd></div>"), "\(page.count)")
    }
}
