public import KKConvert
public import KKPCM

extension AudioQueue {
    /// Receives a buffer that an input queue has filled (`AudioQueueInputCallback`).
    ///
    /// - Parameters:
    ///   - startTime: the time of its first frame on the queue's time line, which begins with 0 at each start.
    ///   - packetCount: a packet of samples is a frame. 0 for a buffer that was waiting when the queue stopped or was
    ///     reset.
    ///   - packets: `nil`: samples need no descriptions.
    public typealias InputCallback = (
        _ queue: AudioQueue, _ buffer: Buffer, _ startTime: AudioTime, _ packetCount: Int,
        _ packets: [PacketDescription]?
    ) throws -> Void

    /// Makes a stopped recording queue (`AudioQueueNewInput`), with `source` in place of a microphone.
    ///
    /// Enqueue empty buffers. They are filled in order and passed to the callback, which may enqueue them again.
    /// ``offlineRecord(_:)`` drives the queue: there is no clock, so nothing is lost while no buffer waits.
    ///
    /// ```swift
    /// let queue = try AudioQueue(input: description, from: AudioFileReader(path: "in.flac")) { queue, buffer, start, packetCount, _ in
    ///     … write packetCount frames of buffer.bytes …
    ///     if queue.isRunning { try queue.enqueue(buffer) }
    /// }
    /// for _ in 0..<3 { try queue.enqueue(queue.allocateBuffer(byteCapacity: 16_384)) }
    /// try queue.start()
    /// while queue.isRunning { _ = try queue.offlineRecord(4096) }
    /// ```
    ///
    /// At the source's end the last buffer comes with the remaining frames, the buffers after it come empty, and the
    /// queue has stopped: ``isRunning`` is false in these callbacks, and listeners are called after them.
    ///
    /// Calls for output queues are refused as `invalidQueueType`: the render format and rendering, parameters, taps,
    /// levels, all settable properties, and all arguments of
    /// ``enqueue(_:packets:trimFramesAtStart:trimFramesAtEnd:parameters:startTime:)`` except the buffer.
    ///
    /// - Parameters:
    ///   - description: of the buffers: interleaved linear PCM of any sort that ``PCMPacker`` writes, without dither,
    ///     at 1/256 to 256 times the source's rate. Other channels are mixed by ``ChannelMatrix/mixing(_:to:)`` between
    ///     the usual layouts of their numbers.
    ///   - quality: of the rate conversion; qualities of libsamplerate are replaced by kkmix's own here.
    ///   - callback: receives the buffers. The call in which it throws an error throws that error.
    /// - Throws: `'fmt?'` for other descriptions.
    public convenience init(
        input description: StreamDescription, from source: any FrameSource, quality: ResamplerQuality = .high,
        callback: @escaping InputCallback
    ) throws(AudioQueueError) {
        try self.init(output: description, decoder: nil, quality: quality) { _, _ in }
        recorder = try Recorder(description, source, quality: quality.converterQuality, callback: callback)
    }

    /// Whether the queue records.
    public var isInput: Bool { recorder != nil }

    /// Records the next frames into the waiting buffers; full buffers go to the callback. It drives an offline queue,
    /// as ``offlineRender(at:into:frameCount:)`` does for an output queue; Core Audio has no such call.
    ///
    /// The recording does not depend on the sizes of the requests.
    ///
    /// - Parameter frameCount: frames of the queue's rate.
    /// - Returns: the number of frames recorded: fewer if no buffer waits, or if the source has ended and the queue has
    ///   stopped; none while it is stopped or paused.
    /// - Throws: `invalidQueueType` for an output queue, `invalidRunState` inside a callback, `invalidParameter` for a
    ///   negative number; errors of the source, the callback or a listener. The frames before the error are in the
    ///   buffers, and the queue continues after it.
    @discardableResult
    public func offlineRecord(_ frameCount: Int) throws -> Int {
        try checkUsable("offlineRecord")
        guard let recorder else {
            throw AudioQueueError(
                .invalidQueueType, place: "offlineRecord", "the queue plays",
                nextStep: "make one with AudioQueue(input:from:callback:)")
        }
        guard !isRendering, !isResetting else {
            throw AudioQueueError(
                .invalidRunState, place: "offlineRecord", "the queue is recording",
                nextStep: "do not record in a callback")
        }
        guard frameCount >= 0 else {
            throw AudioQueueError(.invalidParameter, place: "offlineRecord", "\(frameCount) frames cannot be recorded")
        }
        isRendering = true
        defer { isRendering = false }
        var done = 0
        while done < frameCount, state == .running, !recorder.waiting.isEmpty {
            done += try recorder.record(frameCount - done)
            if recorder.isFull { try handOut(recorder) }
            if recorder.isOver, state == .running { try stopRecording(recorder) }
        }
        return done
    }

    private func handOut(_ recorder: Recorder) throws {
        guard let (buffer, start, frameCount) = recorder.takeFirst() else { return }
        try recorder.callback(
            self, buffer, AudioTime(sampleTime: start, sampleRate: streamDescription.sampleRate), frameCount, nil)
    }

    /// Gives all buffers to the callback: the first with what is in it, the others empty.
    ///
    /// - Returns: the first error of a callback.
    func handOutAll(_ recorder: Recorder) -> (any Error)? {
        isResetting = true
        defer { isResetting = false }
        var failure: (any Error)?
        while state != .disposed, !recorder.waiting.isEmpty {
            do { try handOut(recorder) } catch { failure = failure ?? error }
        }
        return failure
    }

    /// The end of recording: buffers first, then the listeners.
    func stopRecording(_ recorder: Recorder) throws {
        guard state != .disposed, !isResetting else { return }
        let wasRunning = isRunning
        state = .stopped
        var failure = handOutAll(recorder)
        jumpCount += 1
        do { if wasRunning { try notify(.isRunning) } } catch { failure = failure ?? error }
        if let failure { throw failure }
    }

    func enqueueForRecording(_ buffer: Buffer, _ recorder: Recorder, isPlain: Bool) throws(AudioQueueError) {
        guard isPlain else {
            throw AudioQueueError(
                .invalidQueueType, place: "enqueue",
                "a queue that records trims nothing and knows neither parameters nor packets",
                nextStep: "enqueue(_:) is all there is")
        }
        guard buffer.byteCapacity >= Int(streamDescription.bytesPerFrame) else {
            throw AudioQueueError(
                .invalidParameter, place: "enqueue", "a buffer of \(buffer.byteCapacity) bytes has no room for a frame",
                nextStep: "allocate a larger one")
        }
        recorder.add(buffer)
    }

    /// Refuses what is for queues that play.
    func checkPlays(_ place: String) throws(AudioQueueError) {
        guard recorder == nil else {
            throw AudioQueueError(
                .invalidQueueType, place: place, "the queue records",
                nextStep: "make one with AudioQueue(output:callback:)")
        }
    }
}

extension ResamplerQuality {
    /// ``AudioConverter/Settings/quality`` of the same.
    var converterQuality: UInt32 {
        switch self {
        case .best, .libsamplerateBest: 0x7F
        case .high, .libsamplerateMedium: 0x60
        case .medium, .libsamplerateFastest: 0x40
        case .fast: 0
        }
    }
}
