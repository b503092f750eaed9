/// The texts behind the audio of a WavPack file: an APE tag, and ID3 where that says nothing.
///
/// Source: APEv2: a footer of 32 bytes has the bytes of the items and itself, and their number; an item is the length
/// of its value, flags, its key, a zero and its value in UTF-8.
package enum WavPackTags {
    private static let footerByteCount = 32
    private static let mostItems = 256, textLimit = 4096

    /// - Parameter end: where the audio ends.
    package static func read(_ source: ByteSource, behind end: Int64) throws(AudioFileError) -> [FileProperties.Tag] {
        let all = try source.byteCount()
        var rest = all
        var tags: [FileProperties.Tag] = []
        while let place = try source.trailingTag(from: end, to: rest) {
            rest = place.lowerBound
            guard place.count <= ID3Texts.tagLimit else { continue }
            let items = apeItems(try source.bytes(at: place.lowerBound, count: place.count))
            for tag in items where !tags.contains(where: { $0.key == tag.key }) { tags.append(tag) }
        }
        let others = try ID3Texts.read(source, range: end..<all, tagRanges: [])
        return tags + others.filter { other in !tags.contains { $0.key == other.key } }
    }

    /// The first text of each usual kind in a tag with a footer, in its order; none where it is another tag.
    private static func apeItems(_ tag: [UInt8]) -> [FileProperties.Tag] {
        let fields = Fields(bytes: tag, isBigEndian: false)
        let footer = tag.count - footerByteCount
        guard fields.has("APETAGEX", at: footer), let size = fields.uint32(footer + 12) else { return [] }
        var place = max(0, tag.count - Int(size))
        var tags: [FileProperties.Tag] = []
        for _ in 0..<mostItems {
            guard place < footer, let length = fields.uint32(place), let flags = fields.uint32(place + 4),
                let zero = tag[(place + 8)...].firstIndex(of: 0), zero + 1 + Int(length) <= footer
            else { break }
            let name = fields.text(place + 8..<zero).uppercased()
            let value = zero + 1..<zero + 1 + Int(length)
            place = value.upperBound
            // Others are pictures, and places elsewhere.
            guard flags & 6 == 0, let key = keys[name], !tags.contains(where: { $0.key == key }) else { continue }
            let text = String(fields.text(value).prefix(textLimit))
            if !text.isEmpty { tags.append(FileProperties.Tag(key: key, value: text)) }
        }
        return tags
    }

    static let places = TextPlaces(keys.values.sorted())

    /// The name of an item, `nil` of a key that has none.
    package static func name(of key: String) -> String? { keys.first { $0.value == key }?.key }

    /// Core Audio's info dictionary keys (AudioFile.h, `kAFInfoDictionary_…`).
    private static let keys = [
        "TITLE": "title", "ARTIST": "artist", "ALBUM": "album", "TRACK": "track number", "YEAR": "year",
        "GENRE": "genre", "COMMENT": "comments", "COMPOSER": "composer", "COPYRIGHT": "copyright", "ISRC": "ISRC",
    ]
}
