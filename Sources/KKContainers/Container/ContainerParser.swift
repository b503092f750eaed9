internal import KKPCM

/// Reads what stands around the audio of a container, a step at a time.
///
/// It does no I/O: whoever drives it gives it a ``ByteSource`` over a file, memory or callbacks, where every step can
/// be taken at once, or over a stream that passes by (``PassingContainer``), where a step that looked too far is taken
/// again from where it began. A parser is a value, so that is a copy. What a container says is so the same by name, by
/// pipe and pushed in portions.
package protocol ContainerParser: SendableMetatype {
    /// - Parameter start: where the container begins, after tags.
    init(_ source: ByteSource, _ fileType: FileType, start: Int64) throws(AudioFileError)

    /// Takes the next chunk.
    ///
    /// - Returns: `false` if there is none, or none that can be believed.
    mutating func step() throws(AudioFileError) -> Bool

    /// The first byte that the next step may look at.
    var position: Int64 { get }

    /// Where the audio is, once it was found.
    var audio: ContainerAudio? { get }

    /// What was found.
    func container() throws(AudioFileError) -> Container

    /// What is reported of a stream whose audio is at a place and begins now.
    func streamAudio(_ place: ContainerAudio) throws(AudioFileStreamError) -> StreamAudio
}

/// Where a container has its audio.
package struct ContainerAudio {
    /// The first byte of audio.
    var offset: Int64
    /// The bytes that are there; 0 if nobody knows yet (``isOpen``).
    var byteCount: Int64
    /// Those that the header speaks of; `nil`: it leaves that open.
    var claimed: Int64?
    /// The content of the chunk that has it, of which ``claimed`` may be a part.
    var chunk: Range<Int64>
    /// Whether the audio goes on to the end of a stream that has not come.
    var isOpen = false
    /// Whether the size is given as 0, which means it or means nothing.
    package var hasZeroSize = false
    /// The chunk that had to come first, because it says how the audio is stored.
    var missing: FourCharCode?
}

extension Container {
    /// Reads the container of a file that ``FormatProbe`` has recognized.
    ///
    /// - Parameter start: where the container begins, after tags.
    package init(_ source: ByteSource, fileType: FileType, start: Int64) throws(AudioFileError) {
        guard let kind = ContainerFormat.of(fileType)?.parser else {
            throw AudioFileError(
                .unsupportedFileType, kind: .defect, path: source.name, "\(fileType.name) is not a container of chunks")
        }
        try self.init(kind.init(source, fileType, start: start), start: start)
    }

    /// Takes all steps of a parser.
    init(_ parser: any ContainerParser, start: Int64) throws(AudioFileError) {
        var parser = parser
        while try parser.step() {}
        self = try parser.container()
        self.start = start
        isOptimized = chunks.allSatisfy { $0.offset <= dataOffset }
    }
}
