/// Bits out of some bytes, the most significant first. Behind the end there are zeros, and ``isExhausted`` tells.
struct BitReader {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isExhausted: Bool { position > 8 * bytes.count }

    /// The next `count` bits, 32 at most.
    mutating func bits(_ count: Int) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            let byte = position >> 3 < bytes.count ? bytes[position >> 3] : 0
            value = value << 1 | UInt32(byte >> UInt8(7 - position & 7) & 1)
            position += 1
        }
        return value
    }

    mutating func bit() -> Bool { bits(1) == 1 }

    mutating func align() { position = (position + 7) & ~7 }
}

/// Bits put together to bytes, the most significant first; the last byte is filled up with zeros.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var bitCount = 0

    mutating func write(_ value: UInt32, bits count: Int) {
        for shift in (0..<count).reversed() {
            if bitCount & 7 == 0 { bytes.append(0) }
            bytes[bitCount >> 3] |= UInt8(truncatingIfNeeded: value >> UInt32(shift) & 1) << UInt8(7 - bitCount & 7)
            bitCount += 1
        }
    }

    mutating func align() { bitCount = (bitCount + 7) & ~7 }
}
