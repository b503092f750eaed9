internal import KKMixing

/// The first words of a command line, which name a command, or nearly.
enum CommandName {
    /// Commands that kkmix will have.
    private static let absent = [
        "render"
    ]

    /// Refuses a first word that is meant as a command and is none. A word that names a file is an input.
    ///
    /// - Parameter group: the command whose own commands they are: `batch`.
    static func check(_ word: String?, _ arguments: [String], of group: String? = nil) throws(SessionError) {
        guard let word, !FilePath(word).exists else { return }
        let names = Kkmix.names(of: group)
        // Telephones and word processors begin a line with a capital.
        let isCapital = names.contains(word.lowercased()) && !names.contains(word)
        guard isCapital || word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return }
        if group == nil, ["unit", "effects"].contains(word) {
            throw SessionError(
                .usage, "'\(word)' is neither a command nor a file",
                nextStep: "kkmix units prints the units, which --unit puts into a mix")
        }
        if group == nil, absent.contains(word) { throw absence(of: word) }
        if let near = NearMiss.of(isCapital ? word.lowercased() : word, among: names), near != word {
            throw SessionError(
                .usage, "'\(word)' is neither a command nor a file",
                nextStep:
                    "did you mean '\((["kkmix", group, near] as [String?]).compactMap(\.self).joined(separator: " "))'?"
            )
        }
        // With an output it is a mix, whose input is missing.
        let hasOutput = arguments.contains { $0 == "-o" || $0.hasPrefix("--output") }
        if group == nil, !hasOutput, !names.contains(word), word != "help" {
            throw SessionError(
                .usage, "'\(word)' is neither a command nor a file",
                nextStep: "the commands are \(names.joined(separator: ", "))")
        }
    }

    /// Refuses a mix without an output whose first input is a command that comes after options.
    static func checkOrder(_ inputs: [String]) throws(SessionError) {
        guard let word = inputs.first, Kkmix.names(of: nil).contains(word), !FilePath(word).exists else {
            return
        }
        throw SessionError(
            .usage, "the command '\(word)' comes after an option",
            nextStep: "put it first: kkmix \(word) …")
    }

    /// Refuses `kkmix help WORD` for a word that is not a command.
    static func checkHelp(_ word: String) throws(SessionError) {
        let names = Kkmix.names(of: nil)
        guard !word.hasPrefix("-"), !names.contains(word) else { return }
        if absent.contains(word) { throw absence(of: word) }
        let near = NearMiss.of(word, among: names)
        throw SessionError(
            .usage, "there is no command '\(word)'",
            nextStep: near.map { "did you mean 'kkmix help \($0)'?" }
                ?? "the commands are \(names.joined(separator: ", "))")
    }

    private static func absence(of word: String) -> SessionError {
        SessionError(
            .usage, "the command '\(word)' is not in this version", nextStep: "kkmix --help lists the commands")
    }
}
