#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKPCM

extension FilePath {
    /// Appends a text to a file that other programs may also write to; the file is created if it does not exist.
    ///
    /// - Parameter limit: the largest size of the file afterwards, in bytes; `text` gets the remaining room, and may
    ///   return an empty text.
    /// - Throws: ``AudioFileError`` of kind `cannotCreate` or `io`.
    public func append(limit: Int, _ text: (_ room: Int) -> String) throws(AudioFileError) {
        let descriptor = unsafe withPointer {
            unsafe open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, mode_t(0o666))
        }
        guard descriptor >= 0 else {
            throw AudioFileError(
                .permission, kind: .cannotCreate, path: self, "nothing can be added to it",
                cause: "open: \(systemMessage(errno))")
        }
        defer { close(descriptor) }
        var status = stat()
        let size = unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
        var bytes = Array(text(max(0, limit - size)).utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                throw AudioFileError(
                    .unspecified, kind: .io, path: self, "it cannot be written", cause: "write: \(systemMessage(errno))"
                )
            }
        }
    }
}
