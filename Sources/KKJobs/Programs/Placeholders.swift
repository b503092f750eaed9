internal import KKMath

/// The words in braces that a manifest's command may have: `{output}` is where the sound goes.
struct Placeholders {
    static let names = ["output", "case", "dir", "seed"]
    /// For each of ``names``.
    let values: [String]

    /// Whether a text has one of this name.
    static func has(_ name: String, in text: String) -> Bool {
        text.contains("{\(name)}") || text.contains(variable(name))
    }

    /// The variable that holds the same: `KKMIX_OUTPUT`.
    static func variable(_ name: String) -> String { "KKMIX_\(name.uppercased())" }

    var variables: [ProgramVariable] {
        zip(Self.names, values).map { ProgramVariable(Self.variable($0), $1) }
    }

    /// A word with its placeholders replaced. Other braces stay.
    func filled(_ word: String) -> String { replaced(word) { value, _ in value } }

    /// A line for a shell, in which each value is one word, or a part of one, whatever quotes it stands in.
    func filled(shellLine: String) -> String {
        replaced(shellLine) { value, quote in
            switch quote {
            case "'": value.replacingScalars { $0 == "'" ? "'\\''" : nil }
            case "\"": value.replacingScalars { "\"\\$`".unicodeScalars.contains($0) ? "\\\($0)" : nil }
            default: ShellWord.quoted(value)
            }
        }
    }

    private func replaced(_ text: String, _ value: (String, _ quote: Unicode.Scalar?) -> String) -> String {
        let marks = zip(Self.names, values).map { (Array("{\($0)}".unicodeScalars), $1) }
        var result = String.UnicodeScalarView()
        var quote: Unicode.Scalar?
        var rest = Array(text.unicodeScalars)[...]
        while let first = rest.first {
            if let mark = marks.first(where: { rest.starts(with: $0.0) }) {
                result += value(mark.1, quote).unicodeScalars
                rest = rest.dropFirst(mark.0.count)
                continue
            }
            if first == "\\", quote != "'" {
                result += rest.prefix(2)
                rest = rest.dropFirst(2)
                continue
            }
            if first == quote {
                quote = nil
            } else if quote == nil, first == "'" || first == "\"" {
                quote = first
            }
            result.append(first)
            rest = rest.dropFirst()
        }
        return String(result)
    }
}
