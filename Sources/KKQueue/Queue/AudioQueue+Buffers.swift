public import KKPCM

extension AudioQueue {
    /// Allocates a buffer for this queue.
    ///
    /// - Parameter byteCapacity: 1 to the largest UInt32.
    ///
    /// ## Allocation
    /// The buffer, which lives until it is freed or the queue is disposed of.
    public func allocateBuffer(byteCapacity: Int) throws(AudioQueueError) -> Buffer {
        try checkUsable("allocateBuffer")
        guard byteCapacity > 0, byteCapacity <= Int(UInt32.max) else {
            throw AudioQueueError(
                .invalidParameter, place: "allocateBuffer", "a buffer of \(byteCapacity) bytes",
                nextStep: "choose from 1 to \(UInt32.max) bytes")
        }
        let buffer = Buffer(byteCapacity: byteCapacity, owner: identity)
        buffers.append(buffer)
        return buffer
    }

    /// Frees a buffer; it cannot be used any more.
    ///
    /// - Throws: `bufferInQueue` while it waits to be played, `invalidBuffer` for a buffer of another queue or one that
    ///   was freed.
    public func freeBuffer(_ buffer: Buffer) throws(AudioQueueError) {
        try checkUsable("freeBuffer", allowsPending: true)
        try check(buffer, "freeBuffer")
        guard !buffer.isInUse else {
            throw AudioQueueError(
                .bufferInQueue, place: "freeBuffer", "the buffer is waiting to be played",
                nextStep: "free it after the callback has returned it")
        }
        buffer.isFreed = true
        buffers.removeAll { $0 === buffer }
    }

    /// Enqueues a buffer after the others. It belongs to the queue until the callback returns it.
    ///
    /// - Parameter packets: the positions of the packets in a buffer of packets; not needed if all have the same size,
    ///   and ignored for buffers of samples.
    public func enqueue(_ buffer: Buffer, packets: [PacketDescription] = []) throws(AudioQueueError) {
        _ = try enqueue(buffer, packets: packets, trimFramesAtStart: 0)
    }

    /// The same, with all options (`AudioQueueEnqueueBufferWithParameters`).
    ///
    /// Packets are decoded in this call, so their frames are known from now on.
    ///
    /// - Parameters:
    ///   - packets: as above.
    ///   - trimFramesAtStart: frames that are not played: the priming, in the first buffer of an encoded stream.
    ///   - trimFramesAtEnd: the same for the remainder, in the last buffer. Together at most all frames; if none are
    ///     left, the parameters apply, nothing is played, and the buffer comes back at once. If packets do not state
    ///     their frames, larger trims have no effect.
    ///   - parameters: apply from the buffer's first frame, until they are set again. The volume changes within the
    ///     ramp time.
    ///   - startTime: the time of the first played frame on the queue's time line, after silence; not before the end of
    ///     what is enqueued, and at most 2³⁸ frames. `nil` is right after that end.
    /// - Returns: the time of the buffer's first frame on the time line; in a recording queue that of the next frame.
    /// - Throws: `enqueueDuringReset` while the queue stops or resets, `disposalPending`; `invalidBuffer`,
    ///   `bufferEnqueuedTwice`, `bufferEmpty`; `invalidParameter` for incomplete frames, trims, start times and
    ///   parameters out of range (see ``setParameter(_:_:)``), wrong packet descriptions, or missing ones;
    ///   `codecNotFound` if the decoder needs a cookie; `invalidBuffer` for a damaged packet with ``isStrict``.
    ///
    /// ## Allocation
    /// Room in lists, for this call and for rendering, and for the frames of packets, which a buffer keeps.
    @discardableResult
    public func enqueue(
        _ buffer: Buffer, packets: [PacketDescription] = [], trimFramesAtStart: Int, trimFramesAtEnd: Int = 0,
        parameters: [ParameterEvent] = [], startTime: Int64? = nil
    ) throws(AudioQueueError) -> Int64 {
        try checkUsable("enqueue")
        guard !isResetting, !line.isStopping else {
            throw AudioQueueError(
                .enqueueDuringReset, place: "enqueue",
                isResetting ? "the queue is being reset" : "the queue is about to stop",
                nextStep: "enqueue when it has stopped")
        }
        try check(buffer, "enqueue")
        guard !buffer.isInUse else {
            throw AudioQueueError(
                .bufferEnqueuedTwice, place: "enqueue", "the buffer is waiting to be played, or being filled",
                nextStep: "enqueue it again after the callback has returned it")
        }
        if let recorder {
            let isPlain =
                packets.isEmpty && trimFramesAtStart == 0 && trimFramesAtEnd == 0 && parameters.isEmpty
                && startTime == nil
            try enqueueForRecording(buffer, recorder, isPlain: isPlain)
            return recorder.time
        }
        if let startTime, startTime < feed.endTime || startTime > 1 << 38 {
            throw AudioQueueError(
                .invalidParameter, place: "enqueue", "a buffer cannot start at frame \(startTime)",
                nextStep: "choose frame \(feed.endTime), where the buffer before it ends, or a later one")
        }
        for event in parameters { try check(event, "enqueue") }
        let frames = try playedFrames(of: buffer, packets, trimFramesAtStart, trimFramesAtEnd)
        return feed.add(buffer, frames: frames, start: startTime, events: parameters)
    }

    private func playedFrames(
        of buffer: Buffer, _ packets: [PacketDescription], _ start: Int, _ end: Int
    ) throws(AudioQueueError) -> Range<Int> {
        guard buffer.byteCount > 0 else {
            throw AudioQueueError(
                .bufferEmpty, place: "enqueue", "the buffer holds no bytes", nextStep: "fill it first")
        }
        if let packetFeed {
            // What the packets do not say is known when they are decoded, and then it is too late to refuse them.
            try checkTrims(start, end, of: packetFeed.nominalFrames(of: buffer, packets) ?? .max)
            try packetFeed.decode(buffer, packets)
            let count = buffer.decoded.count / feed.bytesPerFrame
            buffer.decodedFrameCount = count
            return min(start, count)..<max(min(start, count), count - end)
        }
        guard buffer.byteCount % feed.bytesPerFrame == 0 else {
            throw AudioQueueError(
                .invalidParameter, place: "enqueue",
                "\(buffer.byteCount) bytes are not whole frames of \(feed.bytesPerFrame) bytes")
        }
        let count = buffer.byteCount / feed.bytesPerFrame
        try checkTrims(start, end, of: count)
        return start..<count - end
    }

    private func checkTrims(_ start: Int, _ end: Int, of count: Int) throws(AudioQueueError) {
        guard start >= 0, end >= 0, start <= count, end <= count - start else {
            throw AudioQueueError(
                .invalidParameter, place: "enqueue", "\(start) and \(end) frames cannot be trimmed off \(count)",
                nextStep: "trim at most all of them")
        }
    }

    func check(_ buffer: Buffer, _ place: String) throws(AudioQueueError) {
        guard buffer.owner === identity, !buffer.isFreed else {
            throw AudioQueueError(
                .invalidBuffer, place: place,
                buffer.isFreed ? "the buffer was freed" : "the buffer belongs to another queue",
                nextStep: "allocate one with allocateBuffer(byteCapacity:)")
        }
    }

    /// Gives all buffers back that were read to their end.
    func returnFinished() throws {
        while let buffer = feed.takeFinished() { try callback(self, buffer) }
    }
}
