/// The tags that people and programs put around MPEG audio.
///
/// Source: id3.org, ID3v2.4 §3.1 (the size is four 7-bit digits) and §3.4 (a footer adds 10 bytes), ID3v1, Lyrics3 v2.00;
/// APEv2: a header's and a footer's size counts the items and the footer.
extension MPEGByteWindow {
    mutating func isID3v2(at place: Int64) throws(AudioFileError) -> Bool {
        try bytes(at: place, count: 3) == Array("ID3".utf8)
    }

    /// Whether a tag of a known kind begins at `place`.
    mutating func isTag(at place: Int64) throws(AudioFileError) -> Bool {
        try tagByteCount(at: place) != nil
    }

    /// The size of the tag that begins at `place`, as it states it; `nil` when there is none.
    mutating func tagByteCount(at place: Int64) throws(AudioFileError) -> Int64? {
        let head = try bytes(at: place, count: 32)
        guard head.count >= 10 else { return nil }
        if head.starts(with: "ID3".utf8), head[3] != 0xFF, head[6...9].allSatisfy({ $0 < 0x80 }) {
            let size = head[6...9].reduce(Int64(0)) { $0 << 7 | Int64($1) }
            return size + (head[5] & 0x10 != 0 ? 20 : 10)
        }
        if head.starts(with: "TAG+".utf8) { return min(227, end - place) }
        if head.starts(with: "TAG".utf8), end - place <= 128 + 227 { return min(128, end - place) }
        if head.starts(with: "APETAGEX".utf8), head.count == 32 {
            let size = head[12...15].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
            let isHeader = head[23] & 0x20 != 0
            return isHeader ? size + 32 : 32
        }
        // Lyrics3 has its size at its end, and nothing but ID3v1 comes after it.
        if head.starts(with: "LYRICSBEGIN".utf8.prefix(10)) { return max(0, end - place - 128) }
        return nil
    }

    /// The bytes of the tag that ends at ``end``; `nil` when there is none.
    mutating func trailingTagByteCount() throws(AudioFileError) -> Int64? {
        if try bytes(at: end - 128, count: 3) == Array("TAG".utf8) { return 128 }
        let ape = try bytes(at: end - 32, count: 32)
        if ape.count == 32, ape.starts(with: "APETAGEX".utf8) {
            let size = ape[12...15].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
            return max(32, size) + (ape[23] & 0x80 != 0 ? 32 : 0)
        }
        let lyrics = try bytes(at: end - 15, count: 15)
        if lyrics.count == 15, lyrics[6...].starts(with: "LYRICS200".utf8),
            let size = Int64(String(decoding: lyrics[..<6], as: UTF8.self)), size >= 0
        {
            return size + 15
        }
        return nil
    }
}
