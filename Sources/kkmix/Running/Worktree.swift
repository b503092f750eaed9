#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKMixing

/// Another revision of a project in a git worktree of its own, for as long as a run lasts. The files of the user stay as
/// they are.
struct Worktree {
    private(set) var tree: BaselineTree
    /// git in the user's repository.
    let outside: Git
    let place: FilePath
    private let files: TemporaryFiles
    private let folder: FilePath
    private let started: StartedPrograms
    /// git's note of it in the user's repository.
    private let note: FilePath
    /// By which a later run knows whether this one has ended.
    private let mark: RunMark

    /// Checks a revision out.
    ///
    /// - Throws: `usage` for manifests that are in no repository, or in several; git's words.
    init(revision: String, of manifests: [CaseManifest], programs: RunningPrograms, files: TemporaryFiles) throws {
        let projects = manifests.map(BaselineTree.project)
        guard let project = projects.first.flatMap(\.self), projects.allSatisfy({ $0 == project }) else {
            let stray = manifests.indices.first { projects[$0] == nil }
            throw SessionError(
                .usage, "another revision needs one git repository with all the manifests",
                place: manifests[stray ?? 0].path,
                nextStep: stray == nil
                    ? "test the manifests of one repository at a time"
                    : "git init makes one, and git commit makes a revision"
            )
        }
        let temporary = Terminal.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        folder = try files.makeWorkFolder(in: FilePath(temporary).absolute)
        do {
            mark = try RunMark(in: folder)
        } catch {
            files.removeWorkFolder(folder)
            throw error
        }
        self.files = files
        started = StartedPrograms(programs: programs)
        outside = Git(project: project, programs: started, folder: folder)
        place = folder / "tree"
        do {
            try outside.removeStaleWorktrees()
            TemporaryFiles.removeLeft(in: folder.folder)
            try outside("worktree", "add", "--detach", "--quiet", place.text, outside.commit(revision))
            tree = BaselineTree(revision: revision, project: project, place: place.realPath ?? place)
            // A run that is stopped takes that away as well.
            let inside = Git(project: place, programs: started, folder: folder)
            note = FilePath(try inside("rev-parse", "--absolute-git-dir"))
            files.adoptWorkFolder(note)
        } catch {
            files.removeWorkFolder(folder)
            throw error
        }
        do {
            try checkOutSubmodules()
        } catch {
            remove()
            throw error
        }
    }

    /// The user's project.
    var project: FilePath { outside.project }

    /// git in the worktree.
    var inside: Git { Git(project: place, programs: started, folder: folder) }

    /// Checks another commit out, whatever a build has written since.
    ///
    /// Not in the same second as the last one: by the second and the size of a file Python, for one, tells whether what
    /// it has made of it is still right.
    func checkOut(_ commit: String) throws {
        let start = Terminal.clock
        while let last = (note / "index").stamp?.seconds, Terminal.date <= last, Terminal.clock < start + 1.1 {
            usleep(10_000)
        }
        try inside("checkout", "--force", "--detach", "--quiet", commit)
        try checkOutSubmodules()
    }

    /// The files that had another name in a commit than they have in the user's folder now, where the new one may not be
    /// committed yet: the old one by the new one. A short manifest soon has few lines in common with what it was.
    func renames(since commit: String) throws -> [String: String] {
        let said = try outside.answer(
            "diff", "--name-status", "-z", "--find-renames=20%", "--diff-filter=R", "--no-ext-diff",
            outside.commit(commit), "--"
        ).said
        let words = said.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
        let pairs = stride(from: 0, to: words.count - 2, by: 3).map { (words[$0 + 2], words[$0 + 1]) }
        return Dictionary(pairs) { old, _ in old }
    }

    /// Lets what has another name now be found.
    mutating func findRenames() throws { tree.renames = try renames(since: tree.revision) }

    /// Builds what a manifest's cases run, in its folder there.
    ///
    /// - Throws: `badSession` with the build's last lines.
    func build(_ manifest: CaseManifest, seconds: Double, _ what: String = "the build") throws {
        guard let line = manifest.build else { return }
        let log = folder / "build.log"
        let call = ProgramCall(
            ["/bin/sh", "-c", tree.moved(text: line)], in: tree.moved(manifest.folder.orHere), log: log,
            seconds: seconds)
        if let problem = started.run(call).problem(what, seconds: seconds) {
            let last = ProgramLog(path: log).lastLines.joined(separator: " | ")
            throw SessionError(
                .badSession, problem + (last.isEmpty ? "" : ": \(last)"), place: manifest.path,
                nextStep: "check out \(tree.revision) and run it there: \(line)")
        }
    }

    /// Removes a file there that a build has made, and no commit has: whether the next build makes it, is seen by that.
    /// A file elsewhere, and what a submodule has, stays.
    func removeProduct(_ path: FilePath) throws {
        guard path.exists, let folder = path.folder.realPath, place.realPath.map(folder.isIn) == true,
            try inside.answer("-C", folder.text, "ls-files", "--error-unmatch", "--", path.name).status == 1
        else { return }
        try path.removeFile()
    }

    /// Removes the worktree, and git's note of it.
    func remove() {
        _ = try? outside("worktree", "remove", "--force", place.text)
        files.removeWorkFolder(note)
        files.removeWorkFolder(folder)
    }
}
