internal import KKConvert
internal import KKPCM

/// What is enqueued, read as one stream: silence up to a buffer's start time, then its frames, and so on, at the
/// queue's rate.
///
/// Its frames are the queue's own time line. Reading stops at a flush until that is taken away, and one read never goes
/// over a buffer's end.
///
/// ## Allocation
/// In `add`. Reading allocates nothing.
final class BufferFeed {
    /// A buffer that waits.
    struct Entry {
        var buffer: AudioQueue.Buffer
        /// The frames of it that are played.
        var frames: Range<Int>
        /// Where they begin on the time line.
        var start: Int64
        var events: [AudioQueue.ParameterEvent]
    }

    /// A place on the time line where parameters change.
    struct Mark {
        var time: Int64
        /// The output frame of the run, once it is known.
        var outputFrame: Int64?
        var events: [AudioQueue.ParameterEvent]
    }

    private enum Item {
        case buffer(Entry)
        case flush
    }

    private let unpacker: PCMUnpacker
    private let isFloat: Bool
    /// Whether the frames are in ``AudioQueue/Buffer/decoded``.
    private let isDecoded: Bool
    /// From `head` on, in the order of playing.
    private var items: [Item] = []
    private var head = 0
    /// Frames of the first entry that have been read, and whether its events have been handed on.
    private var done = 0
    private var isBegun = false

    /// The next frame to be read.
    private(set) var readTime: Int64 = 0
    /// Where the next buffer begins, if it does not say.
    private(set) var endTime: Int64 = 0
    /// Read to their end, and not yet given back.
    private(set) var finished: [AudioQueue.Buffer] = []
    /// The parameter events of the buffers that have begun, and are not heard yet.
    var marks: [Mark] = []

    init(_ unpacker: PCMUnpacker, isDecoded: Bool = false) {
        self.unpacker = unpacker
        self.isDecoded = isDecoded
        isFloat = unpacker.format.isFloat
    }

    var bytesPerFrame: Int { unpacker.bytesPerFrame }
    var isEmpty: Bool { head == items.count }
    /// Whether a flush comes next.
    var isAtFlush: Bool { if case .flush? = first { true } else { false } }
    /// Whether that flush is all that is left.
    var isAtLastFlush: Bool { isAtFlush && head + 1 == items.count }

    private var first: Item? { head < items.count ? items[head] : nil }

    /// - Parameter start: `nil` is right after what is there.
    /// - Returns: where the buffer begins.
    func add(
        _ buffer: AudioQueue.Buffer, frames: Range<Int>, start: Int64?, events: [AudioQueue.ParameterEvent]
    ) -> Int64 {
        let start = start ?? endTime
        append(.buffer(Entry(buffer: buffer, frames: frames, start: start, events: events)))
        // Room for what reading will do with it, doubled so that it is not made for every buffer.
        let needed = items.count - head + max(finished.count, marks.count)
        if finished.capacity < needed { finished.reserveCapacity(2 * needed) }
        if marks.capacity < needed { marks.reserveCapacity(2 * needed) }
        endTime = start + Int64(frames.count)
        buffer.isInUse = true
        return start
    }

    /// Two flushes on end are one, so that a tap's tail after a flush and a stop belongs to the run that they end.
    func addFlush() {
        if !isEmpty, case .flush? = items.last { return }
        append(.flush)
    }

    func removeFlush() { if isAtFlush { head += 1 } }

    private func append(_ item: Item) {
        if head > 64, 2 * head > items.count {
            items.removeFirst(head)
            head = 0
        }
        items.append(item)
    }

    /// The buffer that has been read to its end first.
    func takeFinished() -> AudioQueue.Buffer? { finished.isEmpty ? nil : finished.removeFirst() }

    /// Reads at most `count` frames.
    ///
    /// - Returns: how many; 0 at a flush, where nothing is enqueued, and for a buffer of which nothing is played.
    /// - Throws: `invalidBuffer` for samples that are not numbers.
    func read(_ count: Int, into buffer: inout PCMBuffer, at offset: Int) throws(AudioQueueError) -> Int {
        guard count > 0, case .buffer(let entry)? = first else { return 0 }
        if readTime < entry.start {
            let silent = Int(min(Int64(count), entry.start - readTime))
            buffer.silence(offset..<offset + silent)
            readTime += Int64(silent)
            return silent
        }
        if !isBegun {
            isBegun = true
            if !entry.events.isEmpty { marks.append(Mark(time: readTime, events: entry.events)) }
        }
        let given = min(count, entry.frames.count - done)
        unpacker.unpack(
            isDecoded ? entry.buffer.decoded : entry.buffer.bytes, from: entry.frames.lowerBound + done,
            frameCount: given, into: &buffer, at: offset)
        if isFloat, let wrong = firstNonFinite(in: buffer, frames: offset..<offset + given) {
            throw AudioQueueError(
                .invalidBuffer, kind: .badData, place: "frame \(readTime + Int64(wrong.frame - offset))",
                "the sample of channel \(wrong.channel) is not a finite number",
                nextStep: "enqueue finite samples; reset() takes these away")
        }
        done += given
        readTime += Int64(given)
        if done == entry.frames.count { finish(entry) }
        return given
    }

    private func finish(_ entry: Entry) {
        entry.buffer.isInUse = false
        finished.append(entry.buffer)
        head += 1
        done = 0
        isBegun = false
    }

    /// Takes everything off; the time line goes on at the frame that would have been read next, or begins again.
    ///
    /// - Returns: the buffers that were not given back yet, in the order of playing.
    func clear(restartsTime: Bool) -> [AudioQueue.Buffer] {
        var buffers = finished
        for item in items[head...] {
            guard case .buffer(let entry) = item else { continue }
            entry.buffer.isInUse = false
            buffers.append(entry.buffer)
        }
        finished.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
        head = 0
        done = 0
        isBegun = false
        if restartsTime { readTime = 0 }
        endTime = readTime
        return buffers
    }
}
