/// The frames of an ID3v2 tag under the names of versions 2.3 and 2.4, without what their flags put around them. What is
/// compressed or encrypted is left out, and so is what a tag that was cut does not have.
struct ID3Frames {
    struct Frame: Hashable {
        var id: String
        var content: [UInt8]
    }

    private(set) var frames: [Frame] = []
    /// 2, 3 or 4: in version 2 a picture's type has three letters.
    private(set) var version = 4

    /// More than any tag has; a podcast has a frame for each chapter.
    private static let fieldLimit = 4096

    /// - Parameters:
    ///   - bytes: the tag, or its beginning.
    ///   - limit: what is kept of a frame.
    init(_ bytes: [UInt8], limit: Int) {
        guard bytes.count >= 10, bytes.starts(with: "ID3".utf8), (2...4).contains(bytes[3]) else { return }
        version = Int(bytes[3])
        let size = Self.number(bytes[6..<10], bits: 7)
        var body = Array(bytes[10..<min(bytes.count, 10 + size)])
        // In version 2.4 every frame says it of itself.
        if bytes[5] & 0x80 != 0, version < 4 { body = Self.resynchronised(body) }
        var offset = 0
        if bytes[5] & 0x40 != 0, version > 2, body.count >= 4 {
            offset = version == 3 ? 4 + Self.number(body[0..<4], bits: 8) : Self.number(body[0..<4], bits: 7)
        }
        frames = Self.frames(in: body, from: offset, version: version, limit: limit)
    }

    /// The frames that follow one another, in a tag or inside a frame.
    static func frames(in body: [UInt8], from start: Int = 0, version: Int, limit: Int) -> [Frame] {
        var frames: [Frame] = []
        var offset = start
        let headerByteCount = version == 2 ? 6 : 10
        for _ in 0..<fieldLimit where offset >= 0 && offset + headerByteCount <= body.count && body[offset] != 0 {
            let id = String(decoding: body[offset..<offset + (version == 2 ? 3 : 4)], as: UTF8.self)
            let sizeField = version == 2 ? offset + 3..<offset + 6 : offset + 4..<offset + 8
            let count = number(body[sizeField], bits: version == 4 ? 7 : 8)
            let flags = version == 2 ? 0 : body[offset + 9]
            let start = offset + headerByteCount
            offset = start + count
            guard offset <= body.count else { break }
            guard let content = content(body[start..<offset], flags: flags, version: version, limit: limit) else {
                continue
            }
            let long = id.utf8.count == 4 ? id : shortIDs.first { $0.short == id }?.long ?? id
            frames.append(Frame(id: long, content: content))
        }
        return frames
    }

    /// ID3v2.2's names.
    private static let shortIDs: [(short: String, long: String)] = [
        ("TT2", "TIT2"), ("TP1", "TPE1"), ("TP2", "TPE2"), ("TAL", "TALB"), ("TRK", "TRCK"), ("TPA", "TPOS"),
        ("TYE", "TYER"), ("TCO", "TCON"), ("TCM", "TCOM"), ("TBP", "TBPM"), ("TKE", "TKEY"), ("TCR", "TCOP"),
        ("TXT", "TEXT"), ("TT3", "TIT3"), ("TEN", "TENC"), ("TSS", "TSSE"), ("TRC", "TSRC"), ("TXX", "TXXX"),
        ("COM", "COMM"), ("ULT", "USLT"), ("PIC", "APIC"),
    ]

    /// A frame without what its flags put before it; `nil` of one that cannot be read.
    private static func content(
        _ bytes: ArraySlice<UInt8>, flags: UInt8, version: Int, limit: Int
    ) -> [UInt8]? {
        var bytes = bytes
        if version == 3 {
            guard flags & 0xC0 == 0 else { return nil }
            if flags & 0x20 != 0 { bytes = bytes.dropFirst() }
        } else if version == 4 {
            guard flags & 0x0C == 0 else { return nil }
            bytes = bytes.dropFirst((flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0))
            if flags & 0x02 != 0 { return Array(resynchronised(Array(bytes)).prefix(limit)) }
        }
        return Array(bytes.prefix(limit))
    }

    private static func resynchronised(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes where byte != 0 || result.last != 0xFF || result.isEmpty { result.append(byte) }
        return result
    }

    private static func number(_ bytes: ArraySlice<UInt8>, bits: Int) -> Int {
        bytes.reduce(0) { $0 << bits | Int($1) & (1 << bits - 1) }
    }
}
