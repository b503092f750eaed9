/// A page of an Ogg file, whole and with the right checksum.
///
/// Source: RFC 3533 §6.
package struct OggPage {
    /// Where it lies in the file.
    let place: Int64
    let bytes: [UInt8]

    /// What there is at a place: a page, or why there is none, in one clause.
    enum Finding {
        case page(OggPage)
        case broken(String)
    }

    package static let mark = Array("OggS".utf8)
    private static let headByteCount = 27

    /// Reads the page that should be at `place`.
    static func find(in source: ByteSource, at place: Int64) throws(AudioFileError) -> Finding {
        let head = try source.bytes(at: place, count: headByteCount + 255)
        guard head.starts(with: mark) || mark.starts(with: head) else { return .broken("there is no Ogg page here") }
        guard head.count >= headByteCount, head.count >= headByteCount + Int(head[26]) else {
            return .broken("the last Ogg page is cut short")
        }
        let byteCount = head[headByteCount..<headByteCount + Int(head[26])].reduce(headByteCount + Int(head[26])) {
            $0 + Int($1)
        }
        var bytes = try source.bytes(at: place, count: byteCount)
        guard bytes.count == byteCount else {
            return .broken("an Ogg page is cut short: \(byteCount - bytes.count) of its \(byteCount) bytes are missing")
        }
        let page = OggPage(place: place, bytes: bytes)
        for index in 22..<26 { bytes[index] = 0 }
        guard head[4] == 0, checksum(bytes) == page.number(at: 22) else {
            return .broken("an Ogg page is damaged: its checksum is wrong")
        }
        return .page(page)
    }

    var end: Int64 { place + Int64(bytes.count) }
    /// Whether it begins inside a packet.
    var isContinued: Bool { bytes[5] & 1 != 0 }
    /// Whether it begins a stream, and ends it.
    var isFirst: Bool { bytes[5] & 2 != 0 }
    var isLast: Bool { bytes[5] & 4 != 0 }
    /// The codec's time at the end of its last packet; -1 if none ends on it.
    var granule: Int64 { Int64(bitPattern: UInt64(number(at: 6)) | UInt64(number(at: 10)) << 32) }
    var serial: UInt32 { number(at: 14) }
    var sequence: UInt32 { number(at: 18) }
    var segmentCount: Int { Int(bytes[26]) }
    /// The lengths of the pieces of its packets; a packet goes on after 255.
    var lacing: ArraySlice<UInt8> { bytes[Self.headByteCount..<bodyStart] }
    var bodyStart: Int { Self.headByteCount + segmentCount }

    /// What a stream that begins with this page holds.
    var codecName: String {
        let body = bytes[bodyStart...]
        let names: [(String, String)] = [
            ("\u{1}vorbis", "Vorbis"), ("OpusHead", "Opus"), ("\u{7F}FLAC", "FLAC"), ("Speex   ", "Speex"),
            ("fishead\0", "Skeleton"),
            ("BBCD\0", "Dirac"), ("CELT    ", "CELT"),
        ]
        if body.starts(with: [0x80] + Array("theora".utf8)) { return "Theora" }
        return names.first { body.starts(with: $0.0.utf8) }?.1 ?? "an unknown codec"
    }

    private func number(at offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Puts a number into a page.
    static func put(_ number: UInt32, at offset: Int, in page: inout [UInt8]) {
        for index in 0..<4 { page[offset + index] = UInt8(truncatingIfNeeded: number >> UInt32(8 * index)) }
    }

    /// Gives a page that was changed its checksum.
    static func seal(_ page: inout [UInt8]) {
        put(0, at: 22, in: &page)
        put(checksum(page), at: 22, in: &page)
    }

    /// Ogg's CRC: the polynomial of Ethernet, most significant bit first, starting from zero.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        let table = checksums
        var sum: UInt32 = 0
        for byte in bytes { sum = sum << 8 ^ table[Int(sum >> 24 ^ UInt32(byte))] }
        return sum
    }

    private static let checksums: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte) << 24) { rest, _ in rest >> 31 == 1 ? rest << 1 ^ 0x04C1_1DB7 : rest << 1 }
    }
}
