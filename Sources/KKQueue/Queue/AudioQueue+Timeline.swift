extension AudioQueue {
    /// Reports jumps of a queue's time once to its owner: an `AudioQueueTimeline`.
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

    /// The time of the next frame to render or record on the queue's time line (`AudioQueueGetCurrentTime`), in frames
    /// of the queue's rate. It is a whole number, unless the render format has another rate or the play rate is not 1.
    /// It is negative while the queue waits for its start time.
    ///
    /// The first call with a timeline after a start, a reset, a stop, or a gap between render times reports a
    /// discontinuity.
    ///
    /// - Parameter timeline: `nil` reports no discontinuities.
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
