internal import KKPCM

/// FLAC by libFLAC: a packet is a FLAC frame, all but the last of one length.
final class FLACPacketEncoder: PacketEncoder {
    let inputFormat: StreamDescription
    let format: StreamDescription
    let layout: ChannelLayout?
    var magicCookie: [UInt8] { handle.streamInfo }
    var leadingFrames: Int { 0 }
    let maximumPacketSize: Int
    var blockLength: Int { Int(format.framesPerPacket) }

    private let handle: FLACEncoderHandle
    private var interleaved: [Int32]

    private static let standardLength = 4096
    /// The compression levels of the five steps of quality.
    private static let levels = [0, 3, 5, 7, 8]

    static let limits = EncoderLimits(channels: 1...8, sampleRates: [1...655_350])

    init(_ description: StreamDescription, _ settings: EncoderSettings) throws(CodecError) {
        try PacketEncoders.check(description, Self.limits) { (16...65_535).contains($0) }
        let depth = try PacketEncoders.bitDepth(description, settings)
        let channels = description.channelCount
        let length = description.framesPerPacket > 0 ? Int(description.framesPerPacket) : Self.standardLength
        inputFormat = .encoderInput(sampleRate: description.sampleRate, channels: channels, bitDepth: depth)
        format = StreamDescription(
            sampleRate: description.sampleRate, formatID: .flac, formatFlags: .lossless(bitDepth: depth),
            framesPerPacket: UInt32(length), channelsPerFrame: UInt32(channels))
        layout = FLACOrder.layout(channels)
        maximumPacketSize = FLACFrameHeader.usualByteCountUpperBound(length, channelCount: channels, bitDepth: depth)
        interleaved = [Int32](repeating: 0, count: length * channels)
        handle = try FLACEncoderHandle(format, bitDepth: depth, level: Self.levels[settings.step])
    }

    func encode(
        _ samples: AudioBufferList, frameCount: Int, to packets: inout EncodedPackets
    ) throws(CodecError) {
        let channels = format.channelCount
        for channel in 0..<channels {
            samples.forEach(Int32.self, ofChannel: channel, frameCount) { interleaved[$0 * channels + channel] = $1 }
        }
        try handle.encode(interleaved, frameCount: frameCount, to: &packets)
    }

    func finish(to packets: inout EncodedPackets) throws(CodecError) {
        try handle.finish(to: &packets)
    }
}
