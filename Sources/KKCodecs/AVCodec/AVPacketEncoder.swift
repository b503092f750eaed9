internal import KKPCM

/// AAC Low Complexity and AC-3 by libavcodec, at a bit rate.
///
/// The loops are those of every x86-64 processor, as they are where libavcodec decodes. The packets depend on its version
/// all the same.
final class AVPacketEncoder: PacketEncoder {
    let inputFormat: StreamDescription
    let format: StreamDescription
    let layout: ChannelLayout?
    let magicCookie: [UInt8]
    var leadingFrames: Int { kind.leadingFrames }
    let maximumPacketSize: Int
    var blockLength: Int { kind.framesPerPacket }

    private let kind: AVEncoderKind
    private let handle: AVEncoderHandle
    private var samples: [Float]
    /// Where packets are made ones of a constant rate; and they as they were before it.
    private var padding: AACPadding?
    private var unpadded = EncodedPackets()
    /// The frames of sound, and of packets.
    private var taken: Int64 = 0
    private var given: Int64 = 0

    init(
        _ kind: AVEncoderKind, _ description: StreamDescription, _ settings: EncoderSettings
    ) throws(CodecError) {
        self.kind = kind
        try PacketEncoders.check(description, kind.limits) { $0 == kind.framesPerPacket }
        let (rate, channels) = (description.sampleRate, description.channelCount)
        try PacketEncoders.check(settings.bitRate, kind.bitRates(rate, channels), kind.formatID)
        inputFormat = .encoderInput(sampleRate: rate, channels: channels, bitDepth: nil)
        format = StreamDescription(
            sampleRate: rate, formatID: kind.formatID, framesPerPacket: UInt32(kind.framesPerPacket),
            channelsPerFrame: UInt32(channels))
        layout = kind.layouts[channels - 1].layout
        let bitRate = settings.bitRate ?? kind.standardBitRate(rate, channels, settings.step)
        handle = try AVEncoderHandle(kind, sampleRate: rate, channelCount: channels, bitRate: bitRate)
        padding = settings.bitRateControl == .constant ? kind.padding?(bitRate, Int(rate)) : nil
        magicCookie =
            handle.configuration.isEmpty ? [] : MP4Descriptor.bytes(configuration: handle.configuration)
        maximumPacketSize = kind.maximumPacketSize(channels)
        samples = [Float](repeating: 0, count: kind.framesPerPacket * channels)
    }

    func encode(
        _ list: AudioBufferList, frameCount: Int, to packets: inout EncodedPackets
    ) throws(CodecError) {
        let length = kind.framesPerPacket
        for channel in 0..<format.channelCount {
            list.forEach(Float.self, ofChannel: channel, frameCount) { samples[channel * length + $0] = $1 }
            for frame in frameCount..<length { samples[channel * length + frame] = 0 }
        }
        taken += Int64(frameCount)
        try encode(to: &packets)
    }

    /// What the encoder has, and silence after it where the last frames of the sound are not out by then.
    func finish(to packets: inout EncodedPackets) throws(CodecError) {
        for index in samples.indices { samples[index] = 0 }
        let drained = kind.drains ? leadingFrames : 0
        while given + Int64(drained) < taken + Int64(leadingFrames) { try encode(to: &packets) }
        try padded(&packets) { (packets) throws(CodecError) in try handle.finish(to: &packets) }
    }

    private func encode(to packets: inout EncodedPackets) throws(CodecError) {
        if let padding { handle.set(bitRate: padding.nextBitRate) }
        try padded(&packets) { (packets) throws(CodecError) in try handle.encode(samples, to: &packets) }
        given += Int64(kind.framesPerPacket)
    }

    /// Takes packets of the encoder, and makes them as long as a constant rate has to have them.
    private func padded(
        _ packets: inout EncodedPackets, _ make: (inout EncodedPackets) throws(CodecError) -> Void
    ) throws(CodecError) {
        guard padding != nil else { return try make(&packets) }
        try make(&unpadded)
        while let packet = unpadded.first {
            packets.append(padding?.padded(packet.bytes) ?? packet.bytes, frameCount: packet.frameCount)
            unpadded.removeFirst()
        }
    }
}
