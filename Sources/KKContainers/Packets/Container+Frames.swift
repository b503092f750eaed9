internal import KKCodecs
internal import KKPCM

/// The packets' own word on how many frames they have, and when it is taken: one rule for who reads a Core Audio file
/// and who edits it.
extension Container {
    /// What the heads of all packets say.
    private struct Count {
        var index = PacketIndex()
        /// Packets that say another number than the file. The last one may have fewer.
        var contradictions: Int64 = 0
        /// Whether a packet has another number than the file says, the last one among them.
        var differs = false
        var hasDamage = false
        /// The frames of the first packet that tells.
        var whole: Int?
    }

    /// The most frames of any codec's packet: FLAC's (RFC 9639 §8.2). The last packet may have fewer than the file
    /// says, but not where that says more.
    private static let mostFrames = 65_535

    /// Makes the packets those of their own heads, where they are of FLAC, Opus or Apple Lossless, and the file says
    /// another number of them (FFmpeg an average). Their word is taken where at least half of the packets contradict
    /// the file, or it adds up to what the table counts in all and the file's does not, or the last one of FLAC is
    /// empty. One that does not tell is then as long as the first that does in a file that is contradicted. Where fewer
    /// contradict, they are damaged, and the file is right: they are silent for as long as it says, and what follows
    /// stays in its place.
    ///
    /// Reads the head of every packet, as ``PacketLine/forEachHead(of:in:_:)`` does.
    ///
    /// - Returns: whether it was so.
    package mutating func countFrames(_ source: ByteSource) throws(AudioFileError) -> Bool {
        guard packetHead.isEmpty, let head = PacketHead(dataFormat.formatID, magicCookie: magicCookie ?? []) else {
            return false
        }
        let (bytes, frames) = (Int(dataFormat.bytesPerPacket), Int(dataFormat.framesPerPacket))
        var line = PacketLine(offset: dataOffset, byteCount: bytes, frames: frames, packetCount: try packetCount())
        if case .table(let index) = packets { line = PacketLine(index) }
        // As many as the longest table has: what is noted of each must not become as long as a file without one.
        guard line.packetCount <= CAFPacketTable.byteLimit else { return false }
        var count = try count(line, head, in: source)
        guard count.differs else { return false }
        let stated = packetTableInfo.map { $0.primingFrames &+ $0.validFrames &+ $0.remainderFrames }
        let isContradicted = 2 * count.contradictions >= line.packetCount
        let endsEmpty = dataFormat.formatID == .flac && line.entry(line.packetCount - 1)?.byteCount == 0
        // Where the file's own number adds up to the table's as well, the table is not a witness against it.
        let isCounted = stated == count.index.frameCount && stated != line.frameCount
        guard isContradicted || endsEmpty || isCounted else { return false }
        if count.hasDamage, isContradicted { count = try self.count(line, head, in: source, damaged: count.whole) }
        packets = .table(count.index)
        if frames > 0 { dataFormat.framesPerPacket = UInt32(count.index.fixedFrameCount ?? 0) }
        return true
    }

    /// - Parameter damaged: the frames of packets that do not tell; `nil`: as the file says.
    private func count(
        _ line: PacketLine, _ head: PacketHead, in source: ByteSource, damaged: Int? = nil
    ) throws(AudioFileError) -> Count {
        var count = Count()
        let isFLAC = dataFormat.formatID == .flac
        try line.forEachHead(of: head.byteCount, in: source) { entry, bytes in
            let (stated, isLast) = (entry.frames.count, count.index.packetCount == line.packetCount - 1)
            let own = isFLAC && isLast && entry.byteCount == 0 ? 0 : head.frameCount(bytes)
            if let own {
                if own > stated || own < stated && (!isLast || stated > Self.mostFrames) { count.contradictions += 1 }
                if own != stated { count.differs = true }
                if count.whole == nil, own > 0 { count.whole = own }
            } else {
                count.hasDamage = true
            }
            count.index.append(offset: entry.offset, byteCount: entry.byteCount, frames: own ?? damaged ?? stated)
        }
        return count
    }

    /// ``countFrames(_:)``, and makes the packet table one of these packets.
    mutating func completeFrames(_ source: ByteSource) throws(AudioFileError) {
        guard try countFrames(source), let stated = packetTableInfo, let sound = stated.sound, !sound.isEmpty else {
            return
        }
        let frames = try frameCount()
        if sound.upperBound > frames {
            warnings.append(.table(stated, beyond: max(0, frames - sound.lowerBound), path: source.name))
        }
        let actual = sound.clamped(to: 0..<frames)
        packetTableInfo = PacketTableInfo(
            validFrames: Int64(actual.count), primingFrames: actual.lowerBound,
            remainderFrames: frames - actual.upperBound)
    }
}

extension PacketIndex {
    /// The frames of every packet but the last with sound, which may have fewer; `nil` if they differ.
    fileprivate var fixedFrameCount: Int? {
        var hasShort = false
        var entries = entries(from: 0)
        while let entry = entries.next() {
            if hasShort, entry.frames > 0 { return nil }
            if entry.frames < maximumFrameCount { hasShort = true }
        }
        return maximumFrameCount
    }
}

extension PacketTableInfo {
    /// The sound among the frames of all packets; `nil` if the numbers are none.
    package var sound: Range<Int64>? {
        guard primingFrames >= 0, validFrames >= 0, remainderFrames >= 0, validFrames < 1 << 60 else { return nil }
        return primingFrames..<primingFrames + validFrames
    }

    /// Of a table that says nothing of the sound.
    package func isNonsense(path: String) -> FileWarning {
        FileWarning(
            path: path,
            "the packet table counts \(primingFrames), \(validFrames) and \(remainderFrames) frames of priming, sound and remainder",
            consequence: "all decoded frames are used")
    }
}
