#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKPCM

/// Folders of results that nobody commits: in each that is made lies a `.gitignore` that names everything in it, itself
/// too.
extension TemporaryFiles {
    static let ignoreName = ".gitignore"
    static let ignoreText = Array("*\n".utf8)

    /// Has git pass over a folder that was just made.
    static func hideFromGit(_ folder: FilePath) {
        let descriptor = unsafe (folder / ignoreName).withPointer {
            unsafe open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(0o666))
        }
        // Without it nothing is wrong but what `git status` shows.
        guard descriptor >= 0 else { return }
        let count = unsafe ignoreText.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        // On a full disk; the next run makes it.
        if count != ignoreText.count { removeName(folder / ignoreName) }
    }
}

extension FilePath {
    /// Removes a folder if it has nothing except the `.gitignore` that kkmix has made.
    public func removeIfUnused() {
        removeIfEmpty()
        let names = (allNames ?? []).filter { $0 != "." && $0 != ".." }
        guard names == [TemporaryFiles.ignoreName] else { return }
        let file = self / TemporaryFiles.ignoreName
        guard file.isPlainFile, (try? SmallFile.read(file, limit: 16)) == TemporaryFiles.ignoreText else { return }
        removeName(file)
        removeIfEmpty()
    }
}
