#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKPCM

/// A turn in a folder, which one process has at a time: for a file in it that is read, changed, and written anew.
public enum FolderTurn {
    /// In seconds. What others do in their turns takes milliseconds.
    private static let patience = 30
    private static let pause: UInt32 = 2_000

    /// Does something while nobody else does such a thing in the folder. Where it has no locks, or is not there, nobody
    /// waits.
    ///
    /// - Throws: ``AudioFileError`` of kind `temporary` where others do not end; and what `body` throws.
    public static func take<Result>(in folder: FilePath, _ body: () throws -> Result) throws -> Result {
        let descriptor = unsafe folder.orHere.withPointer { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { return try body() }
        defer { close(descriptor) }
        var attemptsLeft = patience * 1_000_000 / Int(pause)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
            guard attemptsLeft > 0 else {
                throw AudioFileError(
                    .permission, kind: .temporary, path: folder.orHere,
                    "another process has been writing here for \(patience) s",
                    nextStep: "end it, or try again")
            }
            attemptsLeft -= 1
            usleep(pause)
        }
        return try body()
    }
}
