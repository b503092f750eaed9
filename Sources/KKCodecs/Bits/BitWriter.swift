/// Bits put one after another, the highest of a byte first: what a ``BitCursor`` reads.
package struct BitWriter {
    /// The whole bytes.
    package private(set) var bytes: [UInt8] = []
    /// The bits after them, fewer than eight, at the bottom.
    private var rest: UInt64 = 0
    private var restCount = 0

    package init() {}

    package var bitCount: Int { 8 * bytes.count + restCount }

    /// Writes the lower 0 to 32 bits of a number.
    package mutating func write(_ number: UInt32, _ count: Int) {
        rest = rest << UInt64(count) | UInt64(number) & ((1 << UInt64(count)) - 1)
        restCount += count
        while restCount >= 8 {
            restCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: rest >> UInt64(restCount)))
        }
    }

    package mutating func write(_ number: Int32, _ count: Int) { write(UInt32(bitPattern: number), count) }

    package mutating func write(_ other: BitWriter) {
        for byte in other.bytes { write(UInt32(byte), 8) }
        write(UInt32(truncatingIfNeeded: other.rest), other.restCount)
    }

    /// Zeros up to the end of the byte.
    package mutating func fillByte() { write(0 as UInt32, (8 - restCount) & 7) }

    /// Begins again, in the same memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        (rest, restCount) = (0, 0)
    }
}
