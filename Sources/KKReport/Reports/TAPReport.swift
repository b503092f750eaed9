internal import KKMath

/// TAP 14 (testanything.org, *TAP version 14 specification*): a plan, a line for each case, and a block of YAML below
/// each that failed.
///
/// Lines can be written as the cases finish: first the head, then the entries in order.
public enum TAPReport {
    /// Version and plan.
    ///
    /// - Parameter reason: the reason if the count is 0.
    public static func head(count: Int, reason: String? = nil) -> String {
        "TAP version 14\n1..\(count)" + (count == 0 ? " # SKIP \(escaped(reason ?? "nothing to do"))" : "")
    }

    /// The lines of an entry, without a line end after the last.
    ///
    /// - Parameter number: from 1.
    public static func lines(_ entry: ReportEntry, number: Int) -> String {
        let head = "\(entry.isFailure ? "not ok" : "ok") \(number) - \(escaped(entry.name))"
        switch entry.status {
        case .skipped, .notRun: return "\(head) # SKIP \(escaped(entry.headline))"
        case .passed, .recorded: return head
        case .different, .transformed, .assertion, .notCompared, .missing, .error: break
        }
        var lines = [
            head, "  ---", "  message: \(quoted(entry.headline))",
            "  severity: \(entry.status == .error ? "error" : "fail")",
        ]
        if let place = entry.place {
            lines += ["  at:", "    file: \(quoted(place.file))"]
            if let line = place.line { lines.append("    line: \(line)") }
        }
        let facts = entry.facts + (entry.nextStep.map { [ReportEntry.Fact("next", $0)] } ?? [])
        if !facts.isEmpty { lines.append("  facts:") }
        lines += facts.map { "    - \(quoted("\($0.name): \($0.text)"))" }
        return (lines + ["  ..."]).joined(separator: "\n")
    }

    /// In a description `#` begins a directive and `\` escapes.
    private static func escaped(_ text: String) -> String {
        Markup.line(text).replacingScalars { $0 == "\\" ? "\\\\" : $0 == "#" ? "\\#" : nil }
    }

    /// A double-quoted scalar (YAML 1.2, 7.3.1).
    private static func quoted(_ text: String) -> String {
        "\"\(Markup.line(text).replacingScalars { $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil })\""
    }
}
