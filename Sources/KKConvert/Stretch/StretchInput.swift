internal import KKDSP
internal import KKPCM

/// What a ``StretchedSource`` has read: the frames around its windows, and the onsets in them.
///
/// ## Allocation
/// Only in `init`.
struct StretchInput: ~Copyable {
    /// The frame after the last one, once the source is over.
    private(set) var end: Int64?

    private var frames: PCMBuffer
    /// Of the first frame in `frames`, and how many there are.
    private var start: Int64 = 0
    private var count = 0
    private var onsets: OnsetDetector
    private let half: Int
    private let hop: Int

    private static let chunk = 2048

    init(_ format: StreamDescription, size: Int, hop: Int) {
        onsets = OnsetDetector(channelCount: format.channelCount, sampleRate: format.sampleRate)
        (half, self.hop) = (size / 2, hop)
        frames = PCMBuffer(
            channelCount: format.channelCount,
            frameCapacity: size == 0 ? 0 : size + hop + onsets.delay + 2 * Self.chunk)
        frames.frameLength = frames.frameCapacity
    }

    mutating func reset() {
        (start, count, end) = (0, 0, nil)
        onsets.reset()
    }

    /// Reads what a window around `place` needs, or one around the end of the part that begins at `part` where that comes
    /// first, and what tells of onsets in it.
    mutating func fill(upTo place: Int64, partAt part: Int64, from source: any FrameSource) throws {
        while end == nil {
            let middle = min(place, onsets.next(after: part) ?? place)
            guard start + Int64(count) < middle + Int64(half + onsets.delay) else { break }
            // What lies before the window's predecessor is over.
            let old = Int(min(Int64(count), max(0, middle - Int64(half + hop) - start)))
            if old > 0 {
                count -= old
                frames.moveToFront(from: old, count: count)
                start += Int64(old)
            }
            let read = try source.read(
                into: &frames, at: count, frameCount: min(Self.chunk, frames.frameCapacity - count))
            if read == 0 { end = start + Int64(count) }
            clean(count..<count + read)
            onsets.take(count..<count + read, of: frames)
            count += read
        }
    }

    /// What is infinite or no number would be everywhere in its windows.
    private mutating func clean(_ new: Range<Int>) {
        for channel in 0..<frames.channelCount {
            frames.withMutableChannel(channel) { samples in
                for frame in new where !samples[frame].isFinite { samples[frame] = 0 }
            }
        }
    }

    /// Where the part that begins at `start` ends, as far as that is known: at the next onset, or with the source.
    mutating func end(ofPartAt start: Int64) -> Int64? {
        onsets.next(after: start).flatMap { onset in end.map { onset < $0 } ?? true ? onset : nil } ?? end
    }

    /// Gives a vocoder the window around `place`, in which frames from `end` on are silent.
    func show(_ vocoder: PhaseVocoder, place: Int64, end: Int64?, distance: Int?) {
        let known = Int(min(Int64(count), max(0, (end ?? .max) - start)))
        vocoder.advance(to: Int(place - start) - half, of: frames, frames: 0..<known, by: distance)
    }
}
