internal import KKMixing

/// The repositories in a project, which git does not check out in a worktree by itself.
extension Worktree {
    private var hasSubmodules: Bool { (place / ".gitmodules").exists }

    /// Whether one of them is not there, because the user does not have it either.
    var lacksSubmodules: Bool {
        guard hasSubmodules, let said = try? inside.answer("submodule", "status").said else { return false }
        return said.split(separator: "\n").contains { $0.hasPrefix("-") }
    }

    /// Checks those out that the user has, from the user's own copies: nothing is fetched, and nothing of them changes.
    func checkOutSubmodules() throws {
        guard hasSubmodules else { return }
        let settings = try copies().flatMap { ["-c", "submodule.\($0.name).url=\($0.copy)"] }
        try inside(
            settings + ["-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--checkout", "--force"])
    }

    /// By their names, the user's repositories of them.
    private func copies() throws -> [(name: String, copy: FilePath)] {
        let (start, end) = ("submodule.", ".path")
        let rows = try inside.answer("config", "--file", ".gitmodules", "--name-only", "--get-regexp", "[.]path$").said
        let names = rows.split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix(start) && $0.hasSuffix(end) && $0.utf8.count > start.utf8.count + end.utf8.count }
            .map { String($0.dropFirst(start.count).dropLast(end.count)) }
        // A worktree of the user's has its own beside those of the repository.
        let folders = try ["--git-dir", "--git-common-dir"].map { project / (try outside("rev-parse", $0)) / "modules" }
        return names.compactMap { name in
            // git cuts a setting at its first sign of equality.
            guard !name.contains("="), !name.split(separator: "/").contains("..") else { return nil }
            return folders.map { $0 / name }.first(where: \.isFolder).map { (name, $0) }
        }
    }
}
