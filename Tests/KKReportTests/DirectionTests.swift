import KKReport
import Testing

/// Names that turn the direction of reading: with U+202E in it, `sound-gpj.wav` may be shown as `sound-vaw.jpg`.
@Suite struct DirectionTests {
    /// All that Unicode has (UAX #9, 2).
    static let controls: [Unicode.Scalar] = [
        "\u{061C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}",
        "\u{2067}", "\u{2068}", "\u{2069}",
    ]

    /// One entry whose every text has all of them.
    private static let report: Report = {
        let name = "a" + controls.map { "\($0)x" }.joined() + "b"
        var entry = ReportEntry(name, in: name, .different, name)
        entry.place = ReportEntry.Place(file: name, line: 3)
        entry.facts = [ReportEntry.Fact(name, name)]
        entry.checks = [ReportEntry.Check(name, passed: false, measured: name)]
        entry.measures = [
            ReportEntry.Measure(name, reference: name, actual: name, difference: name, allowed: name, part: name)
        ]
        entry.marks = [ReportEntry.Mark(name, seconds: 1, name)]
        entry.nextStep = "\(name): kkmix test --accept \(name)"
        var sound = ReportAttachment(.actual, path: name)
        (sound.page, sound.note, sound.original) = (name, name, name)
        entry.attachments = [sound]
        var warned = ReportEntry(name + "2", in: name, .passed, name)
        warned.warnings = [name]
        return Report(name, entries: [entry, warned], notes: [name])
    }()

    private static let emitted: [(name: String, text: String)] = [
        ("the page", HTMLReport(report).text), ("JUnit's XML", JUnitReport(report).text),
        ("GitHub's annotations", GitHubReport(report).annotations.joined()),
        ("GitHub's summary", GitHubReport(report).summary()),
        ("TAP", report.entries.map { TAPReport.lines($0, number: 1) }.joined()),
    ]

    @Test(arguments: 0..<emitted.count)
    func `no name turns the direction of reading, and every control that would is seen`(index: Int) {
        let (name, text) = Self.emitted[index]
        #expect(!text.unicodeScalars.contains(where: Self.controls.contains), "\(name)")
        // In their places, and no other letter is gone.
        #expect(text.contains("a" + String(repeating: "\u{FFFD}x", count: Self.controls.count) + "b"), "\(name)")
    }

    @Test func `letters that are written from the right are no controls`() {
        let text = HTMLReport(Report("t", entries: [Reports.different("שלום مرحبا")])).text
        #expect(text.contains("<bdi>שלום مرحبا</bdi>"))
    }
}
