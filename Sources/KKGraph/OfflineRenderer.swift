public import KKPCM
internal import KKUnits

/// What a render call of an ``OfflineRenderer`` came to. Where AVAudioEngine has a status for an error, kkmix throws
/// it.
public enum RenderStatus: Sendable {
    case success
    /// The frames are there and all of them are zero.
    case silence
}

/// Asks the head of a graph for its frames, with no clock: AVAudioEngine's manual rendering mode, offline.
///
/// Time is the count of the frames rendered so far. A request may be longer than the graph's slices; it is cut into
/// them, and how it is cut changes no sample.
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
    /// The most frames of one request.
    public let maximumFrameCount: Int
    /// What is rendered: the head's output format.
    public let format: StreamDescription
    /// The frame that will be rendered next.
    public private(set) var position: AudioTime

    /// - Parameters:
    ///   - graph: initialized, and kept so as long as it is rendered.
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

    /// Renders the next `frameCount` frames to frames 0 and on of `buffer`, sets its length and moves on.
    ///
    /// - Throws: `parameter` and `tooManyFramesToProcess` for a buffer or request that does not fit;
    ///   `formatNotSupported` when the head has another format than ``format`` by now; whatever the graph throws.
    ///   `position` then stays at the slice that failed, and the buffer's length says what was rendered before it.
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

    /// The same as bytes in ``format``: `list` has one buffer of interleaved channels, or one per channel, each with room
    /// for the frames, and the sizes of their data are set.
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

    /// The frame behind the last one of the graph's sound, with the tails of its units
    /// (``KKUnits/AudioUnit/endTime(ofOutput:)``); `nil` as long as something that feeds it has not ended.
    public var endTime: Int64? { (try? graph.initializedHead())?.endTime() }

    /// Renders until everything that feeds the graph has ended and its tails are over, and writes the frames up to
    /// there, whatever the slices are.
    ///
    /// What has ended before is silent meanwhile. A graph that never ends, such as one with a callback that does not tell
    /// an end or with endless echoes, is rendered up to the limit.
    ///
    /// - Parameters:
    ///   - sink: takes ``format``'s rate and channels; completing it is the caller's.
    ///   - limit: the most frames.
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

    /// The head may have been initialized anew, at another rate.
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
                "the graph gives [\(now)] by now, the renderer is for [\(format)]",
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
            "\(frameCount) frames are more than the \(maximumFrameCount) of a request",
            nextStep: "ask for less, or raise maximumFrameCount")
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
