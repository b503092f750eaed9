public import KKPCM

extension SoundMeter {
    /// Measures a source to its end. With a crew, the next block is read while every meter is at work on the one before it.
    ///
    /// - Parameter progress: is given the frames that have been measured, about once per block.
    /// - Throws: what the source throws.
    ///
    /// ## Allocation
    /// Two blocks: a quarter of a megabyte each in stereo, 4 MB at most, but for a thousand channels and more.
    public func measure(_ source: any FrameSource, crew: (any AnalysisCrew)? = nil, progress: (Int) -> Void = { _ in }) throws {
        let turn = MeasuringTurn(source, blockLength: Self.blockLength(channelCount: source.format.channelCount, isShared: crew != nil))
        let parts = parts
        let work = { (number: Int) in
            if number == 0 { turn.read() } else { parts[number - 1].add(turn.front.buffer, frames: 0..<turn.front.buffer.frameLength) }
        }
        turn.read()
        var done = 0
        while try turn.moveOn() {
            if let crew { crew.perform(parts.count + 1, work) } else { for number in 0...parts.count { work(number) } }
            done += turn.front.buffer.frameLength
            progress(done)
        }
        count(done)
    }

    /// Frames in a block: few enough to stay near the processor, and enough for several hands to be worth their meeting.
    private static func blockLength(channelCount: Int, isShared: Bool) -> Int {
        max(1024, min(isShared ? 32_768 : 4_096, (1 << 20) / max(1, channelCount)))
    }
}

/// Two blocks that take turns: one is measured, the other one filled.
private final class MeasuringTurn {
    private let source: any FrameSource
    private(set) var front: Block
    private var back: Block
    private var error: (any Error)?

    final class Block {
        var buffer: PCMBuffer

        init(channelCount: Int, length: Int) {
            buffer = PCMBuffer(channelCount: channelCount, frameCapacity: length)
        }
    }

    init(_ source: any FrameSource, blockLength: Int) {
        self.source = source
        front = Block(channelCount: source.format.channelCount, length: blockLength)
        back = Block(channelCount: source.format.channelCount, length: blockLength)
    }

    /// Fills the block that is not measured. An error is kept for ``moveOn()``.
    func read() {
        back.buffer.frameLength = 0
        do {
            back.buffer.frameLength = try source.readFully(into: &back.buffer, at: 0, frameCount: back.buffer.frameCapacity)
        } catch {
            self.error = error
        }
    }

    /// Makes the block that was filled the one to be measured.
    ///
    /// - Returns: whether there is sound in it.
    func moveOn() throws -> Bool {
        if let error { throw error }
        swap(&front, &back)
        return front.buffer.frameLength > 0
    }
}
