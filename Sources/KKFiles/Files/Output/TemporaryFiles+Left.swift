#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKPCM

/// What runs have left that were killed.
extension TemporaryFiles {
    /// In seconds: what nobody wrote to for longer than that is nobody's.
    package static let longestRun: Int64 = 86_400

    /// Whether this is a name of an unfinished file, or of a folder for other programs, of any run.
    public static func isName(_ name: String) -> Bool { name.hasPrefix(everyNameStart) && name.hasSuffix(nameEnd) }

    /// Whether such a file is old enough to count as abandoned.
    ///
    /// - Parameter now: seconds since 1970.
    public static func isLeft(_ path: FilePath, now: Int64) -> Bool {
        var status = stat()
        guard isName(path.name), unsafe path.withPointer({ unsafe lstat($0, &status) }) == 0 else { return false }
        #if canImport(Glibc)
        return Int64(status.st_mtim.tv_sec) <= now - longestRun
        #else
        return Int64(status.st_mtimespec.tv_sec) <= now - longestRun
        #endif
    }

    /// Removes one of them, a folder with all that is in it.
    public static func removeLeft(_ path: FilePath) { removeFolder(path) }

    /// Removes those of a folder. Folders for other programs that a run on this machine has left go at once, and those
    /// of a run that goes on stay.
    ///
    /// - Parameter now: seconds since 1970; without it, what is only old stays.
    public static func removeLeft(in folder: FilePath, now: Int64 = 0) {
        for name in folder.allNames ?? [] where isName(name) {
            let path = folder / name
            if path.isPlainFolder {
                WorkFolder.removeLeft(path, now: now)
            } else if isLeft(path, now: now) {
                removeFolder(path)
            }
        }
    }
}

func removeFolder(_ path: FilePath) {
    // A program may have put a link in its place, or a file: that goes, and what a link leads to stays. A folder is not
    // removed like this.
    if unsafe path.withPointer({ unsafe unlink($0) }) == 0 { return }
    _ = makeReadable(path)
    empty(unsafe path.withPointer { unsafe open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }, depth: 0)
    _ = unsafe path.withPointer { unsafe rmdir($0) }
}

/// Gives the owner of a folder the right to look into it and to change it, which a program may have taken away. No link
/// is followed.
///
/// - Returns: the rights as they were; `nil` for what is not a folder.
func makeReadable(_ path: FilePath) -> mode_t? {
    var status = stat()
    guard unsafe path.withPointer({ unsafe lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        return nil
    }
    let mode = status.st_mode & 0o777
    if mode & 0o700 != 0o700 {
        _ = unsafe path.withPointer { unsafe fchmodat(AT_FDCWD, $0, mode | 0o700, AT_SYMLINK_NOFOLLOW) }
    }
    return mode
}

/// Removes what is in a folder, and closes it. No link is followed. What is deeper than anybody's folders stays.
private func empty(_ folder: Int32, depth: Int) {
    guard folder >= 0 else { return }
    guard depth < 200, let stream = unsafe fdopendir(folder) else {
        close(folder)
        return
    }
    while let entry = unsafe readdir(stream) {
        unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
            unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                guard unsafe strcmp(name, ".") != 0, unsafe strcmp(name, "..") != 0,
                    unsafe unlinkat(folder, name, 0) != 0
                else { return }
                let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
                var inner = unsafe openat(folder, name, flags)
                if inner < 0, errno == EACCES {
                    unsafe fchmodat(folder, name, 0o700, AT_SYMLINK_NOFOLLOW)
                    inner = unsafe openat(folder, name, flags)
                }
                if inner >= 0 { fchmod(inner, 0o700) }
                empty(inner, depth: depth + 1)
                unsafe unlinkat(folder, name, AT_REMOVEDIR)
            }
        }
    }
    unsafe closedir(stream)
}
