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

    /// The sample of that number, as it is delivered.
    @unsafe
    func sample(_ bytes: UnsafeRawPointer, _ number: Int) -> Float {
        let place = number * byteCount
        switch self {
        case .float32, .planarFloat32: return unsafe bytes.load(fromByteOffset: place, as: Float.self)
        case .unsigned8, .planarUnsigned8:
            return Float(Int(unsafe bytes.load(fromByteOffset: place, as: UInt8.self)) - 128) / 0x1p7
        case .signed16, .planarSigned16: return Float(unsafe bytes.load(fromByteOffset: place, as: Int16.self)) / 0x1p15
        case .signed32, .planarSigned32: return Float(unsafe bytes.load(fromByteOffset: place, as: Int32.self)) / 0x1p31
        case .float64, .planarFloat64: return Float(unsafe bytes.load(fromByteOffset: place, as: Double.self))
        }
    }
}
