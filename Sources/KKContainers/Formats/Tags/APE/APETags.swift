/// The texts after the audio of a WavPack file: an APE tag, and ID3 where that says nothing. MPEG audio may have one,
/// too.
///
/// Source: APEv2: a footer of 32 bytes has the bytes of the items and itself, and their number; an item is the length
/// of its value, flags, its key, a zero and its value in UTF-8.
package enum APETags {
    private static let footerByteCount = 32
    /// What is shown of a tag; an edit keeps all of it.
    private static let mostTexts = 256, textLimit = 4096

    /// - Parameter end: where the audio ends.
    package static func read(_ source: ByteSource, behind end: Int64) throws(AudioFileError) -> [FileProperties.Tag] {
        try texts(source, behind: end).completed(
            by: ID3Texts.read(source, range: end..<source.byteCount(), tagRanges: []))
    }

    /// Those of APE tags alone.
    static func texts(_ source: ByteSource, behind end: Int64) throws(AudioFileError) -> [FileProperties.Tag] {
        var rest = try source.byteCount()
        var tags: [FileProperties.Tag] = []
        while let place = try source.trailingTag(from: end, to: rest) {
            rest = place.lowerBound
            guard place.count <= ID3Texts.tagLimit else { continue }
            let items = apeItems(try source.bytes(at: place.lowerBound, count: place.count))
            for tag in items where !tags.contains(where: { $0.key == tag.key }) { tags.append(tag) }
        }
        return tags
    }

    /// The first text of each kind in a tag with a footer, in its order; none if it is another tag.
    private static func apeItems(_ tag: [UInt8]) -> [FileProperties.Tag] {
        var tags: [FileProperties.Tag] = []
        // Others are pictures, and places elsewhere.
        for item in items(tag) where item.isText && tags.count < mostTexts {
            let key = key(of: item)
            guard !tags.contains(where: { $0.key == key }) else { continue }
            let fields = Fields(bytes: item.value, isBigEndian: false)
            let text = String(fields.text(0..<fields.count).prefix(key == "lyrics" ? ID3Texts.lyricsLimit : textLimit))
            if !text.isEmpty { tags.append(FileProperties.Tag(key: key, value: text)) }
        }
        return tags
    }

    struct Item: Hashable {
        /// In capital letters: names are the same in small ones.
        var name: String
        /// As it is written.
        var written: String
        var flags: UInt32
        var value: [UInt8]

        init(_ written: String, flags: UInt32, _ value: [UInt8]) {
            (self.written, name, self.flags, self.value) = (written, written.uppercased(), flags, value)
        }

        /// Others are pictures, and places elsewhere.
        var isText: Bool { flags & 6 == 0 && !["CUESHEET", "DUMMY"].contains(name) }

        var isPicture: Bool { name.hasPrefix("COVER ART") }
    }

    /// What a tag with a footer has.
    private static func items(_ tag: [UInt8]) -> [Item] {
        let fields = Fields(bytes: tag, isBigEndian: false)
        let footer = tag.count - footerByteCount
        guard fields.has("APETAGEX", at: footer), let size = fields.uint32(footer + 12) else { return [] }
        var place = max(0, tag.count - Int(size))
        var items: [Item] = []
        while place < footer {
            guard let length = fields.uint32(place), let flags = fields.uint32(place + 4),
                let zero = tag[(place + 8)...].firstIndex(of: 0), zero + 1 + Int(length) <= footer
            else { break }
            let value = zero + 1..<zero + 1 + Int(length)
            items.append(Item(fields.text(place + 8..<zero), flags: flags, Array(tag[value])))
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
        let items = items(try source.bytes(at: place.lowerBound, count: place.count))
        notes.origin = origin(notes, items)
        for item in items where item.flags & 6 == 2 {
            // A file's name, a zero, and the file.
            guard item.isPicture, let zero = item.value.firstIndex(of: 0) else { continue }
            let bytes = Array(item.value[(zero + 1)...])
            guard !bytes.isEmpty, bytes.count <= AttachedPicture.limit else { continue }
            let kind = covers.firstIndex { item.name == $0.uppercased() } ?? 0
            let fileName = String(decoding: item.value[..<zero], as: UTF8.self)
            notes.pictures.append(
                AttachedPicture(
                    bytes, kind: UInt8(kind), description: fileName.hasPrefix(covers[kind] + ".") ? "" : fileName))
        }
        return notes
    }

    private static func origin(_ notes: AudioFileAnnotations, _ items: [Item]) -> NoteOrigin {
        var origin = NoteOrigin(.ape(items))
        var values: [FileProperties.Tag] = []
        for item in items where item.isText {
            let key = key(of: item)
            if origin.names[key] == nil { origin.names[key] = item.written }
            // A zero stands between several values.
            for value in item.value.split(separator: 0) {
                values.append(FileProperties.Tag(key: key, value: String(decoding: value, as: UTF8.self)))
            }
        }
        origin.take(notes, values: values)
        return origin
    }

    /// The items of pictures by their kinds.
    private static let covers = AttachedPicture.kindNames.map(cover)

    /// The item of a picture that shows this, as Mp3tag and foobar2000 name it.
    private static func cover(_ kindName: String) -> String {
        let words = kindName.split(separator: " ").filter { $0 != "cover" }
        return "Cover Art (\(words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")))"
    }

    /// A tag with header and footer; nothing where there is nothing to say.
    package static func tag(_ notes: AudioFileAnnotations) -> [UInt8] {
        guard case .ape(let items)? = notes.origin?.items else { return tag(notes, keeping: []) }
        let kept = kept(items, notes.carried)
        return tag(kept.rest, keeping: kept.items)
    }

    /// The tag after a file whose notes change: what says the same as before stays as it is.
    ///
    /// - Parameter end: where the audio ends.
    static func tag(_ edit: NotesEdit, in source: ByteSource, behind end: Int64) throws(AudioFileError) -> [UInt8] {
        guard let place = try source.trailingTag(from: end, to: source.byteCount()), place.count < 1 << 26 else {
            return tag(edit.new, keeping: [])
        }
        let kept = kept(items(try source.bytes(at: place.lowerBound, count: place.count)), edit)
        return tag(kept.rest, keeping: kept.items)
    }

    private static func kept(_ all: [Item], _ edit: NotesEdit) -> (items: [Item], rest: AudioFileAnnotations) {
        var keys: Set<String> = []
        let items = all.filter { item in
            if item.isPicture { return edit.keepsPictures }
            guard item.isText else { return true }
            let key = key(of: item)
            guard edit.keeps(key) else { return false }
            keys.insert(key)
            return true
        }
        return (items, edit.rest(besides: keys))
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
        for other in kept { item(other.written, flags: other.flags, other.value) }
        for text in notes.information {
            let own = notes.origin?.name(of: text.key, in: .ape, isOwn: !isKnown(text.key))
            item(own ?? name(of: text.key), flags: 0, Array(notes.values(of: text).joined(separator: "\0").utf8))
        }
        // An item's name is there once.
        var names: Set<String> = []
        for picture in notes.pictures {
            let name = cover(picture.kindName)
            guard names.insert(name).inserted else { continue }
            let ending = picture.mimeType == "image/png" ? "png" : "jpg"
            let fileName = picture.description.isEmpty ? "\(name).\(ending)" : picture.description
            item(name, flags: 2, fileName.utf8.filter { $0 != 0 } + [0] + picture.bytes)
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
    static func name(of key: String) -> String {
        keys.first { $0.value == key }?.name ?? FileProperties.Tag.plainName(of: key)
    }

    static func isKnown(_ key: String) -> Bool { keys.contains { $0.value == key } }

    private static func key(of item: Item) -> String {
        keys.first { $0.name.uppercased() == item.name }?.value ?? ID3Texts.ownKey(item.name)
    }

    /// Core Audio's info dictionary keys (AudioFile.h, `kAFInfoDictionary_…`), the usual name of each first. FFmpeg
    /// writes its own names.
    private static let keys: [(name: String, value: String)] = [
        ("Title", "title"), ("Artist", "artist"), ("Album", "album"), ("Track", "track number"), ("Year", "year"),
        ("Genre", "genre"), ("Comment", "comments"), ("Composer", "composer"), ("Copyright", "copyright"),
        ("ISRC", "ISRC"), ("Album Artist", "album artist"), ("Disc", "disc number"), ("Lyrics", "lyrics"),
        ("album_artist", "album artist"), ("AlbumArtist", "album artist"), ("date", "year"),
        ("TrackNumber", "track number"), ("DiscNumber", "disc number"), ("BPM", "tempo"),
    ]
}
