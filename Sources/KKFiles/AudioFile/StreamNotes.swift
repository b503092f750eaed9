internal import KKPCM

/// What the tags of a stream say of it.
enum StreamNotes {
    /// The texts of its own, then those of the tags around it, of which the first of each kind counts.
    static func read(
        _ source: ByteSource, _ kind: StreamKind, _ content: AudioFileContent, behind tags: LeadingTags
    ) throws(AudioFileError) -> [FileProperties.Tag] {
        let own = kind == .flac ? try flac(source, content, start: tags.end) : []
        let end = try source.byteCount()
        let others = ID3Texts.read(source, range: tags.end..<end, tagRanges: tags.id3v2.filter { $0.upperBound - $0.lowerBound <= ID3Texts.tagLimit })
        return own + others.filter { other in !own.contains { $0.key == other.key } }
    }

    /// The Vorbis comment among the metadata blocks (RFC 9639, section 8.6).
    private static func flac(_ source: ByteSource, _ content: AudioFileContent, start: Int64) throws(AudioFileError) -> [FileProperties.Tag] {
        var offset = start
        guard try source.fields(at: offset, count: 4, isBigEndian: true).has("fLaC") else { return [] }
        offset += 4
        // The type of a block has seven bits, and most occur once.
        for _ in 0..<512 {
            let head = try source.fields(at: offset, count: 4, isBigEndian: true)
            guard let word = head.uint32(0), offset < content.dataOffset else { return [] }
            let byteCount = Int64(word & 0xFF_FFFF)
            if word >> 24 & 0x7F == 4 {
                return comments(try source.fields(at: offset + 4, count: Int(min(byteCount, 1 << 20)), isBigEndian: false))
            }
            guard word >> 31 == 0 else { return [] }
            offset += 4 + byteCount
        }
        return []
    }

    /// A vendor's name, a count, and so many `KEY=value`, each with its length before it, little-endian.
    private static func comments(_ fields: Fields) -> [FileProperties.Tag] {
        var offset = 4 + Int(fields.uint32(0) ?? 0)
        guard let count = fields.uint32(offset) else { return [] }
        offset += 4
        var tags: [FileProperties.Tag] = []
        for _ in 0..<min(count, 1024) {
            guard let length = fields.uint32(offset), offset + 4 + Int(length) <= fields.count else { break }
            let text = fields.text(offset + 4..<offset + 4 + Int(length))
            offset += 4 + Int(length)
            guard let equals = text.firstIndex(of: "=") else { continue }
            let name = text[..<equals].uppercased()
            let value = String(text[text.index(after: equals)...])
            if !value.isEmpty { tags.append(FileProperties.Tag(key: keys[name] ?? name.lowercased(), value: value)) }
        }
        return tags
    }

    /// Core Audio's info dictionary keys for the usual field names; the others keep their own.
    private static let keys = [
        "TRACKNUMBER": "track number", "DATE": "year", "COMMENT": "comments", "DESCRIPTION": "comments", "ISRC": "ISRC", "BPM": "tempo",
        "ENCODER": "encoding application",
    ]
}
