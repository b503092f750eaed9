#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Whether the system has memory for what is about to be made. Swift ends the process where an array finds none, so
/// whoever needs hundreds of megabytes for what a user has asked for asks first.
public enum MemoryRoom {
    /// - Returns: whether so many bytes could be had at this moment, by the limits of the process and as far as the
    ///   system promises no more than it has.
    public static func isThere(for byteCount: Int) -> Bool {
        let room = unsafe mmap(nil, max(1, byteCount), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard unsafe room != MAP_FAILED else { return false }
        _ = unsafe munmap(room, max(1, byteCount))
        return true
    }
}
