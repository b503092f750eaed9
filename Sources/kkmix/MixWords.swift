internal import ArgumentParser
internal import KKAudio

/// The words of a mix's command line that stand in a file.
enum MixWords {
    /// Reads them as the command line would.
    ///
    /// - Parameters:
    ///   - refused: options that make no sense there, and why.
    ///   - place: what the words are in: `a case`.
    /// - Throws: `SessionError` for words that a mix would refuse, and for those in `refused`.
    static func read(_ words: [String], refused: [(names: [String], reason: String)], in place: String) throws -> Mix {
        for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("-") && word != "-" {
            let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
            guard let found = refused.first(where: { $0.names.contains(name) }) else { continue }
            throw SessionError(.usage, "'\(name)' makes no sense in \(place): \(found.reason)", nextStep: "leave it out")
        }
        if let mix = Mix(PlainWords(words)) { return mix }
        do {
            guard let mix = try Mix.parseAsRoot(words) as? Mix else { throw SessionError(.usage, "this is no mix") }
            try UsageProblem.checkRepeats(words)
            return mix
        } catch let error as any Failure {
            throw error
        } catch {
            throw SessionError(.usage, UsageProblem.text(Mix.message(for: error), page: "kkmix mix --help", arguments: words))
        }
    }

    /// Whether a file of a name is there, from a manifest's folder.
    static func exists(_ name: String, in folder: String) -> Bool {
        FileSystem.exists(name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)")
    }
}
