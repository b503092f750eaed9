import KKReport
import Testing

@Suite struct GitHubTests {
    @Test func `annotations name file, line and title, worst first, on one line each`() {
        #expect(
            GitHubReport(Reports.each).annotations == [
                "::error title=kkmix test%3A broken::x.wav: the file cannot be found",
                "::error file=sounds/kkmix-test.yaml,line=7,title=kkmix test%3A voice::largest residual -12 dBFS; at most -80 dBFS%0A"
                    + "golden: sounds/goldens/voice.wav%0Anext: if the change is intended: kkmix test --accept voice",
            ])
        let placed = GitHubReport(Report("t", entries: [Reports.different("100%, a:b")])) { "audio/\($0)" }
        #expect(
            placed.annotations[0].hasPrefix(
                "::error file=audio/sounds/kkmix-test.yaml,line=7,title=t%3A 100%25%2C a%3Ab::"))
    }

    @Test(arguments: [1, 9, 10, 30]) func `at most nine are reported, and how many more there are`(count: Int) {
        let lines = GitHubReport(Report("kkmix test", entries: (0..<count).map { Reports.different("case-\($0)") }))
            .annotations
        #expect(lines.count == min(10, count))
        #expect(lines.filter { $0.contains("title=kkmix test%3A case-") }.count == min(9, count))
        if count > 9 {
            #expect(lines[9] == "::error title=kkmix test::and \(count - 9) more failure\(count > 10 ? "s" : "")")
        }
    }

    @Test func `no name begins another command or leaves its property`() {
        for line in GitHubReport(Reports.hostile).annotations {
            #expect(!line.contains("\n") && !line.contains("\r"))
            let parts = line.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
            #expect(parts.count == 3 && parts[0].isEmpty && parts[1].hasPrefix("error "))
            let properties = parts[1].dropFirst("error ".count).split(separator: ",").map {
                $0.split(separator: "=", maxSplits: 1)[0]
            }
            #expect(properties == ["file", "line", "title"] || properties == ["title"], "\(parts[1])")
            #expect(!parts[1].contains(":"))
        }
    }

    @Test func `a sign with an accent upon it does not end a property`() {
        var entry = ReportEntry("a:\u{301}b,\u{301}%\u{301}", in: "g", .different, "x ::error::y%\u{301}")
        entry.place = ReportEntry.Place(file: "f,\u{301}line=1", line: 3)
        let line = GitHubReport(Report("t", entries: [entry])).annotations[0]
        let wanted =
            "::error file=f%2C\u{301}line=1,line=3,title=t%3A a%3A\u{301}b%2C\u{301}%25\u{301}::x ::error::y%25\u{301}"
        #expect(Array(line.utf8) == Array(wanted.utf8), "\(line)")
    }

    @Test func `the summary is a heading, the counts, and a table of what failed`() {
        #expect(
            GitHubReport(Reports.each).summary() == """
                ### ❌ kkmix test: 2 of 4 cases failed

                1 error, 1 different, 1 skipped, 1 passed

                | case | | why | next |
                |---|---|---|---|
                | broken | error | x.wav: the file cannot be found |  |
                | voice | different | largest residual -12 dBFS; at most -80 dBFS | if the change is intended: kkmix test --accept voice |

                """)
        #expect(
            GitHubReport(Report("kkmix test", entries: [Reports.each.entries[0]])).summary()
                == "### ✅ kkmix test: 1 case passed\n\n1 passed\n\n")
    }

    @Test func `what a program said last was in no report`() {
        var entry = ReportEntry("a|b", in: "g", .error, "the program ended with status 3: two")
        (entry.lastLines, entry.log) = (["one <b>", "two"], "kkmix-results/a.log")
        let report = Report("t", entries: [entry])
        #expect(
            GitHubReport(report).summary().hasSuffix(
                """
                <details><summary>What the program of a&#124;b said last</summary>

                <pre>one &#60;b&#62;
                two</pre>

                All of it: kkmix-results/a.log

                </details>

                """))
        #expect(
            GitHubReport(report).annotations[0].hasSuffix(
                "%0Ait said: one <b>%0Ait said: two%0Alog: kkmix-results/a.log"))
        let xml = JUnitReport(report).text
        #expect(xml.contains("it said: one &lt;b&gt;\nit said: two\nlog: kkmix-results/a.log"), "\(xml)")
        #expect(xml.contains("<system-out>[[ATTACHMENT|kkmix-results/a.log]]</system-out>"), "\(xml)")
        #expect(HTMLReport(report).text.contains("<dd><bdi>one &lt;b&gt;</bdi></dd>"))
        // A thousand of them leave room for the table.
        let many = Report(
            "t",
            entries: (0..<1_000).map { number in
                var entry = entry
                entry.name = "c\(number)"
                return entry
            })
        #expect(GitHubReport(many).summary(limit: 20_000).utf8.count <= 20_000)
    }

    @Test func `no name leaves its cell, and a long table ends below the limit`() {
        for row in GitHubReport(Reports.hostile).summary().split(separator: "\n").dropFirst(4) where row.hasPrefix("|")
        {
            #expect(row.filter { $0 == "|" }.count == 5 && !row.contains("<") && !row.contains("`"), "\(row)")
        }
        let many = GitHubReport(Report("kkmix test", entries: (0..<1_000).map { Reports.different("case-\($0)") }))
        let text = many.summary(limit: 20_000)
        #expect(text.utf8.count <= 20_000 && text.hasSuffix("more: the summary has no room for them\n"))
        #expect(many.summary().utf8.count < 1 << 20)
    }

    @Test func `warnings of what passed are annotations, nine of them, and lines of the summary`() throws {
        let entries = (0..<12).map { number in
            var entry = ReportEntry("job-\(number)", in: "jobs.csv", .passed, "done")
            entry.place = .init(file: "jobs.csv", line: number + 2)
            entry.warnings = ["\(number) samples beyond full scale"]
            return entry
        }
        let github = GitHubReport(
            Report("kkmix batch", .init("job", "jobs"), entries: entries + [Reports.different("x")]))
        let lines = github.annotations
        try #require(lines.count == 11)
        #expect(lines[0].hasPrefix("::error "))
        #expect(
            lines[1]
                == "::warning file=jobs.csv,line=2,title=kkmix batch%3A job-0::warning: 0 samples beyond full scale")
        #expect(lines[10] == "::warning title=kkmix batch::and 3 more jobs with warnings")
        #expect(
            github.summary().contains(
                "\n| job | | warning |\n|---|---|---|\n| job-0 | passed | 0 samples beyond full scale |\n"))
        #expect(
            GitHubReport(Report("t", .init("job", "jobs"), entries: entries)).summary().hasPrefix(
                "### ✅ t: 12 jobs passed, 12 with warnings\n"))
    }

    @Test func `a comment is the summary and the pictures of what failed, and stays below its limit`() {
        func entry(_ name: String, passed: Bool = false) -> ReportEntry {
            var entry = Reports.different(name)
            if passed { entry = ReportEntry(name, in: "g", .passed, "fine") }
            entry.attachments = [ReportAttachment(.picture, path: "results/\(name).png")]
            return entry
        }
        let report = GitHubReport(Report("t", entries: [entry("a b"), entry("fine", passed: true), entry("x|y")]))
        let text = report.comment { "https://example.org/\($0)" }
        #expect(text.hasPrefix(report.summary()))
        #expect(text.contains("![a b](<https://example.org/results/a b.png>)"))
        #expect(text.contains("![x&#124;y](<https://example.org/results/x|y.png>)") && !text.contains("fine.png"))
        let many = GitHubReport(Report("t", entries: (0..<3_000).map { entry("case-\($0)") }))
        let long = many.comment(limit: 60_000) { $0 }
        #expect(long.utf8.count <= 60_000 && long.contains("more: the summary has no room for them"))
        #expect(long.hasSuffix("</details>\n"), "a picture is whole or not there")
        #expect(GitHubReport(Report("t", entries: [entry("a")])).comment { _ in "<a>\n(b)" }.contains("(<%3Ca%3E(b)>)"))
    }

    @Test func `a comment mentioned people, and linked to what a case was called`() {
        let entry = ReportEntry(
            "@octocat", in: "g", .error,
            "see #12, GH-12, me/it#3, https://evil.example, www.evil.example and a@b.c; show.wav, -12 dBFS")
        let text = GitHubReport(Report("t", entries: [entry])).summary()
        let shown = text.replacing("&#64;", with: "@").replacing("&#35;", with: "#")
        for link in ["@octocat", "#12", "GH-12", "it#3", "://", "www.", "@b.c"] {
            #expect(!shown.contains(link), "\(link) in \(shown)")
        }
        #expect(
            shown.replacing("\u{200B}", with: "").contains(
                "https://evil.example, www.evil.example and a@b.c; show.wav, -12 dBFS")
        )
        // The name of a file can be copied.
        #expect(shown.contains(" show.wav, -12 dBFS"))
    }
}
