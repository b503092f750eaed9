internal import KKPCM

/// FLAC: a packet is a FLAC frame, and needs none of the others. Samples of n bits come out divided by 2ⁿ⁻¹.
///
/// A packet whose checksum is wrong gives an error, and so does one of another rate, other channels, or more frames than STREAMINFO admits.
final class FLACPacketDecoder: PacketDecoder {
    let format: StreamDescription
    let layout: ChannelLayout
    var maximumFramesPerPacket: Int { info.maximumBlock }
    var sourceBitDepth: Int? { info.bitDepth }

    private let info: FLACStreamInfo
    private let handle: FLACHandle

    init(_ info: FLACStreamInfo) throws(CodecError) {
        self.info = info
        format = .canonical(sampleRate: Double(info.sampleRate), channels: info.channelCount)
        layout = FLACOrder.layout(info.channelCount)
        handle = try FLACHandle(info)
    }

    func decode(_ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int) throws(CodecError) -> Int {
        // libFLAC would look for a frame further on.
        guard packet.count > 2, packet[0] == 0xFF, packet[1] & 0xFE == 0xF8 else {
            throw CodecError(format: .flac, "a packet of \(packet.count) bytes does not begin with a FLAC frame")
        }
        return try handle.decode(packet, into: &buffer, at: offset)
    }

    func firstFrame(of packet: Span<UInt8>) -> Int64? {
        FLACFrameNumber.firstSample(of: packet, blockSize: info.isFixed ? info.maximumBlock : nil)
    }

    func reset() {}
}
