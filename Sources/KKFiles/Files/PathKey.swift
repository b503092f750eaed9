/// A path as a key, and for comparing: the bytes that the system is given for it (``PathText``).
///
/// Two spellings of an accent are one `String`, and on most systems two files: `==` and `hasPrefix` of texts find files
/// alike that are not. A job's id that comes of its output is such a name, too.
public struct PathKey: Hashable, Sendable {
    let bytes: [UInt8]

    public init(_ path: String) {
        bytes = PathText.bytes(of: path)
    }

    public func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    /// Whether it is a folder, or in it, as far as the names tell: links are not followed.
    public func isIn(_ folder: PathKey) -> Bool {
        let (own, slash) = (folder.bytes, UInt8(ascii: "/"))
        guard bytes.starts(with: own) else { return false }
        return bytes.count == own.count || own.last == slash || bytes[own.count] == slash
    }
}
