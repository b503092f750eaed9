#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A folder of a run for what other programs write, locked as long as the run lives.
///
/// The system releases the lock however the run ends, so one that can be locked was left by a run that was killed. What
/// is in the folder has no part in this: a program may remove or replace all of it. A lock may not hold over a network,
/// so the name says on which machine the folder was made.
struct WorkFolder {
    let path: FilePath
    /// Negative for a folder that is not locked.
    private let descriptor: Int32

    /// The end of the name on this machine since it was started; `nil` where it has no name.
    private static let machineEnd: String? = {
        let letters = (RunMark.machine.last ?? "").unicodeScalars.filter {
            $0.isASCII && $0.properties.isAlphabetic || "0"..."9" ~= $0
        }
        return letters.isEmpty
            ? nil : "-\(String(String.UnicodeScalarView(letters.prefix(8))))\(TemporaryFiles.nameEnd)"
    }()

    /// A folder that another program has made for the run.
    init(adopting path: FilePath) {
        self.path = path
        descriptor = -1
    }

    private init(_ path: FilePath, _ descriptor: Int32) {
        (self.path, self.descriptor) = (path, descriptor)
    }

    /// Makes the folder and locks it.
    ///
    /// - Parameter stem: its name but for the end.
    /// - Returns: EEXIST for a name that is taken, or was just taken away by whoever cleans up.
    static func make(_ stem: String, in folder: FilePath) -> Result<WorkFolder, SystemError> {
        let path: FilePath = "\(folder)/\(stem)\(machineEnd ?? TemporaryFiles.nameEnd)"
        guard unsafe path.withPointer({ unsafe mkdir($0, 0o777) }) == 0 else { return .failure(SystemError(errno)) }
        let descriptor = open(path)
        guard descriptor >= 0 else {
            let number = errno
            _ = unsafe path.withPointer { unsafe rmdir($0) }
            return .failure(SystemError(number == ENOENT ? EEXIST : number))
        }
        let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        guard !isTaken, path.isPlainFolder else {
            close(descriptor)
            return .failure(SystemError(EEXIST))
        }
        return .success(WorkFolder(path, descriptor))
    }

    /// Removes it with all that is in it.
    func remove() {
        removeFolder(path)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Removes a folder that a run has left: one of this machine as soon as that has ended, others when they are old.
    static func removeLeft(_ path: FilePath, now: Int64) {
        var descriptor = open(path), mode: mode_t?
        if descriptor < 0, errno == EACCES {
            // A program has taken its owner's right to read it.
            mode = makeReadable(path)
            descriptor = open(path)
        }
        defer { if descriptor >= 0 { close(descriptor) } }
        let isLocked = descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0
        // Its run goes on, however long ago it wrote there.
        if descriptor >= 0, !isLocked, errno == EWOULDBLOCK {
            if let mode { fchmod(descriptor, mode) }
            return
        }
        let isOwn = machineEnd.map { path.name.hasSuffix($0) } ?? false
        if isLocked && isOwn || TemporaryFiles.isLeft(path, now: now) { removeFolder(path) }
    }

    private static func open(_ path: FilePath) -> Int32 {
        unsafe path.withPointer { unsafe systemOpen($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    }
}

/// `open` by a name that no method hides.
@unsafe
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { unsafe open(path, flags) }
