public import KKPCM

extension CAFFile {
    /// The first chunk with a code.
    public func chunk(_ type: FourCharCode) -> CAFChunk? {
        chunks.first { $0.type == type }
    }

    /// The fields of the first chunk of a type; `nil` if the file has none.
    ///
    /// - Throws: `badData` with the byte at which the chunk is invalid or ends too early, and for a chunk beyond the
    ///   limit; `io`.
    public func content<Content: CAFContent>(_ kind: Content.Type) throws(AudioFileError) -> Content? {
        guard let chunk = chunk(kind.chunkType) else { return nil }
        return try content(kind, of: chunk)
    }

    /// The fields of one of several chunks: `uuid`.
    public func content<Content: CAFContent>(_ kind: Content.Type, of chunk: CAFChunk) throws(AudioFileError) -> Content
    {
        try source.content(kind, of: chunk.content)
    }

    /// The content of a chunk with any code.
    ///
    /// - Parameter limit: the largest size; a longer chunk is an error.
    public func bytes(of chunk: CAFChunk, limit: Int) throws(AudioFileError) -> [UInt8] {
        try source.content(chunk.content, limit: limit) { (bytes) throws(CAFDamage) in bytes }
    }

    /// The packet table; `nil` if the file has none.
    ///
    /// - Throws: `badData` also if the packets are larger than the audio, or if the table is missing although packets differ.
    public func packetTable() throws(AudioFileError) -> CAFPacketTable? {
        guard let chunk = chunk(CAFPacketTable.chunkType) else {
            guard description.needsPacketTable else { return nil }
            throw source.damage(.invalidChunk, at: chunks.last?.end, "the packets differ, but there is no packet table")
        }
        return try packetTable(of: chunk)
    }

    func packetTable(of chunk: CAFChunk) throws(AudioFileError) -> CAFPacketTable {
        let table = try source.packetTable(chunk.content, description)
        guard table.byteCount <= audio.byteCount else {
            throw source.damage(
                .invalidChunk, at: chunk.contentOffset,
                "the packets in the table have \(table.byteCount) bytes, but the audio has \(audio.byteCount)")
        }
        return table
    }

    /// The markers with their names; `nil` if the file has no such chunk.
    public func markers() throws(AudioFileError) -> CAFMarkers? {
        guard var list = try content(CAFMarkers.self) else { return nil }
        list.take(names: try content(CAFStrings.self)?.texts ?? [:])
        return list
    }

    /// The regions with their names and those of their markers; `nil` if the file has no such chunk.
    public func regions() throws(AudioFileError) -> CAFRegions? {
        guard var list = try content(CAFRegions.self) else { return nil }
        list.take(names: try content(CAFStrings.self)?.texts ?? [:])
        return list
    }

    /// The channels in the order of the file, where its `chan` chunk names them; `nil` if it does not.
    public func layout() throws(AudioFileError) -> ChannelLayout? {
        try content(CAFChannelLayout.self)?.layout(channels: Int(description.channelsPerFrame))
    }

    /// Whether an overview or the peaks speak of audio that was edited since; `nil` if there is no such chunk.
    public func isStale<Content: CAFMeasured>(_ kind: Content.Type) throws(AudioFileError) -> Bool? {
        guard let chunk = chunk(kind.chunkType) else { return nil }
        guard
            let count = try source.fields(
                at: chunk.contentOffset, count: Int(min(4, chunk.byteCount)), isBigEndian: true
            ).uint32(0)
        else {
            throw source.damage(.invalidChunk, at: chunk.end, "the chunk \(chunk.type): it ends before the edit count")
        }
        return count != audio.editCount
    }
}
