/// A window that moves over a file's bytes, for a scan: what lies before an end, read in large steps.
struct MPEGByteWindow {
    var name: String { source.name }

    private let source: ByteSource
    private let end: Int64
    private var window = [UInt8](repeating: 0, count: 1 << 16)
    private var start: Int64 = 0
    private var count = 0

    /// What stays in the window behind the place that was asked for: looking some frames ahead and coming back costs no second reading.
    private static let margin: Int64 = 1 << 14

    init(_ source: ByteSource, end: Int64) {
        self.source = source
        self.end = end
    }

    /// Where `place` lies in the window, with at least `needed` bytes behind it; `nil` when the file has fewer.
    private mutating func index(of place: Int64, needed: Int) throws(AudioFileError) -> Int? {
        guard place >= 0, place <= end - Int64(needed) else { return nil }
        if place >= start, place + Int64(needed) <= start + Int64(count) { return Int(place - start) }
        start = max(0, place - Self.margin)
        let wanted = Int(min(Int64(window.count), end - start))
        count = try source.read(at: start, into: &window, count: wanted)
        let index = Int(place - start)
        return count >= index + needed ? index : nil
    }

    /// The four bytes at `place` as a frame header.
    mutating func header(at place: Int64) throws(AudioFileError) -> MPEGFrameHeader? {
        guard let index = try index(of: place, needed: 4), window[index] == 0xFF else { return nil }
        return window.bigEndian32(at: index).flatMap(MPEGFrameHeader.init)
    }

    /// At most `count` bytes from `place` on.
    mutating func bytes(at place: Int64, count: Int) throws(AudioFileError) -> [UInt8] {
        let available = Int(min(Int64(count), max(0, end - place)))
        guard let index = try index(of: place, needed: available) else { return [] }
        return Array(window[index..<index + available])
    }

    /// The next place from `place` on where eleven set bits could open a frame; `nil` at the end.
    mutating func firstSync(from place: Int64) throws(AudioFileError) -> Int64? {
        var place = place
        while let first = try index(of: place, needed: 2) {
            var index = first
            while index + 1 < count {
                if window[index] == 0xFF, window[index + 1] >= 0xE0 { return start + Int64(index) }
                index += 1
            }
            place = start + Int64(index)
        }
        return nil
    }

    mutating func isID3v2(at place: Int64) throws(AudioFileError) -> Bool {
        try bytes(at: place, count: 3) == Array("ID3".utf8)
    }

    /// Whether a tag of a known kind begins at `place`.
    mutating func isTag(at place: Int64) throws(AudioFileError) -> Bool {
        try tagByteCount(at: place) != nil
    }

    /// The size of the tag that begins at `place`, as it states it; `nil` when there is none.
    ///
    /// Source: id3.org, ID3v2.4 §3.1 (the size is four 7-bit digits) and §3.4 (a footer adds 10 bytes), ID3v1, Lyrics3 v2.00;
    /// APEv2: a header's size counts what follows it.
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
}
