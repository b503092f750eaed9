public import KKPCM

/// A file of audio as it is stored: packets with their descriptions, and everything that the file says of them, in the
/// manner of Core Audio's AudioFile. Nothing is decoded.
///
/// What a file is, is found by its content; the hint decides only between kinds without a signature. Opening reads
/// headers; the packets of a stream (MPEG audio, ADTS, AC-3, FLAC) are looked for as far as somebody asks for them, and
/// properties say which of them need a scan of the whole file.
///
/// A file that is created, or opened to be changed, is written under a hidden temporary name; ``close()`` gives it its
/// name. One that is dropped before leaves nothing behind, and an old file is as it was. Through ``AudioFileCallbacks``
/// it is written in place.
///
/// What cannot be written, on a full disk, ends the writing: every later call throws the same error, ``close()`` as
/// well, and the file stays as it was, also where there is room again by then.
///
/// One caller at a time.
///
/// ## Allocation
/// Reading packets allocates the descriptions that it gives, and the index of a stream: some three bytes for each of
/// its packets.
public final class AudioFile {
    /// The file as the caller named it.
    public let name: String
    public let permission: Permission

    var source: ByteSource
    var content: Container
    /// What is written; `nil` while nothing has been changed.
    var writing: AudioFileDraft?
    /// Where a file that is opened to be changed is written to.
    let target: Target
    /// What the writing has failed with.
    var failure: AudioFileError?
    private var isClosed = false

    /// The place of a file.
    enum Target {
        case path(String, force: Bool, TemporaryFiles)
        case callbacks(AudioFileCallbacks)
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - typeHint: one of ``TypeID``: which kind to try first where the first bytes do not say. A wrong one does no
    ///     harm.
    /// - Throws: ``AudioFileError``: `-43` for no file, `'typ?'` for one that is no audio, `'fmt?'` for a format that
    ///   is not known, `'chk?'` and `'dta?'` with the byte for a file that is not sound, `-54` to be written for one
    ///   that this user may not write, or not replace in its folder.
    public init(
        opening path: String, permission: Permission = .read, typeHint: FourCharCode? = nil,
        temporaryFiles: TemporaryFiles = TemporaryFiles()
    ) throws(AudioFileError) {
        let source = try ByteSource(path: FilePath(path))
        if permission.writes { try OutputFile.checkChange(of: FilePath(path)) }
        content = try Container.open(source, typeHint: typeHint)
        name = source.name
        self.source = source
        self.permission = permission
        target = .path(path, force: true, temporaryFiles)
        try requireWritableKind()
    }

    /// Opens a file whose bytes a caller's functions give.
    ///
    /// - Throws: also `'prm?'` when the functions cannot do what `permission` asks for.
    public init(
        opening callbacks: AudioFileCallbacks, permission: Permission = .read, typeHint: FourCharCode? = nil
    ) throws(AudioFileError) {
        guard !permission.writes || callbacks.write != nil && callbacks.setSize != nil else {
            throw AudioFileError(
                .wrongPermission, kind: .usage, path: callbacks.name, "the callbacks do not write",
                nextStep: "give `write` and `setSize`")
        }
        let source = ByteSource(callbacks: callbacks)
        content = try Container.open(source, typeHint: typeHint)
        name = callbacks.name
        self.source = source
        self.permission = permission
        target = .callbacks(callbacks)
        try requireWritableKind()
    }

    /// Opens bytes in memory, to be read.
    public convenience init(
        opening bytes: [UInt8], name: String = "memory", typeHint: FourCharCode? = nil
    ) throws(AudioFileError) {
        try self.init(opening: InputBytes(ByteSource(bytes: bytes, name: name)), typeHint: typeHint)
    }

    /// Opens bytes that others look at as well, to be read.
    ///
    /// - Throws: what opening a file by its path throws, but for what concerns the path; also `'typ?'` for a stimulus,
    ///   which has no file.
    public init(opening bytes: InputBytes, typeHint: FourCharCode? = nil) throws(AudioFileError) {
        let source = try bytes.stored()
        content = try Container.open(source, typeHint: typeHint)
        name = source.name
        self.source = source
        permission = .read
        target = .path(name, force: false, TemporaryFiles())
    }

    /// Makes a new file, which is complete and at its place after ``close()``.
    ///
    /// - Parameters:
    ///   - fileType: one of ``TypeID``.
    ///   - format: as the audio is stored. Of a coded format: its packets come through ``writePackets(_:_:at:)``.
    /// - Throws: `'typ?'` for a kind that is not written, `'fmt?'` for a format that it cannot hold, of kind
    ///   `cannotCreate` for an existing file without ``CreationFlags/eraseFile``, a missing folder and their like.
    public init(
        creating path: String, fileType: FourCharCode, format: StreamDescription, flags: CreationFlags = [],
        temporaryFiles: TemporaryFiles = TemporaryFiles()
    ) throws(AudioFileError) {
        name = path
        permission = .readWrite
        target = .path(path, force: flags.contains(.eraseFile), temporaryFiles)
        let container = try AudioFileContainer(fileType, format.completed, name: path)
        content = Container.new(container)
        let store = try AudioFileStore(target)
        source = store.source
        writing = AudioFileDraft(container: container, store: store)
    }

    /// Makes a new file of what a caller's functions take: what is there is erased at once.
    public init(
        creating callbacks: AudioFileCallbacks, fileType: FourCharCode, format: StreamDescription
    ) throws(AudioFileError) {
        name = callbacks.name
        permission = .readWrite
        target = .callbacks(callbacks)
        let container = try AudioFileContainer(fileType, format.completed, name: callbacks.name)
        content = Container.new(container)
        let store = try AudioFileStore(target)
        source = store.source
        writing = AudioFileDraft(container: container, store: store)
        try store.truncate(to: 0)
    }

    /// Completes what was written, and lets go of the file. A second call does nothing.
    ///
    /// - Throws: `io` for a full disk, also for one that was full when something was written before; then nothing is at
    ///   the path, or what was there before.
    public func close() throws(AudioFileError) {
        guard !isClosed else { return }
        isClosed = true
        if let failure { throw failure }
        guard let store = writing?.store else { return }
        do throws(AudioFileError) {
            try update()
            try storing { () throws(AudioFileError) in try store.commit() }
        } catch {
            store.discard()
            throw error
        }
        writing = nil
    }

    /// Throws what Core Audio calls `kAudioFileNotOpenError` after ``close()``, and what writing failed with.
    func requireOpen() throws(AudioFileError) {
        guard !isClosed else {
            throw AudioFileError(.notOpen, kind: .usage, path: name, "the file was closed", nextStep: "open it again")
        }
        if let failure { throw failure }
    }

    func requireReading() throws(AudioFileError) {
        try requireOpen()
        guard permission.reads else {
            throw AudioFileError(
                .wrongPermission, kind: .usage, path: name, "the file was opened to be written",
                nextStep: "open it with `readWrite`")
        }
    }
}
