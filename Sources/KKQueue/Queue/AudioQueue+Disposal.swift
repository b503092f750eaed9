extension AudioQueue {
    /// Ends the queue's life. Its buffers go with it, and no callback gives them back.
    ///
    /// - Parameter immediately: `false` lets a queue that plays or is paused come to its end as `stop(immediately:
    ///   false)` does; until then it says `disposalPending` to all that would change it, but for ``pause()``,
    ///   ``start(at:)`` after it, ``freeBuffer(_:)``, ``reset()`` and `stop(immediately: true)`, which dispose of it
    ///   the sooner. A stopped queue goes at once, and so does one that records.
    /// - Throws: `queueInvalidated` for a queue that is gone, `invalidTapContext` inside a tap's callback.
    ///
    /// No listener is told.
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
