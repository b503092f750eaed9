public import KKPCM

extension AudioFile {
    /// As the audio is stored (`'dfmt'`).
    public var dataFormat: StreamDescription { content.dataFormat }

    /// One of ``TypeID`` (`'ffmt'`).
    public var fileType: FourCharCode { content.typeID }

    /// The channels in the order of the file (`'cmap'`); `nil` when it does not say.
    public var channelLayout: ChannelLayout? { content.layout }

    /// What a decoder wants to have before the first packet (`'mgic'`); `nil` where it wants nothing.
    public var magicCookie: [UInt8]? { content.magicCookie }

    /// What was found wrong with the file so far, and was worked around.
    public var warnings: [FileWarning] {
        guard case .scanned(let scan) = content.packets else { return content.warnings }
        return content.warnings + scan.warnings + content.tableWarnings(name)
    }

    /// All packets (`'pcnt'`). Reads all of a stream, once.
    public func packetCount() throws(AudioFileError) -> Int64 {
        try requireOpen()
        return try content.packetCount()
    }

    /// All frames of all packets, priming and remainder included. Reads all of a stream, once.
    public func frameCount() throws(AudioFileError) -> Int64 {
        try requireOpen()
        return try content.frameCount()
    }

    /// All bytes of all packets (`'bcnt'`). Reads all of a stream, once.
    public func audioByteCount() throws(AudioFileError) -> Int64 {
        try requireOpen()
        return try content.audioByteCount()
    }

    /// Seconds of sound (`'edur'`): without priming and remainder where the file tells them. Before a scan of a stream
    /// as its tag states it, or as many as it had if all packets were like the first 32; exact after anything that
    /// reads all of it, ``packetCount()`` for one.
    public func estimatedDuration() throws(AudioFileError) -> Double {
        try requireOpen()
        guard content.dataFormat.sampleRate > 0 else { return 0 }
        return try content.estimatedFrameCount().frames / content.dataFormat.sampleRate
    }

    /// Priming, sound and remainder (`'pnfo'`): as the file states them, or everything as sound where it does not.
    /// Where a stream has other frames than its tag counts, the sound is what there is: of MPEG files that were put one
    /// behind the other everything but the first one's priming, with a warning. Reads all of a stream, once.
    public func packetTableInfo() throws(AudioFileError) -> PacketTableInfo {
        try requireOpen()
        return try content.currentPacketTableInfo()
    }
}
