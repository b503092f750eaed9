/// Any integer or fixed-point sample in a container of one to four bytes: what the kernels of the plain widths do not
/// know.
///
/// What is read: at the bottom of its container, the valid bits alone, and those above them are ignored; at the top,
/// the whole container, as the plain widths are read. What is written: zeros below the valid bits; above them the sign,
/// or zeros when there is none.
struct IntegerField: Hashable, Sendable {
    var byteCount: Int
    var validBits: Int
    /// Two's complement, or offset binary: silence in the middle.
    var isSigned: Bool
    var isAlignedHigh: Bool
    /// The bits after the binary point.
    var fractionBits: Int

    /// How far a container at the top of 32 bits is moved so that the sample is at the top.
    var leftShift: UInt32 { UInt32(isAlignedHigh ? 0 : 8 * byteCount - validBits) }

    /// The sign bit of a sample at the top of 32 bits, where it is stored inverted.
    var topFlip: UInt32 { isSigned ? 0 : 0x8000_0000 }

    /// The value of the last of 32 bits with the sample at their top: a power of two.
    var scale: Double { Double(sign: .plus, exponent: validBits - 32 - fractionBits, significand: 1) }

    /// The sign bit in its container, where it is stored inverted.
    var flip: Int32 {
        isSigned ? 0 : Int32(truncatingIfNeeded: Int64(1) << Int64((isAlignedHigh ? 8 * byteCount : validBits) - 1))
    }

    /// The bits of the container that may be other than zero.
    var mask: Int32 {
        isSigned || isAlignedHigh ? -1 : Int32(truncatingIfNeeded: Int64(1) << Int64(validBits) - 1)
    }
}

/// A container's bytes as the upper part of 32 bits, the rest zeros.
protocol IntegerContainer {
    static var byteCount: Int { get }
    static func load<Order: ByteOrder>(_ bytes: UnsafeRawPointer, _ order: Order.Type) -> UInt32
}

enum OneByte: IntegerContainer {
    static var byteCount: Int { 1 }

    @inline(__always) static func load<Order: ByteOrder>(_ bytes: UnsafeRawPointer, _: Order.Type) -> UInt32 {
        unsafe UInt32(bytes.load(as: UInt8.self)) &<< 24
    }
}

enum TwoBytes: IntegerContainer {
    static var byteCount: Int { 2 }

    @inline(__always) static func load<Order: ByteOrder>(_ bytes: UnsafeRawPointer, _: Order.Type) -> UInt32 {
        unsafe UInt32(Order.value(bytes.loadUnaligned(as: UInt16.self))) &<< 16
    }
}

enum ThreeBytes: IntegerContainer {
    static var byteCount: Int { 3 }

    @inline(__always) static func load<Order: ByteOrder>(_ bytes: UnsafeRawPointer, _: Order.Type) -> UInt32 {
        let first = unsafe UInt32(bytes.load(as: UInt8.self))
        let middle = unsafe UInt32((bytes + 1).load(as: UInt8.self)) &<< 16
        let last = unsafe UInt32((bytes + 2).load(as: UInt8.self))
        return Order.isBigEndian ? first &<< 24 | middle | last &<< 8 : first &<< 8 | middle | last &<< 24
    }
}

enum FourBytes: IntegerContainer {
    static var byteCount: Int { 4 }

    @inline(__always) static func load<Order: ByteOrder>(_ bytes: UnsafeRawPointer, _: Order.Type) -> UInt32 {
        unsafe Order.value(bytes.loadUnaligned(as: UInt32.self))
    }
}
