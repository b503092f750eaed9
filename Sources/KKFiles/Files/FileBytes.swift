#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKPCM

/// The bytes of a regular file as far as it was there when it was opened; of a pipe or standard input through an unnamed
/// temporary file that grows as it is read, so that every decoder may seek and memory stays constant; and whatever a
/// caller's functions give.
///
/// A pipe can be read from front to back instead (``take(_:)``), in constant memory and without a file (``PipeBytes``).
///
/// A regular file can be put down (``suspend()``) and is opened again by the next read, so hundreds of inputs fit in a
/// few descriptors. One that has grown meanwhile has the bytes that it had; one that is shorter or another one is an
/// error, for whoever reads bytes that were there. Several threads may read at once.
@safe
final class FileBytes: ByteInput {
    /// The name for messages.
    let name: String

    private let path: FilePath
    /// Held by everything that reads or changes what follows.
    private let lock = WorkLock()
    private var descriptor: Int32 = -1
    /// What is not a regular file; `nil` of what is one.
    let pipe: PipeBytes?
    private let isRegular: Bool
    /// The functions that give the bytes when no descriptor has them.
    private let callbacks: AudioFileCallbacks?
    private var byteCount: Int64 = 0
    private var identity: (device: UInt64, inode: UInt64) = (0, 0)
    private var firstFailure: AudioFileError?

    /// The bytes that the functions give; the size is asked for each time.
    init(callbacks: AudioFileCallbacks) {
        (name, path, isRegular, pipe, self.callbacks) = (callbacks.name, "", false, nil, callbacks)
    }

    /// Opens `path`.
    init(path: FilePath) throws(AudioFileError) {
        self.path = path
        callbacks = nil
        name = path.inputName
        let transfer = path.kind == .address ? try HTTPTransfer.start(path) : nil
        let opened = transfer?.source ?? (path.isStandard ? dup(0) : Self.open(path))
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
        pipe = isRegular ? nil : PipeBytes(opened, name: name, transfer: transfer?.transfer)
        if isRegular {
            if !path.isStandard { Self.refuseToWait(opened) }
            descriptor = opened
            byteCount = Int64(status.st_size)
            identity = (UInt64(status.st_dev), UInt64(status.st_ino))
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Files of /proc have bytes and no size.
    var knownByteCount: Int64? { isRegular && byteCount > 0 ? byteCount : nil }

    var isPipe: Bool { pipe != nil }

    /// Reads a pipe to its end.
    func size() throws(AudioFileError) -> Int64 {
        if isRegular { return byteCount }
        lock.lock()
        defer { lock.unlock() }
        return try minding { () throws(AudioFileError) in
            if let pipe { return try pipe.byteCount() }
            return try callbacks?.byteCount() ?? byteCount
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

    func read(_ bytes: UnsafeMutableRawBufferPointer, from offset: Int64) throws(AudioFileError) -> Int {
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
        let count = byteCount > 0 ? Int(min(Int64(bytes.count), max(0, byteCount - offset))) : bytes.count
        let done = unsafe try Self.fill(
            UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]), from: offset, of: descriptor, name: name)
        // A decoder would take this end for the sound's.
        guard done == count || byteCount == 0 else { throw .shortened(name, at: offset + Int64(done)) }
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
                if errno == EAGAIN {
                    throw AudioFileError(
                        .invalidFile, kind: .noInput, path: name, "this is not a file of sound: it waits for bytes",
                        nextStep: "name a file")
                }
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
        Self.refuseToWait(descriptor)
        var status = stat()
        unsafe fstat(descriptor, &status)
        guard identity == (UInt64(status.st_dev), UInt64(status.st_ino)), byteCount <= Int64(status.st_size) else {
            close(descriptor)
            descriptor = -1
            throw AudioFileError(
                .invalidFile, kind: .io, path: name, "the file was replaced while it was in use",
                nextStep: "run again when no other program writes to it")
        }
    }

    // MARK: Pipes

    /// The next bytes of a pipe, as soon as there are any, at most `limit`; none at the end, and of what is not a pipe.
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

    /// Some files of /proc and /sys have no bytes yet, and whoever reads them waits, perhaps for ever.
    private static func refuseToWait(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    private static func open(_ path: FilePath) -> Int32 {
        unsafe path.withPointer { unsafe systemOpen($0, O_RDONLY | O_CLOEXEC) }
    }

    private static func cannotOpen(_ name: String, _ number: Int32) -> AudioFileError {
        switch number {
        case ENOENT where FilePath.isAddress(name):
            AudioFileError(
                .fileNotFound, kind: .noInput, path: name, "this is a URL, which is not downloaded here",
                nextStep: "download it yourself, and name the file")
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

extension ByteSource {
    /// Opens `path`.
    convenience init(path: FilePath) throws(AudioFileError) {
        let file = try FileBytes(path: path)
        self.init(file, name: file.name)
    }

    /// The bytes that the functions give; the size is asked for each time.
    convenience init(callbacks: AudioFileCallbacks) {
        self.init(FileBytes(callbacks: callbacks), name: callbacks.name)
    }

    /// `nil` of bytes in memory, and of a stream that passes by.
    var file: FileBytes? { input as? FileBytes }
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
