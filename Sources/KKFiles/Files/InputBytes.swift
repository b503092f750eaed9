internal import KKPCM

/// The bytes of an input, opened once and shared by several readers, one after another: an ``AudioFileReader``, an
/// ``AudioFile``, a ``CAFFile``.
///
/// The bytes of a pipe come only once. What has been read of them is kept for all readers in an unnamed temporary file.
///
/// ## Threads
/// One thread at a time, together with all its readers.
///
/// ## Allocation
/// A descriptor, while one of the readers exists; for a pipe another one, of the temporary file, and a buffer of 64
/// KiB.
public struct InputBytes {
    /// The name of the input, as the caller gave it; `standard input` for `-`.
    public let name: String
    /// `nil` for a stimulus, which has none.
    let source: ByteSource?

    /// - Parameter path: a ``Stimulus`` can be opened only by a reader.
    /// - Throws: ``AudioFileError`` of kind `noInput` if there is nothing to open.
    public init(path: FilePath) throws(AudioFileError) {
        source = path.isStimulus ? nil : try ByteSource(path: path)
        name = source?.name ?? path.text
    }

    /// A file in memory.
    public init(bytes: [UInt8], name: String = "memory") {
        self.init(ByteSource(bytes: bytes, name: name))
    }

    init(_ source: ByteSource) {
        (name, self.source) = (source.name, source)
    }

    /// The number of bytes; `nil` for a stimulus. A pipe is read to its end for this.
    public func byteCount() throws(AudioFileError) -> Int64? { try source?.byteCount() }

    /// The first read that failed, for any reader. A reader that continued without an unreadable tag or chunk has
    /// described a different file.
    public var failure: AudioFileError? { source?.file?.failure }

    /// - Throws: `unavailable` for a stimulus.
    func stored() throws(AudioFileError) -> ByteSource {
        if let source { return source }
        throw AudioFileError(
            .unsupportedFileType, kind: .unavailable, path: name, "a sound that is made has no file",
            nextStep: "open it with AudioFileReader")
    }
}
