internal import ArgumentParser
internal import KKAudio

/// The words of a case, read as the command line of a mix.
enum CaseWords {
    /// What a mix has and a case has not, and why.
    private static let refused: [(names: [String], reason: String)] = [
        (["-o", "--output"], "the test names the output"),
        (["-f", "--force"], "the test replaces its own files"),
        (["-n", "--dry-run"], "a case has to be rendered"),
        (["-j", "--jobs"], "kkmix test has it for all cases"),
        (["--json"], "kkmix test has it for all cases"),
        (["-q", "--quiet"], "kkmix test has it for all cases"),
        (["-v", "--verbose"], "kkmix test has it for all cases"),
        (["--color"], "kkmix test has it for all cases"),
        (["--progress"], "a case shows none"),
        (["--stems"], "a case has one output"),
        (["--trace"], "write 'trace: true' beside 'mix'"),
        (["-h", "--help"], "a case has to be rendered"),
        (["--version"], "a case has to be rendered"),
    ]

    /// - Throws: `SessionError` for words that a mix would refuse, and for those that make no sense in a case.
    static func mix(of item: GoldenCase) throws -> CaseMix {
        for word in item.words.prefix(while: { $0 != "--" }) where word.hasPrefix("-") && word != "-" {
            let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
            guard let found = refused.first(where: { $0.names.contains(name) }) else { continue }
            throw SessionError(.usage, "'\(name)' makes no sense in a case: \(found.reason)", nextStep: "leave it out")
        }
        let mix = try read(item.words)
        guard !mix.mix.inputs.isEmpty else { throw SessionError(.usage, "no input", nextStep: "name at least one audio file") }
        let session = try mix.session { name in
            FileSystem.exists(name.hasPrefix("/") || item.folder.isEmpty ? name : "\(item.folder)/\(name)")
        }
        return CaseMix(session, container: mix.format, encoding: mix.encoding)
    }

    private static func read(_ words: [String]) throws -> Mix {
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
}
