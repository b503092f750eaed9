internal import KKAnalysis
public import KKFiles
internal import KKPCM
public import KKSession
internal import Synchronization

/// The SHA-256 of files, each computed once in a run.
///
/// ## Allocation
/// A text of 64 digits per file, and 256 KiB while one is read.
public final class FileHashes: Sendable {
    private let known = Mutex<[FilePath: (stamp: FileStamp, hash: String)]>([:])

    public init() {}

    /// The hash of a file's bytes, 64 hexadecimal digits. Safe from any thread.
    ///
    /// - Throws: `noInput` or `io` for a file that cannot be read; `badData` for a path that is not a file, such as a
    ///   pipe, which can be read only once, and when `deadline` is over; `unavailable` without libcrypto.
    public func hash(of path: FilePath, until deadline: RenderDeadline? = nil) throws -> String {
        let stamp = try Self.stamp(of: path)
        if let found = known.withLock({ $0[path] }), found.stamp == stamp { return found.hash }
        let hash = try Self.hash(path, until: deadline)
        known.withLock { $0[path] = (stamp, hash) }
        return hash
    }

    /// Whether a file is unchanged since it was hashed: neither written nor replaced.
    public func isUnchanged(_ path: FilePath) -> Bool {
        guard let found = known.withLock({ $0[path] }) else { return false }
        return path.stamp == found.stamp
    }

    /// The same of a file that is not remembered.
    static func hash(_ path: FilePath, until deadline: RenderDeadline? = nil) throws -> String {
        let hash = try ByteHash()
        try SmallFile.read(path) { piece in
            try deadline?.check()
            hash.add(piece)
        }
        return hash.digest()
    }

    /// Whether a text is 64 hexadecimal digits in small letters, as a hash and a key are.
    static func isHash(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy("0123456789abcdef".utf8.contains)
    }

    private static func stamp(of path: FilePath) throws(AudioFileError) -> FileStamp {
        if let stamp = path.stamp { return stamp }
        guard path.exists else {
            throw AudioFileError(
                .fileNotFound, kind: .noInput, path: path, "there is no such file",
                nextStep: "check the name; paths are relative to the list")
        }
        throw AudioFileError(
            .invalidFile, kind: .noInput, path: path, "a job reads files, but this is not a file",
            nextStep: "name a file")
    }
}
