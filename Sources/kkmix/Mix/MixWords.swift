internal import KKMixing

/// The words of a mix's command line that stand in a file.
enum MixWords {
    /// Reads them as the command line would.
    ///
    /// - Parameters:
    ///   - place: what the words are in: `a case`.
    ///   - reason: why an option, by its long name, makes no sense there.
    /// - Throws: `SessionError` for words that a mix would refuse, and for options that are its own command line's.
    static func read(_ words: [String], in place: String, reason: (String) -> String) throws -> Mix {
        for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("-") && word != "-" {
            let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
            guard let option = Mix.table.first(where: { $0.isAlone && $0.isCalled(name) }) else { continue }
            throw SessionError(
                .usage, "'\(name)' makes no sense in \(place): \(reason(option.name))", nextStep: "leave it out")
        }
        return try Mix(parsing: words)
    }

    /// Whether a file of a name is there, from a manifest's folder.
    static func exists(_ path: FilePath, in folder: FilePath) -> Bool {
        (path.isAbsolute || folder.isEmpty ? path : "\(folder)/\(path)").exists
    }
}
