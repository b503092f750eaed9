/// The checksum over a whole FLAC frame, x¹⁶ + x¹⁵ + x² + 1, which begins with 0.
///
/// Source: RFC 9639 §9.3.
enum FLACFrameChecksum {
    /// The checksum of one byte more.
    static func next(_ value: UInt16, _ byte: UInt8) -> UInt16 { value << 8 ^ table[Int(value >> 8) ^ Int(byte)] }

    private static let table: [UInt16] = (0..<256).map { index in
        (0..<8).reduce(UInt16(index) << 8) { value, _ in value & 0x8000 != 0 ? value << 1 ^ 0x8005 : value << 1 }
    }
}
