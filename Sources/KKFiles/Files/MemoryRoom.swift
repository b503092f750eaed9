#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Whether there is enough memory for a large allocation. Swift ends the process if an array cannot get memory, so code
/// that needs hundreds of megabytes for a user's request should ask first.
public enum MemoryRoom {
    /// - Returns: whether so many bytes are available now, within the limits of the process, unless the system
    ///   overcommits memory.
    public static func isThere(for byteCount: Int) -> Bool {
        let room = unsafe mmap(nil, max(1, byteCount), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard unsafe room != MAP_FAILED else { return false }
        _ = unsafe munmap(room, max(1, byteCount))
        return true
    }
}
