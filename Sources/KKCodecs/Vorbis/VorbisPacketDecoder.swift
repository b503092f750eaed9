internal import KKPCM

/// Vorbis: a packet gives what it and the one before it overlap in, so the first one, also after ``reset()``, gives
/// nothing.
final class VorbisPacketDecoder: PacketDecoder {
    let format: StreamDescription
    let layout: ChannelLayout
    var isIndependent: Bool { false }
    var precedingPackets: Int? { 1 }
    var namesChannels: Bool { true }
    let maximumFramesPerPacket: Int

    private let handle: VorbisHandle
    /// For each channel the stream's.
    private let order: [Int]

    init(_ headers: VorbisHeaders) throws(CodecError) {
        handle = try VorbisHandle(headers)
        format = try .decoded(.vorbis, sampleRate: Double(handle.sampleRate), channels: handle.channelCount)
        layout = .standard(handle.channelCount)
        order = XiphOrder.stored(handle.channelCount).waveOrder
        maximumFramesPerPacket = handle.longBlockSize / 2
    }

    func decode(_ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int) throws(CodecError) -> Int {
        try handle.decode(packet, into: &buffer, at: offset, order: order)
    }

    func reset() {
        handle.reset()
    }
}
