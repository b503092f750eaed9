/// The order of a sample's bytes in memory, as a type, so that each kernel is compiled for one order and has no branch
/// inside.
protocol ByteOrder {
    /// The value of an integer that was loaded from memory in this order, and what to store for a value: its own
    /// inverse.
    static func value<Word: FixedWidthInteger>(_ memory: Word) -> Word
    static var isBigEndian: Bool { get }
}

enum LittleEndian: ByteOrder {
    @inline(__always) static func value<Word: FixedWidthInteger>(_ memory: Word) -> Word { memory.littleEndian }
    @inline(__always) static var isBigEndian: Bool { false }
}

enum BigEndian: ByteOrder {
    @inline(__always) static func value<Word: FixedWidthInteger>(_ memory: Word) -> Word { memory.bigEndian }
    @inline(__always) static var isBigEndian: Bool { true }
}
