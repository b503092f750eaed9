internal import KKFiles
internal import KKPCM
internal import KKSession
internal import Synchronization

/// The locks that a run reads and changes; each is read again only after changes. Thread-safe.
public final class GoldenLocks: Sendable {
    private struct State {
        var known: [FilePath: (stamp: FileStamp, lock: GoldenLock)] = [:]
        /// Whether somebody keeps the folder of a lock for good.
        var isFolderKept = false
    }

    private let state = Mutex(State())

    public init() {}

    /// A lock; without a line where there is no such file.
    ///
    /// - Throws: what is wrong with it; `badSession` for a link, which may have come with the cases.
    func lock(at path: FilePath) throws -> GoldenLock {
        try state.withLock { state in try Self.lock(at: path, &state.known) }
    }

    private static func lock(
        at path: FilePath, _ known: inout [FilePath: (stamp: FileStamp, lock: GoldenLock)]
    ) throws -> GoldenLock {
        try check(path)
        guard let stamp = path.stamp else { return GoldenLock() }
        if let found = known[path], found.stamp == stamp { return found.lock }
        guard stamp.byteCount <= GoldenLock.longest else {
            throw SessionError(
                .badSession, "it is too long for a lock", place: path, nextStep: "restore it from git")
        }
        let bytes = try SmallFile.read(path, limit: GoldenLock.longest)
        let lock = try GoldenLock(parsing: PathText.decode(bytes), place: path)
        known[path] = (stamp, lock)
        return lock
    }

    /// Changes a lock, as it is now; one that is the same afterwards is not written. Several processes that do it lose
    /// no line of each other's.
    func change(_ path: FilePath, _ temporaryFiles: TemporaryFiles, _ change: (inout GoldenLock) -> Void) throws {
        try state.withLock { state in
            var known = state.known
            defer { state.known = known }
            try FolderTurn.take(in: path.folder, isKept: &state.isFolderKept) {
                let was = try Self.lock(at: path, &known)
                var lock = was
                change(&lock)
                guard lock != was else { return }
                try FinishedFile(path: path, force: true).write(
                    PathText.bytes(of: lock.text), temporaryFiles: temporaryFiles)
                known[path] = path.stamp.map { ($0, lock) }
            }
        }
    }

    private static func check(_ path: FilePath) throws(SessionError) {
        guard path.isPlainFile || !(path.exists || path.isLink) else {
            throw SessionError(
                .badSession, "the lock of the goldens is not a plain file", place: path,
                nextStep: "remove it, and restore it from git")
        }
    }
}
