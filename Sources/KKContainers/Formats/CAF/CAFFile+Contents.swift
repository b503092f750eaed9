public import KKPCM

extension CAFFile {
    /// The first chunk of a code.
    public func chunk(_ type: FourCharCode) -> CAFChunk? {
        chunks.first { $0.type == type }
    }

    /// The fields of the first chunk of a kind; `nil` when the file has none.
    ///
    /// - Throws: `badData` with the byte at which the chunk contradicts itself or ends too early, and for one beyond
    ///   the limit; `io`.
    public func content<Content: CAFContent>(_ kind: Content.Type) throws(AudioFileError) -> Content? {
        guard let chunk = chunk(kind.chunkType) else { return nil }
        return try content(kind, of: chunk)
    }

    /// The fields of a chunk that is one of several: `uuid`.
    public func content<Content: CAFContent>(_ kind: Content.Type, of chunk: CAFChunk) throws(AudioFileError) -> Content
    {
        try source.content(kind, of: chunk.content)
    }

    /// The bytes of a chunk's content, of any code.
    ///
    /// - Parameter limit: the most that are taken; a longer chunk is refused.
    public func bytes(of chunk: CAFChunk, limit: Int) throws(AudioFileError) -> [UInt8] {
        try source.content(chunk.content, limit: limit) { (bytes) throws(CAFDamage) in bytes }
    }

    /// The packet table; `nil` when the file has none.
    ///
    /// - Throws: `badData` also for one whose packets are more than the audio, or that is missing where packets differ.
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

    /// The markers with their names; `nil` when the file has no such chunk.
    public func markers() throws(AudioFileError) -> CAFMarkers? {
        guard var list = try content(CAFMarkers.self) else { return nil }
        list.take(names: try content(CAFStrings.self)?.texts ?? [:])
        return list
    }

    /// The regions with their names and those of their markers; `nil` when the file has no such chunk.
    public func regions() throws(AudioFileError) -> CAFRegions? {
        guard var list = try content(CAFRegions.self) else { return nil }
        list.take(names: try content(CAFStrings.self)?.texts ?? [:])
        return list
    }

    /// The channels in the order of the file, where its `chan` chunk names them; `nil` when it does not.
    public func layout() throws(AudioFileError) -> ChannelLayout? {
        try content(CAFChannelLayout.self)?.layout(channels: Int(description.channelsPerFrame))
    }

    /// Whether an overview or the peaks speak of audio that was edited since; `nil` when there is no such chunk.
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
