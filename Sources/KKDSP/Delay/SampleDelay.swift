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
public struct SampleDelay: ~Copyable {
    public let channelCount: Int
    /// The longest delay.
    public let maximumDelay: Int
    /// Frames, 0 … ``maximumDelay``; what lies beyond is taken as the nearest end.
    public var frameCount: Int {
        didSet { frameCount = max(0, min(frameCount, maximumDelay)) }
    }
    var line: DelayLine

    /// - Parameter maximumDelay: in frames; Apple's unit has as many as a second has.
    public init(channelCount: Int, maximumDelay: Int, frameCount: Int = 0) {
        self.channelCount = channelCount
        self.maximumDelay = max(0, maximumDelay)
        self.frameCount = max(0, min(frameCount, maximumDelay))
        line = DelayLine(channelCount: channelCount, capacity: max(1, maximumDelay))
    }

    /// Silence behind.
    public mutating func reset() { line.reset() }

    /// Puts `frames` of `input` in, and what comes out into the same frames of `output`. Both buffers have this delay's
    /// channels.
    public mutating func process(_ frames: Range<Int>, of input: borrowing PCMBuffer, into output: inout PCMBuffer) {
        precondition(
            input.channelCount == channelCount && output.channelCount == channelCount,
            "a delay keeps the number of channels")
        for channel in 0..<channelCount { delay(frames, of: input, into: &output, channel) }
    }
}
