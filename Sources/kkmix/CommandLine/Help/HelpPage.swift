/// The page of a command, from its table.
struct HelpPage {
    /// Labels stand left of it, and what they mean right of it.
    private static let margin = 26

    let text: String

    init(_ command: any Command.Type, columns: Int = Terminal.helpWidth) {
        let rows = command.table
        text = Self.page(
            command.abstract, command.usage, command.discussion,
            [("ARGUMENTS", rows.filter(\.isInput)), ("OPTIONS", rows.filter { !$0.isInput })].map {
                ($0.0, $0.1.map { ($0.label, $0.help) })
            }, columns)
    }

    /// The first page, with a list of commands.
    ///
    /// - Parameter commands: their names with their abstracts.
    init(
        abstract: String, usage: String, discussion: String, commands: [(String, String)],
        columns: Int = Terminal.helpWidth
    ) {
        text =
            Self.page(
                abstract, usage, discussion,
                [("OPTIONS", Option.builtIn.map { ($0.label, $0.help) }), ("SUBCOMMANDS", commands)], columns)
            + "\n  See 'kkmix help <subcommand>' for detailed help."
    }

    private static func page(
        _ abstract: String, _ usage: String, _ discussion: String, _ sections: [(String, [(String, String)])],
        _ columns: Int
    ) -> String {
        let usage = usage.split(separator: "\n").joined(separator: "\n       ")
        let tables = sections.filter { !$0.1.isEmpty }.map { title, rows in
            "\(title):\n" + rows.map { row($0, $1, columns) }.joined()
        }
        return wrapped("OVERVIEW: \(abstract)\n\n\(discussion)", to: columns) + "\n\nUSAGE: \(usage)\n\n"
            + tables.joined(separator: "\n")
    }

    private static func row(_ label: String, _ meaning: String, _ columns: Int) -> String {
        let text = wrapped(meaning, to: columns, indent: margin)
        let label = "  \(label)"
        return label + (label.count < margin ? String(text.dropFirst(label.count)) : "\n\(text)") + "\n"
    }

    /// Breaks lines at spaces. A line without any stays as long as it is.
    private static func wrapped(_ text: String, to columns: Int, indent: Int = 0) -> String {
        let width = max(1, columns - indent), margin = String(repeating: " ", count: indent)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            var lines: [Substring] = []
            var rest = line
            while rest.count > width, let space = rest.prefix(width).lastIndex(of: " ") ?? rest.firstIndex(of: " ") {
                lines.append(rest[..<space])
                rest = rest[space...].dropFirst()
            }
            return lines + [rest]
        }
        return lines.map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
    }
}
