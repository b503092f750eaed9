/// A place in some bytes, by bits, the highest bit of a byte first. Behind the end come zeros.
package struct BitCursor {
    /// The bit that is read next.
    package var position: Int

    package init(position: Int = 0) {
        self.position = position
    }

    /// The next 32 bits, which stay where they are.
    package func peek(_ bytes: Span<UInt8>) -> UInt32 {
        let (place, bit) = (position >> 3, position & 7)
        if place + 8 <= bytes.count {
            // Any eight bytes are a number.
            let eight = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self).bigEndian
            return UInt32(truncatingIfNeeded: eight >> UInt64(32 - bit))
        }
        var eight: UInt64 = 0
        for index in 0..<5 where place + index < bytes.count {
            eight |= UInt64(bytes[place + index]) << UInt64(32 - 8 * index)
        }
        return UInt32(truncatingIfNeeded: eight >> UInt64(8 - bit))
    }

    /// The next 0 to 32 bits.
    package mutating func read(_ count: Int, _ bytes: Span<UInt8>) -> UInt32 {
        guard count > 0 else { return 0 }
        let bits = peek(bytes) >> UInt32(32 - count)
        position += count
        return bits
    }

    /// The next 1 to 32 bits as a number with a sign.
    package mutating func readSigned(_ count: Int, _ bytes: Span<UInt8>) -> Int32 {
        let bits = Int32(bitPattern: peek(bytes))
        position += count
        return bits >> Int32(32 - count)
    }
}
