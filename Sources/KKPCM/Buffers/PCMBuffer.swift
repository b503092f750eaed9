/// Memory for canonical audio: one run of Float32 per channel, 64-byte aligned, owned and freed by this value.
///
/// `frameCapacity` frames can be held, `frameLength` of them are valid. A new buffer is silent and has the length zero.
/// This is one of the few types of the house that spell a pointer; everyone else works on spans inside
/// ``withChannel(_:_:)`` and ``withMutableChannel(_:_:)``, which check every index and cost nothing once hoisted.
///
/// ## Allocation
/// In `init` alone. Nothing else here allocates.
@safe
public struct PCMBuffer: ~Copyable, @unchecked Sendable {
    /// Runs of samples, one per channel.
    public let channelCount: Int
    /// Samples that each channel has room for.
    public let frameCapacity: Int

    /// The number of valid frames, at most `frameCapacity`: more than that is taken for it, and less than none for
    /// none.
    public var frameLength: Int {
        didSet {
            if !(0...frameCapacity).contains(frameLength) { frameLength = max(0, min(frameLength, frameCapacity)) }
        }
    }

    /// From one channel's first sample to the next one's: the capacity, rounded up to whole cache lines.
    private let channelStride: Int
    private let samples: UnsafeMutablePointer<Float>

    /// A silent buffer of the length zero. Either number may be zero; a negative one is taken for that.
    public init(channelCount: Int, frameCapacity: Int) {
        let (channelCount, frameCapacity) = (max(0, channelCount), max(0, frameCapacity))
        self.channelCount = channelCount
        self.frameCapacity = frameCapacity
        frameLength = 0
        channelStride = (frameCapacity + 15) & ~15
        let count = max(16, channelCount * channelStride)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Float>.stride, alignment: 64)
        unsafe samples = memory.initializeMemory(as: Float.self, repeating: 0, count: count)
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
