import Glibc

/// The bytes of a file or of standard input (`-`), as they arrive: from a network they would come just so.
final class ByteStream {
    private let descriptor: Int32

    init(path: String) {
        descriptor = path == "-" ? 0 : unsafe open(path, O_RDONLY)
        if descriptor < 0 { leave("\(path): \(unsafe String(cString: strerror(errno)))", status: 66) }
    }

    deinit {
        close(descriptor)
    }

    /// The next portion; empty at the end.
    func next() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1500)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        if count < 0 { leave("read: \(unsafe String(cString: strerror(errno)))", status: 74) }
        return Array(bytes.prefix(count))
    }
}
