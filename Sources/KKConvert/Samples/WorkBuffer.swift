internal import KKPCM

/// Memory for samples that are worked on: a run per channel. `PCMBuffer`, and the same in Float64.
protocol WorkBuffer: ~Copyable {
    associatedtype Sample: WorkingSample
    var channelCount: Int { get }
    var frameCapacity: Int { get }
    init(channelCount: Int, frameCapacity: Int)
    @unsafe func channelPointer(_ channel: Int) -> UnsafeMutablePointer<Sample>
}

extension PCMBuffer: WorkBuffer {}

/// Float64 samples, one run per channel, owned and freed by this value.
@safe
struct WideBuffer: ~Copyable, WorkBuffer {
    let channelCount: Int
    let frameCapacity: Int
    private let samples: UnsafeMutablePointer<Double>

    /// A silent buffer.
    init(channelCount: Int, frameCapacity: Int) {
        precondition(channelCount >= 0 && frameCapacity >= 0, "a buffer's dimensions are not negative")
        self.channelCount = channelCount
        self.frameCapacity = frameCapacity
        let count = max(1, channelCount * frameCapacity)
        unsafe samples = UnsafeMutablePointer.allocate(capacity: count)
        unsafe samples.initialize(repeating: 0, count: count)
    }

    deinit {
        unsafe samples.deallocate()
    }

    @unsafe
    func channelPointer(_ channel: Int) -> UnsafeMutablePointer<Double> {
        precondition((0..<channelCount).contains(channel), "no such channel")
        return unsafe samples + channel * frameCapacity
    }
}
