/// Loads one sample, or the two of a stereo frame, as Float32 with full scale at 1.0.
///
/// Integers are divided by 2^(container bits − 1), which is exact up to 24 bits; 32-bit integers are rounded once, to
/// nearest even. As Float64, every one of them is exact.
protocol SampleReader {
    static var byteCount: Int { get }
    func sample(_ bytes: UnsafeRawPointer) -> Float
    func pair(_ bytes: UnsafeRawPointer) -> (Float, Float)
    func wideSample(_ bytes: UnsafeRawPointer) -> Double
}

extension SampleReader {
    @inline(__always) func pair(_ bytes: UnsafeRawPointer) -> (Float, Float) {
        unsafe (sample(bytes), sample(bytes + Self.byteCount))
    }

    /// For those whose every sample Float32 holds.
    @inline(__always) func wideSample(_ bytes: UnsafeRawPointer) -> Double {
        unsafe Double(sample(bytes))
    }
}

/// Two's complement, or offset binary when `offset` is 0x80.
struct Int8Reader: SampleReader {
    let offset: UInt8
    static var byteCount: Int { 1 }

    @inline(__always) func sample(_ bytes: UnsafeRawPointer) -> Float {
        let code = unsafe bytes.load(as: UInt8.self) ^ offset
        return Float(Int8(bitPattern: code)) * (1 / 128)
    }
}

struct Int16Reader<Order: ByteOrder>: SampleReader {
    static var byteCount: Int { 2 }

    @inline(__always) func sample(_ bytes: UnsafeRawPointer) -> Float {
        let word = unsafe Order.value(bytes.loadUnaligned(as: UInt16.self))
        return Float(Int16(bitPattern: word)) * (1 / 32768)
    }

    /// One 32-bit load for the frame: shifts and conversions that SSE2 and NEON have for whole vectors.
    @inline(__always) func pair(_ bytes: UnsafeRawPointer) -> (Float, Float) {
        let word = unsafe Order.value(bytes.loadUnaligned(as: UInt32.self))
        let low = (Int32(truncatingIfNeeded: word) &<< 16) &>> 16
        let high = Int32(truncatingIfNeeded: word) &>> 16
        let (first, second) = Order.isBigEndian ? (high, low) : (low, high)
        return (Float(first) * (1 / 32768), Float(second) * (1 / 32768))
    }
}

struct Int24Reader<Order: ByteOrder>: SampleReader {
    static var byteCount: Int { 3 }

    @inline(__always) func sample(_ bytes: UnsafeRawPointer) -> Float {
        let outer = unsafe UInt32(bytes.load(as: UInt8.self))
        let middle = unsafe UInt32((bytes + 1).load(as: UInt8.self)) &<< 16
        let last = unsafe UInt32((bytes + 2).load(as: UInt8.self))
        let word = Order.isBigEndian ? outer &<< 24 | middle | last &<< 8 : outer &<< 8 | middle | last &<< 24
        return Float(Int32(bitPattern: word)) * (1 / 2_147_483_648)
    }

    /// Two overlapping 32-bit loads cover the six bytes of a frame and none beyond.
    @inline(__always) func pair(_ bytes: UnsafeRawPointer) -> (Float, Float) {
        let head = unsafe Order.value(bytes.loadUnaligned(as: UInt32.self))
        let tail = unsafe Order.value((bytes + 2).loadUnaligned(as: UInt32.self))
        let first = Order.isBigEndian ? head & 0xFFFF_FF00 : head &<< 8
        let second = Order.isBigEndian ? tail &<< 8 : tail & 0xFFFF_FF00
        return (
            Float(Int32(bitPattern: first)) * (1 / 2_147_483_648),
            Float(Int32(bitPattern: second)) * (1 / 2_147_483_648)
        )
    }
}

struct Int32Reader<Order: ByteOrder>: SampleReader {
    static var byteCount: Int { 4 }

    @inline(__always) func sample(_ bytes: UnsafeRawPointer) -> Float {
        let word = unsafe Order.value(bytes.loadUnaligned(as: UInt32.self))
        return Float(Int32(bitPattern: word)) * (1 / 2_147_483_648)
    }

    @inline(__always) func wideSample(_ bytes: UnsafeRawPointer) -> Double {
        let word = unsafe Order.value(bytes.loadUnaligned(as: UInt32.self))
        return Double(Int32(bitPattern: word)) * (1 / 2_147_483_648)
    }
}

/// The bits as they are.
struct Float32Reader<Order: ByteOrder>: SampleReader {
    static var byteCount: Int { 4 }

    @inline(__always) func sample(_ bytes: UnsafeRawPointer) -> Float {
        unsafe Float(bitPattern: Order.value(bytes.loadUnaligned(as: UInt32.self)))
    }
}

/// Rounded to nearest even; what Float32 cannot hold becomes infinite.
struct Float64Reader<Order: ByteOrder>: SampleReader {
    static var byteCount: Int { 8 }

    @inline(__always) func sample(_ bytes: UnsafeRawPointer) -> Float {
        unsafe Float(wideSample(bytes))
    }

    @inline(__always) func wideSample(_ bytes: UnsafeRawPointer) -> Double {
        unsafe Double(bitPattern: Order.value(bytes.loadUnaligned(as: UInt64.self)))
    }
}

/// One table look-up per sample.
@safe
struct CompandedReader: SampleReader {
    /// 256 samples, by code.
    let table: UnsafePointer<Float>
    static var byteCount: Int { 1 }

    @inline(__always) func sample(_ bytes: UnsafeRawPointer) -> Float {
        unsafe table[Int(bytes.load(as: UInt8.self))]
    }
}

/// Any integer or fixed-point sample, rounded once where Float32 cannot hold it.
struct FieldReader<Order: ByteOrder, Container: IntegerContainer>: SampleReader {
    let leftShift: UInt32
    let flip: UInt32
    let scale: Double
    let singleScale: Float

    init(_ field: IntegerField, _: Container.Type, _: Order.Type) {
        leftShift = field.leftShift
        flip = field.topFlip
        scale = field.scale
        singleScale = Float(field.scale)
    }

    static var byteCount: Int { Container.byteCount }

    @inline(__always) func sample(_ bytes: UnsafeRawPointer) -> Float {
        unsafe Float(code(bytes)) * singleScale
    }

    @inline(__always) func wideSample(_ bytes: UnsafeRawPointer) -> Double {
        unsafe Double(code(bytes)) * scale
    }

    /// The sample at the top of 32 bits.
    @inline(__always) private func code(_ bytes: UnsafeRawPointer) -> Int32 {
        unsafe Int32(bitPattern: Container.load(bytes, Order.self) &<< leftShift ^ flip)
    }
}
