internal import KKPCM

extension ByteSource {
    /// A chunk's fields; what is wrong with them gets its place in the file.
    func content<Content: CAFContent>(_ kind: Content.Type, of chunk: Chunk) throws(AudioFileError) -> Content {
        try content(chunk, limit: kind.byteLimit, kind.init(bytes:))
    }

    /// What a chunk beside the sound says; of a damaged one what can be followed, with a warning, as long as there are
    /// few.
    ///
    /// - Parameter limit: the most bytes that are read; of a longer chunk, which is as good as damaged, the first ones.
    /// - Returns: `nil` if nothing of it can be.
    func remark<Remark: CAFRemark>(
        _ kind: Remark.Type, of chunk: Chunk, limit: Int, _ warnings: inout [FileWarning]
    ) throws(AudioFileError) -> Remark? {
        do throws(AudioFileError) {
            return try content(chunk, limit: limit, kind.init(bytes:))
        } catch {
            guard error.kind == .badData else { throw error }
            let followed = kind.followed(try start(of: chunk, limit: limit))
            let consequence = followed == nil ? "it is ignored" : "the readable part of it is used"
            warnings.addPlace(FileWarning(path: name, at: error.position, error.problem, consequence: consequence))
            return followed
        }
    }

    func packetTable(_ chunk: Chunk, _ description: CAFDescription) throws(AudioFileError) -> CAFPacketTable {
        try content(chunk, limit: CAFPacketTable.byteLimit) { (bytes) throws(CAFDamage) in
            try CAFPacketTable(bytes: bytes, description: description)
        }
    }

    /// A chunk's first bytes, `limit` at most.
    private func start(of chunk: Chunk, limit: Int) throws(AudioFileError) -> [UInt8] {
        try bytes(at: chunk.offset, count: Int(min(Int64(limit), chunk.byteCount)))
    }

    /// What `body` makes of a chunk's bytes.
    func content<Content>(
        _ chunk: Chunk, limit: Int, _ body: ([UInt8]) throws(CAFDamage) -> Content
    ) throws(AudioFileError) -> Content {
        guard chunk.byteCount <= Int64(limit) else {
            throw damage(
                .invalidChunk, at: chunk.offset - CAFChunk.headerByteCount,
                "the chunk \(chunk.id) has \(chunk.byteCount) bytes; at most \(limit) are read")
        }
        let bytes = try start(of: chunk, limit: limit)
        do throws(CAFDamage) {
            return try body(bytes)
        } catch {
            throw damage(
                .invalidChunk, at: chunk.offset + Int64(error.offset), "the chunk \(chunk.id): \(error.problem)")
        }
    }
}
