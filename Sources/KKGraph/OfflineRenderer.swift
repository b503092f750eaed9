public import KKPCM
internal import KKUnits

/// The result of a render call of an ``OfflineRenderer``. Where AVAudioEngine has a status for an error, kkmix throws.
public enum RenderStatus: Sendable {
    case success
    /// The frames were rendered, and all of them are zero.
    case silence
}

/// Renders the head of a graph without a clock, as AVAudioEngine does in its offline manual rendering mode.
///
/// Time is the number of frames rendered so far. A request may be longer than the graph's slices; it is cut into
/// slices, and the cuts change no sample.
///
/// ## Allocation
/// In `init`.
public final class OfflineRenderer {
    private let graph: AudioGraph
    /// What errors call the head.
    private let name: String
    private let sliceLength: Int
    /// A slice on its way into the middle of a request, as frames and as bytes.
    private var slice: PCMBuffer
    private var listSlice: AudioBufferList
    /// The largest number of frames of one request.
    public let maximumFrameCount: Int
    /// The rendered format: the head's output format.
    public let format: StreamDescription
    /// The frame that will be rendered next.
    public private(set) var position: AudioTime

    /// - Parameters:
    ///   - graph: an initialized graph, which must stay initialized while it is rendered.
    ///   - maximumFrameCount: `nil` is the head's `maximumFramesPerSlice`.
    /// - Throws: `cannotDoInCurrentContext` for a graph that is not initialized.
    public init(_ graph: AudioGraph, maximumFrameCount: Int? = nil) throws(GraphError) {
        let head = try graph.initializedHead()
        let format: StreamDescription
        do {
            format = try head.streamFormat(.output)
        } catch {
            throw GraphError(error)
        }
        self.graph = graph
        name = head.name
        self.format = format
        sliceLength = head.maximumFramesPerSlice
        self.maximumFrameCount = max(1, maximumFrameCount ?? sliceLength)
        slice = PCMBuffer(
            channelCount: format.channelCount, frameCapacity: self.maximumFrameCount > sliceLength ? sliceLength : 0)
        listSlice = AudioBufferList(
            for: format, frameCapacity: self.maximumFrameCount > sliceLength && !format.isCanonical ? sliceLength : 0)
        position = AudioTime(sampleTime: 0, sampleRate: format.sampleRate)
    }

    /// Renders the next `frameCount` frames into `buffer` from its frame 0, sets the buffer's length, and moves forward.
    ///
    /// - Throws: `parameter` and `tooManyFramesToProcess` for a buffer or request that does not fit;
    ///   `formatNotSupported` if the head's format is no longer ``format``; any error of the graph. `position` then
    ///   stays at the slice that failed, and the buffer's length is what was rendered before it.
    @discardableResult
    public func render(_ frameCount: Int, into buffer: inout PCMBuffer) throws -> RenderStatus {
        try check(frameCount, buffer)
        try checkHead()
        buffer.frameLength = 0
        if frameCount <= sliceLength {
            return try renderSlice(frameCount, into: &buffer) ? .silence : .success
        }
        var isSilent = true
        var done = 0
        while done < frameCount {
            let count = min(sliceLength, frameCount - done)
            if try !renderSlice(count, into: &slice) { isSilent = false }
            buffer.copy(count, framesFrom: slice, to: done)
            done += count
            buffer.frameLength = done
        }
        return isSilent ? .silence : .success
    }

    /// The same, as bytes in ``format``. `list` must have one buffer of interleaved channels, or one per channel, with
    /// room for the frames; their data sizes are set.
    ///
    /// - Throws: as ``render(_:into:)``, and `parameter` for a list of another shape.
    @discardableResult
    public func render(_ frameCount: Int, into list: inout AudioBufferList) throws -> RenderStatus {
        let size = Int(format.bytesPerFrame)
        let (byteCount, isBeyond) = frameCount.multipliedReportingOverflow(by: size)
        guard frameCount <= maximumFrameCount else { throw tooMany(frameCount) }
        guard frameCount >= 0, !isBeyond, list.buffers.count == (format.isInterleaved ? 1 : format.channelCount),
            list.buffers.allSatisfy({ $0.bytes.count >= byteCount })
        else {
            throw GraphError(
                .unit(.parameter), place: name,
                "a list of \(list.buffers.count) buffers cannot take \(frameCount) frames of [\(format)]",
                nextStep: "make it with AudioBufferList(for:frameCapacity:)")
        }
        try checkHead()
        if frameCount <= sliceLength { return try renderSlice(frameCount, into: &list) ? .silence : .success }
        if listSlice[0].bytes.isEmpty { listSlice = AudioBufferList(for: format, frameCapacity: sliceLength) }
        var isSilent = true
        var done = 0
        while done < frameCount {
            let count = min(sliceLength, frameCount - done)
            if try !renderSlice(count, into: &listSlice) { isSilent = false }
            for index in list.buffers.indices {
                for byte in 0..<count * size { list[index].bytes[done * size + byte] = listSlice[index].bytes[byte] }
            }
            done += count
            for index in list.buffers.indices { list[index].byteCount = done * size }
        }
        return isSilent ? .silence : .success
    }

    /// The end of the graph's sound, with the tails of its units, as a frame number
    /// (``KKUnits/AudioUnit/endTime(ofOutput:)``); `nil` while something that feeds it has not ended.
    public var endTime: Int64? { (try? graph.initializedHead())?.endTime() }

    /// Renders until everything that feeds the graph has ended, with all tails, and writes exactly these frames,
    /// whatever the slices are.
    ///
    /// Sources that have ended earlier are silent. A graph that never ends, for example with a callback that reports no
    /// end or with endless echoes, is rendered up to the limit.
    ///
    /// - Parameters:
    ///   - sink: has the rate and channels of ``format``; the caller completes it.
    ///   - limit: the largest number of frames.
    /// - Returns: the frames that were written.
    /// - Throws: as ``render(_:into:)``, and what the sink throws.
    ///
    /// ## Allocation
    /// A buffer, here.
    @discardableResult
    public func renderToEnd(into sink: any FrameSink, limit: Int64) throws -> Int64 {
        var buffer = PCMBuffer(channelCount: format.channelCount, frameCapacity: maximumFrameCount)
        var written: Int64 = 0
        while written < limit {
            var count = min(Int64(maximumFrameCount), limit - written)
            // Before the first slice nothing is known of an end.
            if written > 0, let endTime { count = min(count, endTime - position.sampleTime) }
            if count <= 0 { break }
            let start = position.sampleTime
            try render(Int(count), into: &buffer)
            if let endTime { buffer.frameLength = Int(max(0, min(count, endTime - start))) }
            if buffer.frameLength == 0 { break }
            try sink.write(buffer)
            written += Int64(buffer.frameLength)
        }
        return written
    }

    /// The head may have been initialized again with another rate.
    private func checkHead() throws(GraphError) {
        let head = try graph.initializedHead()
        let now: StreamDescription
        do {
            now = try head.streamFormat(.output)
        } catch {
            throw GraphError(error)
        }
        guard now == format else {
            throw GraphError(
                .unit(.formatNotSupported), place: name,
                "the graph now has the format [\(now)], but the renderer was made for [\(format)]",
                nextStep: "make another OfflineRenderer")
        }
    }

    /// Renders one slice, and says whether it is silence.
    private func renderSlice(_ frameCount: Int, into buffer: inout PCMBuffer) throws -> Bool {
        var flags: RenderActionFlags = .offlineRender
        try graph.render(&flags, time: position, frameCount: frameCount, into: &buffer)
        position = position.advanced(by: frameCount)
        return flags.contains(.outputIsSilence)
    }

    private func renderSlice(_ frameCount: Int, into list: inout AudioBufferList) throws -> Bool {
        var flags: RenderActionFlags = .offlineRender
        try graph.render(&flags, time: position, frameCount: frameCount, into: &list)
        position = position.advanced(by: frameCount)
        return flags.contains(.outputIsSilence)
    }

    private func tooMany(_ frameCount: Int) -> GraphError {
        GraphError(
            .unit(.tooManyFramesToProcess), place: name,
            "\(frameCount) frames are more than the maximum of \(maximumFrameCount) per request",
            nextStep: "request fewer, or raise maximumFrameCount")
    }

    private func check(_ frameCount: Int, _ buffer: borrowing PCMBuffer) throws(GraphError) {
        guard frameCount <= maximumFrameCount else { throw tooMany(frameCount) }
        guard frameCount >= 0 && frameCount <= buffer.frameCapacity && buffer.channelCount == format.channelCount else {
            throw GraphError(
                .unit(.parameter), place: name,
                "a buffer of \(buffer.channelCount) channels and \(buffer.frameCapacity) frames cannot take \(frameCount) of [\(format)]"
            )
        }
    }
}
