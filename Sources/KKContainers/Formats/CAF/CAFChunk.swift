public import KKPCM

/// A chunk of a CAF file: a code and a range of the file's bytes, not yet read.
public struct CAFChunk: Hashable, Sendable {
    static let headerByteCount = Int64(ChunkDialect.caf.headerByteCount)

    /// Its content, as the file's chunks are found by all who read them.
    let content: Chunk

    public var type: FourCharCode { content.id }
    /// The offset of its header in bytes from the start of the file.
    public var offset: Int64 { contentOffset - Self.headerByteCount }
    /// The offset of its content.
    public var contentOffset: Int64 { content.offset }
    /// The size of its content in bytes.
    public var byteCount: Int64 { content.byteCount }
    /// The offset of the next chunk.
    public var end: Int64 { contentOffset + byteCount }
    /// Whether its size is −1, meaning until the end of the file: only for the audio chunk, if it is the last.
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
