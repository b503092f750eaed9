internal import KKPCM

/// A source whose pieces a ``IOWorkers`` reads ahead, several at a time, each on a thread of its own: a ring of pieces,
/// delivered in order.
///
/// Reading ahead starts with the first read. The frames and errors are those of a straight read of the source below, in
/// the same order; an error comes after the frames that were read before it, and stays.
///
/// ## Allocation
/// In `init`: the ring, each place with room for the longest piece. While reading only what the source needs to open a
/// piece.
final class PieceReadAheadSource: FrameSource {
    let format: StreamDescription
    let frameCount: Int64?

    private let workers: IOWorkers
    private let source: any PiecewiseSource
    /// The work at the pieces `piece` and on; that of `piece` is `works[piece % works.count]`.
    private let works: [PieceWork]
    private var piece = 0

    /// - Parameter ringCount: pieces in the ring, at least 2.
    init(_ source: any PiecewiseSource, workers: IOWorkers, ringCount: Int) throws {
        self.source = source
        self.workers = workers
        format = source.format
        frameCount = source.frameCount
        let longest = source.longestPieceFrameCount
        works = try (0..<max(2, ringCount)).map { _ in try PieceWork(source.reopened(), length: longest) }
        for index in works.indices { works[index].assign(index) }
    }

    /// A ring of as many pieces as keep everybody at work and fit in `byteCount` bytes; `nil` if there are no threads
    /// for it, or fewer than two pieces, or no room for two.
    convenience init?(_ source: any PiecewiseSource, workers: IOWorkers, byteCount: Int) throws {
        guard workers.threadCount > 0, source.pieceCount > 1 else { return nil }
        let pieceByteCount = source.longestPieceFrameCount * source.format.channelCount * MemoryLayout<Float>.stride
        // One for each thread, the caller's included, one that is being read, and three so that nobody stands still
        // while the caller does other work.
        let ringCount = min(workers.threadCount + 5, source.pieceCount, byteCount / max(1, pieceByteCount))
        guard ringCount > 1 else { return nil }
        try self.init(source, workers: workers, ringCount: ringCount)
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        guard frameCount > 0 else { return 0 }
        while piece < source.pieceCount {
            let work = works[piece % works.count]
            workers.locked {
                for index in piece..<piece + works.count { workers.enqueue(works[index % works.count]) }
                workers.wait(for: work) { work.isDone }
            }
            let block = work.block
            let count = min(frameCount, block.buffer.frameLength - block.position)
            if count > 0 {
                buffer.copy(count, framesFrom: block.buffer, at: block.position, to: offset)
                block.position += count
            } else if let error = work.error {
                throw error
            }
            if block.position >= block.buffer.frameLength, work.error == nil { next(work) }
            if count > 0 { return count }
        }
        return 0
    }

    /// Goes on to the next piece and gives the work that is done another one.
    private func next(_ work: PieceWork) {
        workers.locked {
            work.assign(piece + works.count)
            workers.enqueue(work)
        }
        piece += 1
    }

    func seek(to frame: Int64) {
        workers.locked {
            for work in works { work.isHeld = true }
            workers.wait { works.allSatisfy { !$0.isRunning } }
            let place = max(0, frame)
            piece = (0..<source.pieceCount).first { place < source.frames(ofPiece: $0).upperBound } ?? source.pieceCount
            for index in piece..<piece + works.count { works[index % works.count].assign(index) }
            guard piece < source.pieceCount else { return }
            works[piece % works.count].block.position = Int(place - source.frames(ofPiece: piece).lowerBound)
        }
    }
}

/// The reading of one piece after another, each when it is assigned.
private final class PieceWork: IOWork {
    private let source: any PiecewiseSource
    let block: IOBlock
    private var piece = 0
    private(set) var isDone = false
    private(set) var error: (any Error)?
    /// No step may start: the reader is about to seek.
    var isHeld = false

    init(_ source: any PiecewiseSource, length: Int) {
        self.source = source
        block = IOBlock(channelCount: source.format.channelCount, length: length)
    }

    /// Makes `piece` the next one to be read; beyond the last there is nothing to do.
    func assign(_ piece: Int) {
        self.piece = piece
        block.clear()
        isDone = false
        error = nil
        isHeld = false
    }

    override var isReady: Bool { !isDone && !isHeld && piece < source.pieceCount }

    override var waitsForNothing: Bool { true }

    override func step() {
        do {
            try source.open(piece)
            try block.fill { try source.readPiece(into: &$0, at: $1, frameCount: $2) }
        } catch {
            self.error = error
        }
    }

    override func stepDone() { isDone = true }
}
