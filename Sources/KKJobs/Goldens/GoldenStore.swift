internal import KKFiles
internal import KKPCM
internal import KKSession

/// The store of a manifest's golden sounds outside git, each named by its SHA-256.
public enum GoldenStore: Hashable, Sendable {
    /// Relative to the working folder.
    case folder(StoreFolder)
    case commands(StoreCommands)

    /// The commands, if programs must be started.
    public var commands: StoreCommands? {
        if case .commands(let commands) = self { commands } else { nil }
    }

    /// What a person types for a manifest with a store.
    static func command(_ action: String, runsPrograms: Bool, _ manifest: FilePath) -> String {
        "kkmix goldens \(action) \(runsPrograms ? "--run-commands " : "")\(ShellWord.path(manifest))"
    }

    /// Where a golden is in it, for people.
    func text(of line: GoldenLock.Line) -> String {
        switch self {
        case .folder(let folder): folder.path(of: line.sha256).text
        case .commands: "the store"
        }
    }
}

extension CaseManifest {
    private static let storeKeys = ["fetch", "push", "has", "shell", "timeout"]

    /// `store: FOLDER`, or a map of commands.
    func readStore(_ fields: ManifestFields) throws(SessionError) -> GoldenStore? {
        guard let value = fields.value("store") else { return nil }
        guard case .map = value.content else {
            guard let text = try fields.text("store") else { return nil }
            if let (problem, nextStep) = Self.problem(withStore: text) {
                throw fields.error(problem, value.mark, nextStep)
            }
            return .folder(StoreFolder(path: folder / text))
        }
        let given = try ManifestFields(value, of: "'store'", keys: Self.storeKeys, file: path)
        guard let fetch = try storeCommand("fetch", given) else {
            throw given.error("a store without 'fetch'", nil, "write 'fetch: program {hash} {path}'")
        }
        return .commands(
            StoreCommands(fetch: fetch, push: try storeCommand("push", given), has: try storeCommand("has", given)))
    }

    /// Why a text is not a folder, though one could be made that is called so; and what to write.
    private static func problem(withStore text: String) -> (problem: String, nextStep: String)? {
        let commands = "write 'fetch: program {hash} {path}' and 'push: program {path} {hash}' below 'store:'"
        if FilePath(text).isStandard { return ("'-' is not a folder", "name a folder, relative to the manifest's") }
        if text.contains("{hash}") || text.contains("{path}") { return ("a command alone is not a store", commands) }
        if text.contains("://") {
            return ("'\(text)' is not a folder, and kkmix itself does not use the network", commands)
        }
        if text == "~" || text.hasPrefix("~/") || text.hasPrefix("$") {
            let start = text.prefix { $0 != "/" }
            return (
                "'\(start)' is not expanded, because no shell reads this",
                "write the full path, or one relative to the manifest's folder"
            )
        }
        return nil
    }

    private func storeCommand(_ key: String, _ fields: ManifestFields) throws(SessionError) -> CaseProgram? {
        guard let mark = fields.value(key)?.mark else { return nil }
        var program = CaseProgram(line: try programLine(fields, key), folder: folder)
        program.seconds = try timeout(fields) ?? program.seconds
        for name in key == "has" ? ["hash"] : StoreCommands.placeholders
        where !Placeholders.has(name, in: program.text) {
            throw fields.error(
                "'\(key)' does not say \(name == "hash" ? "which object" : "which file")", mark,
                "write {\(name)} where the program takes it")
        }
        return program
    }

    /// A golden, if it can be kept where the manifest keeps its goldens.
    func lockable(_ golden: GoldenFile) throws(SessionError) -> GoldenFile {
        guard store != nil, golden.kind.isSound, let problem = GoldenLock.problem(with: golden.lockedPath) else {
            return golden
        }
        throw SessionError(
            .badSession, "'\(golden.name)' cannot be kept in the store: \(problem)",
            nextStep: "put the golden in the manifest's folder, or one below it")
    }
}
