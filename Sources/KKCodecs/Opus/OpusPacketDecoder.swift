internal import KKPCM

/// Opus, always at 48 kHz: a packet gives 120 to 5760 frames, the pre-skip included, with the header's output gain.
///
/// After ``reset()`` the decoder needs some packets until it gives what it would have given: 80 ms, says RFC 7845 §4.6.
final class OpusPacketDecoder: PacketDecoder {
    let format: StreamDescription
    let layout: ChannelLayout
    var isIndependent: Bool { false }
    var namesChannels: Bool { true }
    var maximumFramesPerPacket: Int { OpusHandle.maximumFramesPerPacket }

    private let handle: OpusHandle
    /// For each channel the stream's.
    private let order: [Int]

    init(_ header: OpusHeader) throws(CodecError) {
        format = .canonical(sampleRate: 48000, channels: header.channelCount)
        let isDiscrete = header.mappingFamily > 1
        layout = isDiscrete ? .discrete(header.channelCount) : .standard(header.channelCount)
        order = isDiscrete ? Array(0..<header.channelCount) : XiphOrder.stored(header.channelCount).waveOrder
        handle = try OpusHandle(header)
    }

    func decode(_ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int) throws(CodecError) -> Int {
        try handle.decode(packet, into: &buffer, at: offset, order: order)
    }

    func reset() {
        handle.reset()
    }
}
