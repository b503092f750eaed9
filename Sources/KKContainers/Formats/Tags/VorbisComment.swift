internal import KKPCM

/// The texts of a Vorbis comment, as far as its bytes are there: the maker's name, a number, and so many `NAME=value`,
/// each with its length before it, little-endian.
///
/// Source: Vorbis I specification §5; RFC 9639 §8.6.
package struct VorbisComment {
    private let fields: Fields

    package init(_ bytes: [UInt8]) {
        fields = Fields(bytes: bytes, isBigEndian: false)
    }

    /// Whether the bytes hold all texts that they count.
    var isWhole: Bool { forEachText { _ in true } }

    struct Entry: Hashable {
        /// As it is written.
        var written: String
        var value: String
        /// In capital letters: names are the same in small ones.
        var name: String

        init(_ written: String, _ value: String) {
            (self.written, self.value, name) = (written, value, written.uppercased())
        }
    }

    /// The texts that have a value, in their order.
    var entries: [Entry] {
        var entries: [Entry] = []
        _ = forEachText { place in
            let text = fields.text(place)
            if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let value = String(text[text.utf8.index(after: equals)...])
                if !value.isEmpty { entries.append(Entry(String(text[..<equals]), value)) }
            }
            return true
        }
        return entries
    }

    /// Core Audio's info dictionary key for a name that is usual; another is its own.
    static func key(of name: String) -> String { keys[name] ?? name.lowercased() }

    /// The key of an entry among others: how many there are belongs to the number, and beside a comment a description
    /// is another text.
    static func key(of entry: Entry, among entries: [Entry]) -> String {
        func has(_ name: String) -> Bool { entries.contains { $0.name == name } }
        if let number = numbers.first(where: { $0.totals.contains(entry.name) })?.number, has(number) {
            return key(of: number)
        }
        return entry.name == "DESCRIPTION" && has("COMMENT") ? "description" : key(of: entry.name)
    }

    /// Numbers, and the names under which programs say how many there are.
    private static let numbers = [
        (number: "TRACKNUMBER", totals: ["TRACKTOTAL", "TOTALTRACKS"]),
        (number: "DISCNUMBER", totals: ["DISCTOTAL", "TOTALDISCS"]),
    ]

    /// The entries of a text: a number of several is in two of them.
    static func entries(_ tag: FileProperties.Tag, named name: String?) -> [Entry] {
        let own = name ?? Self.name(of: tag.key)
        let parts = tag.value.split(separator: "/", omittingEmptySubsequences: false)
        guard let total = numbers.first(where: { key(of: $0.number) == tag.key })?.totals[0], parts.count == 2,
            parts.allSatisfy({ UInt16($0) != nil })
        else { return [Entry(own, tag.value)] }
        return [Entry(own, String(parts[0])), Entry(total, String(parts[1]))]
    }

    /// Whether an info dictionary has a key for the name of this text.
    static func isKnown(_ key: String) -> Bool { names[key] != nil || TextPlaces.xiph.key(for: key) != nil }

    private static let keys = [
        "TRACKNUMBER": "track number", "DATE": "year", "COMMENT": "comments", "DESCRIPTION": "comments", "ISRC": "ISRC",
        "BPM": "tempo",
        "ENCODER": "encoding application", "ALBUMARTIST": "album artist", "DISCNUMBER": "disc number",
        "INITIALKEY": "key signature", "RECORDINGDATE": "recorded date",
        "ORIGINATOR_REFERENCE": "originator reference", "ORIGINATION_DATE": "origination date",
        "ORIGINATION_TIME": "origination time", "TIME_REFERENCE": "time reference",
        "CODING_HISTORY": "coding history",
        // That of a broadcast file: a plain DESCRIPTION is what others call a comment.
        "BEXT_DESCRIPTION": "description",
        "ARTISTSORT": "artist sort", "ALBUMSORT": "album sort", "TITLESORT": "title sort",
        "ALBUMARTISTSORT": "album artist sort", "COMPOSERSORT": "composer sort",
    ]

    /// The name under which a text of a key is put down.
    static func name(of key: String) -> String {
        switch key {
        case "comments": "COMMENT"
        default: names[key] ?? FileProperties.Tag.plainName(of: key)
        }
    }

    private static let names = Dictionary(keys.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })

    /// What is not text about the sound: pictures, chapters, and what a decoder reads.
    static func isText(_ name: String) -> Bool {
        !name.hasPrefix("CHAPTER") && !name.hasPrefix("COVERART")
            && !["METADATA_BLOCK_PICTURE", "WAVEFORMATEXTENSIBLE_CHANNEL_MASK", "ENCODER", "SOFTWARE", "VENDOR"]
                .contains(name)
    }

    /// The maker's name.
    var vendor: [UInt8] {
        let count = Int(fields.uint32(0) ?? 0)
        return count <= fields.count - 4 ? Array(fields.bytes[4..<4 + count]) : []
    }

    /// The value of the first text of that name that has one; `nil` without. Names are the same in small letters.
    ///
    /// - Parameter name: in capital letters of ASCII.
    func value(of name: StaticString) -> String? {
        let key = Array(name.description.utf8) + [UInt8(ascii: "=")]
        var value: String?
        _ = forEachText { place in
            let head = fields.bytes[place].prefix(key.count).map { (97...122).contains($0) ? $0 - 32 : $0 }
            if place.count > key.count, head == key {
                value = fields.text(place.lowerBound + key.count..<place.upperBound)
            }
            return value == nil
        }
        return value
    }

    /// Calls `body` with the place of each text, until it returns `false`.
    ///
    /// - Returns: whether all texts were there.
    private func forEachText(_ body: (Range<Int>) -> Bool) -> Bool {
        var place = 4 + Int(fields.uint32(0) ?? 0)
        guard let count = fields.uint32(place) else { return false }
        place += 4
        for _ in 0..<count {
            guard let length = fields.uint32(place), Int(length) <= fields.count - place - 4 else { return false }
            let text = place + 4..<place + 4 + Int(length)
            guard body(text) else { return false }
            place = text.upperBound
        }
        return true
    }
}

extension VorbisComment {
    /// The texts by Core Audio's names (AudioFile.h, `kAFInfoDictionary_…`).
    package func tags(of codec: OggStream.Codec) -> [FileProperties.Tag] {
        let encoder: String? =
            switch codec {
            case .vorbis: nil
            case .opus: "ENCODER"
            case .flac: "SOFTWARE"
            }
        let names = ["TITLE", "ARTIST", "ALBUM", "TRACKNUMBER", "DATE", "GENRE", "COMMENT", "COPYRIGHT"]
        let entries = entries
        let usual: [FileProperties.Tag] = (names + [encoder].compactMap(\.self)).compactMap { name in
            // Of several the programs of Vorbis and FLAC take the first text, those of Opus the last.
            let named = entries.filter { $0.name == name }
            let key = name == encoder ? "encoding application" : Self.key(of: name)
            return (codec == .opus ? named.last : named.first).map {
                FileProperties.Tag(key: key, value: String($0.value.prefix(4096)))
            }
        }
        return (usual + others(besides: usual, in: entries)).map { tag in
            guard let names = Self.numbers.first(where: { Self.key(of: $0.number) == tag.key }),
                !tag.value.contains("/"), let total = entries.first(where: { names.totals.contains($0.name) })?.value
            else { return tag }
            return FileProperties.Tag(key: tag.key, value: "\(tag.value)/\(total)")
        }
    }

    /// The texts under names that are less usual, the first of each.
    private func others(
        besides usual: [FileProperties.Tag], in entries: [Entry]
    ) -> [FileProperties.Tag] {
        var others: [FileProperties.Tag] = []
        for entry in entries where Self.isText(entry.name) {
            let key = Self.key(of: entry, among: entries)
            guard !(usual + others).contains(where: { $0.key == key }), others.count < 256 else { continue }
            others.append(FileProperties.Tag(key: key, value: String(entry.value.prefix(ID3Texts.lyricsLimit))))
        }
        return others
    }
}
