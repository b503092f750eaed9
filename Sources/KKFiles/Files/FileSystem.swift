#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What is asked of the system before files are opened; of a single one its ``FilePath`` tells.
public enum FileSystem {
    /// Two of some inputs that are one pipe, FIFO or device, whichever of its names was used: its bytes come once, to
    /// one of them. `-` is standard input.
    ///
    /// Not a regular file: it is read from its start under each name, also where standard input was redirected from it.
    /// One that standard input is in the middle of is taken by `-` as a pipe is.
    ///
    /// - Returns: the first input that is one of those before it, with that one; `nil` where all differ.
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

    /// The folder that the process works in; `nil` where the system does not say.
    public static var currentFolder: FilePath? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { room in
            guard let path = unsafe getcwd(room.baseAddress, room.count) else { return nil }
            return FilePath(unsafe PathText.decode(path, count: strlen(path)))
        }
    }

    /// The most files that the process may have open at once; `nil` when nobody knows.
    public static var descriptorLimit: Int? {
        var limit = rlimit()
        guard unsafe getrlimit(openFilesLimit, &limit) == 0, limit.rlim_cur < rlim_t(Int32.max) else { return nil }
        return Int(limit.rlim_cur)
    }
}

/// What the disk says of a path, at the moment in which it is asked.
extension FilePath {
    /// Whether something of that name is there, links followed.
    public var exists: Bool { unsafe withPointer { unsafe access($0, F_OK) } == 0 }

    /// From the root, with whatever links it has; as it is, where nobody knows the folder that the process works in.
    package var absolute: Self { FileSystem.currentFolder.map { ($0 / self).plain } ?? self }

    /// What a regular file is, by whatever name; `nil` for everything else: reading and writing one device is no harm.
    ///
    /// - Parameter standard: the descriptor that `-` means: 0 for an input, 1 for an output.
    public func identity(standard: Int32) -> FileIdentity? {
        var status = stat()
        let found = isStandard ? unsafe fstat(standard, &status) : systemStat(self, &status)
        guard found == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileIdentity(status)
    }

    /// The place where an output will be, links followed, also when no file is there yet; `nil` when its folder is not
    /// there.
    public var outputPlace: OutputPlace? {
        var status = stat()
        guard let end = OutputTarget.linkEnd(of: self), systemStat(OutputTarget.folder(of: end), &status) == 0 else {
            return nil
        }
        let name = end.bytes.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
        return OutputPlace(folder: FileIdentity(status), name: name)
    }

    /// What a regular file is at this moment, links followed; `nil` where there is none.
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

    /// The place of a file, links followed, also when neither it nor its folder is there yet: two names of one file
    /// have one place, as far as folders that are there tell. `nil` for links that lead nowhere.
    public var futurePlace: OutputPlace? {
        guard let (_, identity, names) = nearestFolder else { return nil }
        return OutputPlace(folder: identity, name: Array(names.joined(separator: [UInt8(ascii: "/")])))
    }

    /// The path from the root, links followed, also when neither the file nor its folder is there yet. `nil` for links
    /// that lead nowhere.
    public var futurePath: Self? {
        if let realPath { return realPath }
        guard let (folder, _, names) = nearestFolder, let real = folder.realPath else { return nil }
        return "\(real == "/" ? "" : real)\(names.map { "/" + PathText.decode($0) }.joined())"
    }

    /// The folder in which an output has its unfinished file, links of its last component followed; `nil` for links
    /// that lead nowhere.
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

/// A file at a moment: another one in its place, or one that was written to, has another stamp.
public struct FileStamp: Hashable, Sendable {
    let identity: FileIdentity
    public let byteCount: Int64
    package let seconds: Int64
    package let nanoseconds: Int64
}

/// A name in a folder of this machine.
public struct OutputPlace: Hashable, Sendable {
    /// The nearest that is there.
    public let folder: FileIdentity
    /// Of bytes: two spellings of an accent are one String and two files.
    let name: [UInt8]

    /// The folders of the name that are not there yet, the nearest first.
    public var missingFolders: [OutputPlace] {
        let slash = UInt8(ascii: "/")
        return name.indices.reversed().filter { name[$0] == slash }.map {
            OutputPlace(folder: folder, name: Array(name[..<$0]))
        }
    }
}

/// A file of this machine, whichever of its names was used.
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
