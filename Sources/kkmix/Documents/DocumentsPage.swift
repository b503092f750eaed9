internal import KKMixing

/// What `formats --documents --json` prints of a document.
extension DocumentKind.Described: KeyedReport {
    static func tell(_ key: inout ReportKeys<Self>) {
        key("name", \.kind.name)
        key("source", \.kind.source)
        key("meaning", \.kind.meaning)
        key("lines", \.kind.isLines)
        key("json_schema", \.schema)
    }
}

/// A JSON Schema.
extension JSONValue: HasOwnShape {
    static var shape: JSONShape { .schema }
}

extension DocumentKind {
    var isLines: Bool { meaning.hasPrefix("JSON Lines") }
}

extension DocumentKind.Described {
    /// By draft 2020-12.
    var schema: JSONValue {
        shape.schema.adding("$schema", "https://json-schema.org/draft/2020-12/schema").adding(
            "title", .text("kkmix: \(kind.name)")
        )
        .adding("description", .text("\(kind.source.replacing("`", with: "")): \(kind.meaning)"))
    }
}

/// docs/json.md, which `formats --documents` prints.
enum DocumentsPage {
    static func text(_ described: [DocumentKind.Described]) -> String {
        ([introduction] + described.map(section)).joined(separator: "\n\n")
    }

    private static let introduction = """
        # JSON

        `kkmix formats --documents` prints this page, `scripts/renew-documents` updates it, and a test compares it with the program. With `--json` that command prints a
        [JSON Schema](https://json-schema.org) (draft 2020-12) for each document; they are also in [schemas](schemas). Tests check what every command prints against them.

        Every command takes `--json`. Standard output is then always one document on one line, or JSON Lines where this page says so:

        - A document has `schema`, 1, and a list: `files`, `jobs` or `cases`, even for a single item. A command that prints a table names the list after its contents.
        - If a command fails as a whole, it prints [failure](#failure) instead. If one of several files fails, its item in the list has `path` and `error`.
        - Every key is always there. A value that does not exist, or is not a finite number, is null. Numbers are JSON numbers, and keys are in alphabetical order.
        - A measure has the same name everywhere, and ends in its unit: `_lufs`, `_lu`, `_dbfs`, `_dbtp`, `_db`, `_hz`, `_frames`; `duration`, `latency`,
          `tail_time` and `seconds` are seconds, `sample_rate` is hertz. Frames, packets and bytes count from 0, channels from 1.
        - Texts (`warnings`, `notices`, `notes`, `reason`, `message`) are for people: their wording may change.
        - `schema` is raised when a key is removed or changes its meaning. New keys may be added at any time.
        """

    private static func section(_ described: DocumentKind.Described) -> String {
        let kind = described.kind
        var parts = [
            "## \(kind.name)",
            "\(kind.source.prefix(1).uppercased())\(kind.source.dropFirst()): [schema](schemas/\(kind.name).json). \(kind.meaning)",
        ]
        if case .oneOf(let shapes) = described.shape, !kind.lines.isEmpty {
            for (caption, shape) in zip(kind.lines, shapes) { parts += [caption] + tables(shape) }
        } else {
            parts += tables(described.shape)
        }
        return parts.joined(separator: "\n\n")
    }

    /// A table of a document's keys, and one for what may stand in the place of a part.
    private static func tables(_ shape: JSONShape) -> [String] {
        var rows: [String] = []
        var others: [String] = []
        walk(shape, "", &rows, &others)
        let head = "| key | value | meaning |\n|---|---|---|\n"
        return [head + rows.joined(separator: "\n")]
            + (others.isEmpty ? [] : ["If an item failed:", head + others.joined(separator: "\n")])
    }

    private static func walk(_ shape: JSONShape, _ path: String, _ rows: inout [String], _ others: inout [String]) {
        switch shape {
        case .keys(let keys):
            for key in keys {
                let name = path.isEmpty ? key.name : "\(path).\(key.name)"
                rows.append("| `\(name)` | \(key.shape.words) | \(key.meaning) |")
                walk(key.shape, name, &rows, &others)
            }
        case .list(let element): walk(element, "\(path)[]", &rows, &others)
        case .orNull(let shape): walk(shape, path, &rows, &others)
        case .oneOf(let shapes):
            for (index, shape) in shapes.enumerated() {
                var none: [String] = []
                if index == 0 { walk(shape, path, &rows, &others) } else { walk(shape, path, &others, &none) }
            }
        default: return
        }
    }
}
