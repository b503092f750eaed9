/// A number in as few bytes as it needs: 7 bits a byte, the highest ones first, and the top bit set in all bytes but
/// the last.
///
/// Source: Apple Core Audio Format Specification, Packet Table Chunk. Its numbers have 32 bits at most, so five bytes
/// hold any of them.
enum VariableLengthInteger {
    static let maximumByteCount = 5

    static func append(_ value: UInt32, to bytes: inout [UInt8]) {
        var shift = 28
        while shift > 0, value >> shift == 0 { shift -= 7 }
        while shift > 0 {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift) | 0x80)
            shift -= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: value) & 0x7F)
    }

    /// Reads a number and moves `offset` after it. Leading zeros are taken, as long as there are no more than five
    /// bytes.
    static func read(_ bytes: [UInt8], at offset: inout Int) throws(CAFDamage) -> UInt32 {
        let start = offset
        var value: UInt64 = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            value = value << 7 | UInt64(byte & 0x7F)
            if byte & 0x80 == 0 {
                guard value <= UInt64(UInt32.max) else {
                    throw CAFDamage(at: start, "a packet's number is larger than 32 bits")
                }
                return UInt32(value)
            }
            guard offset - start < maximumByteCount else {
                throw CAFDamage(at: start, "a packet's number does not end within five bytes")
            }
        }
        throw CAFDamage(at: start, "it ends inside a packet's number")
    }
}
