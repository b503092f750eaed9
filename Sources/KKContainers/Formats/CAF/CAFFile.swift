internal import KKPCM

/// A CAF file as the list of its chunks, whose fields are read when somebody asks for them.
///
/// Chunks may stand in any order after `desc`, and the audio may be without a size where it is the last of them. What
/// contradicts itself is an error with its byte: another version, a first chunk that is not `desc`, a size below zero
/// or beyond the end of the file, a second `desc` or `data`, bytes that are not a chunk, more than 4096 chunks.
/// ``AudioFileReader`` plays some of these files all the same. A single zero after the last chunk is none of it:
/// libsndfile pads a chunk of odd length so.
///
/// Source: Apple Core Audio Format Specification 1.0.
///
/// ## Allocation
/// The list, of at most 4096 chunks; then what is asked for, at most its ``CAFContent/byteLimit``, as the file has the
/// bytes.
public final class CAFFile {
    public static let maximumChunkCount = ChunkScanner.maximumChunkCount
    static let headerByteCount: Int64 = 8

    /// The audio itself.
    public struct Audio: Hashable, Sendable {
        /// How often the audio was changed (`mEditCount`).
        public var editCount: UInt32
        /// Where its first byte is, in bytes from the start of the file.
        public var offset: Int64
        public var byteCount: Int64

        static let editCountByteCount: Int64 = 4
    }

    /// The file as the caller named it.
    public let path: String
    /// Flags of the file; version 1 knows none.
    public let flags: UInt16
    /// In the order of the file.
    public let chunks: [CAFChunk]
    public let description: CAFDescription
    public let audio: Audio

    package let source: ByteSource
    /// Whether a zero follows the last chunk.
    package let isPadded: Bool

    /// - Parameter start: where the file begins in the source.
    package init(_ source: ByteSource, start: Int64 = 0) throws(AudioFileError) {
        self.source = source
        path = source.name
        let header = try source.fields(at: start, count: Int(Self.headerByteCount), isBigEndian: true)
        guard header.has("caff"), let flags = header.uint16(6) else {
            throw source.damage(.unsupportedFileType, at: start, "this is not a Core Audio file")
        }
        try Self.checkHeader(header, at: start, in: source)
        self.flags = flags
        (chunks, isPadded) = try Self.list(source, from: start + Self.headerByteCount)
        guard let first = chunks.first, first.type == CAFDescription.chunkType else {
            throw source.damage(
                .invalidChunk, at: start + Self.headerByteCount,
                "the first chunk must be 'desc', but is \(chunks.first?.type.description ?? "missing")")
        }
        guard let data = chunks.first(where: { $0.type == "data" }) else {
            throw source.noAudio("data", in: .caf, at: chunks.last?.end)
        }
        description = try source.content(CAFDescription.self, of: first.content)
        guard
            let editCount = try source.fields(
                at: data.contentOffset, count: Int(min(4, data.byteCount)), isBigEndian: true
            ).uint32(0)
        else {
            throw source.damage(.invalidChunk, at: data.end, "the data chunk ends before its edit count")
        }
        let lead = Audio.editCountByteCount
        audio = Audio(editCount: editCount, offset: data.contentOffset + lead, byteCount: data.byteCount - lead)
    }

    /// - Throws: `badData` for another version than 1.
    static func checkHeader(_ header: Fields, at start: Int64, in source: ByteSource) throws(AudioFileError) {
        let version = header.uint16(4) ?? 0
        guard version == 1 else {
            throw source.damage(
                .unsupportedFileType, at: start + 4, "this CAF file has version \(version); only version 1 exists"
            )
        }
    }

    /// - Returns: the chunks, and whether a zero follows the last one.
    private static func list(
        _ source: ByteSource, from start: Int64
    ) throws(AudioFileError) -> (chunks: [CAFChunk], isPadded: Bool) {
        var scanner = try ChunkScanner(source, dialect: .strictCAF, start: start)
        var chunks: [CAFChunk] = []
        while let content = try scanner.next() {
            let chunk = CAFChunk(content: content)
            let (type, size) = (chunk.type, content.claimedByteCount ?? -1)
            guard size >= 0 || type == "data" && size == -1 else {
                throw source.damage(.invalidChunk, at: chunk.offset, "the chunk \(type) has a size of \(size) bytes")
            }
            guard size <= chunk.byteCount else {
                throw source.damage(
                    .invalidChunk, at: chunk.offset,
                    "the chunk \(type) states \(size) bytes, but has \(chunk.byteCount)")
            }
            if type == "desc" || type == "data", chunks.contains(where: { $0.type == type }) {
                throw source.damage(.invalidChunk, at: chunk.offset, "there is a second \(type) chunk")
            }
            chunks.append(chunk)
        }
        let (end, rest) = (scanner.position, scanner.end - scanner.position)
        guard rest > 0 else { return (chunks, false) }
        guard chunks.count < maximumChunkCount else {
            throw source.damage(.invalidChunk, at: end, "there are more than \(maximumChunkCount) chunks")
        }
        guard try source.bytes(at: end, count: 2) == [0] else {
            throw source.damage(.invalidChunk, at: end, "the last \(rest) bytes are not a chunk")
        }
        return (chunks, true)
    }
}
