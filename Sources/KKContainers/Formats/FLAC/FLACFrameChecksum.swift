/// The checksum over a whole FLAC frame, x¹⁶ + x¹⁵ + x² + 1, which begins with 0.
///
/// Source: RFC 9639 §9.3.
enum FLACFrameChecksum {
    /// The checksum of one byte more.
    static func next(_ value: UInt16, _ byte: UInt8) -> UInt16 { value << 8 ^ table[Int(value >> 8) ^ Int(byte)] }

    /// Steps over bytes by eights, in a quarter of the time, up to where something may be: none of what it steps over
    /// begins as a frame's header does, and the checksum is 0 at none.
    static func skip(_ value: inout UInt16, _ place: inout Int, to end: Int, in window: Span<UInt8>) {
        let tables = tables.span
        // One byte more than a step: it may belong to a header that the step ends with.
        while place + 9 <= end, value != 0 {
            let (high, low) = (window.bigEndian32(at: place), window.bigEndian32(at: place + 4))
            let word = UInt64(high) << 32 | UInt64(low)
            let behind = word << 8 | UInt64(window[place + 8])
            // A byte is 0 here where it is 0xFF and the next one 0xF8 or 0xF9.
            let other = ~word | (behind & 0xFEFE_FEFE_FEFE_FEFE ^ 0xF8F8_F8F8_F8F8_F8F8)
            if (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080 != 0 { return }
            // What the bytes from each one on make of a checksum of 0.
            let eighth = tables[Int(low & 0xFF)]
            let seventh = tables[256 + Int(low >> 8 & 0xFF)] ^ eighth
            let sixth = tables[512 + Int(low >> 16 & 0xFF)] ^ seventh
            let fifth = tables[768 + Int(low >> 24)] ^ sixth
            let fourth = tables[1024 + Int(high & 0xFF)] ^ fifth
            let third = tables[1280 + Int(high >> 8 & 0xFF)] ^ fourth
            let mixed = high ^ UInt32(value) << 16
            let next = tables[1792 + Int(mixed >> 24)] ^ tables[1536 + Int(mixed >> 16 & 0xFF)] ^ third
            // Where the checksum was 0 before a byte, those from there on make all of it.
            if next == eighth || next == seventh || next == sixth || next == fifth || next == fourth || next == third
                || value == UInt16(high >> 24) << 8
            {
                return
            }
            value = next
            place += 8
        }
    }

    private static let table: [UInt16] = (0..<256).map { index in
        (0..<8).reduce(UInt16(index) << 8) { value, _ in value & 0x8000 != 0 ? value << 1 ^ 0x8005 : value << 1 }
    }

    /// The same, and for each byte that up to seven others are behind.
    private static let tables: [UInt16] = {
        var tables = table
        for index in 256..<2048 { tables.append(next(tables[index - 256], 0)) }
        return tables
    }()
}
