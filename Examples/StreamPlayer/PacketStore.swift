import KKAudio

/// The packets that have arrived and are not decoded yet.
final class PacketStore {
    private var packets: [[UInt8]] = []
    private var first = 0

    var count: Int { packets.count - first }

    /// The stream's packets callback: keeps each packet's bytes.
    func add(_ batch: AudioFileStream.Packets) {
        for packet in batch.descriptions {
            let start = Int(packet.startOffset)
            packets.append(Array(batch.bytes[start..<start + packet.byteCount]))
        }
    }

    /// The converter's input callback: hands over one packet, or none at the end.
    func give(_ packetCount: inout Int, _ data: inout AudioBufferList, _ descriptions: inout [PacketDescription]) {
        packetCount = min(1, count)
        guard packetCount == 1 else { return }
        data[0] = AudioBuffer(channelCount: data[0].channelCount, bytes: packets[first])
        descriptions = [PacketDescription(startOffset: 0, byteCount: packets[first].count)]
        first += 1
        if first == 256 {
            packets.removeFirst(first)
            first = 0
        }
    }
}
