internal import KKCodecs
internal import KKContainers
public import KKPCM

/// An audio file as it is stored: packets with descriptions, and all properties of the file, in the style of Core
/// Audio's AudioFile. Nothing is decoded.
///
/// The kind of a file is detected from its content; the hint only decides between kinds without a signature. Opening
/// reads only headers. The packets of a stream (MPEG audio, ADTS, AC-3, FLAC) are searched as far as they are
/// requested; the documentation of a property says if it needs a scan of the whole file.
///
/// A file that is created, or opened for changes, is written under a hidden temporary name; ``close()`` gives it its
/// name. If it is released before that, nothing is left behind, and an old file does not change. Through
/// ``AudioFileCallbacks`` it is written in place.
///
/// An error in writing, such as a full disk, ends the writing: every later call throws the same error, ``close()`` too,
/// and the file does not change, even if there is room again by then.
///
/// One caller at a time.
///
/// ## Allocation
/// Reading packets allocates the descriptions that it returns, and the index of a stream: about three bytes per packet.
public final class AudioFile {
    /// The name of the file, as the caller gave it.
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
    ///   - typeHint: one of ``TypeID``: the kind to try first if the first bytes do not tell. A wrong hint does no
    ///     harm.
    /// - Throws: ``AudioFileError``: `-43` if there is no file, `'typ?'` if it is not audio, `'fmt?'` for an unknown
    ///   format, `'chk?'` and `'dta?'` with the byte for a damaged file, `-54` for writing a file that this user may
    ///   not write, or not replace in its folder.
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

    /// Opens a file whose bytes come from functions of the caller.
    ///
    /// - Throws: also `'prm?'` if the functions cannot do what `permission` requires.
    public init(
        opening callbacks: AudioFileCallbacks, permission: Permission = .read, typeHint: FourCharCode? = nil
    ) throws(AudioFileError) {
        guard !permission.writes || callbacks.write != nil && callbacks.setSize != nil else {
            throw AudioFileError(
                .wrongPermission, kind: .usage, path: callbacks.name, "the callbacks are read-only",
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

    /// Opens bytes in memory, for reading.
    public convenience init(
        opening bytes: [UInt8], name: String = "memory", typeHint: FourCharCode? = nil
    ) throws(AudioFileError) {
        try self.init(opening: InputBytes(ByteSource(bytes: bytes, name: name)), typeHint: typeHint)
    }

    /// Opens shared bytes, for reading.
    ///
    /// - Throws: as opening a file by its path, except errors of the path; also `'typ?'` for a stimulus, which has no
    ///   file.
    public init(opening bytes: InputBytes, typeHint: FourCharCode? = nil) throws(AudioFileError) {
        let source = try bytes.stored()
        content = try Container.open(source, typeHint: typeHint)
        name = source.name
        self.source = source
        permission = .read
        target = .path(name, force: false, TemporaryFiles())
    }

    /// Creates a new file, which is complete and has its name after ``close()``.
    ///
    /// - Parameters:
    ///   - fileType: one of ``TypeID``.
    ///   - format: the stored format. Write packets of a compressed format with ``writePackets(_:_:at:)``.
    /// - Throws: `'typ?'` for a kind that cannot be written, `'fmt?'` for a format that it cannot hold, an error of
    ///   kind `cannotCreate` for an existing file without ``CreationFlags/eraseFile``, a missing folder, and so on.
    public convenience init(
        creating path: String, fileType: FourCharCode, format: StreamDescription, flags: CreationFlags = [],
        temporaryFiles: TemporaryFiles = TemporaryFiles()
    ) throws(AudioFileError) {
        try self.init(
            creating: .path(path, force: flags.contains(.eraseFile), temporaryFiles), named: path, fileType, format)
    }

    /// Creates a new file through functions of the caller: existing contents are erased at once.
    public convenience init(
        creating callbacks: AudioFileCallbacks, fileType: FourCharCode, format: StreamDescription
    ) throws(AudioFileError) {
        try self.init(creating: .callbacks(callbacks), named: callbacks.name, fileType, format)
        try writing?.store?.truncate(to: 0)
    }

    private init(
        creating target: Target, named name: String, _ fileType: FourCharCode, _ format: StreamDescription
    ) throws(AudioFileError) {
        (self.name, self.target, permission) = (name, target, .readWrite)
        var format = format.completed
        // Boxes tell the packets' times, which the codec may know as well as the caller.
        if format.framesPerPacket == 0, ContainerFormat.kind(fileType)?.family == .boxes {
            format.framesPerPacket = AudioCodec.of(format.formatID)?.framesPerPacket(format.sampleRate) ?? 0
        }
        let container = try AudioFileContainer(fileType, format, name: name)
        content = Container.new(container)
        let store = try AudioFileStore(target)
        source = store.source
        writing = AudioFileDraft(container: container, store: store)
    }

    /// Completes and closes the file. A second call does nothing.
    ///
    /// - Throws: `io` for a full disk, even if an earlier write failed; the path then has nothing, or the old file.
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
                .wrongPermission, kind: .usage, path: name, "the file was opened for writing",
                nextStep: "open it with `readWrite`")
        }
    }
}
