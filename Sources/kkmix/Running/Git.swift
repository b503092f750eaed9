internal import KKMixing

/// git, asked about a project.
struct Git {
    let project: FilePath
    let programs: StartedPrograms
    /// A folder for what it says.
    let folder: FilePath

    /// Seconds that it may take.
    private static let patience = 600

    /// Runs one command of it, without the project's hooks.
    ///
    /// - Returns: its standard output without the last line's end.
    /// - Throws: `badSession` with git's own words, `unavailable` where there is no git.
    @discardableResult
    func callAsFunction(_ words: String...) throws -> String {
        let (status, said, problem) = try run(words)
        guard status != 0 else { return said }
        throw SessionError(
            .badSession,
            "git \(words.first ?? "") failed: \(problem.isEmpty ? "it said nothing" : Voice.oneLine(problem))",
            place: project, nextStep: "check the revision, and the repository with git status")
    }

    /// The same where a status has a meaning.
    func answer(_ words: String...) throws -> (status: Int32, said: String) {
        let (status, said, _) = try run(words)
        return (status, said)
    }

    /// The hash of a commit.
    ///
    /// - Throws: `usage` for a name that none has.
    func commit(_ revision: String) throws -> String {
        let (status, said) = try answer(
            "rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}")
        guard status == 0, !said.isEmpty else {
            throw SessionError(
                .usage, "'\(revision)' is no revision of this repository", place: project,
                nextStep: "git log --oneline prints them")
        }
        return said
    }

    /// Removes the notes of worktrees that a run of kkmix which was killed, or stopped, has left in the repository, and
    /// whose folders are gone.
    func removeStaleWorktrees() throws {
        for line in try self("worktree", "list", "--porcelain").split(separator: "\n") where line.hasPrefix("worktree ")
        {
            let path = FilePath(String(line.dropFirst("worktree ".count)))
            guard path.name == "tree", path.folder.name.hasPrefix(".kkmix-"), !path.exists else { continue }
            _ = try answer("worktree", "remove", "--force", path.text)
        }
    }

    private func run(_ words: [String]) throws -> (status: Int32, said: String, problem: String) {
        let (log, output) = ((folder / "git.log").absolute, (folder / "git.out").absolute)
        var call = ProgramCall(
            ["git", "-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false"] + words, in: project, log: log,
            seconds: Self.patience)
        call.output = output
        call.variables = [ProgramVariable("GIT_TERMINAL_PROMPT", "0"), ProgramVariable("LC_ALL", "C")]
        defer { for path in [log, output] { try? path.removeFile() } }
        let ending = programs.run(call)
        func text(_ path: FilePath) -> String {
            (try? SmallFile.read(path, limit: 1 << 24)).map { String(decoding: $0, as: UTF8.self).trimmingEnd } ?? ""
        }
        switch ending {
        case .exited(let status): return (status, text(output), text(log))
        case .notStarted(let problem):
            throw SessionError(
                .unavailable, "git cannot be started (\(problem))", nextStep: "install git (Debian's package git)")
        case .killed, .tookTooLong, .saidTooMuch:
            throw SessionError(
                .io, ending.problem("git \(words.first ?? "")", seconds: Self.patience) ?? "git failed", place: project,
                nextStep: "try it by hand")
        }
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
