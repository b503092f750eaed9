public import KKPCM

/// A true-peak meter for each channel: the larger reading of 16 positions per frame and of the meter of ITU-R
/// BS.1770-4, Annex 2 (see ``TruePeakFilter`` for the accuracy). The oversampling is the same at every rate.
///
/// The sound is taken as silent before its first and after its last frame. Samples that are not finite count as silence.
///
/// The slice size does not change the peaks. Parts in which no nearby sample is loud enough for a new peak are skipped,
/// so sounds with early peaks are measured fastest.
///
/// ## Allocation
/// In `init` alone.
public struct TruePeakMeter: ~Copyable {
    public let channelCount: Int
    /// The number of frames processed together. A call may have more.
    public let maximumFrameCount: Int
    /// The peak of each channel so far, linear; 0 for silence. Complete after ``finish()``.
    public internal(set) var peaks: [Double]

    let filter = TruePeakFilter()
    let set: InstructionSet
    /// Scaled: `kept` frames that came before, the frames that come, and room for what the kernel reads after them.
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

    /// Adds `frames` of a buffer with this meter's channels.
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

    /// Frames by which ``peaks`` are after what has been added, and frames before a frame that its peak depends on at
    /// most.
    package static var delay: Int { TruePeakFilter.delay }
    package static var reach: Int { kept }
    /// No peak is larger than this times the largest sample within ``reach``.
    package var worstGain: Double { filter.worstGain }

    /// Forgets the peaks so far, and goes on.
    package mutating func clearPeaks() {
        for channel in 0..<channelCount { peaks[channel] = 0 }
    }

    /// Ends the sound and measures its last peaks with silence after them. Frames added later follow that silence.
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
