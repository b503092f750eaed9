internal import KKPCM

/// What a WAVE file tells beside the audio: LIST INFO texts, the broadcast extension, cue points and their labels.
struct WaveNotes {
    /// The texts. Programs that set tags write the ID3 tag, and some leave INFO as it was; those of production write the
    /// broadcast extension.
    var tags: [FileProperties.Tag] {
        stated.replaced(
            by: id3.filter { text in
                !BroadcastExtension.keys.contains(text.key) || !stated.contains { $0.key == text.key }
            })
    }

    private var stated: [FileProperties.Tag] = []
    private var id3: [FileProperties.Tag] = []
    private var cues: [(id: UInt32, frame: UInt32)] = []
    private var labels: [(id: UInt32, name: String)] = []

    /// Takes a chunk if it is one of these.
    mutating func take(_ chunk: Chunk, from scanner: inout ChunkScanner) throws(AudioFileError) {
        switch chunk.id {
        case "LIST":
            let fields = try scanner.texts(of: chunk)
            switch fields.code(0) {
            case "INFO": takeTexts(fields)
            case "adtl": takeLabels(fields)
            default: break
            }
        case "ID3 ", "id3 ":
            // Of two of them the first is read by others, too.
            guard id3.isEmpty else { return }
            id3 = ID3Texts.read(try scanner.texts(of: chunk, limit: ID3Texts.limit).bytes)
        case "bext": takeBroadcastExtension(try scanner.texts(of: chunk, limit: BroadcastExtension.limit))
        case "cue ": takeCues(try scanner.fields(of: chunk, limit: 4 + 24 * Container.markerLimit))
        default: break
        }
    }

    /// The cue points in the order of their frames, each with its label.
    var sortedMarkers: [AudioFileMarker] {
        cues.map { cue in
            AudioFileMarker(
                framePosition: Double(cue.frame), name: labels.first { $0.id == cue.id }?.name ?? "", id: cue.id)
        }.sorted { ($0.framePosition, $0.name) < ($1.framePosition, $1.name) }
    }

    /// Takes the texts of Wave64: a list, or its own summary. One of a kind is enough: programs write both.
    mutating func takeWave64(_ id: FourCharCode, _ fields: Fields) {
        let before = stated
        if id == Wave64Notes.summaryID {
            for entry in Wave64Notes.texts(fields) where !entry.text.isEmpty {
                stated.append(FileProperties.Tag(key: Self.key(of: entry.id), value: entry.text))
            }
        } else if fields.code(0) == "INFO" {
            takeTexts(fields)
        }
        let new = stated.dropFirst(before.count).filter { text in !before.contains { $0.key == text.key } }
        stated = before + new
    }

    private mutating func takeTexts(_ fields: Fields) {
        Self.eachSubchunk(of: fields) { id, range in
            let value = fields.text(range)
            // An `ISRC` that is none says who supplied the sound.
            let key = id == "ISRC" && !Self.isRecordingCode(value) ? "source" : Self.key(of: id)
            if !value.isEmpty { stated.append(FileProperties.Tag(key: key, value: value)) }
        }
    }

    /// ISO 3901: a country, a registrant, a year and a number, twelve letters and digits; hyphens may be between them.
    private static func isRecordingCode(_ text: String) -> Bool {
        let code = text.utf8.filter { $0 != UInt8(ascii: "-") }
        return code.count == 12 && code.prefix(2).allSatisfy { (65...90).contains($0 & 0xDF) }
            && code.suffix(7).allSatisfy { (48...57).contains($0) }
    }

    private mutating func takeLabels(_ fields: Fields) {
        Self.eachSubchunk(of: fields) { id, range in
            guard id == "labl", range.count >= 4, let cue = fields.uint32(range.lowerBound),
                labels.count < Container.markerLimit
            else { return }
            labels.append((cue, fields.text(range.lowerBound + 4..<range.upperBound)))
        }
    }

    private mutating func takeBroadcastExtension(_ fields: Fields) {
        for text in BroadcastExtension.texts(fields) where !stated.contains(where: { $0.key == text.key }) {
            stated.append(text)
        }
    }

    private mutating func takeCues(_ fields: Fields) {
        let count = min(Int(fields.uint32(0) ?? 0), Container.markerLimit - cues.count)
        for index in 0..<max(0, count) {
            guard let id = fields.uint32(4 + 24 * index), let frame = fields.uint32(24 + 24 * index) else { return }
            cues.append((id, frame))
        }
    }

    /// Chunks inside a LIST, after its four letters.
    private static func eachSubchunk(of fields: Fields, _ body: (FourCharCode, Range<Int>) -> Void) {
        var offset = 4
        while let id = fields.code(offset), let size = fields.uint32(offset + 4) {
            let start = offset + 8
            let end = min(fields.count, start + Int(size))
            body(id, start..<end)
            offset = start + Int(size) + Int(size & 1)
        }
    }

    /// Core Audio's info dictionary keys for the INFO chunks that have one; the others keep their own name.
    private static func key(of id: FourCharCode) -> String {
        switch id {
        case "INAM": "title"
        case "IART": "artist"
        case "IPRD": "album"
        case "ICMT": "comments"
        case "ICOP": "copyright"
        case "ICRD": "year"
        case "IGNR": "genre"
        case "IMUS": "composer"
        case "ISRC": "ISRC"
        case "ISFT": "encoding application"
        case "IPRT", "ITRK": "track number"
        case "IWRI": "lyricist"
        default: String(id.description.filter { $0 != "'" })
        }
    }
}
