#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The one question that the command line asks of the disk before a file is opened.
public enum FileSystem {
    /// Whether something of that name is there, links followed.
    public static func exists(_ path: String) -> Bool {
        unsafe PathText.withPointer(to: path) { unsafe access($0, F_OK) } == 0
    }
}
