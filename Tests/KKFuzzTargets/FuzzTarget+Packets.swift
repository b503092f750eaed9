import KKCodecs
import KKPCM

extension FuzzTarget {
    /// A decoder of packets. The input is a byte for the rate and one for the channels, and then the cookie and
    /// packets, each after two bytes that say how long it is.
    static func packets(_ input: FuzzInput, of formatID: FourCharCode) throws(FuzzContradiction) -> FuzzReach {
        let bytes = input.bytes
        guard bytes.count > 4 else { return .unknown }
        let rates = [8000.0, 22050, 44100, 48000, 96000, 0]
        let description = StreamDescription(
            sampleRate: rates[Int(bytes[0]) % rates.count], formatID: formatID, channelsPerFrame: UInt32(bytes[1]))
        var parts = PacketParts(bytes)
        guard let cookie = parts.next(),
            let decoder = try? PacketDecoders.decoder(for: description, magicCookie: cookie)
        else { return .refused }
        let room = decoder.maximumFramesPerPacket
        try require(room > 0 && room <= 1 << 20, "a packet of \(room) frames")
        try require(
            decoder.layout.channelCount == decoder.format.channelCount,
            "\(decoder.format.channelCount) channels in \(decoder.layout)")
        // Packets go to the middle of the buffer; what is around them stays as it is.
        var buffer = PCMBuffer(channelCount: decoder.format.channelCount, frameCapacity: room + 2)
        buffer.frameLength = room + 2
        for channel in 0..<buffer.channelCount {
            buffer.withMutableChannel(channel) {
                $0[0] = 7
                $0[room + 1] = 7
            }
        }
        while let packet = parts.next() {
            let count = (try? decoder.decode(packet.span, into: &buffer, at: 1)) ?? 0
            try require((0...room).contains(count), "\(count) frames, and \(room) are the bound")
            for channel in 0..<buffer.channelCount {
                let edges = buffer.withChannel(channel) { $0[0] == 7 && $0[room + 1] == 7 }
                try require(edges, "frames that are not a packet's were written")
            }
            if packet.isEmpty { decoder.reset() }
        }
        return .read
    }
}

/// Parts of an input, each after its length in two bytes.
private struct PacketParts {
    private let bytes: [UInt8]
    private var position = 2

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> [UInt8]? {
        guard position + 2 <= bytes.count else { return nil }
        let count = Int(bytes[position]) << 8 | Int(bytes[position + 1])
        let start = position + 2
        position = min(bytes.count, start + count)
        return Array(bytes[start..<position])
    }
}
