package import KKCodecs

extension InfoFrame {
    /// The tag, from `Info` to its checksum, as LAME has it: with the frames, the bytes, places to seek to and a quality.
    private static let tagByteCount = 156
    /// What LAME puts before the sound.
    private static let delay: Int64 = 576

    /// Whether LAME leaves the frame out, which would be as large as every other one of a constant bit rate: the tag does
    /// not fit into it.
    package static func isLeftOut(_ format: MPEGFrameHeader.Format, bitRate: Int) -> Bool {
        format.framesPerPacket / 8 * bitRate / format.sampleRate < 4 + format.sideInformationByteCount + tagByteCount
    }

    /// The frame for what LAME has encoded without one, of the lowest bit rate with room for it. Players take the length
    /// from it, and what they do not play.
    ///
    /// - Parameters:
    ///   - packetCount: the MPEG frames after this one.
    ///   - byteCount: their bytes.
    ///   - frameCount: the frames of the sound.
    package static func bytes(
        _ format: MPEGFrameHeader.Format, packetCount: Int64, byteCount: Int64, frameCount: Int64
    ) -> [UInt8] {
        let start = 4 + format.sideInformationByteCount
        guard let (bits, size) = header(format, atLeast: start + tagByteCount) else { return [] }
        let padding = min(0xFFF, max(0, packetCount * Int64(format.framesPerPacket) - delay - frameCount))
        var frame = HeaderBytes()
        frame.big(bits)
        frame.zeros(start - 4)
        frame.text("Info")
        frame.big(0xF as UInt32)
        frame.big(UInt32(clamping: packetCount))
        frame.big(UInt32(clamping: byteCount + Int64(size)))
        // A constant bit rate: each hundredth of the time is one of the bytes.
        frame.append((0..<100).map { UInt8($0 * 256 / 100) })
        frame.zeros(4)
        frame.text("LAME3.100")
        // The first revision of the tag, a constant bit rate; then low-pass, peak and gains, which are not said.
        frame.big(1 as UInt8)
        frame.zeros(11)
        frame.big(UInt32(delay << 12 | padding) << 8)
        frame.zeros(3)
        frame.big(UInt32(clamping: byteCount + Int64(size)))
        frame.zeros(2)
        frame.big(checksum(frame.bytes))
        frame.zeros(size - frame.bytes.count)
        return frame.bytes
    }

    /// The smallest header of a format's frame that has so many bytes.
    private static func header(_ format: MPEGFrameHeader.Format, atLeast byteCount: Int) -> (bits: UInt32, size: Int)? {
        for rate: UInt32 in 1...14 {
            for version: UInt32 in [3, 2, 0] {
                for sampleRate: UInt32 in 0...2 {
                    // Layer III without a checksum; joint stereo, as LAME has it.
                    let mode: UInt32 = format.channelCount == 1 ? 3 : 1
                    let bits = 0xFFE3_0004 | version << 19 | rate << 12 | sampleRate << 10 | mode << 6
                    guard let header = MPEGFrameHeader(bits), header.format == format, let size = header.byteCount,
                        size >= byteCount
                    else { continue }
                    return (bits, size)
                }
            }
        }
        return nil
    }

    /// CRC-16 by the polynomial 0x8005, least significant bit first.
    private static func checksum(_ bytes: [UInt8]) -> UInt16 {
        bytes.reduce(0) { value, byte in
            (0..<8).reduce(value ^ UInt16(byte)) { value, _ in value & 1 != 0 ? value >> 1 ^ 0xA001 : value >> 1 }
        }
    }
}
