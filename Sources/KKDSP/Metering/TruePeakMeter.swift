public import KKPCM

/// The largest magnitude of each channel, between the samples as well: 16 places a frame and the meter of ITU-R
/// BS.1770-4, Annex 2, of which the larger reading counts (``TruePeakFilter``, which says how exact that is). It
/// oversamples alike at every rate.
///
/// The sound is silent before its first and behind its last frame. What is not finite counts as silence.
///
/// Frames may come in slices of any size: the peaks are the same. Where no sample within reach is loud enough to make a
/// new peak nothing is worked out, which is why loud things first are measured fastest.
///
/// ## Allocation
/// In `init` alone.
public struct TruePeakMeter: ~Copyable {
    public let channelCount: Int
    /// Frames that are worked on together. A call may bring more.
    public let maximumFrameCount: Int
    /// The peaks so far, linear, a channel each; 0 for silence. Complete behind ``finish()``.
    public internal(set) var peaks: [Double]

    let filter = TruePeakFilter()
    let set: InstructionSet
    /// Scaled: `kept` frames that came before, the frames that come, and room for what the kernel reads behind them.
    var history: PCMBuffer
    /// One channel: the peaks of the frames that are worked on.
    var readings: PCMBuffer

    /// Frames before the newest ones that are read.
    static let kept = TruePeakFilter.delay + TruePeakFilter.reach
    /// What samples are multiplied by: a power of two, so that no result knows of it, and small enough for sums of the
    /// largest Float32.
    static let scale: Float = 0x1p-8

    /// - Parameter maximumFrameCount: at least 1.
    public init(channelCount: Int, maximumFrameCount: Int) {
        self.init(channelCount: channelCount, maximumFrameCount: maximumFrameCount, set: .best)
    }

    /// The same, with the instructions named; for tests, because they show in no result.
    package init(channelCount: Int, maximumFrameCount: Int, set: InstructionSet) {
        precondition(channelCount >= 0 && maximumFrameCount > 0, "no such stream")
        self.channelCount = channelCount
        self.maximumFrameCount = maximumFrameCount
        self.set = set
        peaks = Array(repeating: 0, count: channelCount)
        history = PCMBuffer(
            channelCount: channelCount, frameCapacity: Self.kept + maximumFrameCount + TruePeakFilter.reach)
        readings = PCMBuffer(channelCount: 1, frameCapacity: maximumFrameCount + 8)
    }

    /// Takes `frames` of a buffer of this meter's channels.
    public mutating func add(_ buffer: borrowing PCMBuffer, frames: Range<Int>) {
        precondition(buffer.channelCount == channelCount, "a meter keeps the number of channels")
        add(buffer, frames: frames, firstChannel: 0)
    }

    /// The same for a buffer with more channels, of which this meter's begin at `firstChannel`.
    package mutating func add(_ buffer: borrowing PCMBuffer, frames: Range<Int>, firstChannel: Int) {
        var start = frames.lowerBound
        while start < frames.upperBound {
            let count = min(maximumFrameCount, frames.upperBound - start)
            take(count, from: buffer, at: start, firstChannel: firstChannel)
            history.silenceNonFinite(Self.kept..<Self.kept + count)
            read(count)
            start += count
        }
    }

    /// Frames by which ``peaks`` are behind what has been added, and frames before a frame that its peak depends on at
    /// most.
    package static var delay: Int { TruePeakFilter.delay }
    package static var reach: Int { kept }
    /// No peak is larger than this times the largest sample within ``reach``.
    package var worstGain: Double { filter.worstGain }

    /// Forgets the peaks so far, and goes on.
    package mutating func clearPeaks() {
        for channel in 0..<channelCount { peaks[channel] = 0 }
    }

    /// Ends the sound: reads what only silence makes known. What is added from here on begins behind that silence.
    public mutating func finish() {
        var left = Self.kept
        while left > 0 {
            let count = min(maximumFrameCount, left)
            history.silence(Self.kept..<Self.kept + count)
            read(count)
            left -= count
        }
    }

    /// Reads the peaks that have become known with the newest `count` frames, and moves on.
    private mutating func read(_ count: Int) {
        findPeaks(count)
        history.moveToFront(from: count, count: Self.kept)
    }
}
