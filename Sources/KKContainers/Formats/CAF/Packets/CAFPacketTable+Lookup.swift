internal import KKMath
public import KKPCM

extension CAFPacketTable {
    /// The packets in order. Offsets count from the first byte of the audio, after the edit count.
    public struct Iterator: IteratorProtocol {
        private let table: CAFPacketTable
        private var place: Mark
        private var packet: Int64

        fileprivate init(_ table: CAFPacketTable, from packet: Int64) {
            self.table = table
            self.packet = min(max(0, packet), table.packetCount)
            place = table.place(of: self.packet)
        }

        public mutating func next() -> PacketDescription? {
            // The entries were read once, or made here: they are sound.
            guard packet < table.packetCount, let description = try? table.step(&place) else { return nil }
            packet += 1
            return description
        }
    }

    /// The packets from a given one; at most 1023 entries are read to find it.
    public func packets(from packet: Int64 = 0) -> IteratorSequence<Iterator> {
        IteratorSequence(Iterator(self, from: packet))
    }

    /// One packet; `nil` if it does not exist.
    public func packet(_ index: Int64) -> PacketDescription? {
        guard (0..<packetCount).contains(index) else { return nil }
        var iterator = Iterator(self, from: index)
        return iterator.next()
    }

    /// The packet that contains a frame (counted with priming), and the packet's first frame; `nil` beyond the last one.
    public func packet(ofFrame frame: Int64) -> (packet: Int64, firstFrame: Int64)? {
        search(frame, total: frameCount, perPacket: framesPerPacket, { $0.frame }).map { ($0.packet, $0.place.frame) }
    }

    /// The packet that contains a byte of the audio, and the packet's first byte; `nil` beyond the last one.
    public func packet(ofByte byte: Int64) -> (packet: Int64, firstByte: Int64)? {
        search(byte, total: byteCount, perPacket: bytesPerPacket, { $0.byte }).map { ($0.packet, $0.place.byte) }
    }

    /// The first byte of a packet; after the last one, the number of all bytes.
    public func firstByte(of packet: Int64) -> Int64 {
        place(of: min(max(0, packet), packetCount)).byte
    }

    /// The first frame of a packet; after the last one, the number of all frames.
    public func firstFrame(of packet: Int64) -> Int64 {
        place(of: min(max(0, packet), packetCount)).frame
    }

    /// Where a packet begins; after the last one, where all of them end.
    func place(of packet: Int64) -> Mark {
        guard hasEntries else {
            return Mark(entry: 0, byte: packet * Int64(bytesPerPacket), frame: packet * Int64(framesPerPacket))
        }
        guard packet < packetCount else { return Mark(entry: entries.count, byte: byteCount, frame: frameCount) }
        var place = marks[Int(packet / Int64(Self.stride))]
        for _ in 0..<packet % Int64(Self.stride) { _ = try? step(&place) }
        return place
    }

    private func search(
        _ value: Int64, total: Int64, perPacket: UInt32, _ key: (Mark) -> Int64
    ) -> (packet: Int64, place: Mark)? {
        guard (0..<total).contains(value) else { return nil }
        if perPacket > 0 {
            let packet = value / Int64(perPacket)
            return (packet, place(of: packet))
        }
        // The last mark that does not lie after the value.
        let index = max(0, marks.partitioningIndex { key($0) > value } - 1)
        var (packet, place) = (Int64(index * Self.stride), marks[index])
        while packet < packetCount {
            var next = place
            guard (try? step(&next)) != nil else { return nil }
            if key(next) > value { return (packet, place) }
            (packet, place) = (packet + 1, next)
        }
        return nil
    }
}
