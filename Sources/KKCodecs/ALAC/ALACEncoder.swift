internal import KKPCM

/// Apple Lossless, in whole numbers: what ``ALACDecoder`` makes samples of.
///
/// Source: Apple's ALAC (bit stream version 0) for the packets and the cookie; what is tried for an element is
/// ``ALACElementEncoder``'s own.
final class ALACEncoder: PacketEncoder {
    let inputFormat: StreamDescription
    let format: StreamDescription
    let layout: ChannelLayout?
    let magicCookie: [UInt8]
    var leadingFrames: Int { 0 }
    let maximumPacketSize: Int
    var blockLength: Int { Int(format.framesPerPacket) }

    /// For each of the stream's channels the buffer that it is in.
    private let places: [Int]
    private var elements: [ALACElementEncoder] = []
    private var packet = BitWriter()

    private static let standardLength = 4096
    private static let longestPacket = 16_384
    static let limits = EncoderLimits(channels: 1...8, sampleRates: [1...0x1p31])

    init(_ description: StreamDescription, _ settings: EncoderSettings) throws(CodecError) {
        try PacketEncoders.check(description, Self.limits) { $0 <= Self.longestPacket }
        let depth = try PacketEncoders.bitDepth(description, settings)
        let channels = description.channelCount
        let length = description.framesPerPacket > 0 ? Int(description.framesPerPacket) : Self.standardLength
        inputFormat = .encoderInput(sampleRate: description.sampleRate, channels: channels, bitDepth: depth)
        format = StreamDescription(
            sampleRate: description.sampleRate, formatID: .appleLossless, formatFlags: .lossless(bitDepth: depth),
            framesPerPacket: UInt32(length), channelsPerFrame: UInt32(channels))
        let stored = ALACOrder.stored(channels)
        layout = stored.inWaveOrder
        places = stored.wavePlaces
        magicCookie = ALACConfiguration.cookie(
            frameLength: length, bitDepth: depth, channels: channels, sampleRate: description.sampleRate)
        let configuration = try ALACConfiguration(magicCookie)
        var channel = 0
        for isPair in ALACOrder.pairs(channels) {
            elements.append(ALACElementEncoder(configuration, channel: channel, isPair: isPair))
            channel += isPair ? 2 : 1
        }
        // Samples as they are, an element's 55 bits, and the end.
        maximumPacketSize = (length * channels * depth + 55 * elements.count + 3 + 7) / 8
    }

    func encode(
        _ samples: AudioBufferList, frameCount: Int, to packets: inout EncodedPackets
    ) throws(CodecError) {
        packet.removeAll()
        // Elements of one kind are counted.
        var (singles, pairs) = (0, 0)
        for index in elements.indices {
            let channel = elements[index].channel
            elements[index].take(samples, places[channel], isSecond: false, frameCount: frameCount)
            if elements[index].isPair {
                elements[index].take(samples, places[channel + 1], isSecond: true, frameCount: frameCount)
                elements[index].write(number: pairs, to: &packet)
                pairs += 1
            } else {
                elements[index].write(number: singles, to: &packet)
                singles += 1
            }
        }
        packet.write(7 as UInt32, 3)
        packet.fillByte()
        packets.append(packet.bytes, frameCount: frameCount)
    }

    func finish(to packets: inout EncodedPackets) throws(CodecError) {}
}

extension ALACConfiguration {
    /// The magic cookie of a stream, with the numbers of Apple's encoder; sizes are left open.
    static func cookie(frameLength: Int, bitDepth: Int, channels: Int, sampleRate: Double) -> [UInt8] {
        func big(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
        return big(frameLength) + [0, UInt8(bitDepth), 40, 10, 14, UInt8(channels), 0, 255] + big(0) + big(0)
            + big(Int(sampleRate))
    }
}

extension ALACOrder {
    /// The elements of a packet in their order: whether each is a pair.
    static func pairs(_ channelCount: Int) -> [Bool] {
        switch channelCount {
        case 1: [false]
        case 2: [true]
        case 3: [false, true]
        case 4: [false, true, false]
        case 5: [false, true, true]
        case 6: [false, true, true, false]
        case 7: [false, true, true, false, false]
        default: [false, true, true, true, false]
        }
    }
}
