public import KKPCM

/// A sink that ``IOWorkers`` feed behind the render loop: blocks are copied into a ring and written in order.
///
/// The next ``write(_:)`` or ``finalize()`` throws an error of the sink below; nothing is written after it.
///
/// ## Allocation
/// In `init`: `blockCount` blocks of `blockLength` frames. None while writing.
public final class WriteBehindSink: FrameSink {
    private let workers: IOWorkers
    private let work: WriteBehindWork
    private let sink: any FrameSink

    /// - Parameters:
    ///   - blockLength: frames in a block; longer writes are divided.
    ///   - blockCount: blocks in the ring, at least 2.
    public init(_ sink: any FrameSink, workers: IOWorkers, blockLength: Int, blockCount: Int) {
        self.sink = sink
        self.workers = workers
        work = WriteBehindWork(sink, blockLength: max(1, blockLength), blockCount: max(2, blockCount))
    }

    public var format: StreamDescription { sink.format }

    public func write(_ buffer: borrowing PCMBuffer) throws {
        var done = 0
        while done < buffer.frameLength {
            workers.locked {
                workers.wait(for: work) { work.hasRoom }
            }
            if let error = workers.locked({ work.error }) { throw error }
            let block = work.back
            let count = min(buffer.frameLength - done, block.buffer.frameCapacity)
            block.buffer.copy(count, framesFrom: buffer, at: done)
            block.buffer.frameLength = count
            done += count
            workers.locked {
                work.commitBack()
                if work.isWorthwhile { workers.enqueue(work) }
            }
        }
    }

    /// Waits until everything has been written, without finalizing the sink below.
    public func drain() throws {
        workers.locked {
            workers.wait(for: work) { work.isDrained }
        }
        if let error = workers.locked({ work.error }) { throw error }
    }

    public func finalize() throws {
        try drain()
        try sink.finalize()
    }
}

/// The ring: `filled` blocks from `first` on wait to be written; the one at `next` belongs to the render loop.
private final class WriteBehindWork: IOWork {
    private let sink: any FrameSink
    private let blocks: [IOBlock]
    private var first = 0
    private var next = 0
    private var filled = 0
    private(set) var error: (any Error)?
    /// The error of the step under way, which nobody else looks at.
    private var stepError: (any Error)?

    init(_ sink: any FrameSink, blockLength: Int, blockCount: Int) {
        self.sink = sink
        let channelCount = sink.format.channelCount
        blocks = (0..<blockCount).map { _ in IOBlock(channelCount: channelCount, length: blockLength) }
    }

    /// After an error there is always room, so that the render loop comes to hear of it.
    var hasRoom: Bool { filled < blocks.count || error != nil && !isRunning }

    var isDrained: Bool { !isRunning && (filled == 0 || error != nil) }

    /// The block to be filled next. Belongs to the render loop while ``hasRoom``.
    var back: IOBlock { blocks[next] }

    override var isReady: Bool { filled > 0 && error == nil }

    /// Whether so much waits that a thread should be woken for it.
    var isWorthwhile: Bool { 2 * filled >= blocks.count }

    override func step() {
        do {
            try sink.write(blocks[first].buffer)
        } catch {
            stepError = error
        }
    }

    override func stepDone() {
        error = stepError
        first = (first + 1) % blocks.count
        filled -= 1
    }

    func commitBack() {
        next = (next + 1) % blocks.count
        filled += 1
    }
}
