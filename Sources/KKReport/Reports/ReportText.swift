/// An entry's details as plain lines: what a log, a failure in XML or a diagnostic block shows.
struct ReportText {
    private let entry: ReportEntry

    init(_ entry: ReportEntry) {
        self.entry = entry
    }

    /// The headline, the facts, what did not hold, and what to do, a line each.
    var details: String {
        var lines = [entry.headline]
        lines += entry.facts.map { "\($0.name): \($0.text)" }
        lines += entry.checks.filter { !$0.passed }.map { "does not hold: \($0.text): \($0.measured)" }
        lines += entry.measures.filter(\.isBeyond).map { "beyond its limit: \($0.name) \($0.difference), at most \($0.allowed)" }
        lines += entry.warnings.map { "warning: \($0)" }
        if let step = entry.nextStep { lines.append("next: \(step)") }
        return lines.map(Markup.line).joined(separator: "\n")
    }
}
