/// Stores one value, or the two of a stereo frame. Integer formats take codes, floating point formats take samples.
protocol SampleWriter {
    associatedtype Value
    static var byteCount: Int { get }
    func store(_ value: Value, at bytes: UnsafeMutableRawPointer)
    func storePair(_ first: Value, _ second: Value, at bytes: UnsafeMutableRawPointer)
}

extension SampleWriter {
    @inline(__always) func storePair(_ first: Value, _ second: Value, at bytes: UnsafeMutableRawPointer) {
        unsafe store(first, at: bytes)
        unsafe store(second, at: bytes + Self.byteCount)
    }
}

/// Two's complement, or offset binary when `offset` is 0x80.
struct Int8Writer: SampleWriter {
    let offset: UInt8
    static var byteCount: Int { 1 }

    @inline(__always) func store(_ code: Int32, at bytes: UnsafeMutableRawPointer) {
        unsafe bytes.storeBytes(of: UInt8(truncatingIfNeeded: code) ^ offset, as: UInt8.self)
    }
}

struct Int16Writer<Order: ByteOrder>: SampleWriter {
    static var byteCount: Int { 2 }

    @inline(__always) func store(_ code: Int32, at bytes: UnsafeMutableRawPointer) {
        unsafe bytes.storeBytes(of: Order.value(UInt16(truncatingIfNeeded: code)), as: UInt16.self)
    }

    /// One 32-bit store for the frame.
    @inline(__always) func storePair(_ first: Int32, _ second: Int32, at bytes: UnsafeMutableRawPointer) {
        let (low, high) = Order.isBigEndian ? (second, first) : (first, second)
        let word = UInt32(bitPattern: low) & 0xFFFF | UInt32(bitPattern: high) &<< 16
        unsafe bytes.storeBytes(of: Order.value(word), as: UInt32.self)
    }
}

struct Int24Writer<Order: ByteOrder>: SampleWriter {
    static var byteCount: Int { 3 }

    @inline(__always) func store(_ code: Int32, at bytes: UnsafeMutableRawPointer) {
        let high = UInt8(truncatingIfNeeded: code &>> 16)
        let low = UInt8(truncatingIfNeeded: code)
        unsafe bytes.storeBytes(of: Order.isBigEndian ? high : low, as: UInt8.self)
        unsafe (bytes + 1).storeBytes(of: UInt8(truncatingIfNeeded: code &>> 8), as: UInt8.self)
        unsafe (bytes + 2).storeBytes(of: Order.isBigEndian ? low : high, as: UInt8.self)
    }

    /// A 32-bit and a 16-bit store.
    @inline(__always) func storePair(_ first: Int32, _ second: Int32, at bytes: UnsafeMutableRawPointer) {
        let (low, high) = Order.isBigEndian ? (second, first) : (first, second)
        let pair = UInt64(UInt32(bitPattern: low) & 0xFF_FFFF) | UInt64(UInt32(bitPattern: high) & 0xFF_FFFF) &<< 24
        let head = UInt32(truncatingIfNeeded: Order.isBigEndian ? pair &>> 16 : pair)
        let tail = UInt16(truncatingIfNeeded: Order.isBigEndian ? pair : pair &>> 32)
        unsafe bytes.storeBytes(of: Order.value(head), as: UInt32.self)
        unsafe (bytes + 4).storeBytes(of: Order.value(tail), as: UInt16.self)
    }
}

struct Int32Writer<Order: ByteOrder>: SampleWriter {
    static var byteCount: Int { 4 }

    @inline(__always) func store(_ code: Int32, at bytes: UnsafeMutableRawPointer) {
        unsafe bytes.storeBytes(of: Order.value(UInt32(bitPattern: code)), as: UInt32.self)
    }
}

/// The bits as they are; Float64 is rounded to nearest even.
struct Float32Writer<Order: ByteOrder, Value: WorkingSample>: SampleWriter {
    static var byteCount: Int { 4 }

    @inline(__always) func store(_ sample: Value, at bytes: UnsafeMutableRawPointer) {
        unsafe bytes.storeBytes(of: Order.value(sample.single.bitPattern), as: UInt32.self)
    }
}

struct Float64Writer<Order: ByteOrder, Value: WorkingSample>: SampleWriter {
    static var byteCount: Int { 8 }

    @inline(__always) func store(_ sample: Value, at bytes: UnsafeMutableRawPointer) {
        unsafe bytes.storeBytes(of: Order.value(sample.double.bitPattern), as: UInt64.self)
    }
}

/// Any integer or fixed-point sample, by the writer of its container.
struct FieldWriter<Container: SampleWriter>: SampleWriter where Container.Value == Int32 {
    let flip: Int32
    let mask: Int32
    let container: Container

    init(_ field: IntegerField, _ container: Container) {
        flip = field.flip
        mask = field.mask
        self.container = container
    }

    static var byteCount: Int { Container.byteCount }

    @inline(__always) func store(_ code: Int32, at bytes: UnsafeMutableRawPointer) {
        unsafe container.store((code ^ flip) & mask, at: bytes)
    }
}
