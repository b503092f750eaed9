internal import CCoreAudio

/// Frames of linear PCM: separate memory for each channel, or interleaved.
open class AVAudioPCMBuffer: AVAudioBuffer {
    public let frameCapacity: AVAudioFrameCount
    /// A pointer for each channel, to its first sample.
    private let channels: UnsafeMutablePointer<UnsafeMutableRawPointer>?
    private let bytesPerFrame: Int

    private var length: AVAudioFrameCount = 0

    /// The number of valid frames, at most ``frameCapacity``; 0 in a new buffer.
    public var frameLength: AVAudioFrameCount {
        get {
            guard let noted = lists.notedByteCount else { return length }
            return min(frameCapacity, AVAudioFrameCount(noted / max(1, bytesPerFrame)))
        }
        set {
            AVFAudioError.require(newValue <= frameCapacity, "frameLength <= frameCapacity")
            length = newValue
            lists.setFilled(Int(newValue) * bytesPerFrame)
            lists.renewWhole()
        }
    }

    override func noteLength() { if lists.notedByteCount != nil { frameLength = frameLength } }

    private init(pcm format: AVAudioFormat, _ frameCapacity: AVAudioFrameCount, _ lists: BufferLists) {
        self.frameCapacity = frameCapacity
        let description = format.streamDescription.pointee
        bytesPerFrame = Int(description.mBytesPerFrame)
        let isInterleaved = format.isInterleaved, width = Int(description.mBitsPerChannel / 8)
        let places = (0..<Int(description.mChannelsPerFrame)).compactMap {
            isInterleaved ? lists.pointer(0).map { [index = $0] in $0 + index * width } : lists.pointer($0)
        }
        if places.count == Int(description.mChannelsPerFrame) {
            let memory = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: places.count)
            memory.initialize(from: places, count: places.count)
            channels = memory
        } else {
            channels = nil
        }
        super.init(format, lists)
    }

    deinit { channels?.deallocate() }

    /// - Returns: `nil` for a format that is not linear PCM, and for more than 4 GiB.
    public convenience init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
        guard format.isLinearPCM, let (buffers, each) = format.shape else { return nil }
        let bytes = Int(frameCapacity).multipliedReportingOverflow(
            by: Int(format.streamDescription.pointee.mBytesPerFrame))
        guard !bytes.overflow,
            let lists = BufferLists(buffers: buffers, channelsEach: each, byteCapacity: bytes.partialValue)
        else { return nil }
        self.init(pcm: format, frameCapacity, lists)
    }

    /// A full buffer that uses existing memory, which must be valid until `deallocator` is called.
    ///
    /// - Returns: `nil` for a list whose buffers do not fit the format.
    public convenience init?(
        pcmFormat format: AVAudioFormat, bufferListNoCopy bufferList: UnsafePointer<AudioBufferList>,
        deallocator: ((UnsafePointer<AudioBufferList>) -> Void)? = nil
    ) {
        let given = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
        let size = Int(format.streamDescription.pointee.mBytesPerFrame)
        guard format.isLinearPCM, size > 0, let (buffers, each) = format.shape, given.count == buffers,
            let bytes = given.map({ Int($0.mDataByteSize) }).min()
        else { return nil }
        let lists = BufferLists(given.map(\.mData), channelsEach: each, byteCapacity: bytes / size * size) {
            deallocator?(bufferList)
        }
        self.init(pcm: format, AVAudioFrameCount(bytes / size), lists)
        frameLength = frameCapacity
    }

    /// The distance between samples of one channel.
    public var stride: Int { format.isInterleaved ? Int(format.channelCount) : 1 }

    /// A pointer for each channel; `nil` if samples are not Float32.
    public var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? { samples(.pcmFormatFloat32) }

    /// `nil` if samples are not 16-bit integers.
    public var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? { samples(.pcmFormatInt16) }

    /// `nil` if samples are not 32-bit integers.
    public var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? { samples(.pcmFormatInt32) }

    private func samples<Sample>(_ kind: AVAudioCommonFormat) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
        guard format.commonFormat == kind, let channels else { return nil }
        return UnsafeRawPointer(channels).assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self)
    }

    /// A copy with the same frames.
    open override func mutableCopy(with zone: NSZone? = nil) -> Any {
        guard let copy = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCapacity) else {
            AVFAudioError.misuse("nil != copy")
        }
        copy.frameLength = frameLength
        for index in 0..<lists.bufferCount {
            guard let from = lists.pointer(index), let to = copy.lists.pointer(index) else { continue }
            to.copyMemory(from: from, byteCount: Int(frameLength) * bytesPerFrame)
        }
        return copy
    }
}

extension AVAudioFormat {
    /// How many buffers a list of linear PCM has, and the channels of each; `nil` for none.
    var shape: (buffers: Int, channelsEach: Int)? {
        let channels = Int(channelCount)
        guard (1...1024).contains(channels), streamDescription.pointee.mBytesPerFrame > 0 else { return nil }
        return isInterleaved ? (1, channels) : (channels, 1)
    }
}
