#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKPCM

/// What the name of an output stands for.
enum OutputTarget {
    /// A file to be made: its path with links followed, its folder, and the file that it replaces.
    case file(path: FilePath, folder: FilePath, replaced: Replaced?)
    /// A device, FIFO or open descriptor, which is written in place.
    case stream(path: FilePath)
    case descriptor(Int32)

    /// Whose a file is, and who may read it.
    struct Replaced {
        private let mode: mode_t
        private let owner: uid_t
        private let group: gid_t

        init(_ status: stat) {
            (mode, owner, group) = (status.st_mode & 0o777, status.st_uid, status.st_gid)
        }

        /// Makes it so of another file, as writing into the old one would: what may not be done stays, and only the
        /// superuser gives files away.
        func give(_ descriptor: Int32) {
            if fchown(descriptor, owner, group) != 0 { _ = fchown(descriptor, uid_t.max, group) }
            _ = fchmod(descriptor, mode)
        }
    }

    /// Looks at `path` without changing anything.
    ///
    /// - Parameter makesFolder: whether a folder that is not there is going to be made.
    /// - Throws: `cannotCreate` for a folder, a missing folder, an unreachable place, and an existing file without
    ///   `force`.
    init(path: FilePath, force: Bool, makesFolder: Bool = false) throws(AudioFileError) {
        if let descriptor = Self.openDescriptor(path) {
            self = .descriptor(descriptor)
            return
        }
        guard !path.isEmpty else {
            throw AudioFileError(
                .invalidFile, kind: .cannotCreate, path: "''", "the output has an empty name",
                nextStep: "name the output file")
        }
        if Self.namesFolder(path) { throw Self.isFolder(path) }
        var status = stat()
        if systemStat(path, &status) != 0 {
            guard errno == ENOENT else { throw OutputFile.cannotCreate(path, errno, call: "stat") }
            self = try Self.file(path, replaced: nil, makesFolder: makesFolder)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            throw Self.isFolder(path)
        case S_IFREG:
            guard force else { throw Self.exists(path) }
            self = try Self.file(path, replaced: Replaced(status), makesFolder: makesFolder)
        default:
            self = .stream(path: path)
        }
    }

    /// Whether a path says by itself that it stands for a folder: it ends in a slash, or in `.` or `..`.
    static func namesFolder(_ path: FilePath) -> Bool {
        path.endsInSlash || [".", ".."].contains(path.name)
    }

    static func isFolder(_ path: FilePath) -> AudioFileError {
        AudioFileError(
            .invalidFile, kind: .cannotCreate, path: path, "the output is a folder", nextStep: "name a file in it")
    }

    static func exists(_ path: FilePath) -> AudioFileError {
        AudioFileError(
            .duplicateFileName, kind: .cannotCreate, path: path, "the output exists already",
            nextStep: "use -f to replace it, or another name")
    }

    /// The descriptor that a path names: `-` is standard output, and so are its names under `/dev` and `/proc`, even
    /// when it is a file.
    private static func openDescriptor(_ path: FilePath) -> Int32? {
        switch path.text {
        case _ where path.isStandard, "/dev/stdout": return 1
        case "/dev/stderr": return 2
        default: break
        }
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.text.hasPrefix(folder) {
            return Int32(path.text.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
        }
        return nil
    }

    /// Follows the links of the last component, which may point to a file that does not exist yet, and checks the
    /// folder.
    private static func file(
        _ path: FilePath, replaced: Replaced?, makesFolder: Bool
    ) throws(AudioFileError) -> OutputTarget {
        guard let target = linkEnd(of: path) else { throw OutputFile.cannotCreate(path, ELOOP, call: "readlink") }
        let folder = folder(of: target)
        try checkFolder(folder, for: path, makesFolder: makesFolder)
        return .file(path: target, folder: folder, replaced: replaced)
    }

    /// Where the links of a path's last component lead; `nil` if they lead nowhere.
    static func linkEnd(of path: FilePath) -> FilePath? {
        var target = path
        for _ in 0..<40 {
            guard let next = linkTarget(of: target) else { return target }
            target = next.isAbsolute ? next : "\(folder(of: target))/\(next)"
        }
        return nil
    }

    static func folder(of path: FilePath) -> FilePath { path.folder.orHere }

    static func checkFolder(_ folder: FilePath, for path: FilePath, makesFolder: Bool) throws(AudioFileError) {
        var status = stat()
        guard systemStat(folder, &status) == 0 else {
            // One that will be made needs a place in one that is there.
            if makesFolder, errno == ENOENT, folder != self.folder(of: folder) {
                return try checkFolder(self.folder(of: folder), for: path, makesFolder: true)
            }
            guard errno == ENOENT || errno == ENOTDIR else { throw OutputFile.cannotCreate(path, errno, call: "stat") }
            throw AudioFileError(
                .fileNotFound, kind: .cannotCreate, path: path, "there is no folder '\(folder)'",
                nextStep: "make it, or name another one")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw AudioFileError(
                .fileNotFound, kind: .cannotCreate, path: path, "'\(folder)' is not a folder",
                nextStep: "name a folder that exists")
        }
        let allowed = unsafe folder.withPointer { unsafe access($0, W_OK | X_OK) }
        guard allowed == 0 else { throw OutputFile.cannotCreate(path, errno, call: "access") }
    }

    private static func linkTarget(of path: FilePath) -> FilePath? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { room in
            let count = unsafe path.withPointer { unsafe readlink($0, room.baseAddress!, room.count) }
            return count > 0 ? FilePath(unsafe PathText.decode(room.baseAddress!, count: count)) : nil
        }
    }
}

extension OutputFile {
    /// Everything about an output that can be refused before anything is rendered.
    ///
    /// - Parameters:
    ///   - path: the output.
    ///   - force: whether an existing file may be replaced.
    ///   - inputs: the files that are read. An output that is one of them, links followed, is refused even with
    ///     `force`.
    ///   - makesFolder: whether a folder that is not there is going to be made.
    /// - Throws: `cannotCreate`.
    static func check(path: FilePath, force: Bool, inputs: [FilePath], makesFolder: Bool = false) throws(AudioFileError)
    {
        // An input that would be overwritten is the better reason than a file that exists.
        if let output = path.identity(standard: 1) {
            for input in inputs {
                guard let other = input.identity(standard: 0), other == output else { continue }
                throw AudioFileError(
                    .invalidFile, kind: .cannotCreate, path: path.outputName,
                    input == path ? "the output is also an input" : "the output is also an input, \(input)",
                    nextStep: "name another output")
            }
        }
        _ = try OutputTarget(path: path, force: force, makesFolder: makesFolder)
    }

    /// Looks whether this user may change a file: write it, and put another in its place.
    ///
    /// - Throws: `cannotCreate`.
    static func checkChange(of path: FilePath) throws(AudioFileError) {
        guard case .file(let target, _, _) = try OutputTarget(path: path, force: true) else { return }
        guard unsafe target.withPointer({ unsafe access($0, W_OK) }) != 0 else { return }
        guard errno == EACCES || errno == EPERM else { throw cannotCreate(path, errno, call: "access") }
        throw AudioFileError(
            .permission, kind: .cannotCreate, path: path, "this user may not write the file",
            cause: "access: \(systemMessage(errno))",
            nextStep: "change its permissions, open it with `read`, or write a new file")
    }

    /// The error of an output that cannot be made, by the system's reason.
    static func cannotCreate(_ path: FilePath, _ number: Int32, call: String) -> AudioFileError {
        let cause = "\(call): \(systemMessage(number))"
        switch number {
        case ENOSPC, EDQUOT, EIO, EFBIG:
            return AudioFileError(
                .unspecified, kind: .io, path: path, "the output cannot be created", cause: cause,
                nextStep: "free some space, or write elsewhere")
        case EMFILE, ENFILE:
            return AudioFileError(
                .unspecified, kind: .temporary, path: path, "too many files are open", cause: cause,
                nextStep: "raise the limit with `ulimit -n`")
        case ECANCELED:
            return AudioFileError(
                .unspecified, kind: .io, path: path, "the run was stopped, so the output was not completed")
        case EROFS:
            return AudioFileError(
                .permission, kind: .cannotCreate, path: path, "the file system is read-only", cause: cause,
                nextStep: "write elsewhere")
        case EACCES, EPERM:
            return AudioFileError(
                .permission, kind: .cannotCreate, path: path, "writing there is not permitted", cause: cause,
                nextStep: "check the permissions of '\(OutputTarget.folder(of: path))', or write elsewhere")
        case ENAMETOOLONG:
            return AudioFileError(
                .invalidFile, kind: .cannotCreate, path: path, "the name is too long for this file system",
                cause: cause, nextStep: "shorten it")
        case ENOTDIR:
            return AudioFileError(
                .fileNotFound, kind: .cannotCreate, path: path, "'\(OutputTarget.folder(of: path))' is not a folder",
                cause: cause,
                nextStep: "name a folder that exists")
        default:
            return AudioFileError(
                .unspecified, kind: .cannotCreate, path: path, "the output cannot be created", cause: cause,
                nextStep: "name another output")
        }
    }
}
