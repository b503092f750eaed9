internal import KKPCM

/// Two sources side by side, block by block, the one shifted against the other; where one has ended the other meets silence.
final class PairReader {
    private(set) var reference: PCMBuffer
    private(set) var actual: PCMBuffer
    /// The valid frames of the block of each side.
    private(set) var referenceCount = 0
    private(set) var actualCount = 0
    /// The frame of the reference with which the block begins.
    private(set) var firstFrame: Int64 = 0
    /// Frames that both sides had so far, this block included.
    private(set) var overlap: Int64 = 0

    private let sources: (any FrameSource, any FrameSource)
    private let starts: (Int64, Int64)
    private let blockLength: Int
    private var position: Int64 = 0
    private var read: (Int64, Int64) = (0, 0)
    private var hasEnded = (false, false)

    /// - Parameter lag: frames by which the actual is late: those before are left out. Of an early one, the reference's.
    init(_ reference: any FrameSource, _ actual: any FrameSource, lag: Int64, blockLength: Int) {
        sources = (reference, actual)
        starts = (max(0, -lag), max(0, lag))
        self.blockLength = blockLength
        self.reference = PCMBuffer(channelCount: reference.format.channelCount, frameCapacity: blockLength)
        self.actual = PCMBuffer(channelCount: actual.format.channelCount, frameCapacity: blockLength)
    }

    /// Goes to the start.
    func rewind() throws {
        try sources.0.seek(to: starts.0)
        try sources.1.seek(to: starts.1)
        position = 0
        overlap = 0
        read = (0, 0)
        hasEnded = (false, false)
    }

    /// The frames that each side proved to have, with those that the shift leaves out.
    var frameCounts: (reference: Int64, actual: Int64) { (starts.0 + read.0, starts.1 + read.1) }

    /// Reads the next block: what the shorter side lacks is silence.
    ///
    /// - Returns: the frames of the longer side; 0 at the end of both.
    func next() throws -> Int {
        firstFrame = starts.0 + position
        referenceCount = try read(sources.0, into: &reference, &hasEnded.0)
        actualCount = try read(sources.1, into: &actual, &hasEnded.1)
        let count = max(referenceCount, actualCount)
        read.0 += Int64(referenceCount)
        read.1 += Int64(actualCount)
        position += Int64(count)
        overlap += Int64(min(referenceCount, actualCount))
        return count
    }

    private func read(_ source: any FrameSource, into buffer: inout PCMBuffer, _ hasEnded: inout Bool) throws -> Int {
        var count = 0
        if !hasEnded {
            count = try source.readFully(into: &buffer, at: 0, frameCount: blockLength)
            hasEnded = count < blockLength
        }
        if count < blockLength { buffer.silence(count..<blockLength) }
        buffer.frameLength = count
        return count
    }

    /// Makes silence of `frames` of both sides.
    func silence(_ frames: Range<Int>) {
        reference.silence(frames)
        actual.silence(frames)
    }
}
