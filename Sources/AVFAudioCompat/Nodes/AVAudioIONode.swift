internal import CCoreAudio
internal import KKAudio

/// Where an engine meets what is outside.
open class AVAudioIONode: AVAudioNode {
    /// The seconds to a device, of which there is none here.
    public var presentationLatency: TimeInterval { 0 }
}

/// What comes in here is what an engine gives.
open class AVAudioOutputNode: AVAudioIONode {
    init() { super.init(outputs: 0) }

    public override var numberOfInputs: Int { 1 }
}

/// What an engine is given.
open class AVAudioInputNode: AVAudioIONode {
    private var block: AVAudioIONodeInputBlock?
    private var format: AVAudioFormat?
    private var bridge: FrameBridge?
    /// Whether the block had less than was asked for.
    var hasRunDry = false

    init() { super.init(outputs: 1) }

    /// Says where input comes from. The block is called on the thread that renders, in the slice.
    ///
    /// - Returns: whether the engine is rendered by hand and does not run, and the format is linear PCM.
    public func setManualRenderingInputPCMFormat(
        _ format: AVAudioFormat, inputBlock block: @escaping AVAudioIONodeInputBlock
    ) -> Bool {
        guard let engine, engine.isInManualRenderingMode, !engine.isRunning, let bridge = try? FrameBridge(format)
        else {
            return false
        }
        (self.format, self.block, self.bridge) = (format, block, bridge)
        engine.isChanged = true
        return true
    }

    override func defaultOutputFormat(_ bus: AVAudioNodeBus) -> AVAudioFormat {
        format ?? super.defaultOutputFormat(bus)
    }

    override func configure(slice: Int) throws {
        let own = outputFormat(forBus: 0)
        guard let format, format.sampleRate != own.sampleRate || format.channelCount != own.channelCount else { return }
        throw AVFAudioError.make(
            kAudioUnitErr_FormatNotSupported,
            "the input node is given \(format.stream), and connected with \(own.stream); connect it with its own format"
        )
    }

    override func produce(
        _ bus: Int, _ time: AudioTime, _ frameCount: Int, into buffer: inout PCMBuffer
    ) throws -> Bool {
        guard let bridge, let list = block?(AVAudioFrameCount(frameCount)) else {
            hasRunDry = true
            buffer.silence(0..<frameCount)
            return true
        }
        let given = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
        let size = Int(bridge.format.streamDescription.pointee.mBytesPerFrame)
        let count = min(frameCount, given.map { Int($0.mDataByteSize) / size }.min() ?? 0)
        guard bridge.fits(list, count) else {
            throw AVFAudioError.make(
                kAudio_ParamError, "the input block gave buffers of another format than \(bridge.format.stream)")
        }
        bridge.load(list, count, into: &buffer)
        buffer.silence(count..<frameCount)
        if count < frameCount { hasRunDry = true }
        return false
    }
}
