public import KKPCM

/// A chunk of a CAF file: a code, and a run of the file's bytes that nobody has read yet.
public struct CAFChunk: Hashable, Sendable {
    public static let headerByteCount: Int64 = 12

    public var type: FourCharCode
    /// Where its header is, in bytes from the start of the file.
    public var offset: Int64
    /// The bytes of its content.
    public var byteCount: Int64
    /// Whether its size is −1, until the end of the file: of the audio alone, and in the last chunk.
    public var isOpenEnded = false

    /// Where its content is.
    public var contentOffset: Int64 { offset + Self.headerByteCount }
    /// Where the next chunk is.
    public var end: Int64 { contentOffset + byteCount }

    /// Its content.
    var content: Chunk {
        Chunk(id: type, offset: contentOffset, claimedByteCount: isOpenEnded ? nil : byteCount, byteCount: byteCount)
    }

    /// The header as a file has it.
    package static func header(_ type: FourCharCode, byteCount: Int64) -> [UInt8] {
        var header = HeaderBytes()
        header.code(type)
        header.big(byteCount)
        return header.bytes
    }
}

/// A chunk on its way into a file, whose bytes are in memory.
public struct CAFNewChunk: Hashable, Sendable {
    public var type: FourCharCode
    /// The content, without the header.
    public var content: [UInt8]

    public init(type: FourCharCode, content: [UInt8]) {
        self.type = type
        self.content = content
    }

    public init<Content: CAFContent>(_ content: Content) {
        self.init(type: Content.chunkType, content: content.bytes)
    }

    public init(_ table: CAFPacketTable) {
        self.init(type: CAFPacketTable.chunkType, content: table.bytes)
    }

    /// Header and content.
    package var bytes: [UInt8] { CAFChunk.header(type, byteCount: Int64(content.count)) + content }
    var byteCount: Int64 { CAFChunk.headerByteCount + Int64(content.count) }
}
