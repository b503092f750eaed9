/// The checksum over a whole FLAC frame, x¹⁶ + x¹⁵ + x² + 1, which begins with 0.
///
/// Source: RFC 9639 §9.3.
enum FLACFrameChecksum {
    /// The checksum of one byte more.
    static func next(_ value: UInt16, _ byte: UInt8) -> UInt16 { value << 8 ^ table[Int(value >> 8) ^ Int(byte)] }

    /// Steps over bytes by fours, in a third of the time, up to where something may be: none of what it steps over is
    /// 0xFF, and the checksum is 0 at none.
    static func skip(_ value: inout UInt16, _ place: inout Int, to end: Int, in window: Span<UInt8>) {
        let tables = tables
        while place + 4 <= end, value != 0 {
            let word = window.bigEndian32(at: place)
            let (first, second) = (Int(word >> 24), Int(word >> 16 & 0xFF))
            // Whether a byte of it is 0xFF, and the checksum 0 behind the first one.
            if (~word &- 0x0101_0101) & word & 0x8080_8080 != 0 || value == UInt16(first) << 8 { return }
            let (third, fourth) = (tables[256 + Int(word >> 8 & 0xFF)], tables[Int(word & 0xFF)])
            let next =
                tables[768 + (Int(value >> 8) ^ first)] ^ tables[512 + (Int(value & 0xFF) ^ second)] ^ third ^ fourth
            // Behind the third, and behind the second: then the bytes since make all of it.
            if next == fourth || next == third ^ fourth { return }
            value = next
            place += 4
        }
    }

    private static let table: [UInt16] = (0..<256).map { index in
        (0..<8).reduce(UInt16(index) << 8) { value, _ in value & 0x8000 != 0 ? value << 1 ^ 0x8005 : value << 1 }
    }

    /// The same, and for each byte that none, one, two or three others are behind.
    private static let tables: [UInt16] = {
        var tables = table
        for index in 256..<1024 { tables.append(next(tables[index - 256], 0)) }
        return tables
    }()
}
