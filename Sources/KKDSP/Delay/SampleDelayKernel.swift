public import KKPCM

/// The arithmetic of Apple's sample delay (`kAudioUnitSubType_SampleDelay`): output frame n is input frame n −
/// ``frameCount``, bit for bit.
///
/// Before the first frame there is silence. With a new count the output jumps, from the next frame on, to where that
/// many frames lie behind: a longer one repeats what was heard, back into the silence before the first frame, and a
/// shorter one leaves something out.
///
/// The delay is what the unit is for, not a latency to be made up for. Its tail is as long as the delay.
///
/// ## Allocation
/// In `init` alone.
public struct SampleDelayKernel: EffectKernel, ~Copyable {
    /// The longest delay: as many frames as a second has.
    public let maximumDelay: Int
    /// Frames, 0 … ``maximumDelay``; what lies beyond is taken as the nearest end.
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

    public var isAtRest: Bool { line.isEmpty }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        precondition(buffer.channelCount == line.channelCount, "a delay keeps the number of channels")
        for channel in 0..<line.channelCount { delay(frames, of: channel, in: &buffer) }
        line.note(frames.count)
    }
}
