extension AudioQueue {
    /// Remembers whether its owner has heard of the last jump of a queue's time: an `AudioQueueTimeline`.
    public final class Timeline {
        let owner: Identity
        var jumpCount: Int

        init(_ queue: AudioQueue) {
            owner = queue.identity
            jumpCount = queue.jumpCount
        }
    }

    public func createTimeline() throws(AudioQueueError) -> Timeline {
        try checkUsable("createTimeline")
        return Timeline(self)
    }

    /// The place of the next frame to be rendered, or recorded, on the queue's time line (`AudioQueueGetCurrentTime`),
    /// in frames of the queue's rate. Whole, unless the render format has another rate or the play rate is not 1. Below
    /// 0 while the queue waits for its start time.
    ///
    /// Discontinuous, for a timeline's first call behind it, is a start, a reset, a stop, and a gap between the times
    /// of rendering.
    ///
    /// - Parameter timeline: `nil` is not told of discontinuities.
    /// - Throws: `invalidRunState` while the queue is stopped, `invalidParameter` for another queue's timeline.
    public func currentTime(
        _ timeline: Timeline? = nil
    ) throws(AudioQueueError) -> (sampleTime: Double, isDiscontinuous: Bool) {
        try checkUsable("currentTime", allowsPending: true)
        guard isRunning else {
            throw AudioQueueError(
                .invalidRunState, place: "currentTime", "the queue is stopped", nextStep: "ask while isRunning is true")
        }
        if let timeline, timeline.owner !== identity {
            throw AudioQueueError(.invalidParameter, place: "currentTime", "the timeline is another queue's")
        }
        let time =
            recorder.map { Double($0.time) } ?? line.queueTime - Double(leadingFrames)
            * (line.sampleRate / line.outputRate)
        let isDiscontinuous = timeline.map { $0.jumpCount != jumpCount } ?? false
        timeline?.jumpCount = jumpCount
        return (time, isDiscontinuous)
    }
}
