internal import KKPCM

extension WaveNotesWriter: NoteChunks {
    /// The LIST chunks of type adtl, which name places in the sound; not those of a big-endian file.
    static func remarks(_ container: Container, _ source: ByteSource) throws(AudioFileError) -> [StoredChunk] {
        guard !container.isRIFX else { return [] }
        var remarks: [StoredChunk] = []
        for chunk in container.chunks where chunk.id == "LIST" && chunk.byteCount < 1 << 26 {
            let bytes = try source.bytes(at: chunk.offset, count: Int(chunk.byteCount))
            if bytes.starts(with: "adtl".utf8) { remarks.append(StoredChunk(id: chunk.id, bytes: bytes)) }
        }
        return remarks
    }

    static func size(
        _ byteCount: Int64, _ source: ByteSource, start: Int64
    ) throws(AudioFileError) -> (offset: Int64, bytes: [UInt8])? {
        let fields = try source.fields(at: start, count: 28, isBigEndian: false)
        var bytes = HeaderBytes()
        if fields.has("RIFF") {
            guard fields.uint32(4) != .max else { return nil }
            bytes.little(try source.shortSize(byteCount))
            return (4, bytes.bytes)
        }
        guard fields.has("ds64", at: 12), fields.uint64(20) ?? 0 < 1 << 60 else { return nil }
        bytes.little(byteCount - 8)
        return (20, bytes.bytes)
    }
}
