import KKReport
import Testing

@Suite struct HTMLTests {
    /// Every start tag with its attributes, and the text outside of scripts and styles, as Python's own reader of HTML
    /// finds them.
    private static let reader = """
        import html.parser, json
        class Reader(html.parser.HTMLParser):
            def __init__(self):
                super().__init__(); self.open = []; self.text = ''
            def handle_starttag(self, tag, attributes):
                print(json.dumps([tag] + [list(a) for a in attributes], ensure_ascii=False))
                if tag not in ('meta', 'input', 'img', 'br'): self.open.append(tag)
            def handle_endtag(self, tag):
                assert self.open and self.open.pop() == tag, (tag, self.open, self.getpos())
            def handle_comment(self, text): print('comment', text)
        reader = Reader()
        reader.feed(open('text', encoding='utf-8').read())
        assert not reader.open, reader.open
        """

    @Test func `every element is closed, whatever the names hold, and no name makes one`() throws {
        let plain = try tags(of: Reports.hostile, renaming: { "case-\($0)" })
        let hostile = try tags(of: Reports.hostile, renaming: { Reports.hostileNames[$0] })
        #expect(hostile == plain && hostile.count > 400)
        #expect(!hostile.contains { $0.hasPrefix("comment") })
    }

    /// The elements' names, of the hostile report with other names in place of its own.
    private func tags(of report: Report, renaming name: (Int) -> String) throws -> [String] {
        var report = report
        for index in report.entries.indices {
            let text = name(index)
            report.entries[index].name = text
            (report.entries[index].headline, report.entries[index].nextStep) = (text, "x: kkmix test --accept \(text)")
            report.entries[index].facts = [ReportEntry.Fact(text, text)]
            report.entries[index].warnings = [text]
        }
        let lines = try Reports.python(Self.reader, reading: HTMLReport(report).text).split(separator: "\n").map(
            String.init)
        return lines.map { String($0.prefix { $0 != "," && $0 != "]" }) }
    }

    @Test func `addresses are percent-encoded bytes, and lead nowhere but into the folder`() throws {
        var entry = Reports.different("odd")
        entry.attachments = ["a b#c?d%e\"f'<g>&:h", "日本.wav", "\u{10FFE9}", "x/y"].map { name in
            var sound = ReportAttachment(.actual, path: name)
            sound.page = "files/\(name)"
            return sound
        }
        let text = HTMLReport(Report("t", entries: [entry])).text
        for address in [
            "files/a%20b%23c%3Fd%25e%22f%27%3Cg%3E%26%3Ah", "files/%E6%97%A5%E6%9C%AC.wav", "files/%E9", "files/x/y",
        ] {
            #expect(text.contains("src=\"\(address)\" ") && text.contains("href=\"\(address)\" download"), "\(address)")
        }
        let outside = text.matches(of: /(?:src|href)="([^"]*)"/).map(\.output.1).filter {
            !$0.hasPrefix("#") && !$0.hasPrefix("files/")
        }
        #expect(outside == [])
        #expect(!text.contains("http:") && !text.contains("https:") && !text.contains("url("))
    }

    @Test func `anchors and files are lower case, short, and each entry's own`() {
        let names = [
            "Voice", "voice", "VOICE-2", "a/b", "a b", "日本語", "", "..", String(repeating: "long", count: 99), "con.wav",
        ]
        let slugs = Report("t", entries: names.map { Reports.different($0) }).slugs
        #expect(
            slugs.prefix(9).map { String($0.prefix(9)) } == [
                "voice", "voice-2", "voice-2-2", "a-b", "a-b-2", "unnamed", "unnamed-2", "unnamed-3", "longlongl",
            ])
        #expect(Set(slugs).count == names.count && slugs.allSatisfy { $0.utf8.count <= 64 })
        #expect(slugs.joined().allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || "-_.".contains($0)) })
    }

    @Test func `failures have cards, worst first, and everything has a row in its order`() throws {
        var report = Reports.each
        var worse = Reports.different("worse")
        (worse.weight, report.entries[1].weight) = (-3, -12)
        report.entries.append(worse)
        let text = HTMLReport(report).text
        #expect(
            text.matches(of: /<article class="card failures" id="case-([a-z]*)"/).map { String($0.output.1) } == [
                "broken", "worse", "voice",
            ])
        let rows = text.matches(of: /<tr class="row ([a-z]*)">.*?<bdi>([a-z]*)</).map {
            "\($0.output.1) \($0.output.2)"
        }
        #expect(rows == ["passed jingle", "failures voice", "other later", "failures broken", "failures worse"])
        #expect(text.contains("3 of 5 cases failed") && text == HTMLReport(report).text)
        // Nothing of the clock.
        report.entries[0].seconds = 99
        #expect(HTMLReport(report).text == text)
    }

    @Test func `thousands of entries stay a page`() {
        let passed = (0..<10_000).map { ReportEntry("case-\($0)", in: "m", .passed, "the same samples") }
        #expect(HTMLReport(Report("kkmix test", entries: passed)).text.utf8.count < 3 << 20)
        let failed = HTMLReport(Report("kkmix test", entries: (0..<3_000).map { Reports.different("case-\($0)") })).text
        #expect(
            failed.split(separator: "<article ").count - 1 == HTMLReport.mostCards
                && failed.contains("2,000 more failures are in the table alone."))
    }

    @Test(arguments: [
        (0.25, " data-offset=\"0.250000\"", ["late beside the reference."], "2.750000"),
        (
            -0.25, " data-offset=\"-0.250000\"", ["early beside the reference, and the residual begins with it."],
            "3.250000"
        ), (0, "", [], "3.000000"),
    ])
    func `an actual that was shifted says by how much, and where it is on the reference's time line`(
        offset: Double, mark: String, words: [String], length: String
    ) {
        var entry = Reports.different("shifted")
        entry.attachments = [ReportAttachment.Role.reference, .actual].map { role in
            var sound = ReportAttachment(role, path: "x")
            (sound.page, sound.seconds, sound.offset) = (
                "files/x", role == .actual ? 3 : 2, role == .actual ? offset : 0
            )
            return sound
        }
        let text = HTMLReport(Report("t", entries: [entry])).text
        #expect(text.contains("data-role=\"reference\" aria") && text.contains("data-role=\"actual\"\(mark) aria"))
        #expect(text.contains(" data-length=\"\(length)\">"))
        #expect(text.matches(of: /<small>It is 250.000 ms ([^<]*)<\/small>/).map { String($0.output.1) } == words)
    }

    @Test func `a place is a file, and a line where it has one`() {
        for (text, file, line) in [
            ("a.yaml:3:5", "a.yaml", 3), ("a.yaml:3", "a.yaml", 3), ("a.yaml", "a.yaml", nil), ("a:b:7:1", "a:b", 7),
            ("", "", nil),
        ] {
            #expect(ReportEntry.Place(parsing: text) == ReportEntry.Place(file: file, line: line), "\(text)")
        }
    }

    /// A job that passed, and clipped.
    private static var warned: Report {
        var report = Reports.each
        report.noun = .init("job", "jobs")
        report.entries[0].warnings = ["12 samples beyond full scale <b>"]
        return report
    }

    @Test func `warnings of what passed are on the page, with a chip, in its row and behind a filter`() {
        let text = HTMLReport(Self.warned).text
        #expect(
            text.contains("<span class=\"chip warning\">warning</span>")
                && text.contains("Warning: <bdi>12 samples beyond full scale &lt;b&gt;</bdi>"))
        #expect(text.contains("<tr class=\"row passed warned\">") && text.contains("id=\"show-warned\""))
        #expect(!HTMLReport(Reports.each).text.contains("id=\"show-warned\""))
    }

    @Test func `a job is not called a case`() {
        #expect(HTMLReport(Self.warned).text.contains("aria-label=\"Link to this different job\""))
    }

    @Test func `a run of which nothing was wanted is not called bad, and one that had to test something says why`() {
        var report = Report("kkmix test", entries: [Reports.each.entries[2]])
        #expect(
            !report.isGood && report.headline == "nothing was done: 1 skipped"
                && HTMLReport(report).text.contains("<h1 class=\"bad\">"))
        report.wantsSome = false
        #expect(report.isGood && HTMLReport(report).text.contains("<h1 class=\"good\">"))
    }
}
