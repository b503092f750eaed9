internal import KKDSP
internal import KKPCM

/// The windows of a ``StretchedSource``, added up, and what is settled of them.
///
/// ## Allocation
/// Only in `init`.
struct StretchOutput: ~Copyable {
    /// The sums, and after the channels that of the windows' squares.
    private var sums: PCMBuffer
    /// The output frame at which they begin.
    private var start: Int64 = 0
    private var ready: PCMBuffer
    private var readyFrames = 0..<0
    /// The end of the last part, which the beginning of the next one is faded into.
    private var joint: PCMBuffer
    /// The first frame that was not given yet.
    private var next: Int64 = 0
    /// The joint's frames, and those that are still ahead.
    private var fade = (length: 0, rest: 0)

    private let size: Int
    private let channelCount: Int

    init(channelCount: Int, size: Int, fade: Int) {
        (self.size, self.channelCount) = (size, channelCount)
        sums = PCMBuffer(channelCount: channelCount + 1, frameCapacity: size)
        ready = PCMBuffer(channelCount: channelCount, frameCapacity: 2 * size)
        joint = PCMBuffer(channelCount: channelCount, frameCapacity: size == 0 ? 0 : fade)
        sums.frameLength = sums.frameCapacity
        joint.frameLength = joint.frameCapacity
    }

    mutating func reset() {
        sums.silence(0..<sums.frameCapacity)
        (start, next, fade, readyFrames) = (0, 0, (0, 0), 0..<0)
    }

    /// Begins a part whose first window is around `time`.
    mutating func begin(at time: Int64) {
        sums.silence(0..<sums.frameCapacity)
        start = time - Int64(size / 2)
    }

    /// Adds the frame of a vocoder around `time`, whose input ends `end` frames after the middle.
    mutating func add(_ vocoder: PhaseVocoder, at time: Int64, end: Int64?) {
        let first = Int(time - start) - size / 2
        vocoder.add(to: &sums, at: first, end: end.map { Int(min(Int64(size), $0 + Int64(size / 2))) } ?? size)
    }

    /// Gives all frames before `end`: no window will add to them.
    mutating func settle(upTo end: Int64) {
        if end > next { give(Int(end - next)) }
        let done = Int(max(0, min(end - start, Int64(sums.frameCapacity))))
        sums.moveToFront(from: done, count: sums.frameCapacity - done)
        sums.silence(sums.frameCapacity - done..<sums.frameCapacity)
        start += Int64(done)
    }

    /// Ends a part at `end`; its last frames are kept for the joint with the next one.
    mutating func finish(at end: Int64, isLast: Bool) {
        let kept = isLast ? 0 : Int(min(Int64(joint.frameCapacity), max(0, end - next)))
        let rest = Int(max(0, end - next)) - kept
        if rest > 0 { give(rest) }
        if kept > 0 { Self.level(kept, of: sums, from: Int(next - start), into: &joint, at: 0) }
        fade = (kept, kept)
    }

    /// Moves `count` frames to the ready ones.
    private mutating func give(_ count: Int) {
        let place = readyFrames.isEmpty ? 0 : readyFrames.upperBound
        Self.level(count, of: sums, from: Int(next - start), into: &ready, at: place)
        join(min(count, fade.rest), at: place)
        readyFrames = (place == 0 ? 0 : readyFrames.lowerBound)..<place + count
        next += Int64(count)
    }

    /// The sums of `count` frames by those of the windows.
    private static func level(
        _ count: Int, of sums: borrowing PCMBuffer, from first: Int, into buffer: inout PCMBuffer, at place: Int
    ) {
        for channel in 0..<buffer.channelCount {
            sums.withChannel(channel) { sum in
                sums.withChannel(sums.channelCount - 1) { weights in
                    buffer.withMutableChannel(channel) { output in
                        for frame in 0..<count {
                            output[place + frame] = sum[first + frame] / max(weights[first + frame], 1e-3)
                        }
                    }
                }
            }
        }
    }

    /// From the joint's frames to those that are ready, linearly.
    private mutating func join(_ count: Int, at place: Int) {
        let length = fade.length, done = length - fade.rest
        for channel in 0..<channelCount {
            joint.withChannel(channel) { old in
                ready.withMutableChannel(channel) { new in
                    for frame in 0..<count {
                        let share = Float(done + frame + 1) / Float(length + 1)
                        let before = old[done + frame]
                        new[place + frame] = before + share * (new[place + frame] - before)
                    }
                }
            }
        }
        fade.rest -= count
    }

    /// Drops at most `count` ready frames.
    mutating func drop(_ count: Int64) -> Int {
        let dropped = Int(min(count, Int64(readyFrames.count)))
        readyFrames = readyFrames.lowerBound + dropped..<readyFrames.upperBound
        return dropped
    }

    /// Hands out at most `count` ready frames.
    mutating func take(_ count: Int, into buffer: inout PCMBuffer, at offset: Int) -> Int {
        let taken = min(count, readyFrames.count)
        if taken > 0 { buffer.copy(taken, framesFrom: ready, at: readyFrames.lowerBound, to: offset) }
        readyFrames = readyFrames.lowerBound + taken..<readyFrames.upperBound
        return taken
    }
}
