internal import ArgumentParser
internal import KKAudio

struct Formats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "Print the tables of what can be read and written.",
        discussion: """
            Examples:
              kkmix formats
              kkmix formats --json
            """)

    @OptionGroup var common: CommonOptions

    func run() throws {
        if common.json {
            Terminal.print(JSONText.document(FormatsDocument()))
        } else {
            Terminal.print(FormatTables.text)
        }
    }
}

/// The tables that the README quotes.
enum FormatTables {
    static var text: String {
        """
        Written:

        \(table(["format", "extensions", "encodings", "default", "to a pipe", "same bytes"], OutputFormat.all.map { row in
            [row.name, row.extensions.joined(separator: " "), row.encodings.map(\.rawValue).joined(separator: " "),
             row.defaults.map(\.rawValue).joined(separator: " "), row.isStreamable ? "yes" : "no", row.isReproducible ? "yes" : "samples"]
        }))

        Read:

        \(table(["format", "by", "encodings"], InputFormats.table.map { [$0.name, $0.reader, $0.encodings] }))
        """
    }

    /// A Markdown table with aligned columns.
    private static func table(_ header: [String], _ rows: [[String]]) -> String {
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        let line = { (cells: [String]) in
            "| " + zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: " | ") + " |"
        }
        let rule = "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|"
        return ([line(header), rule] + rows.map(line)).joined(separator: "\n")
    }
}

private struct FormatsDocument: Encodable {
    var schema = 1
    var written = OutputFormat.all
    var read = InputFormats.table.map { Read(name: $0.name, reader: $0.reader, encodings: $0.encodings) }

    struct Read: Encodable {
        var name: String
        var reader: String
        var encodings: String
    }
}
