internal import CCoreAudio
internal import KKAudio

/// Passes frames to the program. The block is called on the rendering thread, after the slice's output.
open class AVAudioSinkNode: AVAudioNode {
    private let block: AVAudioSinkNodeReceiverBlock
    private var memory: AVAudioPCMBuffer?
    private var bridge: FrameBridge?

    public init(receiverBlock block: @escaping AVAudioSinkNodeReceiverBlock) {
        self.block = block
        super.init(outputs: 0)
    }

    public override var numberOfInputs: Int { 1 }

    override func configure(slice: Int) throws {
        guard let format = feeds[0]?.port.format else { return }
        if memory?.format.stream == format.stream, memory?.frameCapacity == AVAudioFrameCount(slice) { return }
        bridge = try FrameBridge(format)
        memory = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(slice))
    }

    func take(_ frames: borrowing PCMBuffer, _ frameCount: Int, at first: Int64) throws {
        guard let memory, let bridge else { return }
        bridge.store(frames, frameCount, to: memory.mutableAudioBufferList)
        memory.frameLength = AVAudioFrameCount(frameCount)
        var stamp = AudioTimeStamp(AudioTime(sampleTime: first, sampleRate: memory.format.sampleRate))
        let status = block(&stamp, memory.frameLength, memory.audioBufferList)
        guard status == noErr else {
            throw AVFAudioError.make(status, "the receiver block of a sink node returned \(status)")
        }
    }
}
