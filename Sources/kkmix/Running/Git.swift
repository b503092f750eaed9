internal import KKMixing

/// git, asked about a project.
struct Git {
    let project: FilePath
    let programs: StartedPrograms
    /// A folder for what it says.
    let folder: FilePath

    /// Seconds that it may take.
    private static let patience = 600.0

    /// Runs one command of it, without the project's hooks.
    ///
    /// - Returns: its standard output without the last line's end.
    /// - Throws: `badSession` with git's own words, `unavailable` where there is no git.
    @discardableResult
    func callAsFunction(_ words: String...) throws -> String { try self(words) }

    @discardableResult
    func callAsFunction(_ words: [String]) throws -> String {
        let (status, said, problem) = try run(words)
        guard status != 0 else { return said }
        throw failure(words.first { !$0.contains("=") && !$0.hasPrefix("-") } ?? "", problem)
    }

    /// - Parameter problem: what it said.
    func failure(_ command: String, _ problem: String) -> SessionError {
        let lines = problem.split(separator: "\n").map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }
        let said = lines.prefix(Self.lineCount).joined(separator: " | ")
        if said.isEmpty, let full = ProgramLog.fullDisk(at: folder) {
            return SessionError(
                .io, "git \(command) failed; \(full.problem)", place: project, nextStep: full.nextStep)
        }
        return SessionError(
            .badSession, "git \(command) failed: \(said.isEmpty ? "it said nothing" : Voice.oneLine(said))",
            place: project, nextStep: "check the revision, and the repository with git status")
    }

    /// Lines of what it says that are shown.
    private static let lineCount = 5

    /// The same where a status has a meaning.
    func answer(_ words: String...) throws -> (status: Int32, said: String, problem: String) { try run(words) }

    /// The hash of a commit.
    ///
    /// - Throws: `usage` for a name that none has.
    func commit(_ revision: String) throws -> String {
        let (status, said, _) = try answer(
            "rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}")
        guard status == 0, !said.isEmpty else {
            // What CI checks out has no branch but its own.
            let remote = "origin/\(revision)"
            let isRemote = try answer("rev-parse", "--verify", "--quiet", "\(remote)^{commit}").status == 0
            throw SessionError(
                .usage, "'\(revision)' is not a revision of this repository", place: project,
                nextStep: isRemote ? "did you mean '\(remote)'?" : try olderStep ?? "git log --oneline prints them")
        }
        return said
    }

    /// What brings older commits here, where the clone has its last ones alone; `nil` if it has all.
    var olderStep: String? {
        get throws {
            guard try answer("rev-parse", "--is-shallow-repository").said == "true" else { return nil }
            return "this clone has only the last commits; git fetch --unshallow --tags gets the others"
        }
    }

    /// Removes the worktrees that runs of kkmix have left which were killed: those whose folders are gone or are old, and
    /// those whose run has ended.
    func removeStaleWorktrees() throws {
        for line in try self("worktree", "list", "--porcelain").split(separator: "\n") where line.hasPrefix("worktree ")
        {
            let path = FilePath(String(line.dropFirst("worktree ".count)))
            guard path.name == "tree", TemporaryFiles.isName(path.folder.name) else { continue }
            let isLeft =
                TemporaryFiles.isLeft(path.folder, now: Terminal.date) || RunMark.isAbandoned(path.folder)
            guard isLeft || !path.exists else { continue }
            _ = try answer("worktree", "remove", "--force", path.text)
            if isLeft { TemporaryFiles.removeLeft(path.folder) }
        }
    }

    /// No program of the project's runs, and what is said has one form.
    private static let settings = [
        "core.hooksPath=/dev/null", "core.fsmonitor=false", "advice.detachedHead=false", "submodule.recurse=false",
        "log.showSignature=false",
    ]

    private func run(_ words: [String]) throws -> (status: Int32, said: String, problem: String) {
        let (log, output) = ((folder / "git.log").absolute, (folder / "git.out").absolute)
        var call = ProgramCall(
            ["git"] + Self.settings.flatMap { ["-c", $0] } + words, in: project, log: log, seconds: Self.patience)
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
