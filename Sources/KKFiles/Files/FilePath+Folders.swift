#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKPCM

extension FilePath {
    /// The names in a folder, sorted by bytes, without those that begin with a dot.
    ///
    /// - Throws: ``AudioFileError`` of kind `noInput`.
    public func names() throws(AudioFileError) -> [String] {
        guard let names = allNames else {
            throw AudioFileError(
                .fileNotFound, kind: .noInput, path: self, "the folder cannot be read",
                cause: "opendir: \(systemMessage(errno))",
                nextStep: "check its name and permissions")
        }
        return names.filter { $0.utf8.first != UInt8(ascii: ".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The names in a folder in no order, hidden ones too; `nil`, with `errno`, for one that cannot be read.
    var allNames: [String]? {
        guard let stream = unsafe withPointer({ unsafe opendir($0) }) else { return nil }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            names.append(
                unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                    unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
                        unsafe PathText.decode($0, count: strlen($0))
                    }
                })
        }
        return names
    }

    /// Whether it is a folder that can be read and has no file in it, hidden ones included, but for what a run of kkmix
    /// has not finished.
    public var isEmptyFolder: Bool {
        allNames?.allSatisfy { [".", ".."].contains($0) || TemporaryFiles.isName($0) } ?? false
    }

    /// Whether a regular file has this name, and no link to one.
    public var isPlainFile: Bool { fileKind(followsLinks: false) == S_IFREG }

    /// Whether a link has this name, wherever it leads.
    public var isLink: Bool { fileKind(followsLinks: false) == S_IFLNK }

    /// Whether a regular file has this name, or a link to one.
    public var isFile: Bool { fileKind() == S_IFREG }

    /// Whether a folder has this name, or a link to one.
    public var isFolder: Bool { fileKind() == S_IFDIR }

    /// Whether a folder has this name, and no link to one.
    public var isPlainFolder: Bool { fileKind(followsLinks: false) == S_IFDIR }

    /// Whether this is a device, links followed: it may be endless.
    public var isDevice: Bool { fileKind().map([S_IFCHR, S_IFBLK].contains) ?? false }

    /// Whether this is neither a file nor a folder, links followed: a pipe, a socket or a device.
    public var isSpecial: Bool { fileKind().map { ![S_IFREG, S_IFDIR].contains($0) } ?? false }

    /// Whether this is a FIFO with a name of its own, links followed, and not an open pipe, as the shell's `>(…)` is.
    public var isNamedPipe: Bool { !isOpenDescriptor && fileKind() == S_IFIFO }

    /// Whether this is standard output or input, or another stream that is open already, by its name.
    public var isOpenDescriptor: Bool {
        isStandard || ["/dev/fd/", "/proc/self/fd/", "/dev/std"].contains { text.hasPrefix($0) }
    }

    /// Whether this is a socket with a name of its own, links followed: nothing can be written to it by that.
    public var isSocket: Bool { !isOpenDescriptor && fileKind() == S_IFSOCK }

    /// What has this name, as the system's `S_IF…` say it; `nil` for nothing.
    private func fileKind(followsLinks: Bool = true) -> mode_t? {
        var status = stat()
        let found = followsLinks ? systemStat(self, &status) : unsafe withPointer { unsafe lstat($0, &status) }
        return found == 0 ? status.st_mode & S_IFMT : nil
    }

    /// The size of a file in bytes, links followed; 0 for a file without a length.
    ///
    /// - Throws: ``AudioFileError`` of kind `noInput`.
    public func byteCount() throws(AudioFileError) -> Int64 {
        var status = stat()
        guard systemStat(self, &status) == 0 else {
            throw AudioFileError(
                .fileNotFound, kind: .noInput, path: self, "the file cannot be found",
                cause: "stat: \(systemMessage(errno))")
        }
        return Int64(status.st_size)
    }

    /// The absolute path without links; `nil` if nothing exists there.
    public var realPath: Self? {
        guard let real = unsafe withPointer({ unsafe realpath($0, nil) }) else { return nil }
        defer { unsafe free(real) }
        return Self(unsafe PathText.decode(real, count: strlen(real)))
    }

    /// Removes a file.
    ///
    /// - Throws: ``AudioFileError`` of kind `io`; a missing file is not an error.
    public func removeFile() throws(AudioFileError) {
        guard unsafe withPointer({ unsafe unlink($0) }) != 0, errno != ENOENT else { return }
        throw AudioFileError(
            .unspecified, kind: .io, path: self, "the file cannot be removed", cause: "unlink: \(systemMessage(errno))")
    }

    /// Renames a file on its disk; an existing file is replaced.
    ///
    /// - Throws: ``AudioFileError`` of kind `cannotCreate`, also if the target is a folder.
    public func rename(to target: Self) throws(AudioFileError) {
        let isDone =
            unsafe withPointer { from in
                unsafe target.withPointer { unsafe systemRename(from, $0) }
            } == 0
        if !isDone {
            throw AudioFileError(
                .permission, kind: .cannotCreate, path: target, "it cannot be written",
                cause: "rename: \(systemMessage(errno))")
        }
    }

    /// Removes a folder if it is empty.
    public func removeIfEmpty() { _ = unsafe withPointer { unsafe rmdir($0) } }
}

/// `rename` by a name that no method hides.
@unsafe
private func systemRename(_ path: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> Int32 {
    unsafe rename(path, target)
}
