public import KKConvert
public import KKPCM

/// Plays buffers of linear PCM, or of packets of a codec, one after the other, and is asked for the sound by
/// ``offlineRender(at:into:frameCount:)``: an output `AudioQueue` in its offline mode.
/// The other way round, ``init(input:from:quality:callback:)``, it records.
///
/// A program allocates some buffers, fills and enqueues them, and gets each back in the callback when the queue has
/// read it, to be filled again:
///
/// ```swift
/// let queue = try AudioQueue(output: description) { queue, buffer in … try queue.enqueue(buffer) … or try queue.stop(immediately: false) }
/// try queue.setOfflineRenderFormat(renderDescription)
/// try queue.start()
/// while queue.isRunning { time += Int64(try queue.offlineRender(at: time, into: output, frameCount: 4096)) }
/// ```
///
/// ## The way of a frame
/// What is enqueued, with silence before start times, is one stream at the queue's rate: its frames are the queue's
/// *time line*, which begins with 0 at each start. It goes through a tap before the effects, the change of play rate, a
/// tap behind it, the rate converter, the channel matrix from the queue's layout to the render format's
/// (``ChannelMatrix/mixing(_:to:)``, so mono goes to both sides), volume and pan, the level meter, and into bytes;
/// Float32 all the way.
///
/// ## No threads, no clock
/// All happens inside the calls. Callbacks and listeners are called inside ``offlineRender(at:into:frameCount:)``,
/// ``start(at:)``, ``stop(immediately:)``, ``reset()`` and the setters of properties. In the buffer callback and in
/// listeners every call is allowed but rendering, and what changes the render format or a property that can only be set
/// while the queue is stopped, also if it is; a tap's callback may do less (``ProcessingTap/Callback``).
///
/// The sound depends on what is enqueued alone, not on how it is cut into buffers nor on how many frames are asked for
/// at a time. A buffer comes back right after the frame at which its last one was read, so what the callback does meets
/// the same frame, too. With a play rate or a rate converter that is some frames before the last one is heard.
///
/// ## Packets
/// A buffer of packets is enqueued with a description of each: ``enqueue(_:packets:)``. It is decoded then and there,
/// so that its frames are known, and its bytes are the queue's until they have been played. The sound does not depend
/// on which packets are in which buffer. What the decoder has to know is the ``magicCookie``; priming and remainder are
/// trimmed by the buffer that has them; ``flush()`` goes between two streams.
///
/// One caller at a time.
///
/// ## Allocation
/// In `init`, where buffers are allocated and enqueued, and where properties and the render format are set. Rendering
/// allocates nothing but what callbacks do.
///
/// Source: AudioQueue.h. The device's times are not there.
public final class AudioQueue {
    /// Takes a buffer that the queue has read to its end, or has given up.
    public typealias Callback = (_ queue: AudioQueue, _ buffer: Buffer) throws -> Void

    /// What the buffers hold (`'aqft'`).
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

    /// A stopped queue (`AudioQueueNewOutput`).
    ///
    /// - Parameters:
    ///   - description: interleaved linear PCM of any sort that ``PCMUnpacker`` reads, µ-law and A-law included; or
    ///     packets that ``AudioConverter`` decodes, with the rate and the channels that they decode to.
    ///   - quality: of the conversion to the render format's rate.
    ///   - callback: gets the buffers back. An error that it throws comes out of the call in which it happens.
    /// - Throws: `'fmt?'` for a description of another kind.
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

    /// What both sides of a queue have to be.
    static func check(_ description: StreamDescription, place: String) throws(AudioQueueError) {
        guard (1...1024).contains(description.channelCount), description.framesPerPacket == 1,
            description.bytesPerPacket == description.bytesPerFrame,
            description.isInterleaved || description.channelCount == 1,
            description.sampleRate > 0, description.sampleRate <= 0x1p32
        else {
            throw AudioQueueError(
                .unsupportedDataFormat, place: place, "a queue has no use for [\(description)]",
                nextStep:
                    "describe interleaved linear PCM of up to 1024 channels, a frame to a packet, with its true sample rate"
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
