internal import KKMath

/// What GitHub's actions understand: annotations, as lines of the log, and a summary in Markdown.
public struct GitHubReport {
    private let report: Report
    /// Puts a path as GitHub wants it: from the repository's root.
    private let placed: @Sendable (String) -> String

    /// - Parameter placed: makes of a path from where the process works one from the repository's root.
    public init(_ report: Report, placed: @escaping @Sendable (String) -> String = { $0 }) {
        (self.report, self.placed) = (report, placed)
    }

    /// GitHub shows ten of a kind for a step; the last one counts the others.
    private static let mostAnnotations = 9

    /// `::error file=…,line=…,title=…::what`, a line each, worst first: at most nine, and how many more there are.
    public var annotations: [String] {
        let failures = report.bySeverity.map { report.entries[$0] }.filter(\.isFailure)
        var lines = failures.prefix(Self.mostAnnotations).map(annotation)
        let rest = failures.count - lines.count
        if rest > 0 { lines.append("::error title=\(property(report.title))::and \(rest) more \(rest == 1 ? "failure" : "failures")") }
        return lines
    }

    private func annotation(_ entry: ReportEntry) -> String {
        var properties: [String] = []
        if let place = entry.place {
            properties.append("file=\(property(placed(place.file)))")
            if let line = place.line { properties.append("line=\(line)") }
        }
        properties.append("title=\(property("\(report.title): \(entry.name)"))")
        return "::error \(properties.joined(separator: ","))::\(data(ReportText(entry).details))"
    }

    /// What follows the colons (actions/toolkit, `command.ts`).
    private func data(_ text: String) -> String {
        Markup.shortened(text, to: 4_000).replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private func property(_ text: String) -> String {
        data(Markup.line(text)).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }

    /// A heading, the failures as a table, worst first, and what else there is.
    ///
    /// - Parameter limit: the most bytes it may have. GitHub takes 1 MiB for a step.
    public func summary(limit: Int = 1_000_000) -> String {
        let failures = report.bySeverity.map { report.entries[$0] }.filter(\.isFailure)
        var text = "### \(report.isGood ? "✅" : "❌") \(Self.markdown(report.title)): \(Self.markdown(report.headline))\n\n"
        if !report.entries.isEmpty { text += "\(Self.markdown(report.tally))\n\n" }
        for note in report.notes { text += "\(Self.markdown(Markup.shortened(note, to: 1_000)))\n\n" }
        guard !failures.isEmpty else { return Markup.shortened(text, to: limit / 4) }
        text += "| \(report.noun.one) | | why | next |\n|---|---|---|---|\n"
        for (index, entry) in failures.enumerated() {
            let cells = [entry.name, entry.status.word, entry.headline, entry.nextStep ?? ""].map { Self.markdown(Markup.shortened($0, to: 2_000)) }
            let row = "| \(cells.joined(separator: " | ")) |\n"
            guard text.utf8.count + row.utf8.count + 100 <= limit else {
                return text + "\nand \(groupedText(Int64(failures.count - index))) more: the summary has no room for them\n"
            }
            text += row
        }
        return text
    }

    /// Text without anything that Markdown, a table or HTML would take for its own.
    private static func markdown(_ text: String) -> String {
        var result = ""
        for scalar in Markup.line(text).unicodeScalars {
            switch scalar {
            case "&", "<", ">", "|", "`", "*", "_", "[", "]", "\\", "~", "$", "#", "@": result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
