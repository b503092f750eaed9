internal import KKPCM

/// FLAC: a packet is a FLAC frame, and needs none of the others. Samples of n bits come out divided by 2ⁿ⁻¹.
///
/// A packet whose checksum is wrong gives an error, and so does one of another rate, other channels, or more frames
/// than there is room for. Without a cookie rate and channels are those of the description, and a packet gives an error
/// that leaves its depth to STREAMINFO.
final class FLACPacketDecoder: PacketDecoder {
    let format: StreamDescription
    let layout: ChannelLayout
    var isIndependent: Bool { true }
    var namesChannels: Bool { false }
    let maximumFramesPerPacket: Int
    var sourceBitDepth: Int? { knowsDepth ? info.bitDepth : nil }

    private let info: FLACStreamInfo
    private let knowsDepth: Bool
    private let handle: FLACHandle

    /// - Parameters:
    ///   - cookie: in any form of ``FLACStreamInfo``'s; may be empty.
    ///   - description: its rate and channels stand in for a cookie, and its flags for the depth, as Apple Lossless has
    ///     them.
    ///   - longestPacket: the frames for which there is room; `nil`: as many as STREAMINFO admits.
    init(_ cookie: [UInt8], _ description: StreamDescription, longestPacket: Int? = nil) throws(CodecError) {
        if cookie.isEmpty {
            let depth = description.losslessBitDepth
            knowsDepth = depth != nil
            info = try FLACStreamInfo(description, bitDepth: depth ?? 24)
        } else {
            knowsDepth = true
            info = try FLACStreamInfo(cookie)
        }
        format = .canonical(sampleRate: Double(info.sampleRate), channels: info.channelCount)
        layout = FLACOrder.layout(info.channelCount)
        maximumFramesPerPacket = longestPacket ?? info.maximumBlock
        handle = try FLACHandle(info, longestPacket: maximumFramesPerPacket)
    }

    func decode(_ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int) throws(CodecError) -> Int {
        // libFLAC would look for a frame further on.
        guard packet.count > 2, packet[0] == 0xFF, packet[1] & 0xFE == 0xF8 else {
            throw CodecError(format: .flac, "a packet of \(packet.count) bytes does not begin with a FLAC frame")
        }
        if !knowsDepth, packet.count > 3, packet[3] & 0x0E == 0 {
            throw CodecError(
                format: .flac, "a packet does not state its bit depth, and there is no magic cookie with STREAMINFO")
        }
        return try handle.decode(packet, into: &buffer, at: offset)
    }

    func statedFrames(of packet: Span<UInt8>) -> Range<Int64>? {
        FLACFrameHeader(packet, at: 0)?.samples(blockSize: info.isFixed ? info.maximumBlock : nil)
    }

    func reset() {}
}
