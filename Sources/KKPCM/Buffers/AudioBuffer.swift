/// Raw bytes of one channel, or of several interleaved: the fields of an `AudioBuffer`.
///
/// The bytes are a value: you may keep a buffer that you get, and later changes to the original do not change the copy.
///
/// ## Allocation
/// A copy shares its memory until one of the two is written to; then the bytes are copied. Writing in place to a buffer
/// that is passed `inout` allocates nothing.
///
/// Source: CoreAudioBaseTypes.h.
public struct AudioBuffer: Hashable, Sendable {
    /// The channels that are interleaved in ``bytes`` (`mNumberChannels`).
    public var channelCount: Int
    /// The memory (`mData`): its length is the buffer's capacity.
    public var bytes: [UInt8]
    /// The number of bytes with data, from the start (`mDataByteSize`).
    public var byteCount: Int

    /// A buffer full of data.
    public init(channelCount: Int = 1, bytes: [UInt8]) {
        self.channelCount = channelCount
        self.bytes = bytes
        byteCount = bytes.count
    }

    /// A buffer without data, with room for `byteCapacity` bytes; a negative number counts as 0.
    public init(channelCount: Int = 1, byteCapacity: Int) {
        self.channelCount = channelCount
        bytes = Array(repeating: 0, count: max(0, byteCapacity))
        byteCount = 0
    }
}

extension AudioBuffer {
    /// A buffer of samples in native byte order: `[Int16]`, `[Int32]`, `[Float]`, `[Double]`.
    ///
    /// ## Allocation
    /// A copy of the samples.
    public init<Sample: Numeric & BitwiseCopyable>(channelCount: Int = 1, samples: [Sample]) {
        self.init(channelCount: channelCount, bytes: unsafe samples.withUnsafeBytes { unsafe Array($0) })
    }

    /// The valid bytes as samples in native byte order; an incomplete sample at the end is left out.
    ///
    /// ## Allocation
    /// The array.
    public func samples<Sample: Numeric & BitwiseCopyable>(as type: Sample.Type) -> [Sample] {
        let size = MemoryLayout<Sample>.stride
        return unsafe bytes.withUnsafeBytes { raw in
            (0..<min(max(0, byteCount), raw.count) / size).map {
                unsafe raw.loadUnaligned(fromByteOffset: $0 * size, as: type)
            }
        }
    }
}
