#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKPCM
internal import Synchronization

/// The unfinished outputs of a run: every temporary file is created, renamed and removed here, under one lock.
///
/// A run that is stopped by a signal calls ``removeAll()`` and exits. From then on nothing can be created or renamed,
/// so no incomplete file is left behind and no output appears later. A run of several jobs gives each a ``part()``, so
/// that a job that fails can remove its own files.
public final class TemporaryFiles: Sendable {
    private struct Files {
        var paths: [FilePath] = []
        var made = 0
        var isClosed = false
        var parts: [TemporaryFiles] = []
        /// The folders that were made, each after the one it is in.
        var folders: [FilePath] = []
        /// Those that other programs write to.
        var workFolders: [WorkFolder] = []
        /// Those in which no link is followed.
        var ownFolders: [OwnFolder] = []
        /// Finished files of which it is not settled yet whether they stay.
        var drafts: [FilePath] = []
    }

    private let files: Mutex<Files>
    /// What this is a part of.
    private let whole: TemporaryFiles?
    /// What the names have in them, so that the files of a run that was killed can be told from those of all others.
    private let run: String

    /// - Parameter run: the name of a ``RunMark``; without one, the names have the process number.
    public init(run: String? = nil) {
        files = Mutex(Files())
        whole = nil
        self.run = run ?? "\(getpid())"
    }

    private init(partOf whole: TemporaryFiles, isClosed: Bool) {
        files = Mutex(Files(isClosed: isClosed))
        self.whole = whole
        run = whole.run
    }

    /// How the names of a run's unfinished files begin, and how all of them end.
    static func nameStart(of run: String) -> String { "\(everyNameStart)\(run)-" }
    static let everyNameStart = ".kkmix-"
    static let nameEnd = ".kkmix-part"

    /// The files of a folder that are called as the unfinished ones of a run are, whichever run it is; in order.
    package static func unfinished(in folder: FilePath) -> [FilePath] {
        let names = (folder.allNames ?? []).filter(isName)
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { folder / $0 }.filter(\.isPlainFile)
    }

    private func name(_ number: Int, in folder: FilePath) -> FilePath {
        "\(folder)/\(Self.nameStart(of: run))\(number)\(Self.nameEnd)"
    }

    /// The files of one of several jobs: removed with all others, or alone if the job fails.
    public func part() -> TemporaryFiles {
        files.withLock { files in
            let part = TemporaryFiles(partOf: self, isClosed: files.isClosed)
            files.parts.append(part)
            return part
        }
    }

    /// Files of the same run for what is still written of it after ``removeAll()``.
    public func successor() -> TemporaryFiles {
        let successor = TemporaryFiles(run: run)
        let own = files.withLock { $0.ownFolders }
        successor.files.withLock { $0.ownFolders = own }
        return successor
    }

    /// Releases a part whose job has ended.
    public func dismiss(_ part: TemporaryFiles) {
        files.withLock { files in files.parts.removeAll { $0 === part } }
    }

    /// Removes every temporary file; later creations and renames fail. Safe from any thread, any number of times.
    public func removeAll() {
        let parts = files.withLock { files in
            files.isClosed = true
            for path in files.paths { removeName(path) }
            files.paths = []
            for folder in files.workFolders { folder.remove() }
            files.workFolders = []
            return files.parts
        }
        for part in parts { part.removeAll() }
        // Now that nothing gets its name any more.
        files.withLock { files in
            for path in files.drafts { removeName(path) }
            files.drafts = []
        }
        removeEmptyFolders()
    }

    /// Marks files, even if they do not exist yet, to be removed with the unfinished ones unless ``keep(_:)`` is
    /// called: intermediate files of a job.
    public func draft(_ paths: [FilePath]) {
        files.withLock { $0.drafts += paths }
    }

    /// Removes that mark: the files stay, or are already gone.
    public func keep(_ paths: [FilePath]) {
        let paths = Set(paths)
        files.withLock { files in files.drafts.removeAll { paths.contains($0) } }
    }

    /// Marks a folder as the run's own: writing in it follows no links inside it.
    public func own(_ folder: FilePath) {
        if let whole { return whole.own(folder) }
        files.withLock { $0.ownFolders.append(OwnFolder(folder)) }
    }

    /// What the name of an output stands for.
    func target(of path: FilePath, force: Bool, makesFolder: Bool) throws(AudioFileError) -> OutputTarget {
        if let whole { return try whole.target(of: path, force: force, makesFolder: makesFolder) }
        let own = files.withLock { files in files.ownFolders.first { $0.contains(path) } }
        guard let own else { return try OutputTarget(path: path, force: force, makesFolder: makesFolder) }
        return try OutputTarget(path: path, force: force, makesFolder: makesFolder, in: own)
    }

    /// Removes folders that were created for outputs but have none. Only for the end of the run.
    public func removeEmptyFolders() {
        files.withLock { files in
            for path in files.folders.reversed() { path.removeIfUnused() }
            files.folders = []
        }
    }

    /// Makes a folder, and those above it, where they are not there.
    ///
    /// - Returns: the `errno`; ECANCELED after ``removeAll()``.
    func makeFolder(_ path: FilePath) -> SystemError? {
        if let whole { return whole.makeFolder(path) }
        return files.withLock { files in
            guard !files.isClosed else { return SystemError(ECANCELED) }
            return Self.makeFolder(path, &files.folders)
        }
    }

    private static func makeFolder(_ path: FilePath, _ made: inout [FilePath]) -> SystemError? {
        for isRetry in [false, true] {
            if unsafe path.withPointer({ unsafe mkdir($0, 0o777) }) == 0 {
                made.append(path)
                return nil
            }
            let number = errno
            if number == EEXIST { return nil }
            let above = OutputTarget.folder(of: path)
            guard number == ENOENT, !isRetry, above != path else { return SystemError(number) }
            if let error = makeFolder(above, &made) { return error }
        }
        return nil
    }

    /// Makes a new empty file with a name of its own in `folder`, with the permissions of a new file.
    ///
    /// - Returns: its descriptor and path, or the `errno`; ECANCELED after ``removeAll()``.
    func create(in folder: FilePath) -> Result<(descriptor: Int32, path: FilePath), SystemError> {
        files.withLock { files in
            guard !files.isClosed else { return .failure(SystemError(ECANCELED)) }
            while true {
                files.made += 1
                let path = name(files.made, in: folder)
                let descriptor = unsafe path.withPointer {
                    unsafe open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(0o666))
                }
                if descriptor >= 0 {
                    files.paths.append(path)
                    return .success((descriptor, path))
                }
                // A file that a killed run left, or one of another machine in a shared folder.
                if errno != EEXIST && errno != EINTR { return .failure(SystemError(errno)) }
            }
        }
    }

    /// Creates a folder with a unique name in `folder`, for another program to write in; `folder` is created if necessary.
    /// It is locked: a later run on this machine removes it once this process has ended, however that ended.
    ///
    /// - Parameter hidesFromGit: whether git ignores `folder`, if it is created here.
    /// - Throws: ``AudioFileError`` of kind `cannotCreate`, also after ``removeAll()``.
    public func makeWorkFolder(
        in folder: FilePath, hidesFromGit: Bool = false
    ) throws(AudioFileError) -> FilePath {
        var problem = SystemError(ENOENT)
        // Another run may remove the folder around it, which is empty, at this moment.
        for _ in 0..<8 where problem.number == ENOENT {
            let isNew = hidesFromGit && !folder.exists
            if let error = makeFolder(folder) {
                problem = error
                break
            }
            if isNew { Self.hideFromGit(folder) }
            switch makeWorkFolder(inMade: folder) {
            case .success(let path): return path
            case .failure(let error): problem = error
            }
        }
        throw AudioFileError(
            .permission, kind: .cannotCreate, path: folder, "no folder can be created here",
            cause: "mkdir: \(systemMessage(problem.number))",
            nextStep: "check its name and permissions")
    }

    private func makeWorkFolder(inMade folder: FilePath) -> Result<FilePath, SystemError> {
        files.withLock { files in
            if files.isClosed { return .failure(SystemError(ECANCELED)) }
            while true {
                files.made += 1
                switch WorkFolder.make("\(Self.nameStart(of: run))\(files.made)", in: folder) {
                case .success(let made):
                    files.workFolders.append(made)
                    return .success(made.path)
                case .failure(let error):
                    if error.number != EEXIST && error.number != EINTR { return .failure(error) }
                }
            }
        }
    }

    /// Treats a folder that another program has made for this run as such a folder, to be removed together with its
    /// parent if that is empty.
    public func adoptWorkFolder(_ path: FilePath) {
        files.withLock { files in
            guard !files.isClosed else { return removeFolder(path) }
            files.workFolders.append(WorkFolder(adopting: path))
            files.folders.append(path.folder)
        }
    }

    /// Removes such a folder with the files in it.
    public func removeWorkFolder(_ path: FilePath) {
        files.withLock { files in
            guard let index = files.workFolders.firstIndex(where: { $0.path == path }) else { return }
            files.workFolders.remove(at: index).remove()
        }
    }

    /// Gives finished files their final names: all of them, or none. An existing file that is replaced has a second
    /// name until all is done, so that it can come back; on a file system without links it cannot.
    ///
    /// - Parameter renamings: the temporary names, the final ones, and whether a file of that name is replaced; without
    ///   it, one that is there makes this fail with EEXIST.
    /// - Returns: which could not be renamed, and its `errno`; ECANCELED after ``removeAll()``.
    func commit(
        _ renamings: [(path: FilePath, target: FilePath, isReplacing: Bool)]
    ) -> (index: Int, error: SystemError)? {
        files.withLock { files in
            guard !files.isClosed else { return (0, SystemError(ECANCELED)) }
            var undo: [(target: FilePath, old: Old)] = []
            for (index, renaming) in renamings.enumerated() {
                let old =
                    renaming.isReplacing && renamings.count > 1
                    ? Old(of: renaming.target, secondName: "\(renaming.path)-old") : Old.none
                let isDone = unsafe renaming.path.withPointer { from in
                    unsafe renaming.target.withPointer { to in
                        renaming.isReplacing ? unsafe rename(from, to) == 0 : unsafe renameExclusively(from, to)
                    }
                }
                let number = errno
                guard isDone else {
                    if case .kept(let name) = old { removeName(name) }
                    for step in undo.reversed() { step.old.comeBack(to: step.target) }
                    return (index, SystemError(number))
                }
                undo.append((renaming.target, old))
            }
            for case (_, .kept(let name)) in undo { removeName(name) }
            files.paths.removeAll { path in renamings.contains { $0.path == path } }
            return nil
        }
    }

    /// Gives complete files from a work folder their final names, and makes the folders for them: all get their names,
    /// or none.
    ///
    /// - Parameter renamings: as in ``commit(_:)``.
    /// - Throws: ``AudioFileError`` of kind `cannotCreate`, also after ``removeAll()``.
    package func place(
        _ renamings: [(path: FilePath, target: FilePath, isReplacing: Bool)]
    ) throws(AudioFileError) {
        for target in renamings.map(\.target) {
            if let error = makeFolder(OutputTarget.folder(of: target)) {
                throw OutputFile.cannotCreate(target, error.number, call: "mkdir")
            }
        }
        guard let failed = commit(renamings) else { return }
        let target = renamings[failed.index].target
        throw failed.error.number == EEXIST
            ? OutputTarget.exists(target) : OutputFile.cannotCreate(target, failed.error.number, call: "rename")
    }

    /// Removes an unfinished file.
    func remove(_ path: FilePath) {
        files.withLock { files in
            guard files.paths.contains(path) else { return }
            removeName(path)
            files.paths.removeAll { $0 == path }
        }
    }
}

/// What was at a final name before.
private enum Old {
    case none
    /// It has this name, too.
    case kept(FilePath)
    /// It is gone.
    case lost

    init(of path: FilePath, secondName: FilePath) {
        let isLinked =
            unsafe path.withPointer { from in
                unsafe secondName.withPointer { to in unsafe link(from, to) }
            } == 0
        self = isLinked ? .kept(secondName) : errno == ENOENT ? .none : .lost
    }

    func comeBack(to path: FilePath) {
        switch self {
        case .none: removeName(path)
        case .kept(let name):
            _ = unsafe name.withPointer { from in
                unsafe path.withPointer { unsafe rename(from, $0) }
            }
        case .lost: break
        }
    }
}

/// An `errno`.
struct SystemError: Error {
    var number: Int32
    init(_ number: Int32) {
        self.number = number
    }
}

func removeName(_ path: FilePath) {
    _ = unsafe path.withPointer { unsafe unlink($0) }
}

/// Renames unless the target exists. A hard link is refused by an existing name, on every system and in one step; a
/// file system without links gets an empty file that reserves the name. Leaves `errno` when it fails.
@unsafe
private func renameExclusively(_ path: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> Bool {
    if unsafe link(path, target) == 0 {
        _ = unsafe unlink(path)
        return true
    }
    guard errno != EEXIST else { return false }
    let reserved = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o666))
    guard reserved >= 0 else { return false }
    close(reserved)
    if unsafe rename(path, target) == 0 { return true }
    let number = errno
    _ = unsafe unlink(target)
    errno = number
    return false
}
