extension AudioQueue {
    /// Disposes of the queue and its buffers; no callback returns them.
    ///
    /// - Parameter immediately: `false` lets a playing or paused queue play to its end, as `stop(immediately: false)`
    ///   does. Until then, calls that would change it throw `disposalPending`, except ``pause()`` with a following
    ///   ``start(at:)``, ``freeBuffer(_:)``, ``reset()`` and `stop(immediately: true)`; the last two dispose of it
    ///   earlier. Stopped queues and recording queues are disposed of at once.
    /// - Throws: `queueInvalidated` for a queue that was disposed of, `invalidTapContext` inside a tap's callback.
    ///
    /// Listeners are not called.
    public func dispose(immediately: Bool) throws(AudioQueueError) {
        try checkUsable("dispose", allowsPending: true)
        try checkOutsideTap("dispose")
        if immediately || state == .stopped || recorder != nil {
            finishDisposal()
        } else if !isDisposalPending {
            if !line.isStopping { feed.addFlush() }
            line.isStopping = true
            isDisposalPending = true
        }
    }

    /// Whether it has come to the end of its life.
    package var isDisposed: Bool { state == .disposed }

    func finishDisposal() {
        state = .disposed
        _ = feed.clear(restartsTime: true)
        for buffer in buffers { buffer.isFreed = true }
        buffers.removeAll()
        listeners.removeAll()
        tap = nil
        output = nil
        recorder = nil
    }
}
