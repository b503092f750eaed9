public import KKPCM

/// Apple's sample delay (`kAudioUnitSubType_SampleDelay`): output frame n is input frame n − ``frameCount``, bit for
/// bit.
///
/// Before the first frame there is silence. With a new count the output jumps at the next frame: a longer delay repeats
/// earlier frames (or silence before the first one), and a shorter one skips some.
///
/// The delay is the effect itself and is not reported as latency. The tail is as long as the delay.
///
/// ## Allocation
/// In `init` alone.
public struct SampleDelayKernel: EffectKernel, ~Copyable {
    /// The longest delay in frames: one second.
    public let maximumDelay: Int
    /// Frames, 0 … ``maximumDelay``; values out of range are limited.
    public var frameCount = 0 {
        didSet { frameCount = max(0, min(frameCount, maximumDelay)) }
    }
    var line: DelayLine

    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        maximumDelay = Int(sampleRate.rounded())
        line = DelayLine(channelCount: channelCount, capacity: maximumDelay)
    }

    public mutating func reset() { line.reset() }

    public var tailFrameCount: Int? { frameCount }

    public func heldByteCount(channelCount: Int) -> Int { line.heldByteCount(channelCount: channelCount) }

    public var isAtRest: Bool { line.isEmpty }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        precondition(buffer.channelCount == line.channelCount, "a delay keeps the number of channels")
        for channel in 0..<line.channelCount { delay(frames, of: channel, in: &buffer) }
        line.note(frames.count)
    }
}
