#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKPCM

/// The bytes of a pipe, a FIFO, a socket or a terminal, in one of two ways: taken from front to back, each once, in no
/// more memory than a portion; or by position, through an unnamed temporary file that grows as it is read and is made
/// when it is first needed.
///
/// What is kept in a file has sound in it, or no more than ``PipeHeader/limit`` bytes: a header without an end fills no
/// disk.
///
/// Who tries the first way may still change to the second one: what was taken is kept until ``keepNoMore()`` and can be
/// given back.
///
/// ## Threads
/// One at a time.
@safe
final class PipeBytes {
    private let name: String
    /// -1 if it is exhausted.
    private var pipe: Int32
    /// The temporary file; -1 as long as there is none.
    private var file: Int32 = -1
    /// The bytes in the temporary file.
    private var spooled: Int64 = 0
    /// What watches over the temporary file until there is sound in it.
    private var header = PipeHeader()
    /// What it has refused with: nothing is read from then on, as nothing more can come of it.
    private var refusal: AudioFileError?
    /// What passes between the pipe and the temporary file; empty without one.
    private var chunk: [UInt8] = []
    /// The bytes that were taken and can be given back.
    private(set) var kept: [UInt8] = []
    private var state = State.untouched

    /// Whether bytes were taken that are not kept.
    var isGone: Bool { state == .taken }

    private enum State {
        case untouched
        /// Taken, and all of it kept.
        case tried
        /// Taken, and gone.
        case taken
        case positioned
    }

    private static let chunkByteCount = 1 << 16

    /// What the bytes come from, which knows why they end; `nil` for a pipe of somebody else.
    private let transfer: HTTPTransfer?
    /// What it ended with: whoever wants more bytes hears of it.
    private var failure: AudioFileError?

    /// - Parameter pipe: a descriptor, which is closed at the pipe's end and by `deinit`.
    init(_ pipe: Int32, name: String, transfer: HTTPTransfer? = nil) {
        self.transfer = transfer
        self.pipe = pipe
        self.name = name
    }

    deinit {
        if pipe >= 0 { close(pipe) }
        if file >= 0 { close(file) }
    }

    // MARK: Once, from front to back

    /// The next bytes, as soon as there are any: at most `limit`; none at the end.
    ///
    /// ## Allocation
    /// An array of `limit` bytes.
    func take(_ limit: Int) throws(AudioFileError) -> [UInt8] {
        if state == .untouched { state = .tried }
        guard state != .positioned else { throw Self.defect(name, "bytes are taken that were given back") }
        guard try isOpen() else { return [] }
        var bytes = [UInt8](repeating: 0, count: limit)
        let source = pipe
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Self.retrying($0, from: source) }
        guard count >= 0 else { throw Self.unreadable(name, at: nil) }
        if count == 0 { try end() }
        bytes.removeLast(limit - count)
        if state == .tried { kept += bytes }
        return bytes
    }

    /// Lets go of what was taken: from now on there is no way back.
    func keepNoMore() {
        state = .taken
        kept = []
    }

    // MARK: By position

    /// Everything that was taken is there again, and the bytes can be read by position.
    func giveBack() {
        if state != .taken { state = .positioned }
    }

    /// All bytes. Reads the pipe to its end.
    ///
    /// - Throws: `badData` at the bound, where no sound comes before it; without end then, without reading on.
    func byteCount() throws(AudioFileError) -> Int64 {
        if isInMemory() { return Int64(kept.count) }
        try spool(upTo: .max)
        return spooled
    }

    /// Reads the bytes from `offset` on; fewer than there is room for only at the end.
    func read(_ bytes: UnsafeMutableRawBufferPointer, from offset: Int64) throws(AudioFileError) -> Int {
        if isInMemory() {
            let start = Int(min(offset, Int64(kept.count)))
            let count = min(bytes.count, kept.count - start)
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]).copyBytes(from: kept[start..<start + count])
            return count
        }
        try spool(upTo: offset + Int64(bytes.count))
        return unsafe try FileBytes.fill(bytes, from: offset, of: file, name: name)
    }

    /// Whether the pipe is exhausted and all of it has been kept: then there is no need for a file.
    private func isInMemory() -> Bool {
        giveBack()
        return pipe < 0 && failure == nil && spooled == 0 && state == .positioned
    }

    /// Copies from the pipe until `end` bytes are in the temporary file or the pipe is exhausted.
    private func spool(upTo end: Int64) throws(AudioFileError) {
        guard state == .positioned else {
            throw Self.defect(name, "a pipe that is read once is asked for bytes that are gone")
        }
        if file < 0 {
            file = try Self.unnamedTemporaryFile(for: name)
            try keep(kept[...])
            kept = []
        }
        guard spooled < end, try isOpen() else { return }
        if let refusal { throw refusal }
        if chunk.isEmpty { chunk = [UInt8](repeating: 0, count: Self.chunkByteCount) }
        while spooled < end {
            let source = pipe
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Self.retrying($0, from: source) }
            guard count >= 0 else { throw Self.unreadable(name, at: spooled) }
            guard count > 0 else { return try self.end() }
            try keep(chunk[..<count])
        }
    }

    private func end() throws(AudioFileError) {
        close(pipe)
        pipe = -1
        chunk = []
        failure = transfer?.failure
        _ = try isOpen()
    }

    private func isOpen() throws(AudioFileError) -> Bool {
        if let failure { throw failure }
        return pipe >= 0
    }

    private func keep(_ bytes: ArraySlice<UInt8>) throws(AudioFileError) {
        guard header.take(bytes) else {
            let error = AudioFileError(
                .invalidFile, kind: .badData, path: name, at: .byte(Int64(PipeHeader.limit)),
                "no sound has come through this pipe in \(PipeHeader.limit >> 20) MiB",
                nextStep: "if there is sound behind them, save it to a file and name that")
            refusal = error
            throw error
        }
        try store(Array(bytes))
    }

    /// Appends to the temporary file.
    private func store(_ bytes: [UInt8]) throws(AudioFileError) {
        var written = 0
        while written < bytes.count {
            let place = off_t(spooled)
            let step = unsafe bytes.withUnsafeBytes { all in
                unsafe all.baseAddress.map { unsafe pwrite(file, $0 + written, bytes.count - written, place) } ?? 0
            }
            if step < 0, errno == EINTR { continue }
            guard step > 0 else {
                throw AudioFileError(
                    .unspecified, kind: .io, path: name, at: .byte(spooled),
                    "a pipe is kept in a temporary file, and writing that failed",
                    cause: "pwrite: \(systemMessage(errno))", nextStep: "set TMPDIR to a folder with more space")
            }
            written += step
            spooled += Int64(step)
        }
    }

    // MARK: The system

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

    private static func unreadable(_ name: String, at offset: Int64?) -> AudioFileError {
        AudioFileError(
            .unspecified, kind: .io, path: name, at: offset.map { .byte($0) }, "reading failed",
            cause: "read: \(systemMessage(errno))")
    }

    private static func defect(_ name: String, _ problem: String) -> AudioFileError {
        AudioFileError(
            .operationNotSupported, kind: .defect, path: name, problem,
            nextStep: "open it without readsOnce")
    }

    private static func unnamedTemporaryFile(for name: String) throws(AudioFileError) -> Int32 {
        let named = FileSystem.variable("TMPDIR") ?? ""
        // A variable that is empty is one that is not set; as a name it would be the root folder.
        let folder = named.isEmpty ? "/tmp" : named
        var template = PathText.encode("\(folder)/kkmix-XXXXXX")
        let descriptor = unsafe template.withUnsafeMutableBufferPointer { characters in
            let descriptor = unsafe mkstemp(characters.baseAddress!)
            if descriptor >= 0 { unsafe unlink(characters.baseAddress!) }
            return descriptor
        }
        guard descriptor >= 0 else {
            throw AudioFileError(
                .unspecified, kind: .io, path: name,
                "a pipe is kept in a temporary file, and none can be made in \(folder)",
                cause: "mkstemp: \(systemMessage(errno))", nextStep: "set TMPDIR to a writable folder")
        }
        return descriptor
    }
}

/// `read` by a name that no method hides.
@unsafe
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, bytes, count)
}
