/// What a packet of Opus says of itself in its first two bytes (RFC 6716 §3.1).
package enum OpusPacket {
    /// The frames of audio at 48 kHz that it holds; `nil` if the bytes are not there, and for more than 120 ms or none,
    /// which no packet has (RFC 6716 §3.2.5).
    package static func frameCount(_ packet: some Collection<UInt8>) -> Int64? {
        guard let first = packet.first else { return nil }
        let configuration = Int(first >> 3)
        let size: Int64 =
            configuration < 12
            ? [480, 960, 1920, 2880][configuration & 3]
            : configuration < 16 ? [480, 960][configuration & 1] : [120, 240, 480, 960][configuration & 3]
        var frames = size
        switch first & 3 {
        case 0: break
        case 1, 2: frames = 2 * size
        default:
            guard let second = packet.dropFirst().first else { return nil }
            frames = Int64(second & 63) * size
        }
        return (1...5760).contains(frames) ? frames : nil
    }
}
