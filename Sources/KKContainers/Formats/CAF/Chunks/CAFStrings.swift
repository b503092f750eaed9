public import KKPCM

/// The `strg` chunk: numbered strings, the names of markers and regions (Strings Chunk).
///
/// Strings are UTF-8. Invalid UTF-8 is read as ISO 8859-1, and written as UTF-8 if the chunk is changed.
public struct CAFStrings: CAFRemark {
    public static let chunkType: FourCharCode = "strg"

    public struct Entry: Hashable, Sendable {
        /// The id of the marker or region (`mStringID`).
        public var id: UInt32
        public var text: String

        public init(id: UInt32, text: String) {
            self.id = id
            self.text = text
        }
    }

    public var entries: [Entry]

    public init(entries: [Entry]) {
        self.entries = entries
    }

    public init(bytes: [UInt8]) throws(CAFDamage) {
        try self.init(bytes, isForgiving: false)
    }

    init(_ bytes: [UInt8], isForgiving: Bool) throws(CAFDamage) {
        var cursor = CAFCursor(bytes)
        // Offsets count from after the last entry, so all of them must be there.
        let count = try cursor.count(of: "strings", byteCount: 12)
        let start = 4 + 12 * count
        entries = []
        entries.reserveCapacity(count)
        var taken = 0
        for _ in 0..<count {
            let id: UInt32 = try cursor.number("a string's id")
            let place = cursor.offset
            let offset: Int64 = try cursor.number("a string's offset")
            guard offset >= 0, offset < Int64(bytes.count - start) else {
                if isForgiving { continue }
                throw CAFDamage(at: place, "string \(id) should be at byte \(offset) of \(bytes.count - start)")
            }
            let characters = bytes[(start + Int(offset))...].prefix { $0 != 0 }
            guard characters.endIndex < bytes.count || isForgiving else {
                throw CAFDamage(at: start + Int(offset), "string \(id) has no NUL at its end")
            }
            // Entries may share a text, but not make a huge one of a small chunk.
            taken += characters.count
            guard taken <= Self.byteLimit else { throw CAFDamage(at: place, "the strings overlap") }
            entries.append(Entry(id: id, text: CAFCursor.text(characters)))
        }
    }

    public var bytes: [UInt8] {
        var header = HeaderBytes()
        var texts = HeaderBytes()
        header.big(UInt32(entries.count))
        for entry in entries {
            header.big(entry.id)
            header.big(Int64(texts.bytes.count))
            texts.terminated(entry.text)
        }
        return header.bytes + texts.bytes
    }

    /// The texts by their numbers; of several under one, the first.
    var texts: [UInt32: String] {
        Dictionary(entries.map { ($0.id, $0.text) }) { first, _ in first }
    }
}

/// The `info` chunk: the file's tags (Information Chunk).
public struct CAFInformation: CAFRemark {
    public static let chunkType: FourCharCode = "info"

    /// In file order. Keys are those of Core Audio's info dictionary (`title`, `artist`, `comments`, …) and any others.
    public var entries: [FileProperties.Tag]

    public init(entries: [FileProperties.Tag]) {
        self.entries = entries
    }

    public init(bytes: [UInt8]) throws(CAFDamage) {
        try self.init(bytes, isForgiving: false)
    }

    init(_ bytes: [UInt8], isForgiving: Bool) throws(CAFDamage) {
        var cursor = CAFCursor(bytes, isForgiving: isForgiving)
        entries = try cursor.pairs("entries")
    }

    public var bytes: [UInt8] { HeaderBytes.pairs(entries) }
}

/// The `edct` chunk: comments on edits, each under its date and time by ISO 8601 (Edit Comments Chunk).
public struct CAFEditComments: CAFContent {
    public static let chunkType: FourCharCode = "edct"

    /// The key is the date, the value the comment.
    public var entries: [FileProperties.Tag]

    public init(entries: [FileProperties.Tag]) {
        self.entries = entries
    }

    public init(bytes: [UInt8]) throws(CAFDamage) {
        var cursor = CAFCursor(bytes)
        entries = try cursor.pairs("comments")
    }

    public var bytes: [UInt8] { HeaderBytes.pairs(entries) }
}

extension CAFCursor {
    /// A count, and so many keys and values, each with a NUL after it.
    fileprivate mutating func pairs(_ what: String) throws(CAFDamage) -> [FileProperties.Tag] {
        let count = try count(of: what, byteCount: 2)
        var pairs: [FileProperties.Tag] = []
        for _ in 0..<count where remaining > 0 || !isForgiving {
            let key = try text("a key")
            if isForgiving, remaining == 0 { break }
            pairs.append(FileProperties.Tag(key: key, value: try text("a value")))
        }
        return pairs
    }
}

extension HeaderBytes {
    fileprivate static func pairs(_ pairs: [FileProperties.Tag]) -> [UInt8] {
        var header = HeaderBytes()
        header.big(UInt32(pairs.count))
        for pair in pairs {
            header.terminated(pair.key)
            header.terminated(pair.value)
        }
        return header.bytes
    }
}
