internal import KKMath
internal import KKSession

/// The words in braces that a manifest's command may have: `{output}` is where the sound goes.
struct Placeholders {
    static let names = ["output", "case", "dir", "seed"]
    /// Those of every command of a manifest.
    static let every = names + StoreCommands.placeholders.filter { !names.contains($0) }
    /// These, or others where a command has another task.
    var names = Self.names
    /// For each of ``names-swift.property``.
    let values: [String]

    /// Whether a text has one of this name.
    static func has(_ name: String, in text: String) -> Bool {
        text.contains("{\(name)}") || text.contains(variable(name))
    }

    /// Words in braces that are nearly one of the names, and variables that only a shell replaces: what is meant by the
    /// first.
    static func slip(in words: [String]) -> String? {
        let isShell = words.first == "/bin/sh"
        for word in words {
            let meant = names.first { word == "$\(variable($0))" || word == "${\(variable($0))}" }
            if !isShell, let meant { return "only a shell replaces '\(word)': write {\(meant)}, or set 'shell: true'" }
            for part in word.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
                guard let end = part.firstIndex(of: "}"), end != part.startIndex else { continue }
                let text = String(part[..<end])
                if !names.contains(text), let meant = NearMiss.of(text.lowercased(), among: names) {
                    return "'{\(text)}' is not known: did you mean '{\(meant)}'?"
                }
            }
        }
        return nil
    }

    /// The variable that holds the same: `KKMIX_OUTPUT`.
    static func variable(_ name: String) -> String { "KKMIX_\(name.uppercased())" }

    var variables: [ProgramVariable] {
        zip(names, values).map { ProgramVariable(Self.variable($0), $1) }
    }

    /// A word with its placeholders replaced. Other braces stay.
    func filled(_ word: String) -> String {
        Self.replaced(word, names) { name, _ in
            names.firstIndex(of: name).map { values[$0] } ?? ""
        }
    }

    /// A line for a shell with variables in place of its placeholders, each in quotes of its own where it is in none.
    /// The values themselves never become a part of the line: nothing in a path can be a command.
    static func filled(shellLine: String, names: [String] = names) -> String {
        replaced(shellLine, names) { name, quote in
            let value = "${\(variable(name))}"
            return switch quote {
            case "'": "'\"\(value)\"'"
            case "\"": value
            default: "\"\(value)\""
            }
        }
    }

    /// - Parameter value: is given the name, and the quote in which it stands: as POSIX has them, with what is in `$(…)`
    ///   on its own, and none in comments.
    private static func replaced(
        _ text: String, _ names: [String], _ value: (_ name: String, _ quote: Unicode.Scalar?) -> String
    ) -> String {
        let marks = names.map { (Array("{\($0)}".unicodeScalars), $0) }
        var result = String.UnicodeScalarView()
        // One for each `$(` that is open, the outermost first.
        var quotes: [Unicode.Scalar?] = [nil]
        var isComment = false
        var isWordStart = true
        var rest = Array(text.unicodeScalars)[...]
        while let first = rest.first {
            let quote = quotes[quotes.count - 1]
            if !isComment, let mark = marks.first(where: { rest.starts(with: $0.0) }) {
                result += value(mark.1, quote).unicodeScalars
                rest = rest.dropFirst(mark.0.count)
                isWordStart = false
                continue
            }
            var count = 1
            if isComment {
                isComment = first != "\n"
            } else if first == "\\", quote != "'" {
                count = 2
            } else if first == "$", rest.dropFirst().first == "(", quote != "'" {
                count = 2
                quotes.append(nil)
            } else if first == ")", quote == nil, quotes.count > 1 {
                quotes.removeLast()
            } else if first == quote {
                quotes[quotes.count - 1] = nil
            } else if quote == nil, first == "'" || first == "\"" {
                quotes[quotes.count - 1] = first
            } else if quote == nil, first == "#", isWordStart {
                isComment = true
            }
            isWordStart = first.properties.isWhitespace || first == ";"
            result += rest.prefix(count)
            rest = rest.dropFirst(count)
        }
        return String(result)
    }
}
