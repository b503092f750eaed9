import KKReport
import Testing

@Suite struct JUnitTests {
    @Test func `each kind of entry has its element`() {
        #expect(
            JUnitReport(Reports.each).text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="kkmix test" tests="4" failures="1" errors="1" skipped="1" time="0.750">
                  <testsuite name="sounds/kkmix-test.yaml" tests="3" failures="1" errors="0" skipped="1" time="0.750">
                    <testcase classname="sounds.kkmix-test" name="jingle" file="sounds/kkmix-test.yaml" time="0.500"/>
                    <testcase classname="sounds.kkmix-test" name="voice" file="sounds/kkmix-test.yaml" time="0.250">
                      <failure message="largest residual -12 dBFS; at most -80 dBFS" type="difference">largest residual -12 dBFS; at most -80 dBFS
                golden: sounds/goldens/voice.wav
                next: if the change is intended: kkmix test --accept voice</failure>
                      <system-out>[[ATTACHMENT|kkmix-results/voice.png]]</system-out>
                    </testcase>
                    <testcase classname="sounds.kkmix-test" name="later">
                      <skipped message="not yet"/>
                    </testcase>
                  </testsuite>
                  <testsuite name="other/kkmix-test.yaml" tests="1" failures="0" errors="1" skipped="0" time="0.000">
                    <testcase classname="other.kkmix-test" name="broken">
                      <error message="x.wav: the file cannot be found" type="error">x.wav: the file cannot be found</error>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
    }

    /// Class, name, and the first element's tag of each case.
    private static let list = """
        import xml.etree.ElementTree as e
        root = e.parse('text').getroot()
        for case in root.iter('testcase'):
            print('|'.join([case.get('classname'), case.get('name'), case[0].tag if len(case) else '']))
        """

    @Test func `names of all kinds give well-formed XML without control characters, by Python's parser`() throws {
        let text = JUnitReport(Reports.hostile).text
        #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0.value == 0xFFFE })
        let lines = try Reports.python(Self.list, reading: text).split(separator: "\n")
        #expect(lines.count == Reports.hostileNames.count && lines.allSatisfy { $0.hasSuffix("|failure") }, "\(lines)")
        #expect(lines.contains { $0.contains("|<script>alert('x')</script>|") })
        #expect(lines.contains { $0.contains("a]]>b|") })
    }

    @Test func `no two cases have one class and name`() throws {
        var entries = (0..<3).map { _ in Reports.different("twice") }
        // Two names that are one when what XML has no place for is gone, and one that looks like a number.
        entries += [Reports.different("tw\u{1}ice"), Reports.different("twice (2)")]
        let lines = try Reports.python(Self.list, reading: JUnitReport(Report("x", entries: entries)).text).split(
            separator: "\n")
        #expect(Set(lines).count == 5, "\(lines)")
        #expect(
            JUnitReport(Report("x", entries: [Reports.different("a", in: "")])).text.contains("classname=\"kkmix\""))
    }

    @Test(arguments: [200_000, 40_000, 9_000])
    func `a report that would be too long is cut, with a note, and stays well-formed`(limit: Int) throws {
        let long = String(repeating: "& ", count: 3_000)
        let entries =
            (0..<50).map { number in
                var entry = Reports.different("case-\(number)")
                entry.facts = [ReportEntry.Fact("long", long)]
                return entry
            } + (0..<50).map { ReportEntry("passed-\($0)", in: "sounds/kkmix-test.yaml", .passed, long) }
        let text = JUnitReport(Report("kkmix test", entries: entries), limit: limit).text
        #expect(text.utf8.count <= limit && text.contains("would be too long"))
        // The counts are still those of all.
        #expect(text.contains("tests=\"100\" failures=\"50\""))
        let lines = try Reports.python(Self.list, reading: text).split(separator: "\n")
        #expect(lines.first == "sounds.kkmix-test|case-0|failure")
        #expect(limit < 40_000 ? lines.count < 50 : lines.count >= 50, "\(lines.count)")
        #expect(!JUnitReport(Report("kkmix test", entries: entries)).text.contains("too long"))
    }

    @Test func `warnings of what passed are in its system-out`() throws {
        var report = Reports.each
        report.entries[0].warnings = (1...25).map { "\($0) samples beyond full scale" }
        let text = JUnitReport(report).text
        #expect(
            text.contains("<system-out>warning: 1 samples beyond full scale\nwarning: 2 ")
                && text.contains("\nand 5 more warnings</system-out>"))
        #expect(try Reports.python(Self.list, reading: text).contains("sounds.kkmix-test|jingle|system-out"))
    }

    @Test func `what others have named attaches no file`() throws {
        var report = Reports.each
        for index in report.entries.indices {
            report.entries[index].warnings = ["[[ATTACHMENT|/etc/passwd]] is short"]
            report.entries[index].headline += " [[ATTACHMENT|/etc/passwd]]"
        }
        let text = JUnitReport(report).text.split(separator: "\n").filter { !$0.contains(" message=") }
        #expect(text.contains { $0.contains("[ [ATTACHMENT|/etc/passwd]]") })
        #expect(!text.contains { $0.contains("[[ATTACHMENT|/etc") })
    }
}
