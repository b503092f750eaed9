public import KKConvert
public import KKPCM

/// Plays buffers of linear PCM, or of packets of a codec, one after another. ``offlineRender(at:into:frameCount:)``
/// renders the sound: an output `AudioQueue` in offline mode. ``init(input:from:quality:callback:)`` makes a recording
/// queue.
///
/// Allocate some buffers, fill and enqueue them. The callback gets each buffer back when the queue has read it, so that
/// you can fill it again:
///
/// ```swift
/// let queue = try AudioQueue(output: description) { queue, buffer in … try queue.enqueue(buffer) … or try queue.stop(immediately: false) }
/// try queue.setOfflineRenderFormat(renderDescription)
/// try queue.start()
/// while queue.isRunning { time += Int64(try queue.offlineRender(at: time, into: output, frameCount: 4096)) }
/// ```
///
/// ## The way of a frame
/// The enqueued buffers, with silence before start times, are one stream at the queue's rate: its frames are the
/// queue's *time line*, which begins with 0 at each start. The stream passes a tap before the effects, the play rate, a
/// tap after it, the rate converter, the channel matrix from the queue's layout to the render format's
/// (``ChannelMatrix/mixing(_:to:)``, so mono goes to both sides), volume and pan, the level meter, and is converted to
/// bytes; everything before is Float32.
///
/// ## No threads, no clock
/// Everything happens inside the calls. Callbacks and listeners are called inside
/// ``offlineRender(at:into:frameCount:)``, ``start(at:)``, ``stop(immediately:)``, ``reset()`` and the setters of
/// properties. The buffer callback and listeners may make every call, except rendering, changing the render format, and
/// setting a property that needs a stopped queue (even if it is stopped); a tap's callback may do less
/// (``ProcessingTap/Callback``).
///
/// The sound depends only on what is enqueued, not on its division into buffers or on the sizes of the requests. A
/// buffer comes back right after its last frame was read, so what the callback does also applies at the same frame.
/// With a play rate or a rate converter this is some frames before the last frame is heard.
///
/// ## Packets
/// Enqueue a buffer of packets with a description of each: ``enqueue(_:packets:)``. It is decoded at once, so that its
/// frames are known, and belongs to the queue until it has been played. The sound does not depend on which packets are
/// in which buffer. Set the ``magicCookie`` for the decoder, trim priming and remainder in their buffers, and call
/// ``flush()`` between two streams.
///
/// One caller at a time.
///
/// ## Allocation
/// In `init`, when buffers are allocated and enqueued, and when properties and the render format are set. Rendering
/// does not allocate, except in callbacks.
///
/// Source: AudioQueue.h. There are no device times.
public final class AudioQueue {
    /// Receives a buffer that the queue has read to its end, or has dropped.
    public typealias Callback = (_ queue: AudioQueue, _ buffer: Buffer) throws -> Void

    /// The format of the buffers (`'aqft'`).
    public let streamDescription: StreamDescription
    /// What buffers and timelines know the queue by, also when it is gone.
    let identity = Identity()
    let callback: Callback
    let quality: ResamplerQuality
    let feed: BufferFeed
    /// What decodes the buffers, if they hold packets.
    let packetFeed: PacketFeed?
    var line: QueueLine
    /// There in a queue that records; feed, line and output are idle then.
    var recorder: Recorder?
    /// There in the offline mode.
    var output: QueueOutput?
    /// A chunk on its way from the one to the other.
    var scratch: PCMBuffer
    var state = State.stopped
    var buffers: [Buffer] = []
    var tap: ProcessingTap?
    var listeners: [PropertyListener] = []
    var listenerCount = 0

    var isDisposalPending = false
    var isRendering = false
    var isResetting = false
    /// On the time line of the renderer: where the queue shall start, and the next frame.
    var startTime: Int64?
    var nextTime: Int64?
    /// Frames of silence before the start.
    var leadingFrames: Int64 = 0
    /// How often the time line has jumped.
    var jumpCount = 0

    var values = ParameterValues()
    var layout: ChannelLayout
    var hasOwnLayout = false
    var renderLayout: ChannelLayout?
    var hasTimePitch = false
    var bypassesTimePitch = false
    var measuresLevels = false
    /// Frames that are read, converted and mixed at a time.
    var chunk = 512

    final class Identity {}

    /// Makes a stopped queue (`AudioQueueNewOutput`).
    ///
    /// - Parameters:
    ///   - description: interleaved linear PCM of any sort that ``PCMUnpacker`` reads, µ-law and A-law included; or
    ///     packets that ``AudioConverter`` decodes, with the rate and the channels that they decode to.
    ///   - quality: of the conversion to the render format's rate.
    ///   - callback: gets the buffers back. The call in which it throws an error throws that error.
    /// - Throws: `'fmt?'` for other descriptions.
    public convenience init(
        output description: StreamDescription, quality: ResamplerQuality = .high, callback: @escaping Callback
    ) throws(AudioQueueError) {
        var decoder: AudioConverter?
        if ![.linearPCM, .uLaw, .aLaw].contains(description.formatID) {
            do {
                decoder = try AudioConverter(from: description, to: PacketFeed.format(for: description))
            } catch {
                throw AudioQueueError(.unsupportedDataFormat, error, place: "init")
            }
        }
        try self.init(output: description, decoder: decoder, quality: quality, callback: callback)
    }

    /// - Parameter decoder: from the packets that are described to interleaved Float32 of the same rate and channels.
    package init(
        output description: StreamDescription, decoder: AudioConverter?, quality: ResamplerQuality = .high,
        callback: @escaping Callback
    ) throws(AudioQueueError) {
        let description = description.completed
        let samples = decoder?.outputDescription ?? description
        try Self.check(samples, place: "init")
        packetFeed = decoder.map(PacketFeed.init)
        do {
            feed = BufferFeed(try PCMUnpacker(format: samples), isDecoded: decoder != nil)
            line = try QueueLine(
                feed, format: description, outputRate: description.sampleRate, chunk: chunk, hasTimePitch: false,
                tap: nil, quality: quality)
        } catch {
            throw AudioQueueError(.unsupportedDataFormat, error, place: "init")
        }
        streamDescription = description
        layout = packetFeed?.layout ?? .standard(description.channelCount)
        scratch = PCMBuffer(channelCount: description.channelCount, frameCapacity: chunk)
        self.quality = quality
        self.callback = callback
    }

    /// What both sides of a queue must be.
    static func check(_ description: StreamDescription, place: String) throws(AudioQueueError) {
        guard (1...1024).contains(description.channelCount), description.framesPerPacket == 1,
            description.bytesPerPacket == description.bytesPerFrame,
            description.isInterleaved || description.channelCount == 1,
            description.sampleRate > 0, description.sampleRate <= 0x1p32
        else {
            throw AudioQueueError(
                .unsupportedDataFormat, place: place, "a queue has no use for [\(description)]",
                nextStep:
                    "describe interleaved linear PCM of up to 1024 channels, one frame per packet, with the true sample rate"
            )
        }
    }
}

extension AudioQueueError {
    /// What another room refused, at a place here.
    init(_ code: Code, _ failure: some Failure, place: String) {
        self.init(code, kind: failure.kind, place: place, failure.problem, nextStep: failure.nextStep)
    }
}
