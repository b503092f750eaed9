public import KKCodecs
public import KKPCM

/// Packets of a format that nobody else has, without loss: two bytes of marker and sequence number, then interleaved
/// Int16, as many frames as there are.
public struct ToyPackets {
    public let description: StreamDescription
    public var packets: [[UInt8]] = []
    /// The frames of each packet.
    public private(set) var frameCounts: [Int] = []
    /// What the packets hold, a run for each channel.
    public private(set) var samples: [[Float]]

    public static let marker: UInt8 = 0x5A

    /// - Parameters:
    ///   - frameCounts: of the packets.
    ///   - isConstant: whether the description says so.
    public init(
        _ frameCounts: [Int], channels: Int = 2, sampleRate: Double = 48_000, isConstant: Bool = false, seed: UInt64 = 1
    ) {
        let length = isConstant ? frameCounts.first ?? 0 : 0
        description = StreamDescription(
            sampleRate: sampleRate, formatID: "toy ",
            bytesPerPacket: UInt32(length == 0 ? 0 : 2 + 2 * channels * length),
            framesPerPacket: UInt32(length), channelsPerFrame: UInt32(channels))
        samples = Array(repeating: [], count: channels)
        var numbers = SeededNumbers(seed: seed)
        for (index, count) in frameCounts.enumerated() {
            var packet = [Self.marker, UInt8(index % 251)]
            for _ in 0..<count {
                for channel in 0..<channels {
                    let code = Int16(truncatingIfNeeded: numbers.next() >> 20)
                    packet += [UInt8(truncatingIfNeeded: code), UInt8(truncatingIfNeeded: code >> 8)]
                    samples[channel].append(Float(code) / 32_768)
                }
            }
            packets.append(packet)
        }
        self.frameCounts = frameCounts
    }

    /// Packets of up to `limit` frames, some of none.
    public static func irregular(_ packetCount: Int, limit: Int = 90, channels: Int = 2, seed: UInt64 = 1) -> ToyPackets
    {
        var numbers = SeededNumbers(seed: seed &+ 77)
        return ToyPackets(
            (0..<packetCount).map { _ in Int(numbers.next() % UInt64(limit + 1)) }, channels: channels, seed: seed)
    }

    /// Where the first frame of a packet is.
    public func start(ofPacket index: Int) -> Int { frameCounts[..<index].reduce(0, +) }

    /// Some packets as the bytes of a buffer, with junk between them unless they have one size.
    public func chunk(
        _ range: Range<Int>, namesFrames: Bool = true
    ) -> (bytes: [UInt8], descriptions: [PacketDescription]) {
        var bytes: [UInt8] = []
        var descriptions: [PacketDescription] = []
        for index in range {
            if description.bytesPerPacket == 0 { bytes += Array(repeating: 0xEE, count: index % 4) }
            descriptions.append(
                PacketDescription(
                    startOffset: Int64(bytes.count), variableFrames: namesFrames ? frameCounts[index] : 0,
                    byteCount: packets[index].count))
            bytes += packets[index]
        }
        return (bytes, descriptions)
    }
}

/// Decodes ``ToyPackets``, and insists on getting each of them once and in its order.
public final class ToyDecoder: PacketDecoder {
    public let format: StreamDescription
    public let layout: ChannelLayout
    public var isIndependent: Bool { false }
    public var namesChannels: Bool { true }
    public let maximumFramesPerPacket: Int
    private var next: UInt8?
    public private(set) var resets = 0

    public init(_ description: StreamDescription, maximum: Int = 128, layout: ChannelLayout? = nil) {
        format = .canonical(sampleRate: description.sampleRate, channels: description.channelCount)
        self.layout = layout ?? .standard(description.channelCount)
        maximumFramesPerPacket = maximum
    }

    public func decode(_ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int) throws(CodecError) -> Int {
        let expected = next
        next = nil
        guard packet.count >= 2, packet[0] == ToyPackets.marker else {
            throw CodecError(format: "toy ", "the packet has no marker")
        }
        if let expected, packet[1] != expected {
            throw CodecError(format: "toy ", "packet \(packet[1]) follows \(expected - 1)")
        }
        next = (packet[1] + 1) % 251
        let channels = format.channelCount
        let count = (packet.count - 2) / (2 * channels)
        for channel in 0..<channels {
            buffer.withMutableChannel(channel) { span in
                for frame in 0..<count {
                    let at = 2 + 2 * (frame * channels + channel)
                    span[offset + frame] =
                        Float(Int16(bitPattern: UInt16(packet[at]) | UInt16(packet[at + 1]) << 8)) / 32_768
                }
            }
        }
        return count
    }

    public func reset() {
        next = nil
        resets += 1
    }
}
