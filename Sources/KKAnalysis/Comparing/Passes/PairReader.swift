internal import KKPCM

/// Two sources side by side, block by block, the one shifted against the other; where one has ended the other meets
/// silence.
final class PairReader {
    let reference: Side
    let actual: Side
    /// The frame of the reference with which the block begins.
    private(set) var firstFrame: Int64 = 0
    /// Frames that both sides had since it went somewhere, this block included.
    private(set) var overlap: Int64 = 0

    private let workers: (any AnalysisWorkers)?
    private var position: Int64 = 0

    /// One of the two.
    final class Side {
        /// Its valid frames are those that the source gave; the rest of the block is silent.
        var buffer: PCMBuffer
        /// Frames of the block.
        var count: Int { buffer.frameLength }
        /// Frames of the source up to the end of the block, with those that the shift leaves out.
        private(set) var position: Int64 = 0

        let start: Int64
        private let source: any FrameSource
        private var hasEnded = false
        private var error: (any Error)?

        init(_ source: any FrameSource, start: Int64, blockLength: Int) {
            self.source = source
            self.start = start
            buffer = PCMBuffer(channelCount: source.format.channelCount, frameCapacity: blockLength)
        }

        func rewind(to frame: Int64) throws {
            try source.seek(to: start + frame)
            position = start + frame
            hasEnded = false
            error = nil
        }

        /// Keeps its error for ``check()``: it may be done on another thread.
        func read() {
            let wanted = buffer.frameCapacity
            var count = 0
            do {
                if !hasEnded { count = try source.readFully(into: &buffer, at: 0, frameCount: wanted) }
            } catch {
                self.error = error
            }
            hasEnded = count < wanted
            if count < wanted { buffer.silence(count..<wanted) }
            buffer.frameLength = count
            position += Int64(count)
        }

        func check() throws {
            if let error { throw error }
        }
    }

    /// - Parameter lag: frames by which the actual is late: those before are left out. Of an early one, the
    ///   reference's.
    init(
        _ reference: any FrameSource, _ actual: any FrameSource, lag: Int64, blockLength: Int,
        workers: (any AnalysisWorkers)?
    ) {
        self.reference = Side(reference, start: max(0, -lag), blockLength: blockLength)
        self.actual = Side(actual, start: max(0, lag), blockLength: blockLength)
        self.workers = workers
    }

    /// Goes to a frame, counted from the first one that both have.
    func rewind(to frame: Int64 = 0) throws {
        try reference.rewind(to: frame)
        try actual.rewind(to: frame)
        position = frame
        overlap = 0
    }

    /// Reads the next block: what the shorter side lacks is silence.
    ///
    /// - Returns: the frames of the longer side; 0 at the end of both.
    func next() throws -> Int {
        firstFrame = reference.start + position
        let sides = [reference, actual]
        workers.perform(2) { sides[$0].read() }
        try sides.forEach { try $0.check() }
        let count = max(reference.count, actual.count)
        position += Int64(count)
        overlap += Int64(min(reference.count, actual.count))
        return count
    }

    /// Keeps the first `count` frames of the block, on both sides.
    func shorten(to count: Int) {
        for side in [reference, actual] where side.buffer.frameLength > count { side.buffer.frameLength = count }
    }

    /// Makes silence of `frames` of both sides.
    func silence(_ frames: Range<Int>) {
        reference.buffer.silence(frames)
        actual.buffer.silence(frames)
    }
}
