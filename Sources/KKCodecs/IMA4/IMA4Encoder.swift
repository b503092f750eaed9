internal import KKPCM

/// IMA ADPCM as ``IMA4Decoder`` takes it: 64 frames in 34 bytes for each channel.
///
/// Each difference is the one that leads nearest to the sample. What a packet ends with is carried on into the next one,
/// which begins at the same step, so a decoder that carries it on as well has the same samples, and one that takes a head
/// alone is off by up to 127 of 32768.
final class IMA4Encoder: PacketEncoder {
    let inputFormat: StreamDescription
    let format: StreamDescription
    var layout: ChannelLayout? { nil }
    var magicCookie: [UInt8] { [] }
    var leadingFrames: Int { 0 }
    var maximumPacketSize: Int { Int(format.bytesPerPacket) }
    var blockLength: Int { Self.framesPerPacket }

    private static let framesPerPacket = 64
    private static let bytesPerChannel = 34

    /// Each channel's last sample, and sixteen times the step that comes next.
    private var states: [(sample: Int32, row: Int32)]
    private var packet: [UInt8]
    private let moves = IMA4Moves.table

    static let limits = EncoderLimits(channels: 1...PacketDecoders.mostChannels, sampleRates: [1...0x1p31])

    init(_ description: StreamDescription) throws(CodecError) {
        try PacketEncoders.check(description, Self.limits, isWhole: false) { $0 == Self.framesPerPacket }
        let channels = description.channelCount
        inputFormat = .encoderInput(sampleRate: description.sampleRate, channels: channels, bitDepth: 16)
        format = StreamDescription(
            sampleRate: description.sampleRate, formatID: .appleIMA4,
            bytesPerPacket: UInt32(Self.bytesPerChannel * channels), framesPerPacket: UInt32(Self.framesPerPacket),
            channelsPerFrame: UInt32(channels))
        states = Array(repeating: (0, 0), count: channels)
        packet = Array(repeating: 0, count: Self.bytesPerChannel * channels)
    }

    func encode(
        _ samples: AudioBufferList, frameCount: Int, to packets: inout EncodedPackets
    ) throws(CodecError) {
        for channel in states.indices {
            var (sample, row) = states[channel]
            let start = channel * Self.bytesPerChannel
            let head = UInt16(truncatingIfNeeded: sample) & 0xFF80 | UInt16(truncatingIfNeeded: row >> 4)
            packet[start] = UInt8(head >> 8)
            packet[start + 1] = UInt8(head & 0xFF)
            for place in start + 2..<start + Self.bytesPerChannel { packet[place] = 0 }
            samples.forEach(Int32.self, ofChannel: channel, frameCount) { frame, wanted in
                packet[start + 2 + frame / 2] |= nearest(wanted, &sample, &row) << (frame & 1 == 0 ? 0 : 4)
            }
            // What is missing is silence.
            for frame in frameCount..<Self.framesPerPacket {
                packet[start + 2 + frame / 2] |= nearest(0, &sample, &row) << (frame & 1 == 0 ? 0 : 4)
            }
            states[channel] = (sample, row)
        }
        packets.append(packet, frameCount: Self.framesPerPacket)
    }

    func finish(to packets: inout EncodedPackets) throws(CodecError) {}

    /// The code that leads nearest to `wanted`, the first of two that lead as near.
    private func nearest(_ wanted: Int32, _ sample: inout Int32, _ row: inout Int32) -> UInt8 {
        var (best, least, reached) = (0, Int32.max, sample)
        for code in 0..<16 {
            let next = min(max(sample &+ moves[Int(row) | code] >> 12, -32768), 32767)
            let error = abs(wanted - next)
            if error < least { (best, least, reached) = (code, error, next) }
        }
        row = moves[Int(row) | best] & 0xFF0
        sample = reached
        return UInt8(best)
    }
}
