extension PCMBuffer {
    /// Gives the `frameLength` valid samples of a channel to `body`.
    public func withChannel<Result: ~Copyable, Failure: Error>(
        _ channel: Int, _ body: (Span<Float>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let samples = unsafe UnsafeBufferPointer(start: channelPointer(channel), count: frameLength)
        return try unsafe body(samples.span)
    }

    /// Gives all `frameCapacity` samples of a channel to `body` for writing; the length does not change.
    public mutating func withMutableChannel<Result: ~Copyable, Failure: Error>(
        _ channel: Int, _ body: (inout MutableSpan<Float>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let samples = unsafe UnsafeMutableBufferPointer(start: channelPointer(channel), count: frameCapacity)
        var span = unsafe samples.mutableSpan
        return try body(&span)
    }

    /// Sets `frames` of every channel to zero.
    public mutating func silence(_ frames: Range<Int>) {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= frameCapacity, "frames outside the buffer")
        for channel in 0..<channelCount {
            unsafe (channelPointer(channel) + frames.lowerBound).update(repeating: 0, count: frames.count)
        }
    }

    /// Copies `count` frames of `source`, starting at its frame `sourceOffset`, to frame `offset` of this buffer. Both
    /// must have the same number of channels.
    public mutating func copy(
        _ count: Int, framesFrom source: borrowing PCMBuffer, at sourceOffset: Int = 0, to offset: Int = 0
    ) {
        precondition(source.channelCount == channelCount, "a copy keeps the number of channels")
        precondition(
            count >= 0 && sourceOffset >= 0 && count <= source.frameCapacity - sourceOffset, "frames outside the source"
        )
        precondition(offset >= 0 && count <= frameCapacity - offset, "frames outside the buffer")
        for channel in 0..<channelCount {
            unsafe (channelPointer(channel) + offset).update(
                from: source.channelPointer(channel) + sourceOffset, count: count)
        }
    }

    /// Moves `count` frames, starting at frame `offset`, to the front. The two ranges may overlap.
    public mutating func moveToFront(from offset: Int, count: Int) {
        precondition(count >= 0 && offset >= 0 && count <= frameCapacity - offset, "frames outside the buffer")
        for channel in 0..<channelCount {
            unsafe channelPointer(channel).update(from: channelPointer(channel) + offset, count: count)
        }
    }

    /// A copy of the valid samples of a channel, for tests and tools.
    ///
    /// ## Allocation
    /// The array.
    public func samples(ofChannel channel: Int) -> [Float] {
        unsafe Array(UnsafeBufferPointer(start: channelPointer(channel), count: frameLength))
    }

    /// Copies `values` to a channel, starting at `offset`; the length does not change. Values that do not fit are left
    /// out.
    public mutating func fill(channel: Int, at offset: Int = 0, with values: [Float]) {
        guard (0..<channelCount).contains(channel), (0..<frameCapacity).contains(offset) else { return }
        let start = unsafe channelPointer(channel) + offset
        let count = min(values.count, frameCapacity - offset)
        unsafe values.withUnsafeBufferPointer { source in
            if let first = source.baseAddress { unsafe start.update(from: first, count: count) }
        }
    }
}
