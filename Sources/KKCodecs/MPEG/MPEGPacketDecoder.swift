package import KKPCM

/// MPEG audio, layers I to III: a packet is an MPEG frame, and gives 384, 576 or 1152 frames.
///
/// The samples are those of a file's reader, to the bit: the decoder's delay is in them (529 frames of layer III), and
/// an encoder's info frame, which is not a packet of the sound, would give silence.
///
/// At the start, after ``reset()``, and after a packet that could not be decoded, layer III's first packets may need
/// bytes of packets that the decoder has not seen. They give silence, as many frames as ever (``MPEGReservoir``). A
/// packet of the other number of channels begins again, as after a reset: mono goes to both channels of a stereo
/// stream, of stereo a mono stream gets the mean. In free format the first packet's bytes say how long a frame is.
final class MPEGPacketDecoder: PacketDecoder {
    let format: StreamDescription
    let layout: ChannelLayout
    var isIndependent: Bool { false }
    var namesChannels: Bool { true }
    let maximumFramesPerPacket: Int

    private let formatID: FourCharCode
    private let handle: Mpg123PacketHandle
    /// What the library is open for.
    private var current: MPEGFrameHeader.Format
    private var freeFormatByteCount: Int?
    private var isOpen = false
    private var reservoir: MPEGReservoir
    /// A packet as the library is to see it.
    private var frame: [UInt8] = []

    init(_ description: StreamDescription) throws(CodecError) {
        formatID = description.formatID
        guard let mpeg = MPEGFrameHeader.Format(description) else {
            throw CodecError(
                format: formatID,
                "\(StreamDescription.rateText(description.sampleRate)) Hz with \(description.channelsPerFrame) channels is not MPEG audio"
            )
        }
        current = mpeg
        format = .canonical(sampleRate: description.sampleRate, channels: mpeg.channelCount)
        layout = .standard(mpeg.channelCount)
        maximumFramesPerPacket = mpeg.framesPerPacket
        reservoir = MPEGReservoir(mpeg)
        handle = try Mpg123PacketHandle(formatID)
        frame.reserveCapacity(MPEGFrameHeader.longestByteCount)
    }

    static let sampleRates: [(version: MPEGFrameHeader.Version, rates: [Double])] = [
        (.mpeg1, [44100, 48000, 32000]), (.mpeg2, [22050, 24000, 16000]), (.mpeg25, [11025, 12000, 8000]),
    ]

    func decode(_ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int) throws(CodecError) -> Int {
        do throws(CodecError) {
            let header = try header(of: packet)
            try prepare(for: header, byteCount: packet.count)
            let byteCount = header.byteCount ?? packet.count
            frame.removeAll(keepingCapacity: true)
            for index in 0..<byteCount { frame.append(packet[index]) }
            if reservoir.take(&frame, byteCount: byteCount, header: header) == nil {
                throw error("a packet is shorter than its side information")
            }
            // What the library leaves of a frame that it refuses must not be the start of the next one.
            isOpen = false
            let count = try handle.decode(
                frame.span, channelCount: current.channelCount, room: maximumFramesPerPacket, into: &buffer, at: offset)
            isOpen = true
            return count
        } catch {
            // What the next packets reach back to may have been in this one.
            reservoir = MPEGReservoir(current)
            throw error
        }
    }

    func reset() {
        isOpen = false
    }

    private func header(of packet: Span<UInt8>) throws(CodecError) -> MPEGFrameHeader {
        guard packet.count >= 4 else { throw error("a packet of \(packet.count) bytes has no MPEG header") }
        let bits = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(packet[$1]) }
        guard let header = MPEGFrameHeader(bits) else { throw error("a packet does not begin with an MPEG header") }
        var expected = current
        expected.channelCount = header.format.channelCount
        guard header.format == expected else {
            throw error(
                "a packet is of layer \(header.format.layer) at \(header.format.sampleRate) Hz, the stream of layer \(current.layer) at \(current.sampleRate) Hz"
            )
        }
        let byteCount = header.byteCount ?? packet.count
        guard byteCount <= packet.count else { throw error("a packet has \(packet.count) of its \(byteCount) bytes") }
        guard byteCount <= MPEGFrameHeader.longestByteCount else {
            throw error(
                "a packet has \(byteCount) bytes; an MPEG frame has \(MPEGFrameHeader.longestByteCount) at most")
        }
        return header
    }

    /// Sees to it that the library is open for packets as this one.
    private func prepare(for header: MPEGFrameHeader, byteCount: Int) throws(CodecError) {
        let free = header.byteCount == nil ? byteCount - header.paddingByteCount : freeFormatByteCount
        if isOpen, header.format == current, free == freeFormatByteCount { return }
        isOpen = false
        current = header.format
        freeFormatByteCount = free
        reservoir = MPEGReservoir(current)
        try handle.open(current, freeFormatByteCount: free)
        isOpen = true
    }

    private func error(_ problem: String) -> CodecError { CodecError(format: formatID, problem) }
}

extension MPEGFrameHeader.Format {
    /// The MPEG format of a description: its rate tells the version.
    package init?(_ description: StreamDescription) {
        let layers: [FourCharCode] = [.mpegLayer1, .mpegLayer2, .mpegLayer3]
        guard let layer = layers.firstIndex(of: description.formatID), (1...2).contains(description.channelsPerFrame),
            let version = MPEGPacketDecoder.sampleRates.first(where: { $0.rates.contains(description.sampleRate) })?
                .version
        else { return nil }
        self.init(
            version: version, layer: layer + 1, sampleRate: Int(description.sampleRate),
            channelCount: description.channelCount)
    }
}
