internal import KKPCM

/// What an AIFF file tells beside the audio: its text chunks and its markers.
struct AIFFNotes {
    /// The texts. Programs that set tags write the ID3 tag, and mostly leave the chunks as they were.
    var tags: [FileProperties.Tag] { stated.replaced(by: id3) }

    private var stated: [FileProperties.Tag] = []
    private var id3: [FileProperties.Tag] = []
    private var markers: [AudioFileMarker] = []

    /// Takes a chunk if it is one of these.
    mutating func take(_ chunk: Chunk, from scanner: inout ChunkScanner) throws(AudioFileError) {
        switch chunk.id {
        case "NAME": try takeText("title", chunk, &scanner)
        case "AUTH": try takeText("artist", chunk, &scanner)
        case "(c) ": try takeText("copyright", chunk, &scanner)
        case "ANNO": try takeText("comments", chunk, &scanner)
        case "ID3 ", "id3 ":
            // Of two of them the first is read by others, too.
            guard id3.isEmpty else { return }
            id3 = ID3Texts.read(try scanner.texts(of: chunk, limit: ID3Texts.limit).bytes)
        case "MARK": takeMarkers(try scanner.fields(of: chunk, limit: Container.textLimit))
        default: break
        }
    }

    /// The markers in the order of their frames, numbered from 1 on.
    var sortedMarkers: [AudioFileMarker] {
        var sorted = markers.sorted { ($0.framePosition, $0.name) < ($1.framePosition, $1.name) }
        for index in sorted.indices { sorted[index].id = UInt32(index + 1) }
        return sorted
    }

    private mutating func takeText(_ key: String, _ chunk: Chunk, _ scanner: inout ChunkScanner) throws(AudioFileError)
    {
        guard stated.count < 256 else { return }
        let fields = try scanner.texts(of: chunk)
        let value = fields.text(0..<fields.count)
        if !value.isEmpty { stated.append(FileProperties.Tag(key: key, value: value)) }
    }

    /// A count, then for each marker an id, a frame and a Pascal string that takes an even number of bytes.
    private mutating func takeMarkers(_ fields: Fields) {
        var offset = 2
        for _ in 0..<min(Int(fields.uint16(0) ?? 0), Container.markerLimit - markers.count) {
            guard let frame = fields.uint32(offset + 2), let length = fields.byte(offset + 6) else { return }
            let name = fields.text(offset + 7..<offset + 7 + Int(length))
            markers.append(AudioFileMarker(framePosition: Double(frame), name: name))
            offset += 7 + Int(length) + (Int(length) + 1) % 2
        }
    }
}
