internal import KKPCM

/// MP3 by LAME: a packet is an MPEG frame, and may reach back into those before it.
///
/// There is no info frame: what it says, the packet table does.
final class MP3PacketEncoder: PacketEncoder {
    let inputFormat: StreamDescription
    let format: StreamDescription
    let layout: ChannelLayout?
    var magicCookie: [UInt8] { [] }
    let leadingFrames: Int
    var maximumPacketSize: Int { MPEGFrameHeader.longestByteCount }
    var blockLength: Int { Int(format.framesPerPacket) }

    private let handle: LameHandle
    private var left: [Float]
    private var right: [Float]
    /// What LAME has given and is not a whole frame yet.
    private var bytes: [UInt8] = []

    /// LAME's V of five steps of quality.
    private static let qualities = [8, 5, 2, 1, 0]
    /// What a decoder of layer III is late by.
    private static let decoderDelay = 529

    static let limits = EncoderLimits(
        channels: 1...2, sampleRates: MPEGPacketDecoder.sampleRates.flatMap(\.rates).sorted().map { $0...$0 },
        bitRates: Set([.mpeg1, .mpeg2].flatMap(MPEGFrameHeader.layer3BitRates)).sorted().map { $0...$0 })

    /// LAME gives at most 64 kbit/s below 16 kHz, whatever the headers have.
    static func bitRates(_ sampleRate: Double) -> [ClosedRange<Int>] {
        let rates = MPEGFrameHeader.layer3BitRates(sampleRate < 32_000 ? .mpeg2 : .mpeg1)
        return rates.filter { sampleRate >= 16_000 || $0 <= 64_000 }.map { $0...$0 }
    }

    init(_ description: StreamDescription, _ settings: EncoderSettings) throws(CodecError) {
        guard let mpeg = MPEGFrameHeader.Format(description) else {
            let rates = Self.limits.sampleRates.map { StreamDescription.rateText($0.lowerBound) }
            throw CodecError(
                .usage, format: .mpegLayer3,
                "MP3 cannot have \(description.channelsPerFrame) channels at \(StreamDescription.rateText(description.sampleRate)) Hz",
                nextStep: "choose 1 or 2, and \(rates.dropLast().joined(separator: ", ")) or \(rates.last ?? "")")
        }
        try PacketEncoders.check(description, Self.limits) { $0 == mpeg.framesPerPacket }
        let bitRates = Self.bitRates(description.sampleRate)
        try PacketEncoders.check(settings.bitRate, bitRates, .mpegLayer3)
        inputFormat = .encoderInput(
            sampleRate: description.sampleRate, channels: mpeg.channelCount, bitDepth: nil)
        format = StreamDescription(
            sampleRate: description.sampleRate, formatID: .mpegLayer3, framesPerPacket: UInt32(mpeg.framesPerPacket),
            channelsPerFrame: UInt32(mpeg.channelCount))
        layout = .standard(mpeg.channelCount)
        left = [Float](repeating: 0, count: mpeg.framesPerPacket)
        right = left
        let control = settings.bitRateControl
        let rate = control == .variable ? nil : settings.bitRate(of: bitRates, channelCount: mpeg.channelCount)
        handle = try LameHandle(
            sampleRate: mpeg.sampleRate, channelCount: mpeg.channelCount, bitRate: rate,
            isAverage: control == .longTermAverage, quality: Self.qualities[settings.step])
        leadingFrames = handle.delay + Self.decoderDelay
    }

    func encode(
        _ samples: AudioBufferList, frameCount: Int, to packets: inout EncodedPackets
    ) throws(CodecError) {
        samples.forEach(Float.self, ofChannel: 0, frameCount) { left[$0] = $1 }
        samples.forEach(Float.self, ofChannel: format.channelCount - 1, frameCount) { right[$0] = $1 }
        bytes += try handle.encode(left, right, frameCount: frameCount)
        cut(to: &packets)
    }

    func finish(to packets: inout EncodedPackets) throws(CodecError) {
        bytes += try handle.finish()
        cut(to: &packets)
    }

    /// Makes packets of the whole frames.
    private func cut(to packets: inout EncodedPackets) {
        var place = 0
        while bytes.count >= place + 4 {
            let bits = bytes[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            guard let size = MPEGFrameHeader(bits)?.byteCount, bytes.count >= place + size else { break }
            packets.append(bytes[place..<place + size], frameCount: blockLength)
            place += size
        }
        bytes.removeFirst(place)
    }
}
