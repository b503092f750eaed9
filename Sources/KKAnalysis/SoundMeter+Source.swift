public import KKPCM

extension SoundMeter {
    /// Measures a source to its end. With workers, the next block is read while the meters process the one before.
    ///
    /// - Parameter progress: gets the number of frames measured so far, about once per block.
    /// - Throws: what the source throws.
    ///
    /// ## Allocation
    /// Two blocks of a quarter of a megabyte each in stereo; at most 4 MB, except for a thousand channels and more.
    public func measure(
        _ source: any FrameSource, workers: (any AnalysisWorkers)? = nil, progress: (Int) -> Void = { _ in }
    ) throws {
        let turn = BlockTurns(
            source, blockLength: Self.blockLength(channelCount: source.format.channelCount, isShared: workers != nil))
        let parts = parts
        let work = { (number: Int) in
            if number == 0 {
                turn.read()
            } else {
                parts[number - 1].add(turn.front.buffer, frames: 0..<turn.front.buffer.frameLength)
            }
        }
        turn.read()
        var done = 0
        while try turn.moveOn() {
            if let workers {
                workers.perform(parts.count + 1, work)
            } else {
                for number in 0...parts.count { work(number) }
            }
            done += turn.front.buffer.frameLength
            progress(done)
        }
        count(done)
    }

    /// Frames in a block: few enough to stay near the processor, and enough for several threads to be worth their
    /// meeting.
    private static func blockLength(channelCount: Int, isShared: Bool) -> Int {
        max(1024, min(isShared ? 32_768 : 4_096, (1 << 20) / max(1, channelCount)))
    }
}
