extension DelayLine {
    /// Whether the last `count` samples that were pushed are zero, and positive zero at that, on every channel; 0 …
    /// ``capacity``.
    func isSilent(newest count: Int) -> Bool {
        for channel in 0..<channelCount {
            for delay in 0..<min(count, capacity) where sample(ofChannel: channel, delay + 1).bitPattern != 0 {
                return false
            }
        }
        return true
    }
}

extension SampleDelay {
    /// Whether the last `count` frames that came in are silence. When as many as ``maximumDelay`` are, nothing is left.
    public func isSilent(newest count: Int) -> Bool { line.isSilent(newest: count) }
}

extension FeedbackDelay {
    /// Frames that the line holds, whatever the time is set to.
    public var lineLength: Int { line.capacity }

    /// Whether the last `count` frames that went into the line, echoes and all, are silence, and nothing is in the
    /// filter. When ``lineLength`` of them are, nothing is left.
    public func isSilent(newest count: Int) -> Bool { states.allSatisfy { $0 == 0 } && line.isSilent(newest: count) }
}
