internal import KKPCM

/// The bytes of an input, opened once, for several who look at it one after another: an ``AudioFileReader``, an
/// ``AudioFile``, a ``CAFFile``.
///
/// What comes through a pipe comes once. It is kept, as far as somebody has read it, in one unnamed temporary file for
/// all of them.
///
/// ## Threads
/// One at a time, with all who look at it.
///
/// ## Allocation
/// A descriptor, held as long as one of them is there; for a pipe another one, of the temporary file, and a portion of
/// 64 KiB. What is found in the bytes is kept by who looks.
public struct InputBytes {
    /// The input as the caller named it; `standard input` for `-`.
    public let name: String
    /// `nil` for a stimulus, which has none.
    let source: ByteSource?

    /// - Parameter path: a ``Stimulus`` is opened by a reader alone.
    /// - Throws: ``AudioFileError`` of kind `noInput` when there is nothing to open.
    public init(path: FilePath) throws(AudioFileError) {
        source = path.isStimulus ? nil : try ByteSource(path: path)
        name = source?.name ?? path.text
    }

    /// A file that is in memory.
    public init(bytes: [UInt8], name: String = "memory") {
        self.init(ByteSource(bytes: bytes, name: name))
    }

    init(_ source: ByteSource) {
        (name, self.source) = (source.name, source)
    }

    /// How many bytes there are; `nil` for a stimulus. A pipe is read to its end for that.
    public func byteCount() throws(AudioFileError) -> Int64? { try source?.byteCount() }

    /// The first read that failed, whoever wanted the bytes. One who goes on without a tag or a chunk because it cannot
    /// be read tells of another file.
    public var failure: AudioFileError? { source?.file?.failure }

    /// - Throws: `unavailable` for a stimulus.
    func stored() throws(AudioFileError) -> ByteSource {
        if let source { return source }
        throw AudioFileError(
            .unsupportedFileType, kind: .unavailable, path: name, "a sound that is made has no file",
            nextStep: "open it with AudioFileReader")
    }
}
