internal import KKConvert
internal import KKPCM

/// The inside of an input queue: frames of a source, converted to the queue's format, in the buffers that wait, one
/// after the other.
///
/// ## Allocation
/// In `init`, and in lists where buffers are enqueued.
final class Recorder {
    let callback: AudioQueue.InputCallback
    private let source: any FrameSource
    private let converter: AudioConverter
    private let description: StreamDescription
    private let bytesPerFrame: Int
    /// Frames of the source on their way into the converter, and of the converter on their way into a buffer.
    private var frames: PCMBuffer
    private var packer: PCMPacker
    private var output: AudioBufferList
    private let chunk = 4096

    /// In the order in which they are filled; the first has `filled` frames, which begin at `start`.
    private(set) var waiting: [AudioQueue.Buffer] = []
    private var filled = 0
    private var start: Int64 = 0
    /// The place of the next frame, from the start of recording.
    private(set) var time: Int64 = 0
    /// Whether the source has ended.
    private(set) var isOver = false

    init(
        _ description: StreamDescription, _ source: any FrameSource, quality: UInt32,
        callback: @escaping AudioQueue.InputCallback
    ) throws(AudioQueueError) {
        self.description = description
        self.source = source
        self.callback = callback
        bytesPerFrame = Int(description.bytesPerFrame)
        let (rate, channelCount) = (source.format.sampleRate, source.format.channelCount)
        let input = StreamDescription.linearPCM(sampleRate: rate, channels: channelCount, bits: 32, flags: .isFloat)
        var settings = AudioConverter.Settings()
        settings.quality = quality
        if channelCount != description.channelCount {
            settings.inputLayout = .standard(channelCount)
            settings.outputLayout = .standard(description.channelCount)
        }
        do {
            converter = try AudioConverter(from: input, to: description, settings: settings)
        } catch {
            throw AudioQueueError(.unsupportedDataFormat, error, place: "init")
        }
        do {
            packer = try PCMPacker(format: input)
        } catch {
            throw AudioQueueError(.unsupportedDataFormat, error, place: "init")
        }
        frames = PCMBuffer(channelCount: channelCount, frameCapacity: chunk)
        output = AudioBufferList(for: description, frameCapacity: chunk)
    }

    /// A new recording, which begins with the source's next frame.
    func begin() {
        converter.reset()
        time = 0
        start = 0
        filled = 0
        isOver = false
    }

    func add(_ buffer: AudioQueue.Buffer) {
        buffer.isInUse = true
        buffer.byteCount = 0
        waiting.append(buffer)
    }

    /// Puts at most `frameCount` frames into the first buffer.
    ///
    /// - Returns: how many; fewer where the buffer is full, or the source at its end.
    func record(_ frameCount: Int) throws -> Int {
        guard let buffer = waiting.first else { return 0 }
        let wanted = min(frameCount, chunk, buffer.byteCapacity / bytesPerFrame - filled)
        var made = wanted
        defer { take(made, into: buffer) }
        try converter.fillComplexBuffer(packetCount: &made, into: &output, input: supply)
        isOver = made < wanted
        return made
    }

    private func take(_ count: Int, into buffer: AudioQueue.Buffer) {
        let place = filled * bytesPerFrame
        for index in 0..<count * bytesPerFrame { buffer.bytes[place + index] = output[0].bytes[index] }
        if filled == 0 { start = time }
        filled += count
        time += Int64(count)
        buffer.byteCount = filled * bytesPerFrame
    }

    /// Reads the source. No more than is needed, so that what follows a stop is what follows the last frame recorded.
    private func supply(_ packetCount: inout Int, _ data: inout AudioBufferList) throws {
        let count = try source.read(into: &frames, at: 0, frameCount: min(packetCount, chunk))
        packetCount = count
        let size = packer.bytesPerFrame
        if data[0].bytes.count < chunk * size {
            data[0] = AudioBuffer(channelCount: frames.channelCount, byteCapacity: chunk * size)
        }
        frames.frameLength = count
        packer.pack(frames, firstFrame: 0, into: &data[0].bytes, at: 0)
        data[0].byteCount = count * size
    }

    var isFull: Bool { waiting.first.map { filled == $0.byteCapacity / bytesPerFrame } ?? false }

    /// Takes the first buffer out of the queue.
    ///
    /// - Returns: it, where its frames begin, and how many there are.
    func takeFirst() -> (buffer: AudioQueue.Buffer, start: Int64, frameCount: Int)? {
        guard !waiting.isEmpty else { return nil }
        let buffer = waiting.removeFirst()
        let frameCount = filled
        if frameCount == 0 { start = time }
        filled = 0
        buffer.isInUse = false
        return (buffer, start, frameCount)
    }
}
