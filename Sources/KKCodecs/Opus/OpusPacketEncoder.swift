internal import KKPCM

/// Opus by libopus, at 48 kHz: packets of 20 ms unless others are asked for.
final class OpusPacketEncoder: PacketEncoder {
    let inputFormat: StreamDescription
    let format: StreamDescription
    let layout: ChannelLayout?
    let magicCookie: [UInt8]
    var leadingFrames: Int { handle.lookahead }
    var maximumPacketSize: Int { handle.maximumPacketSize }
    var blockLength: Int { Int(format.framesPerPacket) }

    private let handle: OpusEncoderHandle
    /// For each of the stream's channels the buffer that it is in.
    private let places: [Int]
    private var interleaved: [Float]
    /// The frames of sound, and of packets.
    private var taken: Int64 = 0
    private var made: Int64 = 0

    private static let standardLength = 960
    private static let lengths = [120, 240, 480, 960, 1920, 2880]
    /// What libopus has of five steps of quality; it hears no difference above 10.
    private static let complexities = [0, 5, 10, 10, 10]

    /// For each channel.
    private static let ratesPerChannel = 6_000...256_000
    static let limits = EncoderLimits(
        channels: 1...8, sampleRates: [48_000...48_000], bitRatesPerChannel: ratesPerChannel)

    static func bitRates(_ channelCount: Int) -> [ClosedRange<Int>] {
        [ratesPerChannel.lowerBound * channelCount...ratesPerChannel.upperBound * channelCount]
    }

    init(_ description: StreamDescription, _ settings: EncoderSettings) throws(CodecError) {
        try PacketEncoders.check(description, Self.limits) { Self.lengths.contains($0) }
        let channels = description.channelCount
        try PacketEncoders.check(settings.bitRate, Self.bitRates(channels), .opus)
        let length = description.framesPerPacket > 0 ? Int(description.framesPerPacket) : Self.standardLength
        inputFormat = .encoderInput(sampleRate: 48_000, channels: channels, bitDepth: nil)
        format = StreamDescription(
            sampleRate: 48_000, formatID: .opus, framesPerPacket: UInt32(length), channelsPerFrame: UInt32(channels))
        layout = .standard(channels)
        places = XiphOrder.stored(channels).wavePlaces
        interleaved = [Float](repeating: 0, count: length * channels)
        handle = try OpusEncoderHandle(
            channelCount: channels, bitRate: settings.bitRate, control: settings.bitRateControl,
            complexity: Self.complexities[settings.step])
        magicCookie = OpusHeader.cookie(
            channelCount: channels, preskip: handle.lookahead, family: handle.family, streams: handle.streamCount,
            pairs: handle.pairCount, mapping: handle.mapping)
    }

    func encode(
        _ samples: AudioBufferList, frameCount: Int, to packets: inout EncodedPackets
    ) throws(CodecError) {
        let channels = places.count
        for index in frameCount * channels..<interleaved.count { interleaved[index] = 0 }
        for channel in 0..<channels {
            samples.forEach(Float.self, ofChannel: places[channel], frameCount) {
                interleaved[$0 * channels + channel] = $1
            }
        }
        taken += Int64(frameCount)
        try encode(to: &packets)
    }

    /// Packets of silence, until the last frame has come out after the lookahead.
    func finish(to packets: inout EncodedPackets) throws(CodecError) {
        for index in interleaved.indices { interleaved[index] = 0 }
        while made < taken + Int64(leadingFrames) { try encode(to: &packets) }
    }

    private func encode(to packets: inout EncodedPackets) throws(CodecError) {
        packets.append(try handle.encode(interleaved, frameCount: blockLength), frameCount: blockLength)
        made += Int64(blockLength)
    }
}

extension OpusHeader {
    /// OpusHead (RFC 7845 §5.1), without a gain.
    static func cookie(
        channelCount: Int, preskip: Int, family: Int, streams: Int, pairs: Int, mapping: [UInt8]
    ) -> [UInt8] {
        let rate: UInt32 = 48_000
        var bytes = magic + [1, UInt8(channelCount), UInt8(preskip & 0xFF), UInt8(preskip >> 8)]
        for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: rate >> UInt32(8 * index))) }
        bytes += [0, 0, UInt8(family)]
        return family == 0 ? bytes : bytes + [UInt8(streams), UInt8(pairs)] + mapping
    }
}
