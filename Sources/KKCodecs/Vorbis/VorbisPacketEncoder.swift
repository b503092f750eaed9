internal import KKPCM

/// Vorbis by libvorbisenc: packets of two lengths, of which the first gives nothing.
final class VorbisPacketEncoder: PacketEncoder {
    let inputFormat: StreamDescription
    let format: StreamDescription
    let layout: ChannelLayout?
    let magicCookie: [UInt8]
    var leadingFrames: Int { 0 }
    let maximumPacketSize: Int
    var blockLength: Int { 1024 }

    private let handle: VorbisEncoderHandle
    /// For each of the stream's channels the buffer that it is in.
    private let places: [Int]

    /// What libvorbisenc has of five steps of quality, in tenths.
    private static let qualities = [0, 3, 6, 8, 10]

    /// For each channel.
    private static let ratesPerChannel = 6_000...250_000
    static let limits = EncoderLimits(
        channels: 1...8, sampleRates: [1...200_000], bitRatesPerChannel: ratesPerChannel)

    static func bitRates(_ channelCount: Int) -> [ClosedRange<Int>] {
        [ratesPerChannel.lowerBound * channelCount...ratesPerChannel.upperBound * channelCount]
    }

    init(_ description: StreamDescription, _ settings: EncoderSettings) throws(CodecError) {
        try PacketEncoders.check(description, Self.limits) { _ in false }
        let channels = description.channelCount
        let bitRates = Self.bitRates(channels)
        try PacketEncoders.check(settings.bitRate, bitRates, .vorbis)
        inputFormat = .encoderInput(sampleRate: description.sampleRate, channels: channels, bitDepth: nil)
        format = StreamDescription(
            sampleRate: description.sampleRate, formatID: .vorbis, channelsPerFrame: UInt32(channels))
        layout = .standard(channels)
        places = XiphOrder.stored(channels).wavePlaces
        let control = settings.bitRateControl
        handle = try VorbisEncoderHandle(
            sampleRate: Int(description.sampleRate), channelCount: channels,
            bitRate: control == .variable ? nil : settings.bitRate(of: bitRates, channelCount: channels),
            isConstant: control == .constant, quality: Float(Self.qualities[settings.step]) / 10)
        magicCookie = VorbisBlocks.cookie(identification: handle.identification, setup: handle.setup)
        // Nothing is longer than its samples uncompressed and some header.
        maximumPacketSize = 4 * channels * handle.longBlockSize + 4096
    }

    func encode(
        _ samples: AudioBufferList, frameCount: Int, to packets: inout EncodedPackets
    ) throws(CodecError) {
        try handle.encode(samples, frameCount: frameCount, places: places, to: &packets)
    }

    func finish(to packets: inout EncodedPackets) throws(CodecError) {
        try handle.finish(to: &packets)
    }
}
