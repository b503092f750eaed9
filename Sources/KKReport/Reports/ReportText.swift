/// An entry's details as plain lines: what a log, a failure in XML or a diagnostic block shows. Measures are a page's:
/// what is beyond a limit is among the facts, or the headline itself.
struct ReportText {
    private let entry: ReportEntry

    init(_ entry: ReportEntry) {
        self.entry = entry
    }

    /// The headline, the facts, what a program said, what did not hold, and what to do, a line each.
    var details: String {
        var lines = [entry.headline]
        lines += entry.facts.map { "\($0.name): \($0.text)" }
        lines += entry.lastLines.map { "it said: \($0)" }
        if let log = entry.log { lines.append("log: \(log)") }
        lines += entry.checks.filter { !$0.passed }.map { "does not hold: \($0.text): \($0.measured)" }
        lines += warnings
        if let step = entry.nextStep { lines.append("next: \(step)") }
        return lines.map(Markup.line).joined(separator: "\n")
    }

    /// The first twenty, and how many more there are.
    var warnings: [String] {
        let rest = entry.warnings.count - Self.mostWarnings
        return
            (entry.warnings.prefix(Self.mostWarnings).map { "warning: \($0)" }
            + (rest > 0 ? ["and \(rest) more warning\(rest == 1 ? "" : "s")"] : []))
            .map(Markup.line)
    }

    private static let mostWarnings = 20
}
