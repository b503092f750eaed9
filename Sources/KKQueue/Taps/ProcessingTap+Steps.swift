internal import KKConvert
internal import KKPCM

extension AudioQueue.ProcessingTap {
    /// One step of `line`, with this tap in its way.
    func step(
        _ frameCount: Int, of line: QueueLine, into buffer: inout PCMBuffer, at offset: Int
    ) throws -> QueueLine.Step {
        if isOver { return .ended }
        let limit = min(frameCount, maximumFrameCount)
        if heldFrames.isEmpty {
            let start = line.tapTime(isPostEffects: isPostEffects)
            let step = try line.tapSource(limit, into: &held, at: 0, isPostEffects: isPostEffects)
            switch step {
            case .frames(let count): heldFrames = 0..<count
            case .ended where line.isLastRun: isSourceOver = true
            default: return step
            }
            heldCount = heldFrames.count
            heldTime = start..<max(start, line.tapTime(isPostEffects: isPostEffects))
        }
        let count = heldFrames.isEmpty ? (flags.contains(.siphon) ? 0 : limit) : min(limit, heldFrames.count)
        audio.frameLength = count
        let share = heldCount == 0 ? 0 : (heldTime.upperBound - heldTime.lowerBound) / Double(heldCount)
        time = (heldTime.lowerBound + Double(heldFrames.lowerBound) * share, Double(count) * share)
        self.line = line
        defer { self.line = nil }
        if flags.contains(.siphon) { return try listen(count, &buffer, offset) }
        return try change(count, &buffer, offset)
    }

    private func listen(_ count: Int, _ buffer: inout PCMBuffer, _ offset: Int) throws -> QueueLine.Step {
        buffer.copy(count, framesFrom: held, at: heldFrames.lowerBound, to: offset)
        audio.copy(count, framesFrom: held, at: heldFrames.lowerBound)
        heldFrames = heldFrames.lowerBound + count..<heldFrames.upperBound
        var flags = takeFlags()
        _ = try callback(self, count, &flags, &audio)
        try checkBuffer()
        isOver = isSourceOver
        return isOver ? .ended : .frames(count)
    }

    private func change(_ count: Int, _ buffer: inout PCMBuffer, _ offset: Int) throws -> QueueLine.Step {
        var flags: Flags = []
        let given = try callback(self, count, &flags, &audio)
        try checkBuffer()
        isOver = isSourceOver && flags.contains(.endOfStream)
        try check(given, of: count)
        buffer.copy(given, framesFrom: audio, to: offset)
        return given > 0 ? .frames(given) : isOver ? .ended : .again
    }

    /// A callback that puts another buffer in the place of the tap's own gets that one back.
    private func checkBuffer() throws(AudioQueueError) {
        let (channelCount, frameCapacity) = (audio.channelCount, audio.frameCapacity)
        guard channelCount != held.channelCount || frameCapacity != held.frameCapacity else { return }
        audio = PCMBuffer(channelCount: held.channelCount, frameCapacity: held.frameCapacity)
        throw AudioQueueError(
            .invalidParameter, kind: .defect, place: "tap",
            "the tap put a buffer of \(channelCount) channels and \(frameCapacity) frames in place of one of \(audio.channelCount) and \(audio.frameCapacity)",
            nextStep: "write into the given buffer")
    }

    private func check(_ given: Int, of count: Int) throws(AudioQueueError) {
        guard given == count || isOver && (0...count).contains(given) else {
            throw AudioQueueError(
                .invalidParameter, kind: .defect, place: "tap", "the tap returned \(given) of \(count) frames",
                nextStep: "fill up with silence, or return endOfStream if the source audio has ended")
        }
        guard let wrong = firstNonFinite(in: audio, frames: 0..<given) else { return }
        throw AudioQueueError(
            .invalidParameter, kind: .defect, place: "tap",
            "frame \(wrong.frame) of channel \(wrong.channel) is not a finite number")
    }
}
