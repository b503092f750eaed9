internal import KKCodecs

/// Bits out of some bytes, the most significant first. Behind the end there are zeros, and ``isExhausted`` tells.
struct BitReader {
    private let bytes: [UInt8]
    private var cursor = BitCursor()

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isExhausted: Bool { cursor.position > 8 * bytes.count }

    /// The next `count` bits, 32 at most.
    mutating func bits(_ count: Int) -> UInt32 {
        var place = cursor
        let value = place.read(count, bytes.span)
        cursor = place
        return value
    }

    mutating func bit() -> Bool { bits(1) == 1 }
}
