internal import KKCodecs
internal import KKPCM

/// What the first packets say of a file's sound: whether AAC doubles its rate may stand in them alone.
extension Container {
    /// Finds all packets of a stream that are found by their own bytes.
    ///
    /// - Returns: whether it is one.
    mutating func findPackets() throws(AudioFileError) -> Bool {
        guard case .scanned(let scan) = packets else { return false }
        try scan.scanAll()
        warnings += scan.warnings
        packets = .table(scan.index)
        return true
    }

    /// Some packets of the start, where the format is one of those.
    func firstPackets(in source: ByteSource) throws(AudioFileError) -> [[UInt8]] {
        guard AudioCodec.of(dataFormat.formatID)?.readsFirstPackets == true, case .table(let index) = packets else {
            return []
        }
        var packets: [[UInt8]] = []
        var entries = index.entries(from: 0)
        while packets.count < Self.enough, let entry = entries.next() {
            packets.append(packetHead + (try source.bytes(at: entry.offset, count: entry.byteCount)))
        }
        return packets
    }

    /// A decoder of HE-AAC needs a header that comes every so often, and is in the first packet as a rule.
    private static let enough = 4

    /// Makes the format that of a decoder that has seen the first packets.
    mutating func take(_ decoder: any PacketDecoder) {
        let (rate, count) = (decoder.format.sampleRate, decoder.format.channelCount)
        let isDoubled = rate == 2 * dataFormat.sampleRate
        if [.aac, .aacHE].contains(dataFormat.formatID), isDoubled || dataFormat.formatID == .aacHE {
            dataFormat.formatID = dataFormat.channelCount == 1 && count == 2 ? .aacHE2 : .aacHE
        }
        if isDoubled { doubleFrames() }
        (dataFormat.sampleRate, dataFormat.channelsPerFrame) = (rate, UInt32(count))
    }

    /// Counts everything at twice the rate.
    private mutating func doubleFrames() {
        dataFormat.framesPerPacket *= 2
        packetTableInfo = packetTableInfo.map {
            PacketTableInfo(
                validFrames: 2 &* $0.validFrames, primingFrames: 2 &* $0.primingFrames,
                remainderFrames: 2 &* $0.remainderFrames)
        }
        guard case .table(let index) = packets else { return }
        var doubled = PacketIndex()
        var entries = index.entries(from: 0)
        while let entry = entries.next() {
            doubled.append(offset: entry.offset, byteCount: entry.byteCount, frames: 2 * entry.frames)
        }
        packets = .table(doubled)
    }
}
