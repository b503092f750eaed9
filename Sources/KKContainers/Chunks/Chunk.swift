package import KKPCM

/// One chunk of a container: a name, and a run of bytes.
package struct Chunk: Hashable {
    /// The name. Of a Wave64 chunk: the first four bytes of its GUID, which spell the name of its RIFF counterpart.
    package var id: FourCharCode
    /// The rest of a GUID; empty where names have four letters.
    var nameTail: [UInt8] = []
    /// The same where it is another one than most have: ``StoredChunk/guidTail``.
    package var guidTail: [UInt8]? { nameTail.isEmpty || nameTail == Wave64Parser.chunkTail ? nil : nameTail }
    /// Where its content starts in the file.
    package var offset: Int64
    /// The content's size as the chunk's header claims it, without the header. `nil`: it says that it does not know.
    var claimedByteCount: Int64?
    /// The part of the claimed content that the file has.
    package var byteCount: Int64

    /// Its content, as far as it is there.
    var content: Range<Int64> { offset..<offset + byteCount }

    /// The chunk as if it ended after so many bytes.
    func prefix(_ count: Int) -> Chunk {
        var chunk = self
        chunk.byteCount = min(byteCount, Int64(count))
        return chunk
    }
}

extension Chunk {
    /// One that is in no file yet.
    package init(_ id: FourCharCode) { self.init(id: id, offset: 0, byteCount: 0) }
}

/// How a container lays out its chunks.
package struct ChunkDialect {
    /// The bytes before the content: name and size.
    var headerByteCount: Int
    var nameByteCount: Int
    /// Whether a name may be of any bytes, and not of printed ASCII alone.
    var takesAnyName = false
    /// Whether the size counts the header too.
    var countsHeader = false
    /// Every chunk starts at a multiple of this many bytes after the first one.
    var alignment: Int64
    var isBigEndian: Bool
    /// The sizes from this one on stand for "unknown" while a file is written as a stream. Of 64 bits they are those that
    /// no disk could hold.
    var firstUnknownSize: UInt64 = (1 << 60) + 1

    /// RIFF: 4 bytes of name, 4 of size, even lengths, little-endian.
    static let riff = ChunkDialect(
        headerByteCount: 8, nameByteCount: 4, alignment: 2, isBigEndian: false, firstUnknownSize: 0xFFFF_FFFF)
    /// EA IFF 85, and RIFX: the same, big-endian.
    static let iff = ChunkDialect(
        headerByteCount: 8, nameByteCount: 4, alignment: 2, isBigEndian: true, firstUnknownSize: 0xFFFF_FFFF)
    /// Sony Wave64: a GUID and a 64-bit size that counts the 24 bytes of both.
    static let wave64 = ChunkDialect(
        headerByteCount: 24, nameByteCount: 16, takesAnyName: true, countsHeader: true, alignment: 8,
        isBigEndian: false)
    /// Core Audio Format: a code and a signed 64-bit size, no padding.
    static let caf = ChunkDialect(headerByteCount: 12, nameByteCount: 4, alignment: 1, isBigEndian: true)
    /// The same to the letter: any code is a name, and −1 alone is not a size.
    static let strictCAF = ChunkDialect(
        headerByteCount: 12, nameByteCount: 4, takesAnyName: true, alignment: 1, isBigEndian: true,
        firstUnknownSize: .max)

    /// What comes before the content of a chunk: as ``ChunkScanner`` reads it, as it is written.
    ///
    /// - Parameter nameTail: what follows the first four bytes of the name, where it has more.
    func header(_ id: FourCharCode, nameTail: [UInt8], byteCount: Int64) -> [UInt8] {
        var header = HeaderBytes()
        header.code(id)
        if nameByteCount > 4 { header.append(nameTail) }
        let size = countsHeader ? byteCount + Int64(headerByteCount) : byteCount
        let short = headerByteCount - nameByteCount == 4 ? UInt32(truncatingIfNeeded: size) : nil
        switch (short, isBigEndian) {
        case (let short?, true): header.big(short)
        case (let short?, false): header.little(short)
        case (nil, true): header.big(size)
        case (nil, false): header.little(size)
        }
        return header.bytes
    }

    /// The bytes between `offset`, from the first chunk on, and the next place where a chunk may begin.
    func padding(behind offset: Int64) -> Int {
        let excess = offset % alignment
        return excess == 0 ? 0 : Int(alignment - excess)
    }

    /// Whether four bytes are the name of a chunk that every writer knows: what tells one that begins a byte too early.
    static func isKnownName(_ bytes: [UInt8]) -> Bool {
        ["fmt ", "data", "LIST", "fact", "COMM", "SSND", "bext", "PEAK", "JUNK"].contains(
            Fields(bytes: bytes, isBigEndian: true).code(0))
    }
}
