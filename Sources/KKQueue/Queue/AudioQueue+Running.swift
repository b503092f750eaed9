extension AudioQueue {
    /// Whether the queue plays. What it does on the way to a stop, or to its end, is said elsewhere.
    enum State {
        case stopped, running, paused, disposed
    }

    /// Refuses a call on a queue that is gone, or going.
    func checkUsable(_ place: String, allowsPending: Bool = false) throws(AudioQueueError) {
        if state == .disposed {
            throw AudioQueueError(
                .queueInvalidated, place: place, "the queue is disposed of", nextStep: "make another one")
        }
        if isDisposalPending && !allowsPending {
            throw AudioQueueError(
                .disposalPending, place: place, "the queue will be gone when it has played what it has",
                nextStep: "make another one")
        }
    }

    /// Refuses what must not happen inside a tap's callback.
    func checkOutsideTap(_ place: String) throws(AudioQueueError) {
        if let tap, tap.isInside {
            throw AudioQueueError(
                .invalidTapContext, place: place, "a tap's callback is under way",
                nextStep: "call it outside the callback")
        }
    }

    /// Returns how many frames are ready to play (`AudioQueuePrime`).
    ///
    /// Packets are decoded when they are enqueued, and samples need no decoding, so nothing is read and no callback is
    /// called.
    ///
    /// - Parameter frameCount: how many are enough; 0 means all.
    /// - Returns: the enqueued frames, including silence before start times, at most `frameCount`; 0 if the queue is
    ///   not stopped.
    public func prime(_ frameCount: Int = 0) throws(AudioQueueError) -> Int {
        try checkUsable("prime")
        try checkPlays("prime")
        guard frameCount >= 0 else {
            throw AudioQueueError(.invalidParameter, place: "prime", "\(frameCount) frames cannot be made ready")
        }
        guard state == .stopped else { return 0 }
        let ready = Int(clamping: feed.endTime - feed.readTime)
        return frameCount == 0 ? ready : min(ready, frameCount)
    }

    /// Starts playing, or continues after a pause. It has no effect on a playing queue.
    ///
    /// - Parameter sampleTime: the time of the queue's frame 0 on the time line of
    ///   ``offlineRender(at:into:frameCount:)``; before it there is silence. `nil`, or a time in the past, is the next
    ///   rendered frame. It has no effect after a pause.
    /// - Throws: `cannotStart` outside the offline mode, `cannotStartYet` while it is stopping, `invalidParameter` for
    ///   a time beyond ±2⁵³; errors of a listener.
    public func start(at sampleTime: Int64? = nil) throws {
        try checkUsable("start", allowsPending: state == .paused)
        try checkOutsideTap("start")
        guard output != nil || recorder != nil else {
            throw AudioQueueError(
                .cannotStart, place: "start", "there is no device to play on",
                nextStep: "call setOfflineRenderFormat(_:layout:) first")
        }
        if state == .paused {
            state = .running
            return
        }
        guard !line.isStopping, !isResetting else {
            throw AudioQueueError(
                .cannotStartYet, place: "start", "the queue has not stopped yet",
                nextStep: "start it when isRunning is false")
        }
        guard state == .stopped else { return }
        if let sampleTime, sampleTime.magnitude > 1 << 53 {
            throw AudioQueueError(.invalidParameter, place: "start", "there is no sample time \(sampleTime)")
        }
        if let recorder {
            guard sampleTime == nil else {
                throw AudioQueueError(
                    .invalidParameter, place: "start", "a queue that records has no time to start at",
                    nextStep: "seek its source, and start without")
            }
            recorder.begin()
        }
        state = .running
        startTime = sampleTime
        leadingFrames = 0
        nextTime = nil
        jumpCount += 1
        try notify(.isRunning)
    }

    /// Pauses until ``start(at:)``: nothing is rendered, and the sound then continues without a gap. It has no effect
    /// on a queue that is not playing.
    public func pause() throws(AudioQueueError) {
        try checkUsable("pause", allowsPending: true)
        try checkOutsideTap("pause")
        if state == .running { state = .paused }
    }

    /// Lets everything that is enqueued be played to its end; after it, the rate converter starts again.
    ///
    /// Without it, the last enqueued frames wait inside the rate converter for more input, because a rate conversion
    /// needs frames on both sides. ``stop(immediately:)`` does it, too. A decoder also starts again with the next
    /// buffers, so call it between two encoded streams.
    public func flush() throws(AudioQueueError) {
        try checkUsable("flush", allowsPending: true)
        guard !line.isStopping && !isResetting && recorder == nil else { return }
        feed.addFlush()
        packetFeed?.reset()
    }

    /// Stops playing or recording. When recording, all buffers come back at once, the first with its frames so far.
    ///
    /// - Parameter immediately: drops what has not been played, as ``reset()`` does. Otherwise the queue plays it to
    ///   the end. It has stopped at the first call of ``offlineRender(at:into:frameCount:)`` that returns fewer frames
    ///   than requested; until then nothing can be enqueued.
    /// - Throws: the first error of a callback or listener; the queue stops anyway.
    public func stop(immediately: Bool) throws {
        try checkUsable("stop", allowsPending: immediately)
        try checkOutsideTap("stop")
        if let recorder { return try stopRecording(recorder) }
        guard immediately else {
            guard state != .stopped, !line.isStopping else { return }
            feed.addFlush()
            line.isStopping = true
            return
        }
        guard !isResetting else { return }
        var failure = giveUp(restartsTime: true)
        do { try completeStop() } catch { failure = failure ?? error }
        if let failure { throw failure }
    }

    /// Returns all buffers through the callback, in order (when recording, the first with its frames so far), and
    /// empties tap, rate change and converter. The state and the parameters of the queue do not change, and its time
    /// continues at the next frame; inside the callback nothing can be enqueued.
    ///
    /// - Throws: the first error of a callback; the queue is reset anyway.
    public func reset() throws {
        try checkUsable("reset", allowsPending: true)
        try checkOutsideTap("reset")
        guard !isResetting else { return }
        if let recorder {
            jumpCount += 1
            if let failure = handOutAll(recorder) { throw failure }
            return
        }
        let failure = giveUp(restartsTime: state == .stopped)
        // What was to be played before the stop is gone; the flush after it must not be.
        if line.isStopping { feed.addFlush() }
        if let failure { throw failure }
    }

    private func giveUp(restartsTime: Bool) -> (any Error)? {
        isResetting = true
        defer { isResetting = false }
        var failure: (any Error)?
        let waiting = feed.clear(restartsTime: restartsTime)
        packetFeed?.reset()
        line.beginRun()
        tap?.reset()
        jumpCount += 1
        for buffer in waiting where state != .disposed {
            do { try callback(self, buffer) } catch { failure = failure ?? error }
        }
        return failure
    }

    /// The end of playing: all is as it was before the start, but for parameters and properties.
    func completeStop() throws {
        guard state == .running || state == .paused else { return }
        state = .stopped
        line.isStopping = false
        _ = feed.clear(restartsTime: true)
        packetFeed?.reset()
        line.beginRun()
        tap?.reset()
        output?.settle()
        startTime = nil
        if isDisposalPending { finishDisposal() }
        try notify(.isRunning)
    }
}
