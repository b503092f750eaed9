internal import KKContainers
public import KKPCM

extension AudioFile {
    /// The stored format (`'dfmt'`).
    public var dataFormat: StreamDescription { content.dataFormat }

    /// One of ``TypeID`` (`'ffmt'`).
    public var fileType: FourCharCode { content.typeID }

    /// The channels in the order of the file (`'cmap'`); `nil` if the file does not say.
    public var channelLayout: ChannelLayout? { content.layout }

    /// The magic cookie, which a decoder needs before the first packet (`'mgic'`); `nil` if there is none.
    public var magicCookie: [UInt8]? { content.magicCookie }

    /// Whether this kind of file has a use for one.
    package var usesCookie: Bool { ContainerFormat.kind(content.typeID)?.usesCookie ?? false }

    /// Whether this kind of file has a place for the frames of its packets that are not the sound (`'pnfo'`).
    package var holdsPacketTable: Bool {
        guard let kind = ContainerFormat.kind(content.typeID) else { return false }
        return !kind.family.layout.ids(.packetTable).isEmpty
    }

    /// Problems that were found in the file so far, and worked around.
    public var warnings: [FileWarning] {
        guard case .scanned(let scan) = content.packets else { return content.warnings }
        return content.warnings + scan.warnings + content.tableWarnings(name)
    }

    /// The number of packets (`'pcnt'`). Reads all of a stream, once.
    public func packetCount() throws(AudioFileError) -> Int64 {
        try requireOpen()
        return try content.packetCount()
    }

    /// The number of frames of all packets, with priming and remainder. Reads all of a stream, once.
    public func frameCount() throws(AudioFileError) -> Int64 {
        try requireOpen()
        return try content.frameCount()
    }

    /// The number of bytes of all packets (`'bcnt'`). Reads all of a stream, once.
    public func audioByteCount() throws(AudioFileError) -> Int64 {
        try requireOpen()
        return try content.audioByteCount()
    }

    /// The duration in seconds (`'edur'`), without priming and remainder if the file states them. For a stream that has
    /// not been scanned, it comes from its tag, or is estimated from the first 32 packets; it is exact after calls that
    /// read the whole stream, such as ``packetCount()``.
    public func estimatedDuration() throws(AudioFileError) -> Double {
        try requireOpen()
        guard content.dataFormat.sampleRate > 0 else { return 0 }
        return try content.estimatedFrameCount().frames / content.dataFormat.sampleRate
    }

    /// Priming, sound and remainder (`'pnfo'`), as the file states them; otherwise everything is sound. If the frames
    /// of a stream contradict its tag, the actual frames count: for joined MPEG files everything except the first
    /// file's priming, with a warning. Reads all of a stream, once.
    public func packetTableInfo() throws(AudioFileError) -> PacketTableInfo {
        try requireOpen()
        return try content.currentPacketTableInfo()
    }
}
