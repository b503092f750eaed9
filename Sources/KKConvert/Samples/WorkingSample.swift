internal import KKPCM

/// The type in which samples are worked on between bytes and bytes: Float32, the house's own, or Float64 where 24 bits
/// are too few.
protocol WorkingSample: BinaryFloatingPoint, BitwiseCopyable, Sendable {
    /// What codes of up to 16 bits are rounded in.
    associatedtype NarrowWork: RoundingFloat

    static func sample<Reader: SampleReader>(_ reader: Reader, _ bytes: UnsafeRawPointer) -> Self
    static func pair<Reader: SampleReader>(_ reader: Reader, _ bytes: UnsafeRawPointer) -> (Self, Self)
    var single: Float { get }
    var double: Double { get }
    /// This sample in the type in which a code is rounded, which holds it.
    func work<Work: RoundingFloat>(_ type: Work.Type) -> Work
}

extension Float: WorkingSample {
    typealias NarrowWork = Float

    @inline(__always) static func sample<Reader: SampleReader>(_ reader: Reader, _ bytes: UnsafeRawPointer) -> Float {
        unsafe reader.sample(bytes)
    }
    @inline(__always) static func pair<Reader: SampleReader>(
        _ reader: Reader, _ bytes: UnsafeRawPointer
    ) -> (Float, Float) {
        unsafe reader.pair(bytes)
    }
    @inline(__always) var single: Float { self }
    @inline(__always) var double: Double { Double(self) }
    @inline(__always) func work<Work: RoundingFloat>(_: Work.Type) -> Work { Work(self) }
}

extension Double: WorkingSample {
    typealias NarrowWork = Double

    @inline(__always) static func sample<Reader: SampleReader>(_ reader: Reader, _ bytes: UnsafeRawPointer) -> Double {
        unsafe reader.wideSample(bytes)
    }
    @inline(__always) static func pair<Reader: SampleReader>(
        _ reader: Reader, _ bytes: UnsafeRawPointer
    ) -> (Double, Double) {
        unsafe (reader.wideSample(bytes), reader.wideSample(bytes + Reader.byteCount))
    }
    @inline(__always) var single: Float { Float(self) }
    @inline(__always) var double: Double { self }
    @inline(__always) func work<Work: RoundingFloat>(_: Work.Type) -> Work { Work(self) }
}
