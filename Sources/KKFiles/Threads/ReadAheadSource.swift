public import KKPCM

/// A source that ``IOWorkers`` read ahead of the render loop: a ring of blocks that they fill and the loop empties.
///
/// Reading ahead starts with the first read, so a track that starts late opens its file late. The frames and errors are
/// those of the source below, in the same order; an error comes after the frames that were read before it.
///
/// ## Allocation
/// In `init`: `blockCount` blocks of `blockLength` frames. None while reading.
public final class ReadAheadSource: FrameSource {
    private let workers: IOWorkers
    private let work: ReadAheadWork
    private let source: any FrameSource

    /// - Parameters:
    ///   - blockLength: frames in a block.
    ///   - blockCount: blocks in the ring, at least 2.
    ///   - frameLimit: the frame before which reading stops, so that nothing after it is decoded or reported.
    public init(
        _ source: any FrameSource, workers: IOWorkers, blockLength: Int, blockCount: Int, frameLimit: Int64 = .max
    ) {
        self.source = source
        self.workers = workers
        work = ReadAheadWork(
            source, blockLength: max(1, blockLength), blockCount: max(2, blockCount), frameLimit: frameLimit)
    }

    public var format: StreamDescription { source.format }

    public var frameCount: Int64? { source.frameCount }

    public func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        guard frameCount > 0 else { return 0 }
        workers.locked {
            workers.wait(for: work) { work.filled > 0 || work.isAtEnd }
            if work.isWorthwhile { workers.enqueue(work) }
        }
        guard let block = workers.locked({ work.front }) else {
            if let error = work.error { throw error }
            return 0
        }
        let count = min(frameCount, block.buffer.frameLength - block.position)
        buffer.copy(count, framesFrom: block.buffer, at: block.position, to: offset)
        block.position += count
        if block.position == block.buffer.frameLength {
            workers.locked {
                work.releaseFront()
                if work.isWorthwhile { workers.enqueue(work) }
            }
        }
        return count
    }

    public func seek(to frame: Int64) throws {
        workers.locked {
            work.isHeld = true
            workers.wait(for: work) { !work.isRunning }
        }
        defer { workers.locked { work.isHeld = false } }
        try source.seek(to: frame)
        workers.locked { work.rewind(to: frame) }
    }
}

/// The ring: `filled` blocks from `first` on belong to the reader; the one at `next` to whoever makes the step.
private final class ReadAheadWork: IOWork {
    private let source: any FrameSource
    private let blocks: [IOBlock]
    private var first = 0
    private var next = 0
    private(set) var filled = 0
    private var hasEnded = false
    /// Frames that may still be read.
    private let frameLimit: Int64
    private var remaining: Int64
    private(set) var error: (any Error)?
    /// No new step may start: the reader is about to seek.
    var isHeld = false

    init(_ source: any FrameSource, blockLength: Int, blockCount: Int, frameLimit: Int64) {
        self.source = source
        self.frameLimit = max(0, frameLimit)
        remaining = self.frameLimit
        let channelCount = source.format.channelCount
        blocks = (0..<blockCount).map { _ in IOBlock(channelCount: channelCount, length: blockLength) }
    }

    var isAtEnd: Bool { hasEnded && !isRunning }

    /// The oldest filled block.
    var front: IOBlock? { filled > 0 ? blocks[first] : nil }

    override var isReady: Bool { !hasEnded && !isHeld && filled < blocks.count }

    /// Whether so much is empty that a thread should be woken for it.
    var isWorthwhile: Bool { 2 * filled <= blocks.count }

    override func step() {
        let block = blocks[next]
        block.clear()
        do {
            try block.fill(frameLimit: remaining) { try source.read(into: &$0, at: $1, frameCount: $2) }
        } catch {
            self.error = error
        }
        remaining -= Int64(block.buffer.frameLength)
    }

    override func stepDone() {
        let length = blocks[next].buffer.frameLength
        if length > 0 {
            filled += 1
            next = (next + 1) % blocks.count
        }
        hasEnded = length == 0 || error != nil
    }

    func releaseFront() {
        first = (first + 1) % blocks.count
        filled -= 1
    }

    func rewind(to frame: Int64) {
        remaining = frameLimit - min(frameLimit, max(0, frame))
        first = next
        filled = 0
        hasEnded = false
        error = nil
    }
}

/// A buffer of a ring, and how far its reader has come.
final class IOBlock {
    var buffer: PCMBuffer
    var position = 0

    init(channelCount: Int, length: Int) {
        buffer = PCMBuffer(channelCount: channelCount, frameCapacity: length)
    }

    func clear() {
        position = 0
        buffer.frameLength = 0
    }

    /// Reads until the block is full, has `frameLimit` frames or `read` gives none; frames that came before an error
    /// stay.
    func fill(
        frameLimit: Int64 = .max, _ read: (inout PCMBuffer, _ offset: Int, _ frameCount: Int) throws -> Int
    ) throws {
        let wanted = Int(min(Int64(buffer.frameCapacity), frameLimit))
        while buffer.frameLength < wanted {
            let done = buffer.frameLength
            let count = try read(&buffer, done, wanted - done)
            if count == 0 { break }
            buffer.frameLength += count
        }
    }
}
