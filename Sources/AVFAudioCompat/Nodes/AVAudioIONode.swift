internal import CCoreAudio
internal import KKAudio

/// The input or output of an engine.
open class AVAudioIONode: AVAudioNode {
    /// The latency of the device; 0, as there is none.
    public var presentationLatency: TimeInterval { 0 }
}

/// The output of an engine.
open class AVAudioOutputNode: AVAudioIONode {
    init() { super.init(outputs: 0) }

    public override var numberOfInputs: Int { 1 }
}

/// The input of an engine. It is converted if the connection has another format.
open class AVAudioInputNode: AVAudioIONode {
    private var source: InputSource?
    private var converted: (any FrameSource)?
    /// Whether the block had less than was asked for.
    var hasRunDry: Bool {
        get { source?.hasRunDry ?? isMissed }
        set {
            source?.hasRunDry = newValue
            isMissed = newValue
        }
    }
    /// Whether frames were asked for and there is no block.
    private var isMissed = false

    init() { super.init(outputs: 1) }

    /// Sets the source of the input. The block is called on the rendering thread, during the slice.
    ///
    /// - Returns: whether this is possible: the engine is in manual rendering mode and not running, and the format is linear PCM.
    @discardableResult
    open func setManualRenderingInputPCMFormat(
        _ format: AVAudioFormat, inputBlock block: @escaping AVAudioIONodeInputBlock
    ) -> Bool {
        guarded {
            guard let engine, let manual = engine.manual, !engine.isRunning,
                let source = try? InputSource(format, mostFrames: manual.maximumFrameCount, block)
            else { return false }
            (self.source, converted) = (source, nil)
            engine.isChanged = true
            return true
        }
    }

    override func defaultOutputFormat(_ bus: AVAudioNodeBus) -> AVAudioFormat {
        source?.bridge.format ?? super.defaultOutputFormat(bus)
    }

    override func configure(slice: Int) throws {
        let output = outputFormat(forBus: 0).standard
        guard let source, converted?.format != output.stream else { return }
        let matrix = ChannelMatrix.mixing(source.bridge.format.layout, to: output.layout)
        converted = try source.converted(by: matrix, toSampleRate: output.sampleRate, quality: .high)
    }

    override func produce(
        _ bus: Int, _ time: AudioTime, _ frameCount: Int, into buffer: inout PCMBuffer
    ) throws -> Bool {
        guard let converted else {
            isMissed = true
            buffer.silence(0..<frameCount)
            return true
        }
        let count = try converted.readFully(into: &buffer, at: 0, frameCount: frameCount)
        buffer.silence(count..<frameCount)
        return false
    }
}

/// What an input block gives, as a source without end: what it does not have is silence.
private final class InputSource: FrameSource {
    let format: StreamDescription
    let bridge: FrameBridge
    private let mostFrames: Int
    private let block: AVAudioIONodeInputBlock
    var hasRunDry = false

    init(_ format: AVAudioFormat, mostFrames: Int, _ block: @escaping AVAudioIONodeInputBlock) throws {
        bridge = try FrameBridge(format)
        self.format = format.standard.stream
        self.mostFrames = mostFrames
        self.block = block
    }

    var frameCount: Int64? { nil }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        // A client has room for as many as the engine is asked for.
        let wanted = min(frameCount, mostFrames)
        var count = 0
        if let list = block(AVAudioFrameCount(wanted)) {
            let given = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
            let size = Int(bridge.format.streamDescription.pointee.mBytesPerFrame)
            count = min(wanted, given.map { Int($0.mDataByteSize) / size }.min() ?? 0)
            guard bridge.fits(list, count) else {
                throw AVFAudioError.make(
                    kAudio_ParamError, "the input block returned buffers of a format other than \(bridge.format.stream)"
                )
            }
            bridge.load(list, count, into: &buffer, at: offset)
        }
        buffer.silence(offset + count..<offset + wanted)
        if count < wanted { hasRunDry = true }
        return wanted
    }

    func seek(to frame: Int64) {}
}
