#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKPCM

/// The bytes of an input, read by position: a regular file as far as it was there when it was opened; a pipe or
/// standard input through an unnamed temporary file that grows as it is read, so that every decoder may seek and memory
/// stays constant; bytes in memory; and whatever a caller's functions give.
///
/// A pipe can be read from front to back instead (``take(_:)``), in constant memory and without a file (``PipeBytes``).
///
/// A regular file can be put down (``suspend()``) and is opened again by the next read, so hundreds of inputs fit in a
/// few descriptors. One that has grown meanwhile has the bytes that it had; one that is shorter or another one is an
/// error, for whoever reads bytes that were there. Several threads may read at once.
@safe
final class ByteSource {
    /// The name for messages.
    let name: String

    private static let farthestOffset = Int64.max / 2
    private static let pieceByteCount = 1 << 18

    private let path: FilePath
    /// Held by everything that reads or changes what follows.
    private let lock = WorkLock()
    private var descriptor: Int32 = -1
    /// What is no regular file; `nil` of what is one.
    private let pipe: PipeBytes?
    private let isRegular: Bool
    /// The functions that give the bytes when no descriptor has them.
    private let callbacks: AudioFileCallbacks?
    private var size: Int64 = 0
    private var identity: (device: UInt64, inode: UInt64) = (0, 0)
    private var firstFailure: AudioFileError?
    /// The bytes of a source that has no file.
    private var memory: MemoryBytes?
    /// Those of a stream that passes by.
    private let passing: PassingBytes?

    /// Bytes in memory.
    convenience init(bytes: [UInt8], name: String = "memory") {
        self.init(name: name, memory: MemoryBytes(bytes))
    }

    /// The bytes that the functions give; the size is asked for each time.
    init(callbacks: AudioFileCallbacks) {
        (name, path, isRegular, pipe, self.callbacks) = (callbacks.name, "", false, nil, callbacks)
        passing = nil
    }

    /// The bytes of a stream, as far as they have come and are kept.
    init(passing: PassingBytes, name: String = "stream") {
        (self.name, path, isRegular, pipe, callbacks) = (name, "", false, nil, nil)
        self.passing = passing
    }

    /// Opens `path`.
    init(path: FilePath) throws(AudioFileError) {
        self.path = path
        (callbacks, passing) = (nil, nil)
        name = path.inputName
        let opened = path.isStandard ? dup(0) : Self.open(path)
        guard opened >= 0 else {
            throw Self.cannotOpen(name, errno)
        }
        var status = stat()
        unsafe fstat(opened, &status)
        if status.st_mode & S_IFMT == S_IFDIR {
            close(opened)
            throw AudioFileError(
                .invalidFile, kind: .noInput, path: name, "this is a folder", nextStep: "name the audio files inside it"
            )
        }
        isRegular = status.st_mode & S_IFMT == S_IFREG && (!path.isStandard || lseek(opened, 0, SEEK_CUR) == 0)
        pipe = isRegular ? nil : PipeBytes(opened, name: name)
        if isRegular {
            descriptor = opened
            size = Int64(status.st_size)
            identity = (UInt64(status.st_dev), UInt64(status.st_ino))
        }
    }

    /// Bytes that are in memory, out of a larger whole.
    init(name: String, memory: MemoryBytes) {
        path = ""
        (callbacks, pipe, passing) = (nil, nil, nil)
        self.name = name
        isRegular = true
        size = memory.byteCount
        self.memory = memory
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The size in bytes. Of a pipe: known only after everything has been read from it, which this does.
    func byteCount() throws(AudioFileError) -> Int64 {
        if isRegular { return size }
        if let passing { return passing.byteCount }
        lock.lock()
        defer { lock.unlock() }
        return try minding { () throws(AudioFileError) in
            if let pipe { return try pipe.byteCount() }
            return try callbacks?.byteCount() ?? size
        }
    }

    /// The first read that failed, also where whoever asked for the bytes went on without them: what was told of the
    /// input then is not all of it.
    var failure: AudioFileError? {
        lock.lock()
        defer { lock.unlock() }
        return firstFailure
    }

    private func minding<Result>(_ read: () throws(AudioFileError) -> Result) throws(AudioFileError) -> Result {
        do {
            return try read()
        } catch {
            firstFailure = firstFailure ?? error
            throw error
        }
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

    /// As ``read(at:into:)``, to `count` elements of an array that has them, the first `start` of which stay as they
    /// are.
    func read(
        at offset: Int64, into bytes: inout [UInt8], from start: Int = 0, count: Int
    ) throws(AudioFileError) -> Int {
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
        if let passing { return unsafe passing.read(bytes, from: offset) }
        lock.lock()
        defer { lock.unlock() }
        return try minding { () throws(AudioFileError) in
            if let callbacks { return unsafe try fill(bytes, from: offset, through: callbacks) }
            if let pipe { return unsafe try pipe.read(bytes, from: offset) }
            return unsafe try fillFromFile(bytes, from: offset)
        }
    }

    private func fillFromFile(_ bytes: UnsafeMutableRawBufferPointer, from offset: Int64) throws(AudioFileError) -> Int
    {
        try resume()
        // A file that somebody still writes to ends where it ended when it was opened. Those of /proc have bytes and no
        // size.
        let count = size > 0 ? Int(min(Int64(bytes.count), max(0, size - offset))) : bytes.count
        let done = unsafe try Self.fill(
            UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]), from: offset, of: descriptor, name: name)
        // A decoder would take this end for the sound's.
        guard done == count || size == 0 else { throw .shortened(name, at: offset + Int64(done)) }
        return done
    }

    /// Reads a file from `offset` on until the room is full or the file ends.
    static func fill(
        _ bytes: UnsafeMutableRawBufferPointer, from offset: Int64, of descriptor: Int32, name: String
    ) throws(AudioFileError) -> Int {
        var done = 0
        while done < bytes.count {
            let count = unsafe pread(
                descriptor, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done, off_t(offset) + off_t(done))
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw AudioFileError(
                    .unspecified, kind: .io, path: name, at: .byte(offset + Int64(done)), "reading failed",
                    cause: "pread: \(systemMessage(errno))",
                    nextStep: "check the disk or the network share that holds it")
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
            if part.isEmpty {
                // A decoder would take this end for the sound's.
                guard try offset + Int64(done) >= callbacks.byteCount() else {
                    throw .shortened(name, at: offset + Int64(done))
                }
                break
            }
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done...]).copyBytes(from: part)
            done += part.count
        }
        return done
    }

    /// At most `count` bytes from `offset` on; fewer only at the end of the input.
    ///
    /// ## Allocation
    /// As many bytes as there are, and a piece more at most, whatever number a file has for `count`.
    func bytes(at offset: Int64, count: Int) throws(AudioFileError) -> [UInt8] {
        if let passing { return passing.bytes(at: offset, count: count) }
        let left = isRegular && size > 0 ? Int(min(Int64(count), max(0, size - max(0, offset)))) : count
        var bytes = [UInt8](repeating: 0, count: isRegular ? left : min(left, Self.pieceByteCount))
        var done = try read(at: offset, into: &bytes, count: bytes.count)
        // How much there is of others shows when it is read.
        while done == bytes.count, done < left {
            bytes += [UInt8](repeating: 0, count: min(left - done, Self.pieceByteCount))
            done += try read(at: offset + Int64(done), into: &bytes, from: done, count: bytes.count - done)
        }
        if done < bytes.count { bytes.removeLast(bytes.count - done) }
        return bytes
    }

    /// Gives the descriptor of a regular file back until the next read.
    func suspend() {
        lock.lock()
        defer { lock.unlock() }
        guard isRegular, !path.isStandard, descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
    }

    private func resume() throws(AudioFileError) {
        guard descriptor < 0 else { return }
        descriptor = Self.open(path)
        guard descriptor >= 0 else { throw Self.cannotOpen(name, errno) }
        var status = stat()
        unsafe fstat(descriptor, &status)
        guard identity == (UInt64(status.st_dev), UInt64(status.st_ino)), size <= Int64(status.st_size) else {
            close(descriptor)
            descriptor = -1
            throw AudioFileError(
                .invalidFile, kind: .io, path: name, "the file was replaced while it was in use",
                nextStep: "run again when nothing writes to it")
        }
    }

    // MARK: Pipes

    /// Whether it is no regular file: its bytes come once.
    var isPipe: Bool { pipe != nil || passing != nil }

    /// Whether bytes of a stream are still to come, so that nobody knows where it ends.
    var isOpenEnded: Bool { passing.map { !$0.isOver } ?? false }

    /// Asks for all bytes of a stream that passes by: what follows can be said at its end alone.
    func wantEnd() { passing?.wantEnd() }

    /// Whether bytes can be read by position: everywhere but in a pipe of which some are gone. For tests alone.
    var isReadByPosition: Bool { pipe?.isGone != true }

    /// The next bytes of a pipe, as soon as there are any, at most `limit`; none at the end, and of what is no pipe.
    func take(_ limit: Int) throws(AudioFileError) -> [UInt8] {
        lock.lock()
        defer { lock.unlock() }
        return try minding { () throws(AudioFileError) in try pipe?.take(limit) ?? [] }
    }

    /// All that was taken from a pipe so far, until it is kept no more.
    var taken: [UInt8] { pipe?.kept ?? [] }

    /// Makes a pipe one that is read by position, from its first byte on.
    func giveBack() { pipe?.giveBack() }

    /// Lets go of what was taken from a pipe, which can be read by position no more.
    func keepNoMore() { pipe?.keepNoMore() }

    private static func open(_ path: FilePath) -> Int32 {
        unsafe path.withPointer { unsafe systemOpen($0, O_RDONLY | O_CLOEXEC) }
    }

    private static func cannotOpen(_ name: String, _ number: Int32) -> AudioFileError {
        switch number {
        case ENOENT, ENOTDIR:
            AudioFileError(
                .fileNotFound, kind: .noInput, path: name, "there is no such file",
                nextStep: "check the name and the current folder")
        case EMFILE, ENFILE:
            AudioFileError(
                .unspecified, kind: .temporary, path: name, "too many files are open",
                cause: "open: \(systemMessage(number))",
                nextStep: "raise the limit with `ulimit -n`")
        default:
            AudioFileError(
                .permission, kind: .noInput, path: name, "the file cannot be read",
                cause: "open: \(systemMessage(number))",
                nextStep: "check its permissions")
        }
    }
}

/// `open` by a name that no method hides.
@unsafe
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
    unsafe open(path, flags)
}

/// The system's own words for an `errno`.
func systemMessage(_ number: Int32) -> String {
    unsafe String(cString: strerror(number))
}
