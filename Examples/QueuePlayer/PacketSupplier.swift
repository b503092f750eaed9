import KKAudio

/// The packets of a stream, parsed as they are wanted, and put into a queue's buffers.
final class PacketSupplier {
    private let bytes: ByteStream
    private let batches: Batches
    private let stream: AudioFileStream
    private var isOver = false
    private var packetsGiven = 0
    /// The priming and the remainder, as the stream states them.
    private var table = PacketTableInfo(validFrames: 0)
    private var framesPerPacket = 1
    /// As many packets as the remainder can reach into.
    private var lastCount = 1

    /// What the parser has given and no buffer has.
    private final class Batches {
        var packets: [[UInt8]] = []
        /// The frames of the last packet, where it has fewer than the others.
        var lastFrameCount = 0
    }

    init(_ bytes: ByteStream) throws {
        self.bytes = bytes
        let batches = Batches()
        self.batches = batches
        // AudioFileStreamOpen
        stream = try AudioFileStream(packets: { _, batch in
            for packet in batch.descriptions {
                let start = Int(packet.startOffset)
                batches.packets.append(Array(batch.bytes[start..<start + packet.byteCount]))
                batches.lastFrameCount = packet.variableFrames
            }
        })
        while !isOver, try stream.property(.readyToProducePackets) != .flag(true) { try parse() }
        if case .packetTable(let stated)? = property(.packetTableInfo) { table = stated }
        if case .format(let format)? = property(.dataFormat) { framesPerPacket = max(1, Int(format.framesPerPacket)) }
        lastCount = 1 + Int(table.remainderFrames) / framesPerPacket
    }

    /// What the first buffer has before the sound.
    var trimAtStart: Int { Int(table.primingFrames) }

    /// What the last one has after it: not what a short last packet lacks, which the remainder counts, too.
    var trimAtEnd: Int {
        let lacking = batches.lastFrameCount > 0 ? framesPerPacket - batches.lastFrameCount : 0
        return max(0, Int(table.remainderFrames) - lacking)
    }

    /// The bytes that a buffer needs at least: the last packets come in one.
    var bufferByteCount: Int {
        guard case .number(let largest)? = property(.packetSizeUpperBound) else { return 16_384 }
        return max(16_384, lastCount * Int(largest))
    }

    private func parse() throws {
        let portion = bytes.next()
        isOver = portion.isEmpty
        try stream.parse(portion)
    }

    /// A property of the stream, where it has one.
    func property(_ property: AudioFileStreamProperty) -> AudioFileStreamProperty.Value? {
        try? stream.property(property)
    }

    /// Fills a buffer with as many packets as it holds. The last packets come together, so that what is cut off at the
    /// end is in one buffer.
    ///
    /// - Returns: where they lie, none at the end; and whether the buffer is the first, the last.
    func fill(_ buffer: AudioQueue.Buffer) throws -> (packets: [PacketDescription], isFirst: Bool, isLast: Bool) {
        var byteCount = 0
        var descriptions: [PacketDescription] = []
        let isFirst = packetsGiven == 0
        var content: [UInt8] = []
        while true {
            while batches.packets.count <= lastCount, !isOver { try parse() }
            guard let packet = batches.packets.first, byteCount + packet.count <= buffer.byteCapacity else { break }
            // The buffer is left to the next ones where only the last packets are still to come, and not all of them
            // would fit.
            if isOver, batches.packets.count == lastCount, !descriptions.isEmpty,
                byteCount + batches.packets.reduce(0, { $0 + $1.count }) > buffer.byteCapacity
            {
                break
            }
            descriptions.append(PacketDescription(startOffset: Int64(byteCount), byteCount: packet.count))
            content += packet
            byteCount += packet.count
            batches.packets.removeFirst()
        }
        packetsGiven += descriptions.count
        try buffer.fill(bytes: content)
        return (descriptions, isFirst, isOver && batches.packets.isEmpty)
    }
}
