internal import KKPCM

/// What a CAF file tells beside the audio: its information entries, markers and the strings that name them.
struct CAFNotes {
    private(set) var tags: [FileProperties.Tag] = []
    private var markers: [(id: UInt32, frame: Int64)] = []
    private var strings: [(id: UInt32, text: String)] = []

    /// Type, position, id, SMPTE time and channel.
    private static let markerByteCount = 28

    /// Takes a chunk if it is one of these.
    mutating func take(_ chunk: Chunk, from scanner: ChunkScanner) throws(AudioFileError) {
        switch chunk.id {
        case "info": takeInformation(try scanner.fields(of: chunk, limit: PCMContainer.textLimit))
        case "mark": takeMarkers(try scanner.fields(of: chunk, limit: 8 + Self.markerByteCount * PCMContainer.markerLimit))
        case "strg": takeStrings(try scanner.fields(of: chunk, limit: PCMContainer.textLimit))
        default: break
        }
    }

    /// The markers in the order of their frames, each with its name.
    var sortedMarkers: [FileProperties.Marker] {
        markers.map { marker in
            FileProperties.Marker(frame: marker.frame, name: strings.first { $0.id == marker.id }?.text ?? "")
        }.sorted { ($0.frame, $0.name) < ($1.frame, $1.name) }
    }

    /// A count, then keys and values, each closed by a NUL. The keys are those of Core Audio's info dictionary.
    mutating func takeInformation(_ fields: Fields) {
        var parts = fields.bytes.dropFirst(4).split(separator: 0, omittingEmptySubsequences: false).makeIterator()
        for _ in 0..<min(Int(fields.uint32(0) ?? 0), 256) {
            guard let key = parts.next(), let value = parts.next() else { return }
            guard !key.isEmpty, !value.isEmpty else { continue }
            tags.append(FileProperties.Tag(key: String(decoding: key, as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
        }
    }

    private mutating func takeMarkers(_ fields: Fields) {
        for index in 0..<min(Int(fields.uint32(4) ?? 0), PCMContainer.markerLimit - markers.count) {
            let offset = 8 + Self.markerByteCount * index
            guard let position = fields.double(offset + 4), let id = fields.uint32(offset + 12) else { return }
            // A position is a floating-point number; one that is no frame of any file is left out.
            if position >= 0, position < 0x1p60 { markers.append((id, Int64(position))) }
        }
    }

    /// A count, then ids and offsets behind the last of them, then UTF-8 texts closed by NULs.
    private mutating func takeStrings(_ fields: Fields) {
        let count = Int(fields.uint32(0) ?? 0)
        for index in 0..<min(count, PCMContainer.markerLimit) {
            guard let id = fields.uint32(4 + 12 * index), let offset = fields.int64(8 + 12 * index) else { return }
            let start = Int64(4 + 12 * count) &+ offset
            guard offset >= 0, start >= 0, start < Int64(fields.count) else { continue }
            strings.append((id, fields.text(Int(start)..<fields.count)))
        }
    }
}
