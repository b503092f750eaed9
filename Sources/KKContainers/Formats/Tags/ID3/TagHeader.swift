/// A tag that people and programs put around packets of audio, told by the bytes that it begins with, or by those that
/// it ends with.
///
/// Source: id3.org, ID3v2.4 §3.1 (the size is four 7-bit digits) and §3.4 (a footer adds 10 bytes), ID3v1 and its
/// extension `TAG+`; APEv2: a header's and a footer's size counts the items and the footer; Lyrics3 v2.00, which has
/// its size at its end.
struct TagHeader: Equatable {
    enum Kind {
        case id3v2, id3v1, extendedID3v1, apeHeader, apeFooter, lyrics
    }

    let kind: Kind
    /// All of the tag, as it states it; of a footer the footer alone. `nil`: its end tells.
    let byteCount: Int64?

    /// What is looked at, and what the shortest of them needs.
    static let windowByteCount = 32, leastByteCount = 10
    static let id3v1ByteCount = 128
    static let lyricsMark: StaticString = "LYRICSBEGI"
    static let lyricsEndByteCount = 9

    /// - Parameter head: the bytes from the tag's first one on, at least ``windowByteCount`` where the file has them.
    init?(_ head: Span<UInt8>) {
        guard head.count >= Self.leastByteCount else { return nil }
        if head.has("ID3", at: 0) {
            guard head[3] != 0xFF, head[6] < 0x80, head[7] < 0x80, head[8] < 0x80, head[9] < 0x80 else { return nil }
            let size = Int64(head[6]) << 21 | Int64(head[7]) << 14 | Int64(head[8]) << 7 | Int64(head[9])
            (kind, byteCount) = (.id3v2, size + (head[5] & 0x10 != 0 ? 20 : 10))
        } else if head.has("TAG+", at: 0) {
            (kind, byteCount) = (.extendedID3v1, 227)
        } else if head.has("TAG", at: 0) {
            (kind, byteCount) = (.id3v1, Int64(Self.id3v1ByteCount))
        } else if let ape = APE(head, at: 0) {
            (kind, byteCount) = ape.isHeader ? (.apeHeader, ape.size + 32) : (.apeFooter, 32)
        } else if head.has(Self.lyricsMark, at: 0) {
            (kind, byteCount) = (.lyrics, nil)
        } else {
            return nil
        }
    }

    /// The bytes of the tag that a file ends with; `nil` if there is none.
    ///
    /// - Parameter tail: the file's last ``id3v1ByteCount`` bytes, or all of them.
    static func trailingByteCount(_ tail: Span<UInt8>) -> Int64? {
        if isID3v1(tail) { return Int64(id3v1ByteCount) }
        if let ape = APE(tail, at: tail.count - 32) { return max(32, ape.size) + (ape.hasHeader ? 32 : 0) }
        guard tail.has("LYRICS200", at: tail.count - 9), tail.count >= 15 else { return nil }
        let digits = tail.prefix(6, from: tail.count - 15)
        return Int64(String(decoding: digits, as: UTF8.self)).flatMap { $0 >= 0 ? $0 + 15 : nil }
    }

    /// Whether lyrics end with the ``lyricsEndByteCount`` bytes at `place`.
    static func endsLyrics(_ window: Span<UInt8>, at place: Int) -> Bool {
        window.has("LYRICSEND", at: place) || window.has("LYRICS200", at: place)
    }

    /// Whether a file with this end has an ID3v1 tag there.
    static func isID3v1(_ tail: Span<UInt8>) -> Bool { tail.has("TAG", at: tail.count - id3v1ByteCount) }

    /// The header or footer of an APE tag.
    private struct APE {
        let size: Int64
        let hasHeader: Bool
        let isHeader: Bool

        init?(_ bytes: Span<UInt8>, at place: Int) {
            guard bytes.has("APETAGEX", at: place), place + 32 <= bytes.count else { return nil }
            size = Int64(bytes.bigEndian32(at: place + 12).byteSwapped)
            hasHeader = bytes[place + 23] & 0x80 != 0
            isHeader = bytes[place + 23] & 0x20 != 0
        }
    }
}

extension ByteSource {
    /// The tag that begins at `place`; `nil` if there is none.
    func tag(at place: Int64) throws(AudioFileError) -> TagHeader? {
        let head = try bytes(at: place, count: TagHeader.windowByteCount)
        return TagHeader(head.span)
    }

    /// The place of the tag before `end`; `nil` if there is none, or it would begin before `start`.
    func trailingTag(from start: Int64, to end: Int64) throws(AudioFileError) -> Range<Int64>? {
        let count = min(end, Int64(TagHeader.id3v1ByteCount))
        let tail = try bytes(at: end - count, count: Int(count))
        guard let size = TagHeader.trailingByteCount(tail.span), size <= end - start else { return nil }
        return end - size..<end
    }

    /// Where the tags before `end` begin, ID3v1, APE and Lyrics3, of which there may be several; `limit` of them at
    /// most.
    func endBeforeTags(from start: Int64, to end: Int64, limit: Int = .max) throws(AudioFileError) -> Int64 {
        var end = end
        for _ in 0..<limit {
            guard let tag = try trailingTag(from: start, to: end) else { break }
            end = tag.lowerBound
        }
        return end
    }

    /// The place of an ID3v1 tag at the end of the file, after `start`; `nil` if there is none.
    func trailingID3v1(behind start: Int64) throws(AudioFileError) -> Range<Int64>? {
        let end = try byteCount()
        let place = end - Int64(TagHeader.id3v1ByteCount)
        guard place >= start else { return nil }
        let tail = try bytes(at: place, count: TagHeader.id3v1ByteCount)
        return TagHeader.isID3v1(tail.span) ? place..<end : nil
    }
}
