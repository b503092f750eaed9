internal import ArgumentParser

/// A command that can read a plain command line itself.
protocol PlainCommand: ParsableCommand {
    /// - Returns: nil when the line wants the parser.
    init?(_ words: PlainWords)
}

/// A command line that needs no parser: known options, each once and with its value in a word of its own; flags; and
/// inputs.
///
/// Setting up the parser takes longer than mixing a short file. A command takes from here what it knows, and unless
/// words are left that look like options, it has read itself. All else – `--gain=2`, `-fn`, `--`, a value that begins
/// with a dash, an option twice, help, a slip – makes the line not plain, and the parser reads it: its rules are the
/// only ones, and its messages.
struct PlainWords {
    /// nil where a word was taken: what stood apart must not become neighbours.
    private var words: [String?]
    private var isPlain = true

    init(_ words: [String]) {
        self.words = words
    }

    /// Takes an option and its value; nil where it is absent.
    mutating func value(_ names: String...) -> String? {
        guard let place = place(of: names) else { return nil }
        guard place + 1 < words.count, let value = words[place + 1], !Self.isOption(value) else {
            isPlain = false
            return nil
        }
        words[place] = nil
        words[place + 1] = nil
        return value
    }

    /// Takes a flag, and tells whether it was there.
    mutating func flag(_ names: String...) -> Bool {
        guard let place = place(of: names) else { return false }
        words[place] = nil
        return true
    }

    /// The words that no option took; nil when one of them wants the parser.
    func rest() -> [String]? {
        let rest = words.compactMap { $0 }
        return isPlain && !rest.contains(where: Self.isOption) ? rest : nil
    }

    private func place(of names: [String]) -> Int? {
        words.firstIndex { word in word.map(names.contains) ?? false }
    }

    private static func isOption(_ word: String) -> Bool {
        word.utf8.count > 1 && word.utf8.first == 0x2D
    }
}
