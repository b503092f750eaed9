internal import KKPCM

extension AudioQueue {
    /// Memory for the bytes of some frames, made by ``AudioQueue/allocateBuffer(byteCapacity:)``: an
    /// `AudioQueueBuffer`.
    ///
    /// From ``AudioQueue/enqueue(_:)`` until it comes back in the callback, a buffer belongs to the queue, and writing
    /// to it is refused.
    ///
    /// ## Allocation
    /// In ``AudioQueue/allocateBuffer(byteCapacity:)``; writing copies into that memory, unless the caller has kept
    /// ``bytes``.
    public final class Buffer {
        /// The whole memory (`mAudioData`); the first ``byteCount`` bytes are audio.
        public internal(set) var bytes: [UInt8]
        /// The number of bytes with audio, from the start (`mAudioDataByteSize`).
        public internal(set) var byteCount = 0
        /// The frames of its packets when it was last enqueued, before trimming; 0 in a queue of samples.
        public internal(set) var decodedFrameCount = 0
        /// What its packets were decoded to, where they are packets: interleaved Float32.
        var decoded: [UInt8] = []
        /// The queue that it belongs to.
        let owner: Identity
        /// Whether it waits to be played, or is being rendered into.
        var isInUse = false
        /// Whether it was freed, or its queue was disposed of.
        var isFreed = false

        init(byteCapacity: Int, owner: Identity) {
            bytes = Array(repeating: 0, count: byteCapacity)
            self.owner = owner
        }

        /// `mAudioDataBytesCapacity`.
        public var byteCapacity: Int { bytes.count }
    }
}

extension AudioQueue.Buffer {
    /// Copies `source` to the start as the buffer's audio.
    ///
    /// - Throws: `bufferInQueue` while the queue has the buffer, `invalidParameter` for more bytes than there is room
    ///   for.
    public func fill(bytes source: [UInt8]) throws(AudioQueueError) {
        try fill { span in
            guard source.count <= span.count else { return source.count }
            for index in source.indices { span[index] = source[index] }
            return source.count
        }
    }

    /// The same, with samples in native byte order: `[Int16]`, `[Int32]`, `[Float]`, `[Double]`.
    ///
    /// ## Allocation
    /// A copy of the samples.
    public func fill<Sample: Numeric & BitwiseCopyable>(samples: [Sample]) throws(AudioQueueError) {
        try fill(bytes: AudioBuffer(samples: samples).bytes)
    }

    /// Lets `body` write to the memory and return the number of bytes with audio.
    ///
    /// - Throws: as ``fill(bytes:)``, also for a negative number of bytes.
    public func fill(_ body: (inout MutableSpan<UInt8>) -> Int) throws(AudioQueueError) {
        guard !isInUse else {
            throw AudioQueueError(
                .bufferInQueue, place: "buffer", "the buffer is waiting to be played",
                nextStep: "write to it after the callback has returned it")
        }
        var span = bytes.mutableSpan
        let count = body(&span)
        guard (0...byteCapacity).contains(count) else {
            throw AudioQueueError(
                .invalidParameter, place: "buffer", "\(count) bytes in a buffer of \(byteCapacity)",
                nextStep: "allocate a larger buffer")
        }
        byteCount = count
    }

    /// The audio as samples in native byte order.
    ///
    /// ## Allocation
    /// The array, and a copy of the bytes.
    public func samples<Sample: Numeric & BitwiseCopyable>(as type: Sample.Type) -> [Sample] {
        AudioBuffer(bytes: Array(bytes.prefix(byteCount))).samples(as: type)
    }
}
