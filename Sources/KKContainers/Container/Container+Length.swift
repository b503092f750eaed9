package import KKPCM

extension Container {
    /// The packets that are known by now; `nil` if all have one size.
    package var index: PacketIndex? {
        switch packets {
        case .constant: nil
        case .table(let index): index
        case .scanned(let scan): scan.index
        }
    }

    /// All packets. In a stream this reads the whole file, once.
    package func packetCount() throws(AudioFileError) -> Int64 {
        switch packets {
        case .constant: return dataFormat.bytesPerPacket > 0 ? dataByteCount / Int64(dataFormat.bytesPerPacket) : 0
        case .table(let index): return index.packetCount
        case .scanned(let scan):
            try scan.scanAll()
            return scan.index.packetCount
        }
    }

    /// All frames of all packets, priming and remainder included.
    package func frameCount() throws(AudioFileError) -> Int64 {
        switch packets {
        case .constant: return try packetCount() * Int64(dataFormat.framesPerPacket)
        case .table(let index): return index.frameCount
        case .scanned(let scan):
            try scan.scanAll()
            return scan.index.frameCount
        }
    }

    /// All bytes of all packets.
    package func audioByteCount() throws(AudioFileError) -> Int64 {
        switch packets {
        case .constant: return dataByteCount
        case .table(let index): return index.byteCount
        case .scanned(let scan):
            try scan.scanAll()
            return scan.index.byteCount
        }
    }

    package func maximumPacketSize() throws(AudioFileError) -> Int {
        switch packets {
        case .constant: return Int(dataFormat.bytesPerPacket)
        case .table(let index): return index.maximumByteCount
        case .scanned(let scan):
            try scan.scanAll()
            return scan.index.maximumByteCount
        }
    }

    /// The bound that the format gives, or a packet that was found and passes it.
    package var knownPacketSizeUpperBound: Int {
        guard case .scanned(let scan) = packets else { return packetSizeUpperBound }
        return max(packetSizeUpperBound, scan.index.maximumByteCount)
    }

    /// Frames, without reading more of the file than some packets: as a tag states them, or as many as the bytes would
    /// have if all packets were like the first ones. Exact where nothing has to be looked for, and after a scan.
    package func estimatedFrameCount() throws(AudioFileError) -> (frames: Double, isExact: Bool) {
        guard case .scanned(let scan) = packets, !scan.isComplete else {
            return (Double(try currentPacketTableInfo().validFrames), true)
        }
        if let packetTableInfo { return (Double(packetTableInfo.validFrames), false) }
        if let statedPacketCount { return (Double(statedPacketCount) * Double(dataFormat.framesPerPacket), false) }
        guard let sample = try sample(scan) else { return try estimatedFrameCount() }
        return (Double(dataByteCount) / Double(max(1, sample.byteCount)) * Double(sample.frameCount), false)
    }

    /// Bytes and frames of the packets that an estimate rests on: always the same ones, so that it does not depend on
    /// what was asked before. `nil` if they are all that there are.
    private func sample(_ scan: PacketScan) throws(AudioFileError) -> (byteCount: Int64, frameCount: Int64)? {
        try scan.scan(packets: Self.sampleCount)
        guard !scan.isComplete else { return nil }
        var entries = scan.index.entries(from: 0)
        var byteCount: Int64 = 0
        while let entry = entries.next() {
            if entry.packet == Self.sampleCount { return (byteCount, entry.firstFrame) }
            byteCount += Int64(entry.byteCount)
        }
        return (scan.index.byteCount, scan.index.frameCount)
    }

    private static let sampleCount: Int64 = 32

    /// Bits per second, without a scan: as an encoder's notes say it, or of the first packets; after a scan of all.
    package func bitRate() throws(AudioFileError) -> Double {
        let rate = dataFormat.sampleRate
        if case .scanned(let scan) = packets, !scan.isComplete {
            if let statedBitRate, statedPacketCount != nil { return statedBitRate }
            guard let sample = try sample(scan) else { return try bitRate() }
            return Double(sample.byteCount) * 8 * rate / Double(max(1, sample.frameCount))
        }
        if case .constant = packets {
            return Double(dataFormat.bytesPerPacket) * 8 * rate / Double(max(1, dataFormat.framesPerPacket))
        }
        var frames = try frameCount()
        // What the last packet of a lossless codec lacks is not stored.
        if case .table = packets, dataFormat.formatID == .flac || dataFormat.formatID == .appleLossless {
            frames -= min(packetTableInfo?.remainderFrames ?? 0, max(0, Int64(dataFormat.framesPerPacket) - 1))
        }
        return Double(try audioByteCount()) * 8 * rate / Double(max(1, frames))
    }

    /// Where all packets are to have one number of frames, what the last one lacks of it is counted with the remainder.
    package func currentPacketTableInfo() throws(AudioFileError) -> PacketTableInfo {
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
        return PacketTableInfo(
            validFrames: valid, primingFrames: priming, remainderFrames: max(0, all - priming - valid))
    }

    /// What there is to say of a tag whose packets are not all packets.
    package func tableWarnings(_ name: String) -> [FileWarning] {
        guard let packetTableInfo, case .scanned(let scan) = packets, scan.stream?.isTableVoid ?? false else {
            return []
        }
        return [
            FileWarning(
                path: name, at: .byte(dataOffset),
                "the tag before this counts \(packetTableInfo.validFrames) frames of sound, but more packets follow",
                consequence: "everything after the priming is used as sound")
        ]
    }
}
