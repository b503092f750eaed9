/// Where a FLAC frame belongs in its stream, by the number in its header: that of its first sample, or the frame's own where all have one size.
///
/// Source: RFC 9639 §9.1 (the header), §9.1.5 (the number, coded as UTF-8 codes characters), §9.1.8 (the checksum, x⁸ + x² + x + 1).
package enum FLACFrameNumber {
    /// - Parameter blockSize: the samples of every frame but the last; `nil` where they differ, and a frame's own number says nothing.
    /// - Returns: the stream's sample with which the frame begins; `nil` where the header is not sound, or does not tell.
    package static func firstSample(of packet: Span<UInt8>, blockSize: Int?) -> Int64? {
        guard packet.count > 6, packet[0] == 0xFF, packet[1] & 0xFE == 0xF8 else { return nil }
        let ones = (~packet[4]).leadingZeroBitCount
        guard ones != 1, ones < 8 else { return nil }
        let end = 4 + max(1, ones)
        let (block, rate) = (packet[2] >> 4, packet[2] & 15)
        // The block's size and the rate may follow the number.
        let length = end + (block == 6 ? 1 : block == 7 ? 2 : 0) + (rate == 12 ? 1 : rate == 13 || rate == 14 ? 2 : 0)
        guard length < packet.count, checksum(packet, length) == packet[length] else { return nil }
        var number = ones == 0 ? Int64(packet[4]) : ones == 7 ? 0 : Int64(packet[4] & (0x3F >> UInt8(ones - 1)))
        for index in 5..<max(5, end) {
            guard packet[index] & 0xC0 == 0x80 else { return nil }
            number = number << 6 | Int64(packet[index] & 0x3F)
        }
        if packet[1] & 1 == 1 { return number }
        return blockSize.map { number * Int64($0) }
    }

    private static func checksum(_ bytes: Span<UInt8>, _ count: Int) -> UInt8 {
        var value: UInt8 = 0
        for index in 0..<count {
            value ^= bytes[index]
            for _ in 0..<8 { value = value & 0x80 != 0 ? value << 1 ^ 0x07 : value << 1 }
        }
        return value
    }
}
