#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKPCM

/// The bytes of an input, read by position: a regular file as it is, a pipe or standard input through an unnamed temporary file that
/// grows as it is read, so that every decoder may seek and memory stays constant; bytes in memory; and whatever a caller's functions give.
///
/// A regular file can be put down (``suspend()``) and is opened again by the next read, so hundreds of inputs fit in a few descriptors.
/// Several threads may read at once.
@safe
final class ByteSource {
    /// The name for messages.
    let name: String

    private static let chunkByteCount = 1 << 16
    private static let farthestOffset = Int64.max / 2

    private let path: String
    /// Held by everything that reads or changes what follows.
    private let lock = DoorLock()
    private var descriptor: Int32 = -1
    /// The pipe that still fills the temporary file; -1 when there is none or it is exhausted.
    private var pipe: Int32 = -1
    private var spooled: Int64 = 0
    /// What passes between the pipe and the temporary file; empty without one.
    private var chunk: [UInt8] = []
    private let isRegular: Bool
    /// The functions that give the bytes when no descriptor has them.
    private let callbacks: AudioFileCallbacks?
    private var size: Int64 = 0
    private var identity: (device: UInt64, inode: UInt64) = (0, 0)
    /// The bytes of a source that has no file.
    private var memory: MemoryBytes?

    /// Bytes in memory.
    convenience init(bytes: [UInt8], name: String = "memory") {
        self.init(name: name, memory: MemoryBytes(bytes))
    }

    /// The bytes that the functions give; the size is asked for each time.
    init(callbacks: AudioFileCallbacks) {
        (name, path, isRegular, self.callbacks) = (callbacks.name, "", false, callbacks)
    }

    /// Opens `path`; `-` is standard input.
    init(path: String) throws(AudioFileError) {
        self.path = path
        callbacks = nil
        name = path == "-" ? "standard input" : path
        let opened = path == "-" ? dup(0) : Self.open(path)
        guard opened >= 0 else {
            throw Self.cannotOpen(name, errno)
        }
        var status = stat()
        unsafe fstat(opened, &status)
        if status.st_mode & S_IFMT == S_IFDIR {
            close(opened)
            throw AudioFileError(
                .invalidFile, kind: .noInput, path: name, "this is a folder", nextStep: "name the audio files inside it")
        }
        isRegular = status.st_mode & S_IFMT == S_IFREG && (path != "-" || lseek(opened, 0, SEEK_CUR) == 0)
        if isRegular {
            descriptor = opened
            size = Int64(status.st_size)
            identity = (UInt64(status.st_dev), UInt64(status.st_ino))
        } else {
            pipe = opened
            descriptor = try Self.unnamedTemporaryFile(for: name)
        }
    }

    /// Bytes that are in memory, out of a larger whole.
    init(name: String, memory: MemoryBytes) {
        path = ""
        callbacks = nil
        self.name = name
        isRegular = true
        size = memory.byteCount
        self.memory = memory
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if pipe >= 0 { close(pipe) }
    }

    /// The size in bytes. Of a pipe: known only after everything has been read from it, which this does.
    func byteCount() throws(AudioFileError) -> Int64 {
        if isRegular { return size }
        lock.lock()
        defer { lock.unlock() }
        if let callbacks { return try callbacks.byteCount() }
        try spool(upTo: .max)
        return spooled
    }

    /// Reads the bytes from `offset` on into `bytes`.
    ///
    /// - Returns: how many were read: all of `bytes` except at the end of the input.
    func read(at offset: Int64, into bytes: inout MutableRawSpan) throws(AudioFileError) -> Int {
        let result = unsafe bytes.withUnsafeMutableBytes { all in
            Result { () throws(AudioFileError) in unsafe try fill(all, from: offset) }
        }
        return try result.get()
    }

    /// As ``read(at:into:)``, to `count` elements of an array that has them, the first `start` of which stay as they are.
    func read(at offset: Int64, into bytes: inout [UInt8], from start: Int = 0, count: Int) throws(AudioFileError) -> Int {
        let result = unsafe bytes.withUnsafeMutableBytes { all in
            Result { () throws(AudioFileError) in
                unsafe try fill(UnsafeMutableRawBufferPointer(rebasing: all[start..<start + count]), from: offset)
            }
        }
        return try result.get()
    }

    private func fill(_ bytes: UnsafeMutableRawBufferPointer, from offset: Int64) throws(AudioFileError) -> Int {
        // Beyond what any file can have, the system would complain instead of reading nothing.
        guard (0...Self.farthestOffset).contains(offset), bytes.count > 0 else { return 0 }
        if let memory { return unsafe memory.read(bytes, from: offset) }
        lock.lock()
        defer { lock.unlock() }
        if let callbacks { return unsafe try fill(bytes, from: offset, through: callbacks) }
        try resume()
        if !isRegular { try spool(upTo: offset + Int64(bytes.count)) }
        var done = 0
        while done < bytes.count {
            let count = unsafe pread(
                descriptor, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done, off_t(offset) + off_t(done))
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw AudioFileError(
                    .unspecified, kind: .io, path: name, at: .byte(offset + Int64(done)), "reading failed",
                    cause: "pread: \(systemMessage(errno))", nextStep: "check the disk or the network share that holds it")
            }
            done += count
        }
        return done
    }

    private func fill(
        _ bytes: UnsafeMutableRawBufferPointer, from offset: Int64, through callbacks: AudioFileCallbacks
    ) throws(AudioFileError) -> Int {
        var done = 0
        while done < bytes.count {
            let part = try callbacks.bytes(at: offset + Int64(done), count: bytes.count - done)
            if part.isEmpty { break }
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done...]).copyBytes(from: part)
            done += part.count
        }
        return done
    }

    /// At most `count` bytes from `offset` on; fewer only at the end of the input.
    ///
    /// ## Allocation
    /// An array of `count` bytes, so `count` is a constant of the caller and never a number out of a file.
    func bytes(at offset: Int64, count: Int) throws(AudioFileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let done = try read(at: offset, into: &bytes, count: count)
        if done < count { bytes.removeLast(count - done) }
        return bytes
    }

    /// Gives the descriptor of a regular file back until the next read.
    func suspend() {
        lock.lock()
        defer { lock.unlock() }
        guard isRegular, path != "-", descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
    }

    private func resume() throws(AudioFileError) {
        guard descriptor < 0 else { return }
        descriptor = Self.open(path)
        guard descriptor >= 0 else { throw Self.cannotOpen(name, errno) }
        var status = stat()
        unsafe fstat(descriptor, &status)
        guard identity == (UInt64(status.st_dev), UInt64(status.st_ino)), size == Int64(status.st_size) else {
            throw AudioFileError(
                .invalidFile, kind: .io, path: name, "the file was replaced while it was in use", nextStep: "run again when nothing writes to it")
        }
    }

    /// Copies from the pipe until `end` bytes are in the temporary file or the pipe is exhausted.
    private func spool(upTo end: Int64) throws(AudioFileError) {
        guard pipe >= 0, spooled < end else { return }
        if chunk.isEmpty { chunk = [UInt8](repeating: 0, count: Self.chunkByteCount) }
        while spooled < end {
            let source = pipe
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Self.retrying($0, from: source) }
            if count < 0 {
                throw AudioFileError(
                    .unspecified, kind: .io, path: name, at: .byte(spooled), "reading failed", cause: "read: \(systemMessage(errno))")
            }
            if count == 0 {
                close(pipe)
                pipe = -1
                chunk = []
                return
            }
            var written = 0
            while written < count {
                let step = unsafe chunk.withUnsafeBytes {
                    unsafe pwrite(descriptor, $0.baseAddress! + written, count - written, off_t(spooled) + off_t(written))
                }
                if step < 0, errno == EINTR { continue }
                guard step > 0 else {
                    throw AudioFileError(
                        .unspecified, kind: .io, path: name, at: .byte(spooled), "a pipe is kept in a temporary file, and writing that failed",
                        cause: "pwrite: \(systemMessage(errno))", nextStep: "set TMPDIR to a folder with more space")
                }
                written += step
            }
            spooled += Int64(count)
        }
    }

    private static func open(_ path: String) -> Int32 {
        unsafe PathText.withPointer(to: path) { unsafe systemOpen($0, O_RDONLY | O_CLOEXEC) }
    }

    private static func retrying(_ bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int {
        while true {
            let count = unsafe systemRead(descriptor, bytes.baseAddress, bytes.count)
            if count >= 0 { return count }
            if errno == EAGAIN {
                // A pipe that somebody made non-blocking is waited for.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                unsafe poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return count
            }
        }
    }

    private static func cannotOpen(_ name: String, _ number: Int32) -> AudioFileError {
        switch number {
        case ENOENT, ENOTDIR:
            AudioFileError(.fileNotFound, kind: .noInput, path: name, "there is no such file", nextStep: "check the name and the current folder")
        case EMFILE, ENFILE:
            AudioFileError(
                .unspecified, kind: .temporary, path: name, "too many files are open", cause: "open: \(systemMessage(number))",
                nextStep: "raise the limit with `ulimit -n`")
        default:
            AudioFileError(
                .permission, kind: .noInput, path: name, "the file cannot be read", cause: "open: \(systemMessage(number))",
                nextStep: "check its permissions")
        }
    }

    private static func unnamedTemporaryFile(for name: String) throws(AudioFileError) -> Int32 {
        let folder = unsafe getenv("TMPDIR").map { unsafe PathText.decode($0, count: strlen($0)) } ?? "/tmp"
        var template = PathText.encode("\(folder)/kkmix-XXXXXX")
        let descriptor = unsafe template.withUnsafeMutableBufferPointer { characters in
            let descriptor = unsafe mkstemp(characters.baseAddress!)
            if descriptor >= 0 { unsafe unlink(characters.baseAddress!) }
            return descriptor
        }
        guard descriptor >= 0 else {
            throw AudioFileError(
                .unspecified, kind: .io, path: name, "a pipe is kept in a temporary file, and none can be made in \(folder)",
                cause: "mkstemp: \(systemMessage(errno))", nextStep: "set TMPDIR to a writable folder")
        }
        return descriptor
    }
}

/// Parts of a file that are in memory. What lies between them is zeros.
struct MemoryBytes {
    /// The whole, as far as it is known.
    var byteCount: Int64
    /// In order, and none over another.
    private(set) var extents: [(offset: Int64, bytes: [UInt8])] = []

    init(byteCount: Int64 = 0) {
        self.byteCount = byteCount
    }

    init(_ bytes: [UInt8]) {
        byteCount = Int64(bytes.count)
        extents = [(0, bytes)]
    }

    /// Adds bytes behind all others.
    mutating func append(_ bytes: [UInt8], at offset: Int64) {
        let last = extents.count - 1
        if last >= 0, extents[last].offset + Int64(extents[last].bytes.count) == offset {
            extents[last].bytes += bytes
        } else {
            extents.append((offset, bytes))
        }
    }

    fileprivate func read(_ target: UnsafeMutableRawBufferPointer, from offset: Int64) -> Int {
        let count = Int(min(Int64(target.count), max(0, byteCount - offset)))
        for index in 0..<count { unsafe target[index] = 0 }
        for extent in extents {
            let start = max(offset, extent.offset)
            let end = min(offset + Int64(count), extent.offset + Int64(extent.bytes.count))
            guard start < end else { continue }
            let part = extent.bytes[Int(start - extent.offset)..<Int(end - extent.offset)]
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[Int(start - offset)...]).copyBytes(from: part)
        }
        return count
    }
}

/// `read` by a name that no method hides.
@unsafe
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, bytes, count)
}

/// `open` likewise.
@unsafe
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
    unsafe open(path, flags)
}

/// The system's own words for an `errno`.
func systemMessage(_ number: Int32) -> String {
    unsafe String(cString: strerror(number))
}
