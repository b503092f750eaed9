public import KKPCM

/// A chunk of a CAF file: a code, and a run of the file's bytes that nobody has read yet.
public struct CAFChunk: Hashable, Sendable {
    static let headerByteCount = Int64(ChunkDialect.caf.headerByteCount)

    /// Its content, as the file's chunks are found by all who read them.
    let content: Chunk

    public var type: FourCharCode { content.id }
    /// Where its header is, in bytes from the start of the file.
    public var offset: Int64 { contentOffset - Self.headerByteCount }
    /// Where its content is.
    public var contentOffset: Int64 { content.offset }
    /// The bytes of its content.
    public var byteCount: Int64 { content.byteCount }
    /// Where the next chunk is.
    public var end: Int64 { contentOffset + byteCount }
    /// Whether its size is −1, until the end of the file: of the audio alone, and in the last chunk.
    public var isOpenEnded: Bool { content.claimedByteCount == nil }
}

extension StoredChunk {
    public init<Content: CAFContent>(_ content: Content) {
        self.init(id: Content.chunkType, bytes: content.bytes)
    }

    public init(_ table: CAFPacketTable) {
        self.init(id: CAFPacketTable.chunkType, bytes: table.bytes)
    }
}
