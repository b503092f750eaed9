/// Packets of a codec.
open class AVAudioCompressedBuffer: AVAudioBuffer {
    public let packetCapacity: AVAudioPacketCount
    /// The largest packet size in bytes.
    public let maximumPacketSize: Int
    /// The position of each packet in ``data``; `nil` for a format with packets of constant size.
    public let packetDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?

    /// The number of packets in the buffer.
    public var packetCount: AVAudioPacketCount = 0 {
        didSet { AVFAudioError.require(packetCount <= packetCapacity, "packetCount <= packetCapacity") }
    }

    public init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount, maximumPacketSize: Int) {
        self.packetCapacity = packetCapacity
        self.maximumPacketSize = maximumPacketSize
        AVFAudioError.require(!format.isLinearPCM, "format.streamDescription->mFormatID != kAudioFormatLinearPCM")
        let bytes = Int(packetCapacity).multipliedReportingOverflow(by: maximumPacketSize)
        guard !bytes.overflow,
            let lists = BufferLists(
                buffers: 1, channelsEach: Int(format.channelCount), byteCapacity: bytes.partialValue)
        else { AVFAudioError.misuse("packetCapacity * maximumPacketSize fits in memory") }
        if format.streamDescription.pointee.mBytesPerPacket == 0 {
            packetDescriptions = .allocate(capacity: max(1, Int(packetCapacity)))
            packetDescriptions?.initialize(
                repeating: AudioStreamPacketDescription(), count: max(1, Int(packetCapacity)))
        } else {
            packetDescriptions = nil
        }
        super.init(format, lists)
    }

    deinit { packetDescriptions?.deallocate() }

    /// For a format with packets of constant size.
    public convenience init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount) {
        let size = format.streamDescription.pointee.mBytesPerPacket
        AVFAudioError.require(size > 0, "format.streamDescription->mBytesPerPacket != 0")
        self.init(format: format, packetCapacity: packetCapacity, maximumPacketSize: Int(size))
    }

    public var data: UnsafeMutableRawPointer {
        guard let data = lists.pointer(0) else { AVFAudioError.misuse("nil != data") }
        return data
    }

    /// The capacity in bytes.
    public var byteCapacity: UInt32 { UInt32(clamping: lists.byteCapacity) }

    /// The valid bytes.
    public var byteLength: UInt32 = 0 {
        didSet {
            AVFAudioError.require(byteLength <= byteCapacity, "byteLength <= byteCapacity")
            lists.setFilled(Int(byteLength))
        }
    }

    /// A copy with the same packets.
    open override func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = AVAudioCompressedBuffer(
            format: format, packetCapacity: packetCapacity, maximumPacketSize: maximumPacketSize)
        copy.packetCount = packetCount
        copy.byteLength = byteLength
        copy.data.copyMemory(from: data, byteCount: Int(byteLength))
        if let packetDescriptions {
            copy.packetDescriptions?.update(from: packetDescriptions, count: Int(packetCount))
        }
        return copy
    }
}
