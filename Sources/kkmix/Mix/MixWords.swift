internal import ArgumentParser
internal import KKMixing

/// The words of a mix's command line that stand in a file.
enum MixWords {
    /// What a mix has on its own command line alone. The last of each is its long name.
    private static let alone = [
        ["-o", "--output"], ["-f", "--force"], ["--write-if-changed"], ["--depfile"], ["-n", "--dry-run"],
        ["-j", "--jobs"], ["--json"],
        ["-q", "--quiet"], ["-v", "--verbose"], ["--color"], ["--progress"], ["--stems"], ["--trace"],
        ["-h", "--help"], ["--version"],
    ]

    /// Reads them as the command line would.
    ///
    /// - Parameters:
    ///   - place: what the words are in: `a case`.
    ///   - reason: why an option, by its long name, makes no sense there.
    /// - Throws: `SessionError` for words that a mix would refuse, and for options that are its own command line's.
    static func read(_ words: [String], in place: String, reason: (String) -> String) throws -> Mix {
        for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("-") && word != "-" {
            let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
            guard let option = alone.first(where: { $0.contains(name) })?.last else { continue }
            throw SessionError(
                .usage, "'\(name)' makes no sense in \(place): \(reason(option))", nextStep: "leave it out")
        }
        if let mix = Mix(PlainWords(words)) { return mix }
        do {
            guard let mix = try Mix.parseAsRoot(words) as? Mix else { throw SessionError(.usage, "this is no mix") }
            try UsageProblem.checkValues(words)
            return mix
        } catch let error as any Failure {
            throw error
        } catch {
            throw SessionError(
                .usage, UsageProblem.text(Mix.message(for: error), page: "kkmix mix --help", arguments: words))
        }
    }

    /// Whether a file of a name is there, from a manifest's folder.
    static func exists(_ name: String, in folder: String) -> Bool {
        FileSystem.exists(name.utf8.first == UInt8(ascii: "/") || folder.isEmpty ? name : "\(folder)/\(name)")
    }
}
