internal import KKAudio

/// A tap that a client has a pointer to.
final class HeldTap {
    private(set) weak var queue: HeldQueue?
    let tap: AudioQueue.ProcessingTap
    let client: TapProc

    init(_ queue: HeldQueue, _ tap: AudioQueue.ProcessingTap, _ client: TapProc) {
        self.queue = queue
        self.tap = tap
        self.client = client
    }

    static func of(_ pointer: OpaquePointer?) throws -> HeldTap {
        try Open.taps.object(pointer).orThrow(kAudioQueueErr_InvalidTapContext)
    }
}

/// A client's callback as that of a tap. It works on the tap's own samples.
final class TapProc {
    let pointer = Handle.next()
    private let proc: AudioQueueProcessingTapCallback
    private let userData: UnsafeMutableRawPointer?
    private var memory = BufferMemory(buffers: 1, channelsEach: 1, capacity: 0)
    /// Source audio on its way to the client.
    private var source = PCMBuffer(channelCount: 0, frameCapacity: 0)

    init(_ proc: @escaping AudioQueueProcessingTapCallback, _ userData: UnsafeMutableRawPointer?) {
        self.proc = proc
        self.userData = userData
    }

    func call(
        _ tap: AudioQueue.ProcessingTap, _ frameCount: Int, _ flags: inout AudioQueue.ProcessingTap.Flags,
        _ buffer: inout PCMBuffer
    ) throws -> Int {
        if memory.count != buffer.channelCount {
            memory = BufferMemory(buffers: buffer.channelCount, channelsEach: 1, capacity: 0)
        }
        let list = UnsafeMutableAudioBufferListPointer(memory.list)
        list.count = memory.count
        for channel in 0..<buffer.channelCount {
            list[channel] = CCoreAudio.AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(frameCount * 4),
                mData: UnsafeMutableRawPointer(buffer.channelPointer(channel)))
        }
        var stamp = try tap.timeStamp(), given = UInt32(clamping: frameCount)
        var action = AudioQueueProcessingTapFlags(rawValue: flags.rawValue)
        inCallback {
            proc(clientData(userData), pointer, UInt32(clamping: frameCount), &stamp, &action, &given, memory.list)
        }
        flags = AudioQueue.ProcessingTap.Flags(rawValue: action.rawValue)
        let count = min(Int(given), frameCount)
        // A client may have put memory of its own into the list.
        for channel in 0..<min(buffer.channelCount, list.count) {
            let own = UnsafeMutableRawPointer(buffer.channelPointer(channel))
            guard let data = list[channel].mData, data != own else { continue }
            own.copyMemory(from: data, byteCount: min(4 * count, Int(list[channel].mDataByteSize)))
        }
        return Int(given)
    }

    /// Source audio in the client's buffers, or, where one has no memory, in the tap's.
    func giveSource(
        of tap: AudioQueue.ProcessingTap, _ frameCount: Int, _ flags: inout AudioQueue.ProcessingTap.Flags,
        _ list: UnsafeMutablePointer<CCoreAudio.AudioBufferList>
    ) throws -> Int {
        let buffers = UnsafeMutableAudioBufferListPointer(list), channelCount = tap.format.channelCount
        guard buffers.count == channelCount,
            buffers.allSatisfy({ $0.mData == nil || frameCount <= Int($0.mDataByteSize) / 4 }),
            frameCount <= Self.mostFrames
        else { throw Status(kAudioQueueErr_InvalidParameter) }
        if source.channelCount != channelCount || source.frameCapacity < frameCount {
            source = PCMBuffer(channelCount: channelCount, frameCapacity: max(frameCount, tap.maximumFrameCount))
        }
        let given = try tap.getSourceAudio(frameCount, into: &source, flags: &flags)
        for channel in 0..<channelCount {
            let samples = UnsafeMutableRawPointer(source.channelPointer(channel))
            if let memory = buffers[channel].mData {
                memory.copyMemory(from: samples, byteCount: 4 * given)
            } else {
                buffers[channel].mData = samples
            }
            buffers[channel].mDataByteSize = UInt32(4 * given)
        }
        return given
    }

    /// More than anybody takes at a time.
    private static let mostFrames = 1 << 20
}

extension AudioQueue.ProcessingTap {
    /// Where the frames that the client is asked for begin; inside its callback.
    func timeStamp() throws -> AudioTimeStamp {
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = try getQueueTime().sampleTime
        stamp.mFlags = .sampleTimeValid
        return stamp
    }
}
