/// Makes a constant bit rate of AAC's packets: what one lacks is filled up, before its end, so that a sender at that
/// rate never has nothing to send. What there was too much of, the next packets are to lack, so that it is late by an
/// eighth of a second at most.
struct AACPadding {
    /// The bits of all packets are this many for every second of sound.
    let bitRate: Int
    let sampleRate: Int
    private var packetCount: Int64 = 0
    private var byteCount: Int64 = 0

    init(bitRate: Int, sampleRate: Int) { (self.bitRate, self.sampleRate) = (bitRate, sampleRate) }

    /// The bytes that a sender has sent.
    private var due: Int64 { packetCount * 1024 * Int64(bitRate) / (8 * Int64(sampleRate)) }

    /// What the encoder is to keep to next: it comes back to the rate within four packets.
    var nextBitRate: Int {
        let excess = 8 * Int(max(0, byteCount - due))
        return max(bitRate / 8, bitRate - excess * sampleRate / (4 * 1024))
    }

    /// - Parameter packet: a `raw_data_block` of 1024 frames.
    mutating func padded(_ packet: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        packetCount += 1
        let due = due
        let filled = due > byteCount + Int64(packet.count) ? Self.filled(packet, Int(due - byteCount)) : packet
        byteCount += Int64(filled.count)
        return filled
    }

    /// The packet with fill elements before its last one, the end (ISO/IEC 14496-3 §4.4.2.7): as long as `size`, or a
    /// byte longer.
    private static func filled(_ packet: ArraySlice<UInt8>, _ size: Int) -> ArraySlice<UInt8> {
        // The end is three ones, of which zeros fill the byte.
        guard let last = packet.lastIndex(where: { $0 != 0 }) else { return packet }
        let place = 8 * (last - packet.startIndex) + 7 - packet[last].trailingZeroBitCount - 2
        guard place >= 0, (place..<place + 3).allSatisfy({ packet.bit(at: $0) == 1 }) else { return packet }
        var bits = BitWriter()
        for byte in packet.prefix(place / 8) { bits.write(UInt32(byte), 8) }
        for index in place / 8 * 8..<place { bits.write(packet.bit(at: index), 1) }
        while true {
            let missing = size - (bits.bitCount + 3 + 7) / 8
            guard missing > 0 else { break }
            // The element's own head is a byte, or two; its content is zeros.
            let count = min(269, missing > 15 ? missing - 2 : missing - 1)
            bits.write(0b110 as UInt32, 3)
            bits.write(UInt32(min(15, count)), 4)
            if count >= 15 { bits.write(UInt32(count - 14), 8) }
            for _ in 0..<count { bits.write(0 as UInt32, 8) }
        }
        bits.write(0b111 as UInt32, 3)
        bits.fillByte()
        return bits.bytes[...]
    }
}

extension ArraySlice<UInt8> {
    fileprivate func bit(at index: Int) -> UInt32 {
        UInt32(self[startIndex + index / 8] >> UInt8(7 - index % 8) & 1)
    }
}
