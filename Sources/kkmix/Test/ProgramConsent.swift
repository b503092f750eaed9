internal import KKMixing

/// Whether the programs of a manifest may be run. It may have come with somebody else's sources, so a person, or their
/// CI, must have said so.
enum ProgramConsent {
    static let variable = "KKMIX_RUN_COMMANDS"

    static func isGiven(_ given: Arguments) -> Bool {
        given.has("--run-commands") || Terminal.variable(variable) == "1"
    }

    /// What runs to make a case's sound and is not kkmix: its program, or a library of plug-ins that its mix names by its
    /// file. Plug-ins that are installed are the user's own.
    static func program(of item: GoldenCase) -> String? {
        guard case .mix(let words) = item.origin else { return item.origin.program?.text }
        return (try? CaseWords.mix(of: words, for: item))?.session.pluginPaths.first?.text
    }

    /// - Parameter cases: those that are about to be run.
    /// - Throws: `usage`, with the first of the programs.
    static func check(_ cases: [GoldenCase], of manifests: [CaseManifest], _ given: Arguments) throws(SessionError) {
        guard !isGiven(given) else { return }
        if let command = given["--baseline-command"] {
            throw SessionError(
                .usage, "--baseline-command runs a program: \(command)",
                nextStep: "add --run-commands, or set \(variable)=1")
        }
        let programs = cases.filter { $0.skipReason == nil }.compactMap { item in
            program(of: item).map { (item, $0) }
        }
        if let (item, program) = programs.first {
            let others = programs.count - 1
            let more = others > 0 ? ", and \(others) more" : ""
            throw SessionError(
                .usage, "the manifest runs a program: \(program)\(more)", place: item.originPlace,
                nextStep:
                    "\((["kkmix test -n"] + given.files.map(ShellWord.path)).joined(separator: " ")) shows all of them; --run-commands, or \(variable)=1, runs them"
            )
        }
        if given["--baseline"] != nil, let manifest = manifests.first(where: { $0.build != nil }) {
            throw SessionError(
                .usage, "the manifest runs a program to build another revision: \(manifest.build ?? "")",
                place: manifest.path, nextStep: "--run-commands, or \(variable)=1, runs it")
        }
    }
}
