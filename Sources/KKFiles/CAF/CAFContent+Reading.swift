internal import KKPCM

extension ByteSource {
    /// A chunk's fields; what is wrong with them gets its place in the file.
    func content<Content: CAFContent>(_ kind: Content.Type, of chunk: Chunk) throws(AudioFileError) -> Content {
        try content(chunk, limit: kind.byteLimit, kind.init(bytes:))
    }

    func packetTable(_ chunk: Chunk, _ description: CAFDescription) throws(AudioFileError) -> CAFPacketTable {
        try content(chunk, limit: CAFPacketTable.byteLimit) { (bytes) throws(CAFDamage) in
            try CAFPacketTable(bytes: bytes, description: description)
        }
    }

    /// What `body` makes of a chunk's bytes.
    func content<Content>(_ chunk: Chunk, limit: Int, _ body: ([UInt8]) throws(CAFDamage) -> Content) throws(AudioFileError) -> Content {
        guard chunk.byteCount <= Int64(limit) else {
            throw damage(
                .invalidChunk, at: chunk.offset - CAFChunk.headerByteCount,
                "the chunk \(chunk.id) has \(chunk.byteCount) bytes, and no more than \(limit) are read")
        }
        var bytes: [UInt8] = []
        while Int64(bytes.count) < chunk.byteCount {
            // Never more than is read, though the size was compared with the file's.
            let part = try self.bytes(at: chunk.offset + Int64(bytes.count), count: Int(min(1 << 18, chunk.byteCount - Int64(bytes.count))))
            if part.isEmpty { break }
            if bytes.isEmpty { bytes = part } else { bytes += part }
        }
        do throws(CAFDamage) {
            return try body(bytes)
        } catch {
            throw damage(.invalidChunk, at: chunk.offset + Int64(error.offset), "the chunk \(chunk.id): \(error.problem)")
        }
    }
}
