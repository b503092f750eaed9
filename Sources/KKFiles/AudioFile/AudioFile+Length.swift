public import KKPCM

extension AudioFileContent {
    /// All packets. In a stream this reads the whole file, once.
    func packetCount() throws(AudioFileError) -> Int64 {
        switch packets {
        case .constant: return dataFormat.bytesPerPacket > 0 ? dataByteCount / Int64(dataFormat.bytesPerPacket) : 0
        case .table(let index): return index.packetCount
        case .scanned(let scan):
            try scan.scanAll()
            return scan.index.packetCount
        }
    }

    /// All frames of all packets, priming and remainder included.
    func frameCount() throws(AudioFileError) -> Int64 {
        switch packets {
        case .constant: return try packetCount() * Int64(dataFormat.framesPerPacket)
        case .table(let index): return index.frameCount
        case .scanned(let scan):
            try scan.scanAll()
            return scan.index.frameCount
        }
    }

    /// All bytes of all packets.
    func audioByteCount() throws(AudioFileError) -> Int64 {
        switch packets {
        case .constant: return dataByteCount
        case .table(let index): return index.byteCount
        case .scanned(let scan):
            try scan.scanAll()
            return scan.index.byteCount
        }
    }

    func maximumPacketSize() throws(AudioFileError) -> Int {
        switch packets {
        case .constant: return Int(dataFormat.bytesPerPacket)
        case .table(let index): return index.maximumByteCount
        case .scanned(let scan):
            try scan.scanAll()
            return scan.index.maximumByteCount
        }
    }

    /// Frames, without reading more of the file than some packets: as a tag states them, or as many as the bytes would have if all packets
    /// were like the first ones. Exact where nothing has to be looked for, and after a scan.
    func estimatedFrameCount() throws(AudioFileError) -> (frames: Double, isExact: Bool) {
        guard case .scanned(let scan) = packets, !scan.isComplete else {
            return (Double(try currentPacketTableInfo().validFrames), true)
        }
        if let packetTableInfo { return (Double(packetTableInfo.validFrames), false) }
        if let statedPacketCount { return (Double(statedPacketCount) * Double(dataFormat.framesPerPacket), false) }
        try scan.scan(packets: Self.sampleCount)
        let index = scan.index
        if scan.isComplete { return (Double(index.frameCount), true) }
        return (Double(dataByteCount) / Double(max(1, index.byteCount)) * Double(index.frameCount), false)
    }

    /// The packets that an estimate rests on.
    private static let sampleCount: Int64 = 32

    /// Bits per second, without a scan: of all packets that were looked at so far.
    func bitRate() throws(AudioFileError) -> Double {
        let rate = dataFormat.sampleRate
        if case .scanned(let scan) = packets, !scan.isComplete {
            if let statedBitRate { return statedBitRate }
            return Double(scan.index.byteCount) * 8 * rate / Double(max(1, scan.index.frameCount))
        }
        if case .constant = packets {
            return Double(dataFormat.bytesPerPacket) * 8 * rate / Double(max(1, dataFormat.framesPerPacket))
        }
        return Double(try audioByteCount()) * 8 * rate / Double(max(1, try frameCount()))
    }
}

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

    /// Seconds of sound (`'edur'`): without priming and remainder where the file tells them. An estimate while a stream was not read to its end;
    /// exact after anything that reads it, ``packetCount()`` for one.
    public func estimatedDuration() throws(AudioFileError) -> Double {
        try requireOpen()
        guard content.dataFormat.sampleRate > 0 else { return 0 }
        return try content.estimatedFrameCount().frames / content.dataFormat.sampleRate
    }

    /// Priming, sound and remainder (`'pnfo'`): as the file states them, or everything as sound where it does not. Where a stream has
    /// other frames than its tag counts, the sound is what there is: of MPEG files that were put one behind the other everything but the first
    /// one's priming, with a warning. Reads all of a stream, once.
    public func packetTableInfo() throws(AudioFileError) -> PacketTableInfo {
        try requireOpen()
        return try content.currentPacketTableInfo()
    }
}

extension AudioFileContent {
    /// Where all packets are to have one number of frames, what the last one lacks of it is counted with the remainder.
    func currentPacketTableInfo() throws(AudioFileError) -> PacketTableInfo {
        guard case .scanned(let scan) = packets else {
            if let packetTableInfo { return packetTableInfo }
            return PacketTableInfo(validFrames: try frameCount())
        }
        try scan.scanAll()
        let index = scan.index
        let all = max(index.frameCount, index.packetCount * Int64(dataFormat.framesPerPacket))
        let priming = packetTableInfo?.primingFrames ?? 0
        let stated = scan.stream?.isTableVoid ?? false ? nil : packetTableInfo?.validFrames
        let valid = min(stated ?? .max, max(0, index.frameCount - priming))
        return PacketTableInfo(validFrames: valid, primingFrames: priming, remainderFrames: max(0, all - priming - valid))
    }

    /// What there is to say of a tag whose packets are not all packets.
    func tableWarnings(_ name: String) -> [FileWarning] {
        guard let packetTableInfo, case .scanned(let scan) = packets, scan.stream?.isTableVoid ?? false else { return [] }
        return [
            FileWarning(
                path: name, at: .byte(dataOffset),
                "the tag before this counts \(packetTableInfo.validFrames) frames of sound, and packets that are none of its own follow",
                consequence: "everything behind the priming is taken for sound")
        ]
    }
}
