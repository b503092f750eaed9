public import KKPCM

extension AudioQueue.ProcessingTap {
    /// Gets the next source audio; only inside the callback.
    ///
    /// - Parameter flags: `startOfStream` and `endOfStream` are set if they apply, to be passed on.
    /// - Returns: the number of frames; fewer if no more is enqueued, or at the end.
    /// - Throws: `invalidTapContext` outside the callback and in a siphon, `invalidParameter` for a buffer that does
    ///   not fit.
    public func getSourceAudio(
        _ frameCount: Int, into buffer: inout PCMBuffer, at offset: Int = 0, flags: inout Flags
    ) throws -> Int {
        guard let line, !self.flags.contains(.siphon) else {
            throw AudioQueueError(
                .invalidTapContext, place: "tap", "source audio is not available here",
                nextStep: "get it inside the callback of a tap that is not a siphon")
        }
        guard frameCount >= 0, offset >= 0, frameCount <= buffer.frameCapacity - offset,
            buffer.channelCount == format.channelCount
        else {
            throw AudioQueueError(
                .invalidParameter, place: "tap",
                "a buffer of \(buffer.channelCount) channels and \(buffer.frameCapacity) frames cannot take "
                    + "\(frameCount) frames of [\(format)] at \(offset)")
        }
        var given = min(frameCount, heldFrames.count)
        buffer.copy(given, framesFrom: held, at: heldFrames.lowerBound, to: offset)
        heldFrames = heldFrames.lowerBound + given..<heldFrames.upperBound
        source: while given < frameCount {
            switch try line.tapSource(
                frameCount - given, into: &buffer, at: offset + given, isPostEffects: isPostEffects)
            {
            case .frames(let count): given += count
            case .again: continue
            case .dry: break source
            case .ended:
                if line.isLastRun { isSourceOver = true }
                break source
            }
        }
        flags.formUnion(takeFlags())
        return given
    }

    /// The time of the callback's frames on the queue's time line, and their length in the queue's frames, which
    /// differs from the callback's number after a rate change.
    ///
    /// - Throws: `invalidTapContext` outside the callback.
    public func getQueueTime() throws(AudioQueueError) -> (sampleTime: Double, frameCount: Double) {
        guard isInside else {
            throw AudioQueueError(
                .invalidTapContext, place: "tap", "there is no queue time outside the callback",
                nextStep: "ask inside it")
        }
        return time
    }
}
