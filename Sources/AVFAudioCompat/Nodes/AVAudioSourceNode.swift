internal import CCoreAudio
internal import KKAudio

/// Gets frames from the program. The block is called on the rendering thread, during the slice.
open class AVAudioSourceNode: AVAudioNode {
    private let block: AVAudioSourceNodeRenderBlock
    /// What the block writes, where that was said.
    private let format: AVAudioFormat?
    private var source: BlockSource?
    private var converted: (any FrameSource)?

    /// A block that writes the format of the connection, as Float32, deinterleaved.
    public init(renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        self.block = block
        format = nil
        super.init(outputs: 1)
    }

    /// A block that writes the given format, which is converted if the connection has another one.
    public init(format: AVAudioFormat, renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        self.block = block
        self.format = format
        super.init(outputs: 1)
    }

    override func defaultOutputFormat(_ bus: AVAudioNodeBus) -> AVAudioFormat {
        format ?? super.defaultOutputFormat(bus)
    }

    override func configure(slice: Int) throws {
        let output = outputFormat(forBus: 0).standard, written = format ?? output
        if let source, source.writes(written, slice), converted?.format == output.stream { return }
        let made = try BlockSource(written, slice: slice, block)
        let matrix = ChannelMatrix.mixing(written.layout, to: output.layout)
        converted = try made.converted(by: matrix, toSampleRate: output.sampleRate, quality: .high)
        source = made
    }

    open override func reset() { try? converted?.seek(to: 0) }

    override func produce(
        _ bus: Int, _ time: AudioTime, _ frameCount: Int, into buffer: inout PCMBuffer
    ) throws -> Bool {
        guard let source, let converted else {
            buffer.silence(0..<frameCount)
            return true
        }
        source.begin(time, converted.format)
        let count = try converted.readFully(into: &buffer, at: 0, frameCount: frameCount)
        buffer.silence(count..<frameCount)
        return false
    }
}

/// What a render block writes, as a source without end.
private final class BlockSource: FrameSource {
    let format: StreamDescription
    private let bridge: FrameBridge
    private let block: AVAudioSourceNodeRenderBlock
    private let memory: AVAudioPCMBuffer
    private var position: Int64?

    init(_ format: AVAudioFormat, slice: Int, _ block: @escaping AVAudioSourceNodeRenderBlock) throws {
        bridge = try FrameBridge(format)
        guard let memory = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(slice)) else {
            throw AVFAudioError.make(kAudio_MemFullError, "there is no memory for \(slice) frames")
        }
        self.memory = memory
        self.block = block
        self.format = format.standard.stream
    }

    func writes(_ other: AVAudioFormat, _ slice: Int) -> Bool {
        bridge.format.stream == other.stream && memory.frameCapacity == slice
    }

    /// Takes the node's time over, where frames go as they are or the first ones are asked for.
    func begin(_ time: AudioTime, _ output: StreamDescription) {
        if output.sampleRate == format.sampleRate {
            position = time.sampleTime
        } else if position == nil {
            position = Int64((Double(time.sampleTime) * (format.sampleRate / output.sampleRate)).rounded())
        }
    }

    var frameCount: Int64? { nil }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        let count = min(frameCount, Int(memory.frameCapacity)), first = position ?? 0
        memory.frameLength = AVAudioFrameCount(count)
        var stamp = AudioTimeStamp(AudioTime(sampleTime: first, sampleRate: format.sampleRate))
        // The list says how many bytes are wanted; a block may point it elsewhere.
        let list = memory.lists.filled
        for index in 0..<memory.lists.bufferCount {
            if let data = memory.lists.pointer(index) { memset(data, 0, memory.lists.filledByteCount) }
        }
        var isSilence = ObjCBool(false)
        let status = block(&isSilence, &stamp, AVAudioFrameCount(count), list)
        guard status == noErr else {
            throw AVFAudioError.make(status, "the render block of a source node returned \(status)")
        }
        guard bridge.fits(list, count) else {
            throw AVFAudioError.make(
                kAudio_ParamError, "the render block of a source node changed the size of the buffers")
        }
        bridge.load(list, count, into: &buffer, at: offset)
        position = first + Int64(count)
        return count
    }

    func seek(to frame: Int64) { position = nil }
}
