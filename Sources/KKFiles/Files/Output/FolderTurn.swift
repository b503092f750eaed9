#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A turn in a folder, which one process has at a time: for a file in it that is read, changed, and written again.
package enum FolderTurn {
    /// What others do in their turns takes milliseconds.
    private static let seconds = 5
    private static let pause: UInt32 = 2_000

    /// Does something while no other process does such a thing in the folder. Where it has no locks, or is not there, it
    /// is done at once.
    ///
    /// - Parameter isKept: whether somebody keeps the folder for good, as `flock FOLDER program` does around this
    ///   process: then nobody waits. It is set after a wait of some seconds that was for nothing.
    package static func take<Result>(
        in folder: FilePath, isKept: inout Bool, _ body: () throws -> Result
    ) rethrows -> Result {
        let descriptor = unsafe folder.orHere.withPointer { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { return try body() }
        defer { close(descriptor) }
        var attemptsLeft = seconds * 1_000_000 / Int(pause)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR, !isKept {
            attemptsLeft -= 1
            isKept = attemptsLeft <= 0
            usleep(pause)
        }
        return try body()
    }
}
