public import KKPCM
internal import KKConvert

extension AudioQueue {
    /// Enters or leaves the offline mode (`AudioQueueSetOfflineRenderFormat`). Enqueued buffers stay.
    ///
    /// - Parameters:
    ///   - description: the format of ``offlineRender(at:into:frameCount:)``: interleaved linear PCM of any sort that
    ///     ``PCMPacker`` writes, without dither, at 1/256 to 256 times the queue's rate. `nil` leaves the mode.
    ///   - layout: of its channels; `nil` is the usual one of their number.
    /// - Throws: `invalidRunState` unless the queue is stopped, and while it renders; `'fmt?'`; `invalidParameter` for
    ///   a layout of another number of channels.
    ///
    /// ## Allocation
    /// All internal buffers of the queue.
    public func setOfflineRenderFormat(
        _ description: StreamDescription?, layout: ChannelLayout? = nil
    ) throws(AudioQueueError) {
        try checkUsable("setOfflineRenderFormat")
        try checkPlays("setOfflineRenderFormat")
        try checkStopped("setOfflineRenderFormat")
        guard let description = description?.completed else {
            output = nil
            renderLayout = nil
            return
        }
        try Self.check(description, place: "setOfflineRenderFormat")
        if let layout, layout.channelCount != description.channelCount {
            throw AudioQueueError(
                .invalidParameter, place: "setOfflineRenderFormat",
                "the layout \(layout.name) has \(layout.channelCount) channels and the format \(description.channelCount)",
                nextStep: "choose a layout of \(description.channelCount) channels")
        }
        try rebuild(description, layout, place: "setOfflineRenderFormat")
        renderLayout = layout
    }

    /// Makes the inside again for what the properties are now.
    func rebuild(
        _ description: StreamDescription?, _ renderLayout: ChannelLayout?, place: String
    ) throws(AudioQueueError) {
        let playRate = line.playRate
        do {
            let packer = try description.map { format throws(ConvertError) in try PCMPacker(format: format) }
            line = try QueueLine(
                feed, format: streamDescription, outputRate: (description ?? streamDescription).sampleRate,
                chunk: chunk,
                hasTimePitch: hasTimePitch, tap: tap, quality: quality)
            scratch = PCMBuffer(channelCount: streamDescription.channelCount, frameCapacity: chunk)
            if let description, let packer {
                output = QueueOutput(
                    description, packer, layout: renderLayout ?? .standard(description.channelCount), source: layout,
                    chunk: chunk,
                    volume: values.volume, pan: values.pan)
            }
        } catch {
            throw AudioQueueError(.unsupportedDataFormat, error, place: place)
        }
        output?.measure(measuresLevels)
        line.setPlayRate(hasTimePitch ? playRate : 1, isBypassed: bypassesTimePitch)
    }

    /// Refuses what is for a stopped queue.
    func checkStopped(_ place: String) throws(AudioQueueError) {
        guard state == .stopped, !isRendering, !isResetting else {
            throw AudioQueueError(
                .invalidRunState, place: place, isRendering ? "the queue is rendering" : "the queue is not stopped",
                nextStep: "call it while the queue is stopped, and not in a callback")
        }
    }

    /// Renders the next frames into `buffer`, and sets its ``Buffer/byteCount`` (`AudioQueueOfflineRender`).
    ///
    /// - Parameters:
    ///   - sampleTime: of the first frame, in frames of the render format. After a start, each call's time must be
    ///     later by at least the frames rendered; a larger step is a gap in which the queue's time does not move, and a
    ///     discontinuity of its time line.
    ///   - buffer: a buffer of this queue that is not enqueued.
    ///   - frameCount: 0 or more, as many as the buffer has room for.
    /// - Returns: the number of frames rendered: fewer if no more is enqueued, if the rate converter needs more input
    ///   (``flush()``), or if the queue has stopped; none while it is stopped or paused.
    /// - Throws: `invalidOfflineMode` outside the offline mode; `invalidRunState` inside a callback of the queue;
    ///   `invalidBuffer`, `bufferInQueue`; `invalidParameter` for a number of frames or a time out of range; errors of
    ///   a callback, a tap or a listener. The frames before the error are in the buffer, and the queue continues after
    ///   it.
    public func offlineRender(at sampleTime: Int64, into buffer: Buffer, frameCount: Int) throws -> Int {
        try checkUsable("offlineRender", allowsPending: true)
        try checkPlays("offlineRender")
        try checkOutsideTap("offlineRender")
        guard !isRendering, !isResetting else {
            throw AudioQueueError(
                .invalidRunState, place: "offlineRender", "the queue is rendering",
                nextStep: "do not render in a callback")
        }
        guard let output else {
            throw AudioQueueError(
                .invalidOfflineMode, place: "offlineRender", "the queue is not in its offline mode",
                nextStep: "call setOfflineRenderFormat(_:layout:)")
        }
        let bytesPerFrame = Int(output.description.bytesPerFrame)
        try check(buffer, sampleTime, frameCount, bytesPerFrame)
        isRendering = true
        buffer.isInUse = true
        buffer.byteCount = 0
        defer {
            isRendering = false
            buffer.isInUse = false
        }
        if state == .running {
            if let nextTime, sampleTime > nextTime { jumpCount += 1 }
            nextTime = sampleTime
            settleStart(sampleTime)
        }
        var done = 0
        while done < frameCount, state == .running {
            settleStart(sampleTime + Int64(done))
            let made = try renderChunk(frameCount - done, into: buffer, at: done)
            guard let made else { break }
            done += made
            buffer.byteCount = done * bytesPerFrame
            nextTime = sampleTime + Int64(done)
            try returnFinished()
        }
        return done
    }

    private func check(
        _ buffer: Buffer, _ sampleTime: Int64, _ frameCount: Int, _ bytesPerFrame: Int
    ) throws(AudioQueueError) {
        try check(buffer, "offlineRender")
        guard !buffer.isInUse else {
            throw AudioQueueError(
                .bufferInQueue, place: "offlineRender", "the buffer is waiting to be played",
                nextStep: "allocate one for the output alone")
        }
        guard frameCount >= 0, frameCount <= buffer.byteCapacity / bytesPerFrame else {
            throw AudioQueueError(
                .invalidParameter, place: "offlineRender",
                "\(frameCount) frames of \(bytesPerFrame) bytes do not fit a buffer of \(buffer.byteCapacity)",
                nextStep: "ask for 0 to \(buffer.byteCapacity / bytesPerFrame)")
        }
        guard sampleTime.magnitude <= 1 << 53, state != .running || sampleTime >= nextTime ?? .min else {
            throw AudioQueueError(
                .invalidParameter, place: "offlineRender", "the sample time \(sampleTime) is past",
                nextStep: "go on at frame \(nextTime ?? 0) or later")
        }
    }

    /// Finds how far the start is away, until it has come.
    private func settleStart(_ sampleTime: Int64) {
        guard let startTime else { return }
        leadingFrames = max(0, startTime - sampleTime)
        if leadingFrames == 0 { self.startTime = nil }
    }

    /// Makes at most `limit` frames, or takes one piece of input in.
    ///
    /// - Returns: `nil` if there is no more.
    private func renderChunk(_ limit: Int, into buffer: Buffer, at frame: Int) throws -> Int? {
        guard let output else { return nil }
        if leadingFrames > 0 {
            let count = Int(min(Int64(min(limit, chunk)), leadingFrames))
            scratch.silence(0..<count)
            output.process(count, of: scratch, into: &buffer.bytes, at: frame)
            leadingFrames -= Int64(count)
            return count
        }
        takeEvents()
        switch try line.step(limit, into: &scratch, at: 0) {
        case .frames(let count):
            takeEvents()
            output.process(count, of: scratch, into: &buffer.bytes, at: frame)
            line.advance(count)
            return count
        case .again:
            return 0
        case .dry:
            return nil
        case .ended where !feed.finished.isEmpty:
            // A tap may have taken a buffer in and given nothing for it: first that comes back.
            return 0
        case .ended:
            let isLast = line.isLastRun
            feed.removeFlush()
            if isLast { try completeStop() } else { line.beginRun() }
            return isLast ? nil : 0
        }
    }

    /// Takes the parameters of the buffers that begin with the next frame.
    private func takeEvents() {
        while let events = line.takeEvents() { for event in events { apply(event) } }
    }
}
