internal import KKMixing
internal import Synchronization

/// Tells what became of each golden, and of all.
final class GoldensTeller: Sendable {
    private let common: CommonOptions
    private let line: StatusLine
    private let told = Mutex(Told())

    private struct Told {
        var reports: [GoldenReport] = []
        var neededCount: Int?
    }

    init(_ common: CommonOptions) {
        self.common = common
        line = StatusLine([], markWidth: 9, color: common.color)
    }

    /// Of gc: objects that a lock names.
    var neededCount: Int? {
        get { told.withLock { $0.neededCount } }
        set { told.withLock { $0.neededCount = newValue } }
    }

    func tell(_ report: GoldenReport) {
        told.withLock { $0.reports.append(report) }
        guard !common.json, !common.quiet || report.status == .failed else { return }
        // Most of them, most of the time.
        if report.status == .there, !common.verbose { return }
        let (word, hue) = Self.word(report.status)
        Terminal.print(line.text(word, hue, report.path.text, report.reason))
        let facts = [("command", report.command), ("next", report.nextStep)]
        for case (let name, let text?) in facts {
            Terminal.print("         \(name.left(10, gap: 1))\(Voice.oneLine(text))")
        }
    }

    private static func word(_ status: GoldenReport.Status) -> (String, hue: String) {
        switch status {
        case .there: ("there", "32")
        case .fetched: ("fetched", "32")
        case .stored: ("stored", "32")
        case .removed: ("removed", "33")
        case .planned: ("would", "33")
        case .skipped: ("skip", "33")
        case .failed: ("FAIL", "31")
        }
    }

    /// The end.
    ///
    /// - Returns: whether something failed.
    func finish() -> Bool {
        let (reports, neededCount) = told.withLock { ($0.reports, $0.neededCount) }
        if common.json {
            Terminal.print(JSONText.document("files", reports))
        } else if !common.quiet {
            let counts = GoldenReport.Status.allCases.map { status in
                (status, reports.count { $0.status == status } + (status == .there ? neededCount ?? 0 : 0))
            }
            let parts = counts.filter { $0.1 > 0 }.map { "\($0.1) \(Self.count($0.0, isObjects: neededCount != nil))" }
            let none = neededCount == nil ? "no case has a golden that is an audio file" : "the store is empty"
            Terminal.print(parts.isEmpty ? none : parts.joined(separator: ", "))
        }
        return reports.contains { $0.status == .failed }
    }

    private static func count(_ status: GoldenReport.Status, isObjects: Bool) -> String {
        switch status {
        case .there: isObjects ? "needed" : "there"
        case .planned: "to do"
        case .skipped: "skipped"
        case .fetched, .stored, .removed, .failed: status.rawValue
        }
    }
}
