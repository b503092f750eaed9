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

    /// The first text of each kind in a tag with a footer, in its order; none where it is another tag.
    private static func apeItems(_ tag: [UInt8]) -> [FileProperties.Tag] {
        var tags: [FileProperties.Tag] = []
        // Others are pictures, and places elsewhere.
        for item in items(tag) where item.flags & 6 == 0 && !notTexts.contains(item.name) {
            let key = key(of: item)
            guard !tags.contains(where: { $0.key == key }) else { continue }
            let fields = Fields(bytes: item.value, isBigEndian: false)
            let text = String(fields.text(0..<fields.count).prefix(key == "lyrics" ? ID3Texts.lyricsLimit : textLimit))
            if !text.isEmpty { tags.append(FileProperties.Tag(key: key, value: text)) }
        }
        return tags
    }

    private typealias Item = (name: String, flags: UInt32, value: [UInt8])

    private static let notTexts = ["CUESHEET", "DUMMY"]

    private static func key(of item: Item) -> String { keys[item.name] ?? ID3Texts.ownKey(item.name) }

    /// What a tag with a footer has; names are in capital letters.
    private static func items(_ tag: [UInt8]) -> [Item] {
        let fields = Fields(bytes: tag, isBigEndian: false)
        let footer = tag.count - footerByteCount
        guard fields.has("APETAGEX", at: footer), let size = fields.uint32(footer + 12) else { return [] }
        var place = max(0, tag.count - Int(size))
        var items: [Item] = []
        for _ in 0..<mostItems {
            guard place < footer, let length = fields.uint32(place), let flags = fields.uint32(place + 4),
                let zero = tag[(place + 8)...].firstIndex(of: 0), zero + 1 + Int(length) <= footer
            else { break }
            let value = zero + 1..<zero + 1 + Int(length)
            items.append((fields.text(place + 8..<zero).uppercased(), flags, Array(tag[value])))
            place = value.upperBound
        }
        return items
    }

    /// Texts and covers.
    ///
    /// - Parameter end: where the audio ends.
    static func notes(_ source: ByteSource, behind end: Int64) throws(AudioFileError) -> AudioFileAnnotations {
        var notes = AudioFileAnnotations(information: try read(source, behind: end))
        guard let place = try source.trailingTag(from: end, to: source.byteCount()), place.count < 1 << 26 else {
            return notes
        }
        for item in items(try source.bytes(at: place.lowerBound, count: place.count)) where item.flags & 6 == 2 {
            // A file's name, a zero, and the file.
            guard item.name.hasPrefix("COVER ART"), let zero = item.value.firstIndex(of: 0) else { continue }
            let bytes = Array(item.value[(zero + 1)...])
            guard !bytes.isEmpty, bytes.count <= AttachedPicture.limit else { continue }
            notes.pictures.append(
                AttachedPicture(bytes, kind: covers.first { item.name == $0.name.uppercased() }?.kind ?? 0))
        }
        return notes
    }

    private static let covers: [(kind: UInt8, name: String)] = [
        (3, "Cover Art (Front)"), (4, "Cover Art (Back)"), (0, "Cover Art (Other)"),
    ]

    /// A tag with header and footer; nothing where there is nothing to say.
    package static func tag(_ notes: AudioFileAnnotations) -> [UInt8] { tag(notes, keeping: []) }

    /// The tag behind a file whose notes change: what says the same as before stays as it is.
    ///
    /// - Parameter end: where the audio ends.
    static func tag(_ edit: NotesEdit, in source: ByteSource, behind end: Int64) throws(AudioFileError) -> [UInt8] {
        var kept: [Item] = []
        var keys: Set<String> = []
        if let place = try source.trailingTag(from: end, to: source.byteCount()), place.count < 1 << 26 {
            kept = items(try source.bytes(at: place.lowerBound, count: place.count)).filter { item in
                if item.name.hasPrefix("COVER ART") { return edit.keepsPictures }
                guard item.flags & 6 == 0, !notTexts.contains(item.name) else { return true }
                let key = key(of: item)
                guard edit.keeps(key) else { return false }
                keys.insert(key)
                return true
            }
        }
        return tag(edit.rest(besides: keys), keeping: kept)
    }

    private static func tag(_ notes: AudioFileAnnotations, keeping kept: [Item]) -> [UInt8] {
        var body = HeaderBytes()
        var count: UInt32 = 0
        func item(_ name: String, flags: UInt32, _ value: [UInt8]) {
            body.little(UInt32(value.count))
            body.little(flags)
            body.text(name)
            body.append([0] + value)
            count += 1
        }
        for other in kept { item(other.name, flags: other.flags, other.value) }
        for text in notes.information { item(name(of: text.key), flags: 0, Array(text.value.utf8)) }
        var kinds: [UInt8] = []
        for picture in notes.pictures where !kinds.contains(picture.kind) {
            kinds.append(picture.kind)
            let ending = picture.mimeType == "image/png" ? "png" : "jpg"
            let name = covers.first { $0.kind == picture.kind }?.name ?? "Cover Art (Other)"
            item(name, flags: 2, Array("\(name).\(ending)".utf8) + [0] + picture.bytes)
        }
        guard count > 0 else { return [] }
        func end(_ flags: UInt32) -> [UInt8] {
            var end = HeaderBytes()
            end.text("APETAGEX")
            end.little(UInt32(2000))
            end.little(UInt32(body.bytes.count + footerByteCount))
            end.little(count)
            end.little(flags)
            end.zeros(8)
            return end.bytes
        }
        return end(0xA000_0000) + body.bytes + end(0x8000_0000)
    }

    /// The name of an item.
    static func name(of key: String) -> String { keys.first { $0.value == key }?.key ?? key.uppercased() }

    /// Core Audio's info dictionary keys (AudioFile.h, `kAFInfoDictionary_…`).
    private static let keys = [
        "TITLE": "title", "ARTIST": "artist", "ALBUM": "album", "TRACK": "track number", "YEAR": "year",
        "GENRE": "genre", "COMMENT": "comments", "COMPOSER": "composer", "COPYRIGHT": "copyright", "ISRC": "ISRC",
        "ALBUM ARTIST": "album artist", "DISC": "disc number", "LYRICS": "lyrics",
    ]
}
