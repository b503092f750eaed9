import KKReport
import Testing

@Suite struct TAPTests {
    @Test func `each kind of entry has its line, and a failure a block of YAML`() {
        let report = Reports.each
        let lines = [TAPReport.head(count: 4)] + report.entries.enumerated().map { TAPReport.lines($1, number: $0 + 1) }
        #expect(
            lines.joined(separator: "\n") == """
                TAP version 14
                1..4
                ok 1 - jingle
                not ok 2 - voice
                  ---
                  message: "largest residual -12 dBFS; at most -80 dBFS"
                  severity: fail
                  at:
                    file: "sounds/kkmix-test.yaml"
                    line: 7
                  facts:
                    - "golden: sounds/goldens/voice.wav"
                    - "next: if the change is intended: kkmix test --accept voice"
                  ...
                ok 3 - later # SKIP not yet
                not ok 4 - broken
                  ---
                  message: "x.wav: the file cannot be found"
                  severity: error
                  ...
                """)
        #expect(
            TAPReport.head(count: 0, reason: "the shard 3/9 has no case")
                == "TAP version 14\n1..0 # SKIP the shard 3/9 has no case")
    }

    @Test func `no name makes a directive, a line of its own or an escape`() {
        for (index, entry) in Reports.hostile.entries.enumerated() {
            let lines = TAPReport.lines(entry, number: index + 1).split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(lines[0].hasPrefix("not ok \(index + 1) - ") && lines[1] == "  ---" && lines.last == "  ...")
            #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") })
            let bytes = Array(lines[0].utf8)
            #expect(
                !bytes.replacing(Array("\\\\".utf8), with: []).replacing(Array("\\#".utf8), with: []).contains(
                    UInt8(ascii: "#")), "\(lines[0])")
            #expect(!lines.joined().unicodeScalars.contains { $0.value < 32 })
        }
    }

    /// Line ends of Unicode and of old systems: readers that split a text by them see a line of the case's own making.
    @Test(arguments: ["\u{2028}", "\u{2029}", "\u{85}", "\u{0B}", "\r"])
    func `what some take for the end of a line is none`(end: String) {
        let entry = ReportEntry("a\(end)ok 2 - b", in: "g", .different, "c\(end)not ok 3 - d")
        let text = TAPReport.lines(entry, number: 1)
        #expect(
            text == "not ok 1 - a ok 2 - b\n  ---\n  message: \"c not ok 3 - d\"\n  severity: fail\n  ...", "\(text)")
    }

    @Test func `a sign with an accent upon it is escaped as the sign`() {
        let entry = ReportEntry("a\\\u{301}#\u{301}", in: "g", .different, "\"\u{301}\\\u{301}")
        let text = TAPReport.lines(entry, number: 1)
        let wanted =
            "not ok 1 - a\\\\\u{301}\\#\u{301}\n  ---\n  message: \"\\\"\u{301}\\\\\u{301}\"\n  severity: fail\n  ..."
        #expect(Array(text.utf8) == Array(wanted.utf8), "\(text)")
    }
}
