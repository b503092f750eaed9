internal import KKPCM

/// Texts and covers as iTunes has them, what it says of the frames that are played, and Nero's chapters: what
/// ``MP4Notes`` reads.
enum MP4NotesWriter {
    /// The codes of texts, after the sign of copyright.
    private static let texts: [(name: String, key: String)] = [
        ("nam", "title"), ("ART", "artist"), ("alb", "album"), ("day", "year"), ("gen", "genre"), ("cmt", "comments"),
        ("wrt", "composer"), ("too", "encoding application"), ("lyr", "lyrics"), ("grp", "grouping"),
    ]
    /// The codes of texts, whole.
    static let plain: [(name: FourCharCode, key: String)] = [
        ("cprt", "copyright"), ("aART", "album artist"), ("desc", "description"), ("ldes", "synopsis"),
        ("catg", "category"), ("keyw", "keywords"), ("purl", "podcast url"), ("egid", "episode id"),
        ("tvsh", "show"), ("sonm", "title sort"), ("soar", "artist sort"), ("soal", "album sort"),
        ("soaa", "album artist sort"), ("soco", "composer sort"), ("sosn", "show sort"),
    ]
    /// Names of an item that has no code.
    private static let names: [(name: String, key: String)] = [
        ("ISRC", "ISRC"), ("initialkey", "key signature"), ("LYRICIST", "lyricist"), ("SUBTITLE", "subtitle"),
    ]

    /// The item of a key, as people write it.
    static func place(of key: String) -> String {
        if let name = texts.first(where: { $0.key == key })?.name { return "©\(name)" }
        if let name = names.first(where: { $0.key == key })?.name { return "----:\(name)" }
        if let code = plain.first(where: { $0.key == key })?.name { return code.characters }
        let others = [
            "track number": "trkn", "disc number": "disk", "tempo": "tmpo", "compilation": "cpil",
        ]
        return others[key] ?? "----:\(FileProperties.Tag.plainName(of: key))"
    }

    static func isKnown(_ key: String) -> Bool {
        [texts, names].joined().contains { $0.key == key } || plain.contains { $0.key == key }
    }

    /// The items of another file that stay as they are, and what is to be written beside them.
    ///
    /// - Parameter isBook: whether the file is an audio book. It gets the media kind of one, unless the other file has a
    ///   kind that is not music.
    static func carried(
        _ notes: AudioFileAnnotations, isBook: Bool
    ) -> (items: [UInt8], rest: AudioFileAnnotations) {
        var items: [NoteOrigin.Item] = []
        if case .boxes(let found)? = notes.origin?.items { items = found }
        if isBook {
            items.removeAll { $0.name == mediaKind.characters && $0.bytes.last == 1 }
            if !items.contains(where: { $0.name == mediaKind.characters }) {
                var book = HeaderBytes()
                integer(mediaKind, [2], to: &book)
                items.append(NoteOrigin.Item(name: mediaKind.characters, bytes: book.bytes))
            }
        }
        let edit = notes.carried
        var keys: Set<String> = []
        let kept = items.filter { item in
            guard let key = item.key else { return !item.name.isEmpty }
            guard edit.keeps(key) else { return false }
            keys.insert(key)
            return true
        }
        var rest = notes
        rest.information.removeAll { keys.contains($0.key) }
        return (kept.flatMap(\.bytes), rest)
    }

    /// By it iTunes and its successors sort a file: 1 is music, 2 an audio book.
    static let mediaKind: FourCharCode = "stik"

    /// `udta`; nothing where there is nothing to say.
    ///
    /// - Parameters:
    ///   - sampleRate: of the frames in which markers are.
    ///   - items: of iTunes' list, that stay as they are.
    ///   - others: boxes beside the list, likewise.
    static func userData(
        _ notes: AudioFileAnnotations, sampleRate: Double, gapless: PacketTableInfo?, keeping items: [UInt8] = [],
        others: [UInt8] = []
    ) -> [UInt8] {
        var list = HeaderBytes()
        for tag in notes.information { write(tag, notes, to: &list) }
        if let gapless { named("iTunSMPB", [text(gapless)], to: &list) }
        list.append(items)
        write(notes.pictures, to: &list)
        let chapters = chapters(notes.markers, sampleRate)
        guard !list.bytes.isEmpty || !chapters.isEmpty || !others.isEmpty else { return [] }
        var data = HeaderBytes()
        data.box("udta") { udta in
            udta.append(others)
            if !list.bytes.isEmpty { udta.fullBox("meta") { meta(list.bytes, to: &$0) } }
            udta.append(chapters)
        }
        return data.bytes
    }

    private static func meta(_ list: [UInt8], to meta: inout HeaderBytes) {
        meta.fullBox("hdlr") { box in
            box.zeros(4)
            box.text("mdirappl")
            box.zeros(9)
        }
        meta.box("ilst") { $0.append(list) }
    }

    /// Pictures of a cover: JPEG is of kind 13, PNG of 14, BMP of 27.
    private static func write(_ pictures: [AttachedPicture], to list: inout HeaderBytes) {
        guard !pictures.isEmpty else { return }
        let kinds: [String: UInt32] = ["image/jpeg": 13, "image/png": 14, "image/bmp": 27]
        list.box("covr") { cover in
            for picture in pictures {
                cover.box("data") { data in
                    data.big(kinds[picture.mimeType] ?? 0)
                    data.zeros(4)
                    data.append(picture.bytes)
                }
            }
        }
    }

    /// What the list of Nero's can count. The track of texts (``MP4ChapterTrack``) has all chapters, with whole names.
    static let listLimit = 255

    /// `chpl`: a count of one byte, and for each a time of ten millionths of a second, a length of one byte, and the
    /// name.
    private static func chapters(_ markers: [AudioFileMarker], _ sampleRate: Double) -> [UInt8] {
        let markers = markers.sorted { $0.framePosition < $1.framePosition }.prefix(listLimit)
        guard !markers.isEmpty, sampleRate > 0 else { return [] }
        var box = HeaderBytes()
        box.fullBox("chpl", version: 1) { box in
            box.zeros(4)
            box.append([UInt8(markers.count)])
            for marker in markers {
                let time = (marker.framePosition * 10_000_000 / sampleRate).rounded()
                box.big(UInt64(exactly: max(0, time)) ?? 0)
                let name = marker.name.shortened(to: 255).utf8
                box.append([UInt8(name.count)] + name)
            }
        }
        return box.bytes
    }

    private static func write(_ tag: FileProperties.Tag, _ notes: AudioFileAnnotations, to list: inout HeaderBytes) {
        let values = notes.values(of: tag)
        if let name = texts.first(where: { $0.key == tag.key })?.name {
            item(signed(name), values, to: &list)
        } else if let name = names.first(where: { $0.key == tag.key })?.name {
            named(name, values, to: &list)
        } else if let code = plain.first(where: { $0.key == tag.key })?.name {
            item(code, values, to: &list)
        } else if tag.key == "track number" {
            number(tag.value, "trkn", or: signed("trk"), to: &list)
        } else if tag.key == "tempo", let tempo = UInt16(tag.value) {
            integer("tmpo", [UInt8(tempo >> 8), UInt8(tempo & 0xFF)], to: &list)
        } else if tag.key == "compilation", let flag = UInt8(tag.value) {
            integer("cpil", [flag], to: &list)
        } else if tag.key == "disc number" {
            number(tag.value, "disk", or: nil, to: &list)
        } else {
            let own = notes.origin?.name(of: tag.key, in: .boxes, isOwn: true)
            named(own ?? FileProperties.Tag.plainName(of: tag.key), values, to: &list)
        }
    }

    /// Integers are of kind 21.
    private static func integer(_ type: FourCharCode, _ bytes: [UInt8], to list: inout HeaderBytes) {
        list.box(type) { item in
            item.box("data") { data in
                data.big(21 as UInt32)
                data.zeros(4)
                data.append(bytes)
            }
        }
    }

    /// Numbers where the text is two of them, or one.
    ///
    /// - Parameter text: the item of another text.
    private static func number(
        _ value: String, _ type: FourCharCode, or text: FourCharCode?, to list: inout HeaderBytes
    ) {
        let numbers = value.split(separator: "/", omittingEmptySubsequences: false).map { UInt16($0) }
        guard (1...2).contains(numbers.count), let number = numbers[0], number > 0, let count = numbers.last ?? nil
        else {
            if let text { item(text, [value], to: &list) } else { named("DISCNUMBER", [value], to: &list) }
            return
        }
        list.box(type) { item in
            item.box("data") { data in
                data.zeros(8)
                data.zeros(2)
                data.big(number)
                data.big(numbers.count == 2 ? count : 0)
                if type == "trkn" { data.zeros(2) }
            }
        }
    }

    private static func item(_ type: FourCharCode, _ texts: [String], to list: inout HeaderBytes) {
        list.box(type) { item in
            for text in texts { self.text(text, to: &item) }
        }
    }

    private static func named(_ name: String, _ texts: [String], to list: inout HeaderBytes) {
        list.box("----") { item in
            item.fullBox("mean") { $0.text("com.apple.iTunes") }
            item.fullBox("name") { $0.text(name) }
            for text in texts { self.text(text, to: &item) }
        }
    }

    /// Text in UTF-8, which is of kind 1.
    private static func text(_ text: String, to item: inout HeaderBytes) {
        item.box("data") { data in
            data.big(1 as UInt32)
            data.zeros(4)
            data.text(text)
        }
    }

    private static func signed(_ name: String) -> FourCharCode {
        FourCharCode(rawValue: FourCharCode(" " + name).rawValue & 0xFF_FFFF | 0xA900_0000)
    }

    /// Hexadecimal numbers: one without meaning, priming, remainder, the frames of the sound, and eight zeros.
    private static func text(_ gapless: PacketTableInfo) -> String {
        let numbers = [(0, 8), (gapless.primingFrames, 8), (gapless.remainderFrames, 8), (gapless.validFrames, 16)]
        let words = numbers.map { number, digits in
            let text = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return " " + (words + [String](repeating: "00000000", count: 8)).joined(separator: " ")
    }
}
