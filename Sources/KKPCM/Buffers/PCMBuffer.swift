/// Memory for canonical audio: one run of Float32 per channel, 64-byte aligned, owned and freed by this value.
///
/// It has room for `frameCapacity` frames, of which `frameLength` are valid. A new buffer is silent and has the length
/// zero. This is one of the few types that use a pointer. Other code works on spans inside ``withChannel(_:_:)`` and
/// ``withMutableChannel(_:_:)``, which check every index and cost nothing if they are outside of loops.
///
/// ## Allocation
/// Only in `init`.
@safe
public struct PCMBuffer: ~Copyable, @unchecked Sendable {
    /// The number of channels.
    public let channelCount: Int
    /// The number of frames that there is room for.
    public let frameCapacity: Int

    /// The number of valid frames, limited to 0 to `frameCapacity`.
    public var frameLength: Int {
        didSet {
            if !(0...frameCapacity).contains(frameLength) { frameLength = max(0, min(frameLength, frameCapacity)) }
        }
    }

    /// The distance from one channel's first sample to the next one's: the capacity, rounded up to whole cache lines.
    private let channelStride: Int
    private let samples: UnsafeMutablePointer<Float>

    /// A silent buffer of length zero. Both numbers may be zero; negative numbers count as zero.
    public init(channelCount: Int, frameCapacity: Int) {
        let (channelCount, frameCapacity) = (max(0, channelCount), max(0, frameCapacity))
        self.channelCount = channelCount
        self.frameCapacity = frameCapacity
        frameLength = 0
        channelStride = Self.stride(frameCapacity)
        let count = max(16, channelCount * channelStride)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Float>.stride, alignment: 64)
        unsafe samples = memory.initializeMemory(as: Float.self, repeating: 0, count: count)
    }

    private static func stride(_ frameCapacity: Int) -> Int { (frameCapacity + 15) & ~15 }

    /// The bytes that a buffer of this size takes.
    package static func byteCount(channelCount: Int, frameCapacity: Int) -> Int {
        channelCount * stride(frameCapacity) * MemoryLayout<Float>.stride
    }

    deinit {
        unsafe UnsafeMutableRawPointer(samples).deallocate()
    }

    /// The first sample of a channel; `frameCapacity` samples follow. For this package's kernels that touch several
    /// channels at once.
    @unsafe
    package func channelPointer(_ channel: Int) -> UnsafeMutablePointer<Float> {
        precondition((0..<channelCount).contains(channel), "no such channel")
        return unsafe samples + channel * channelStride
    }
}
