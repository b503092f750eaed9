#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKPCM

/// The bytes of an output, and the promise about its name: a file is there complete, or not at all.
///
/// A file is written under a hidden temporary name in its own folder and renamed by ``commit()``; without `force` a
/// file that appeared meanwhile is left alone. A device, a FIFO and standard output are written in place as a stream:
/// never removed, never renamed. Bytes are appended through a buffer; headers are laid over the beginning with
/// ``patch(_:at:)`` where the output can go back.
///
/// The first write that fails breaks the output for good, since bytes that were taken before it may be lost: nothing of
/// it is left, every later call throws the same error, and it never gets its name.
///
/// ## Allocation
/// The buffer, in `init`; again when a single append is larger than it.
@safe
final class OutputFile {
    /// The name for messages.
    let name: String
    /// Whether the output can only be appended to.
    let isStream: Bool
    /// Whether this is standard output.
    private let isStandard: Bool
    /// Whether the descriptor is one that was open already, and that others may write to.
    private var isInherited = false
    /// Whether bytes would go to a person's screen.
    let isTerminal: Bool

    /// Bytes appended so far, including those that are still in the buffer.
    private(set) var byteCount: Int64 = 0

    private var descriptor: Int32
    /// Where the output's byte 0 is in a descriptor that was already written to.
    private let origin: Int64
    private let temporaryFiles: TemporaryFiles
    private let target: FilePath
    private let isReplacing: Bool
    /// Whether a file that has the same bytes already is left alone.
    private let keepsUnchanged: Bool
    /// Whether one had, and was.
    private(set) var isUnchanged = false
    /// The hidden name; `nil` for what is written in place, and after the end.
    private var temporaryPath: FilePath?

    private var buffer: UnsafeMutableRawBufferPointer
    private var used = 0
    /// The error that broke the output.
    private var failure: AudioFileError?
    static let capacity = 1 << 19
    /// That of every allocation: of a wider one, glibc does not use the room again, and a run of a thousand files would
    /// take half a gigabyte.
    private static let alignment = 16

    init(
        path: FilePath, force: Bool, makesFolder: Bool = false, keepsUnchanged: Bool = false,
        temporaryFiles: TemporaryFiles,
        capacity: Int = OutputFile.capacity
    ) throws(AudioFileError) {
        self.temporaryFiles = temporaryFiles
        self.keepsUnchanged = keepsUnchanged
        isReplacing = force
        unsafe buffer = .allocate(byteCount: capacity, alignment: Self.alignment)
        do throws(AudioFileError) {
            switch try temporaryFiles.target(of: path, force: force, makesFolder: makesFolder) {
            case .file(let resolved, let folder, let replaced):
                name = path.text
                target = resolved
                if makesFolder, let error = temporaryFiles.makeFolder(folder) {
                    throw Self.cannotCreate(path, error.number, call: "mkdir")
                }
                switch temporaryFiles.create(in: folder) {
                case .success(let made): (descriptor, temporaryPath) = (made.descriptor, made.path)
                case .failure(let error): throw Self.cannotCreate(path, error.number, call: "open")
                }
                replaced?.give(descriptor)
                (isStream, isStandard, isTerminal, origin) = (false, false, false, 0)
            case .stream(let device):
                name = path.text
                target = device
                descriptor = Self.retrying {
                    unsafe device.withPointer { unsafe open($0, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
                }
                guard descriptor >= 0 else { throw Self.cannotCreate(path, errno, call: "open") }
                (isStream, isStandard, isTerminal, origin) = (true, false, isatty(descriptor) != 0, 0)
            case .descriptor(let number):
                name = number == 1 ? "standard output" : path.text
                target = path
                descriptor = fcntl(number, F_DUPFD_CLOEXEC, 3)
                guard descriptor >= 0 else { throw Self.cannotCreate(FilePath(name), errno, call: "dup") }
                isInherited = true
                let start = Self.seekableStart(of: descriptor)
                (isStream, isStandard) = (start == nil, number == 1)
                (isTerminal, origin) = (isatty(descriptor) != 0, start ?? 0)
            }
        } catch {
            unsafe buffer.deallocate()
            throw error
        }
    }

    deinit {
        discard()
        unsafe buffer.deallocate()
    }

    /// Gives room for `count` bytes at the end to `body`, which fills all of it.
    func append(_ count: Int, _ body: (inout MutableRawSpan) -> Void) throws(AudioFileError) {
        try requireWhole()
        if unsafe count > buffer.count - used {
            try flush()
            if unsafe count > buffer.count {
                unsafe buffer.deallocate()
                unsafe buffer = .allocate(byteCount: count, alignment: Self.alignment)
            }
        }
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[used..<used + count])
        var span = unsafe room.mutableBytes
        body(&span)
        used += count
        byteCount += Int64(count)
    }

    func append(_ bytes: [UInt8]) throws(AudioFileError) {
        try append(bytes.count) { (span: inout MutableRawSpan) in
            for index in bytes.indices { span.storeBytes(of: bytes[index], toByteOffset: index, as: UInt8.self) }
        }
    }

    /// Lays `bytes` over what was written from `offset` on. Only where the output is not a stream.
    func patch(_ bytes: [UInt8], at offset: Int64) throws(AudioFileError) {
        precondition(!isStream, "a stream cannot go back")
        try flush()
        try unsafe write(bytes.span.bytes, at: offset)
    }

    /// At most `count` bytes of what was written, from `offset` on. Only where the output is not a stream.
    ///
    /// ## Allocation
    /// The array.
    func bytes(at offset: Int64, count: Int) throws(AudioFileError) -> [UInt8] {
        precondition(!isStream, "a stream cannot go back")
        try flush()
        var bytes = [UInt8](repeating: 0, count: max(0, Int(min(Int64(count), byteCount - offset))))
        var done = 0
        while done < bytes.count {
            let place = off_t(origin + offset + Int64(done))
            let step = unsafe bytes.withUnsafeMutableBytes { all in
                unsafe pread(descriptor, all.baseAddress.map { unsafe $0 + done }, all.count - done, place)
            }
            if step < 0, errno == EINTR { continue }
            guard step > 0 else { throw error(step == 0 ? EIO : errno, call: "pread", at: offset + Int64(done)) }
            done += step
        }
        return bytes
    }

    /// Cuts off everything from `byteCount` on. Only where the output is not a stream.
    func truncate(to byteCount: Int64) throws(AudioFileError) {
        precondition(!isStream, "a stream cannot go back")
        try requireWhole()
        guard byteCount < self.byteCount else { return }
        try flush()
        guard ftruncate(descriptor, off_t(origin + byteCount)) == 0 else {
            throw broken(by: error(errno, call: "ftruncate", at: byteCount))
        }
        self.byteCount = byteCount
    }

    /// Writes what is buffered, closes, and gives the file its name. Nothing can be written afterwards.
    func commit() throws(AudioFileError) {
        try Self.commit([self])
    }

    /// The same for several files of one ``TemporaryFiles``: all of them get their names, or none does.
    static func commit(_ files: [OutputFile]) throws(AudioFileError) {
        try name(complete(files))
    }

    /// Where the bytes are that have not got their name yet; `nil` for what is written in place.
    var unfinishedPath: FilePath? { temporaryPath }

    /// Writes what is buffered and closes: all that is missing then are the names.
    ///
    /// - Returns: those that were open.
    static func complete(_ files: [OutputFile]) throws(AudioFileError) -> [OutputFile] {
        let files = files.filter { $0.descriptor >= 0 || $0.failure != nil }
        for file in files { try file.complete() }
        return files
    }

    /// Gives complete files their names.
    static func name(_ files: [OutputFile]) throws(AudioFileError) {
        for file in files where file.keepsUnchanged {
            guard let path = file.temporaryPath, let there = file.target.stamp,
                there.byteCount == file.byteCount,
                try SmallFile.firstDifference(path, file.target) == nil
            else { continue }
            file.isUnchanged = true
            file.discard()
        }
        let named = files.filter { $0.temporaryPath != nil }
        guard let first = named.first else { return }
        let failed = first.temporaryFiles.commit(named.map { ($0.temporaryPath ?? "", $0.target, $0.isReplacing) })
        if let failed {
            let name = FilePath(named[failed.index].name)
            let error =
                failed.error.number == EEXIST
                ? OutputTarget.exists(name) : cannotCreate(name, failed.error.number, call: "rename")
            for file in files { _ = file.broken(by: error) }
            throw error
        }
        for file in named { file.temporaryPath = nil }
    }

    /// Writes what is buffered, and closes.
    private func complete() throws(AudioFileError) {
        try flush()
        // What others write through it comes after these bytes, and not over them.
        if isInherited, !isStream { _ = lseek(descriptor, off_t(origin + byteCount), SEEK_SET) }
        // A disk that fills up and a network share may say so only now.
        let closed = close(descriptor)
        let number = errno
        descriptor = -1
        guard closed == 0 || number == EINTR else { throw broken(by: error(number, call: "close")) }
    }

    /// Closes and leaves nothing behind; what a stream was given stays given. Does nothing after ``commit()``.
    func discard() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        if let path = temporaryPath { temporaryFiles.remove(path) }
        temporaryPath = nil
    }

    private func requireWhole() throws(AudioFileError) {
        if let failure { throw failure }
    }

    /// Lets go of everything, and remembers why.
    private func broken(by error: AudioFileError) -> AudioFileError {
        failure = error
        discard()
        return error
    }

    private func flush() throws(AudioFileError) {
        try requireWhole()
        guard used > 0 else { return }
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<used])
        try unsafe write(bytes.bytes, at: byteCount - Int64(used))
        used = 0
    }

    private func write(_ bytes: RawSpan, at offset: Int64) throws(AudioFileError) {
        var done = 0
        while done < bytes.byteCount {
            let place = off_t(origin + offset + Int64(done))
            let count = unsafe bytes.withUnsafeBytes { all in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: all[done...])
                return isStream
                    ? unsafe systemWrite(descriptor, rest.baseAddress, rest.count)
                    : unsafe pwrite(descriptor, rest.baseAddress, rest.count, place)
            }
            if count > 0 {
                done += count
                continue
            }
            switch count == 0 ? EIO : errno {
            case EINTR: continue
            case EAGAIN:
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wait, 1, -1)
            case let number:
                throw broken(by: error(number, call: "write", at: offset + Int64(done)))
            }
        }
    }

    private func error(_ number: Int32, call: String, at offset: Int64? = nil) -> AudioFileError {
        let next: String? =
            switch number {
            case ENOSPC, EDQUOT: "free some space, or write elsewhere"
            case EFBIG: "raise the limit on file sizes, or write elsewhere"
            case EPIPE: "the program that read it has ended"
            default: nil
            }
        var error = AudioFileError(
            .unspecified, kind: .io, path: name, at: offset.map { .byte($0) }, "writing failed",
            cause: "\(call): \(systemMessage(number))",
            nextStep: next)
        error.isUnread = number == EPIPE && isStandard
        return error
    }

    /// Where an inherited descriptor stands, when it is a file in which one can go back; in one that only appends, one
    /// cannot.
    private static func seekableStart(of descriptor: Int32) -> Int64? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            fcntl(descriptor, F_GETFL) & O_APPEND == 0
        else {
            return nil
        }
        let position = lseek(descriptor, 0, SEEK_CUR)
        return position >= 0 ? Int64(position) : nil
    }

    private static func retrying(_ call: () -> Int32) -> Int32 {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

/// `write` by a name that no method hides.
@unsafe
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
