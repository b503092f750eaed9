#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Questions to the file system before files are opened; see ``FilePath`` for single files.
public enum FileSystem {
    /// Finds two inputs that are the same pipe, FIFO or device, under any name: its bytes can be read only once. `-` is
    /// standard input.
    ///
    /// Regular files do not count: they are read from the start under each name, even if standard input was redirected
    /// from one. A file that standard input has already partly read is treated as a pipe for `-`.
    ///
    /// - Returns: the first input that is the same as an earlier one, with that one; `nil` if all differ.
    public static func sharedPipe(among paths: [FilePath]) -> (path: FilePath, other: FilePath)? {
        var pipes: [FileIdentity: FilePath] = [:]
        for path in paths {
            var status = stat()
            let found = path.isStandard ? unsafe fstat(0, &status) : systemStat(path, &status)
            guard found == 0, status.st_mode & S_IFMT != S_IFDIR else { continue }
            if status.st_mode & S_IFMT == S_IFREG, !path.isStandard || lseek(0, 0, SEEK_CUR) == 0 { continue }
            if let other = pipes.updateValue(path, forKey: FileIdentity(status)) { return (path, other) }
        }
        return nil
    }

    /// The current folder of the process; `nil` if the system does not say.
    public static var currentFolder: FilePath? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { room in
            guard let path = unsafe getcwd(room.baseAddress, room.count) else { return nil }
            return FilePath(unsafe PathText.decode(path, count: strlen(path)))
        }
    }

    /// A variable of the process's environment; `nil` if it is not set.
    static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe PathText.decode($0, count: strlen($0)) }
    }

    /// The largest number of files that the process may have open at once; `nil` if it is not known.
    public static var descriptorLimit: Int? {
        var limit = rlimit()
        guard unsafe getrlimit(openFilesLimit, &limit) == 0, limit.rlim_cur < rlim_t(Int32.max) else { return nil }
        return Int(limit.rlim_cur)
    }
}

/// What the disk says of a path, at the moment in which it is asked.
extension FilePath {
    /// Whether something with this name exists, links followed.
    public var exists: Bool { unsafe withPointer { unsafe access($0, F_OK) } == 0 }

    /// From the root, with whatever links it has; as it is, where nobody knows the folder that the process works in.
    package var absolute: Self { FileSystem.currentFolder.map { ($0 / self).plain } ?? self }

    /// The identity of a regular file, under any of its names; `nil` for everything else, because reading and writing the same device is allowed.
    ///
    /// - Parameter standard: the descriptor that `-` means: 0 for an input, 1 for an output.
    public func identity(standard: Int32) -> FileIdentity? {
        var status = stat()
        let found = isStandard ? unsafe fstat(standard, &status) : systemStat(self, &status)
        guard found == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileIdentity(status)
    }

    /// The place of an output, links followed, even if the file does not exist yet; `nil` if its folder does not exist.
    public var outputPlace: OutputPlace? {
        var status = stat()
        guard let end = OutputTarget.linkEnd(of: self), systemStat(OutputTarget.folder(of: end), &status) == 0 else {
            return nil
        }
        let name = end.bytes.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
        return OutputPlace(folder: FileIdentity(status), name: name)
    }

    /// The state of a regular file at this moment, links followed; `nil` if there is none.
    public var stamp: FileStamp? {
        var status = stat()
        guard systemStat(self, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Glibc)
        let changed = status.st_mtim
        #else
        let changed = status.st_mtimespec
        #endif
        return FileStamp(
            identity: FileIdentity(status), byteCount: Int64(status.st_size),
            seconds: Int64(changed.tv_sec), nanoseconds: Int64(changed.tv_nsec))
    }

    /// The place of a file, links followed, even if neither the file nor its folder exists yet: two names of the same
    /// file have the same place, as far as existing folders tell. `nil` for broken links.
    public var futurePlace: OutputPlace? {
        guard let (_, identity, names) = nearestFolder else { return nil }
        return OutputPlace(folder: identity, name: Array(names.joined(separator: [UInt8(ascii: "/")])))
    }

    /// The absolute path, links followed, even if neither the file nor its folder exists yet. `nil` for broken links.
    public var futurePath: Self? {
        if let realPath { return realPath }
        guard let (folder, _, names) = nearestFolder, let real = folder.realPath else { return nil }
        return "\(real == "/" ? "" : real)\(names.map { "/" + PathText.decode($0) }.joined())"
    }

    /// The folder of an output's unfinished file, links of the last component followed; `nil` for broken links.
    public var writingFolder: Self? { OutputTarget.linkEnd(of: self).map(OutputTarget.folder) }

    /// The nearest folder that is there above a file, and the names from there on.
    private var nearestFolder: (folder: Self, identity: FileIdentity, names: [[UInt8]])? {
        guard var folder = OutputTarget.linkEnd(of: self) else { return nil }
        let slash = UInt8(ascii: "/")
        var names: [[UInt8]] = []
        var status = stat()
        repeat {
            while folder.text.utf8.count > 1, folder.endsInSlash { folder = FilePath(String(folder.text.dropLast())) }
            let above = OutputTarget.folder(of: folder)
            guard above != folder else { return nil }
            names.append(folder.bytes.split(separator: slash).last.map(Array.init) ?? [])
            folder = above
        } while systemStat(folder, &status) != 0
        var kept: [[UInt8]] = []
        for name in names.reversed() where name != Array(".".utf8) {
            if name == Array("..".utf8), !kept.isEmpty { kept.removeLast() } else { kept.append(name) }
        }
        return (folder, FileIdentity(status), kept)
    }
}

/// The state of a file at a moment: it differs if the file was replaced or written to.
public struct FileStamp: Hashable, Sendable {
    let identity: FileIdentity
    public let byteCount: Int64
    package let seconds: Int64
    package let nanoseconds: Int64
}

/// A name in a folder of this machine.
public struct OutputPlace: Hashable, Sendable {
    /// The nearest existing folder.
    public let folder: FileIdentity
    /// Of bytes: two spellings of an accent are one String and two files.
    let name: [UInt8]

    /// The folders of the name that do not exist yet, the nearest first.
    public var missingFolders: [OutputPlace] {
        let slash = UInt8(ascii: "/")
        return name.indices.reversed().filter { name[$0] == slash }.map {
            OutputPlace(folder: folder, name: Array(name[..<$0]))
        }
    }
}

/// The identity of a file on this machine, under any of its names.
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    init(_ status: stat) {
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}

#if canImport(Glibc)
private let openFilesLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
private let openFilesLimit = RLIMIT_NOFILE
#endif

/// `stat` by a name that no type hides.
func systemStat(_ path: FilePath, _ status: inout stat) -> Int32 {
    unsafe path.withPointer { unsafe stat($0, &status) }
}
