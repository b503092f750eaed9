internal import KKPCM

/// What a movie says of itself: iTunes' list, QuickTime's texts and keys, those of 3GPP, chapters of Nero.
///
/// What is damaged of it is left out with a warning: the sound does not depend on it.
struct MP4Notes {
    /// Under the keys of the info dictionary, the first of each kind, in the order of the file.
    private(set) var tags: [FileProperties.Tag] = []
    private(set) var chapters: [(seconds: Double, name: String)] = []
    /// Where the pictures are, each with its head of 8 bytes, kind and language.
    private(set) var covers: [MP4Box] = []
    /// What `iTunSMPB` says of the sound.
    private(set) var gapless: PacketTableInfo?
    private(set) var warnings: [FileWarning] = []

    private static let textLimit = 4096
    private static let chapterLimit = 1 << 17
    /// The first time, in ten millionths of a second, that no sound reaches: 28 years, beyond which a `Double` does not
    /// hold every one.
    private static let endOfTimes: UInt64 = 1 << 53

    /// Takes `udta` or `meta`.
    mutating func take(_ box: MP4Box, in source: ByteSource) {
        do throws(AudioFileError) {
            try box.type == "meta" ? takeMeta(box, in: source) : takeUserData(box, in: source)
        } catch {
            warnings.addPlace(
                FileWarning(
                    path: source.name, at: error.position, error.problem,
                    consequence: "the remaining metadata is left out"))
        }
    }

    private mutating func takeUserData(_ box: MP4Box, in source: ByteSource) throws(AudioFileError) {
        for part in try source.boxes(in: box.content) {
            switch part.type {
            case "meta": try takeMeta(part, in: source)
            case "chpl": try takeChapters(part, in: source)
            default:
                if part.type.rawValue >> 24 == 0xA9, let key = Self.key(part.type) {
                    let fields = try source.fields(of: part, limit: Self.textLimit + 4)
                    let count = Int(fields.uint16(0) ?? 0)
                    add(key, fields.text(4..<4 + count))
                } else if let key = Self.assetKeys.first(where: { $0.type == part.type })?.key {
                    // Version and flags, the language, the text.
                    add(key, Self.text(Array(try source.fields(of: part, limit: Self.textLimit).bytes.dropFirst(6))))
                }
            }
        }
    }

    /// ISO's `meta` has a version before its boxes, QuickTime's has none.
    private mutating func takeMeta(_ box: MP4Box, in source: ByteSource) throws(AudioFileError) {
        let isBare = try source.fields(of: box, limit: 8).code(4) == "hdlr"
        let first = box.content.lowerBound + (isBare ? 0 : 4)
        guard first <= box.end else { return }
        let parts = try source.boxes(in: first..<box.end)
        let names =
            try parts.first("keys").map { (box) throws(AudioFileError) in try Self.names(box, in: source) } ?? []
        guard let list = parts.first("ilst") else { return }
        for item in try source.boxes(in: list.content) { try take(item: item, names, in: source) }
    }

    private mutating func take(item: MP4Box, _ names: [String], in source: ByteSource) throws(AudioFileError) {
        let parts = try source.boxes(in: item.content)
        guard let data = parts.first("data"), data.byteCount >= 8 else { return }
        func content() throws(AudioFileError) -> [UInt8] {
            try source.bytes(
                at: data.content.lowerBound + 8, count: Int(min(data.byteCount - 8, Int64(Self.textLimit))))
        }
        let number = Int(item.type.rawValue)
        switch item.type {
        case "covr": covers += parts.filter { $0.type == "data" && $0.byteCount > 8 }
        case "trkn", "disk":
            let bytes = try content()
            guard bytes.count >= 4 else { return }
            let (track, count) = (
                Int(bytes[2]) << 8 | Int(bytes[3]), bytes.count >= 6 ? Int(bytes[4]) << 8 | Int(bytes[5]) : 0
            )
            if track > 0 {
                let key = item.type == "disk" ? "disc number" : "track number"
                add(key, count > 0 ? "\(track)/\(count)" : "\(track)")
            }
        case "tmpo":
            let bytes = try content()
            if bytes.count >= 2, bytes[0] | bytes[1] > 0 { add("tempo", "\(Int(bytes[0]) << 8 | Int(bytes[1]))") }
        case "cpil": if let flag = try content().first, flag > 0 { add("compilation", String(flag)) }
        case "gnre":
            let bytes = try content()
            if bytes.count >= 2, let name = ID3Genre.name(Int(bytes[0]) << 8 | Int(bytes[1])) { add("genre", name) }
        case "----":
            guard let name = parts.first("name"), name.byteCount > 4 else { return }
            let text = try source.fields(of: name, limit: 256)
            let freeName = text.text(4..<text.count)
            let value = Self.text(try content())
            if freeName == "iTunSMPB" {
                gapless = gapless ?? Self.gapless(value)
            } else if let key = Self.key(named: freeName) {
                add(key, value)
            }
        default:
            if names.indices.contains(number - 1) {
                if let key = Self.quickTimeKeys.first(where: { $0.name == names[number - 1] })?.key {
                    add(key, Self.text(try content()))
                }
            } else if let key = Self.key(item.type) {
                add(key, Self.text(try content()))
            }
        }
    }

    /// The names that the numbers of a list stand for.
    private static func names(_ box: MP4Box, in source: ByteSource) throws(AudioFileError) -> [String] {
        let fields = try source.fields(of: box, limit: 1 << 16)
        var names: [String] = []
        var place = 8
        while let size = fields.uint32(place), size >= 8, Int(size) <= fields.count - place {
            names.append(fields.text(place + 8..<place + Int(size)))
            place += Int(size)
        }
        return names
    }

    /// A count, and for each a time of ten millionths of a second, a length, and as many bytes of text.
    private mutating func takeChapters(_ box: MP4Box, in source: ByteSource) throws(AudioFileError) {
        let fields = try source.fields(of: box, limit: Self.chapterLimit)
        var place = fields.byte(0) == 1 ? 8 : 4
        guard let count = fields.byte(place), chapters.isEmpty else { return }
        place += 1
        for _ in 0..<count {
            guard let time = fields.uint64(place), let length = fields.byte(place + 8) else { break }
            let text = place + 9..<place + 9 + Int(length)
            if time < Self.endOfTimes {
                chapters.append((Double(time) / 10_000_000, fields.text(text)))
            } else {
                warnings.addPlace(
                    FileWarning(
                        path: source.name, at: .byte(box.content.lowerBound + Int64(place)),
                        "a chapter begins after \(time / 10_000_000) seconds",
                        consequence: "it is left out"))
            }
            place = text.upperBound
        }
    }

    private mutating func add(_ key: String, _ text: String) {
        let text = ID3Texts.trimmed(String(text.prefix(Self.textLimit)))
        guard !text.isEmpty, !tags.contains(where: { $0.key == key }) else { return }
        tags.append(FileProperties.Tag(key: key, value: text))
    }

    /// UTF-8, or UTF-16 with its mark.
    static func text(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFE, 0xFF]) {
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
        }
        return Fields(bytes: bytes, isBigEndian: true).text(0..<bytes.count)
    }

    /// Numbers in hexadecimal: one without meaning, priming, remainder, and the frames of the sound.
    private static func gapless(_ text: String) -> PacketTableInfo? {
        let numbers = text.split(separator: " ").prefix(4).map { Int64($0, radix: 16) }
        guard numbers.count == 4, let priming = numbers[1], let remainder = numbers[2], let valid = numbers[3],
            [priming, remainder, valid].allSatisfy({ (0..<1 << 40).contains($0) }), valid > 0
        else { return nil }
        return PacketTableInfo(validFrames: valid, primingFrames: priming, remainderFrames: remainder)
    }

    /// The key of a code with the sign of copyright before it, and of iTunes' plain ones.
    private static func key(_ type: FourCharCode) -> String? {
        if let key = MP4NotesWriter.plain.first(where: { $0.name == type })?.key { return key }
        guard type.rawValue >> 24 == 0xA9 else { return nil }
        let name = FourCharCode(rawValue: type.rawValue & 0xFF_FFFF | 0x2000_0000)
        return textKeys.first { FourCharCode(" " + $0.name) == name }?.key
    }

    /// The key of an item with a name of its own; `nil` of what is not text about the sound.
    private static func key(named name: String) -> String? {
        if name.isEmpty || isOfMaker(name) { return nil }
        return freeKeys.first { $0.name == name }?.key ?? ID3Texts.ownKey(name)
    }

    /// Whether a name is one under which iTunes keeps its own numbers.
    static func isOfMaker(_ name: String) -> Bool {
        name.hasPrefix("iTun") || ["Encoding Params", "cdec", "tool"].contains(name)
    }

    /// The key of an item of iTunes' list; `nil` of one that is not text here.
    static func key(of item: MP4Box, in source: ByteSource) throws(AudioFileError) -> String? {
        switch item.type {
        case "trkn": return "track number"
        case "disk": return "disc number"
        case "tmpo": return "tempo"
        case "cpil": return "compilation"
        case "gnre": return "genre"
        case "----":
            guard let name = try source.boxes(in: item.content).first("name"), name.byteCount > 4 else { return nil }
            let fields = try source.fields(of: name, limit: 256)
            return key(named: fields.text(4..<fields.count))
        default: return key(item.type)
        }
    }

    private static let textKeys: [(name: String, key: String)] = [
        ("nam", "title"), ("ART", "artist"), ("alb", "album"), ("day", "year"), ("gen", "genre"), ("cmt", "comments"),
        ("wrt", "composer"), ("com", "composer"), ("cpy", "copyright"), ("too", "encoding application"),
        ("swr", "encoding application"), ("enc", "encoding application"), ("trk", "track number"), ("st3", "subtitle"),
        ("lyc", "lyricist"), ("lyr", "lyrics"), ("grp", "grouping"),
    ]
    private static let assetKeys: [(type: FourCharCode, key: String)] = [
        ("titl", "title"), ("perf", "artist"), ("dscp", "comments"), ("cprt", "copyright"),
    ]
    private static let freeKeys = [
        (name: "ISRC", key: "ISRC"), (name: "initialkey", key: "key signature"), (name: "LYRICIST", key: "lyricist"),
        (name: "SUBTITLE", key: "subtitle"),
    ]
    private static let quickTimeKeys: [(name: String, key: String)] = [
        ("com.apple.quicktime.title", "title"), ("com.apple.quicktime.artist", "artist"),
        ("com.apple.quicktime.author", "artist"), ("com.apple.quicktime.album", "album"),
        ("com.apple.quicktime.comment", "comments"), ("com.apple.quicktime.genre", "genre"),
        ("com.apple.quicktime.composer", "composer"), ("com.apple.quicktime.copyright", "copyright"),
        ("com.apple.quicktime.creationdate", "recorded date"), ("com.apple.quicktime.year", "year"),
        ("com.apple.quicktime.software", "encoding application"),
    ]
}
