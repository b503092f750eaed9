/// The samples of libavcodec: `AVSampleFormat`, interleaved, or a plane for each channel.
enum AVSampleForm: Int32 {
    case unsigned8, signed16, signed32, float32, float64
    case planarUnsigned8, planarSigned16, planarSigned32, planarFloat32, planarFloat64

    var isPlanar: Bool { rawValue >= Self.planarUnsigned8.rawValue }

    var byteCount: Int {
        switch self {
        case .unsigned8, .planarUnsigned8: 1
        case .signed16, .planarSigned16: 2
        case .signed32, .planarSigned32, .float32, .planarFloat32: 4
        case .float64, .planarFloat64: 8
        }
    }

    /// Copies samples that lie `stride` of them apart, as they are delivered.
    @unsafe
    func copy(
        _ count: Int, of bytes: UnsafeRawPointer, stride: Int, to target: inout MutableSpan<Float>, at offset: Int
    ) {
        @inline(__always)
        func copy<Sample>(_ type: Sample.Type, _ value: (Sample) -> Float) {
            let samples = unsafe bytes.assumingMemoryBound(to: type)
            for frame in 0..<count { target[offset + frame] = value(unsafe samples[frame * stride]) }
        }
        switch self {
        case .float32, .planarFloat32: copy(Float.self) { $0 }
        case .unsigned8, .planarUnsigned8: copy(UInt8.self) { Float(Int($0) - 128) / 0x1p7 }
        case .signed16, .planarSigned16: copy(Int16.self) { Float($0) / 0x1p15 }
        case .signed32, .planarSigned32: copy(Int32.self) { Float($0) / 0x1p31 }
        case .float64, .planarFloat64: copy(Double.self) { Float($0) }
        }
    }
}
