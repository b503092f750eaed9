internal import KKPCM

/// Apple Lossless, in whole numbers: what comes out are the encoder's samples to the bit.
///
/// A packet is a sequence of elements: single channels, pairs, some that hold no sound, and the end; packets need
/// nothing of one another. ``ALACElement`` reads one.
///
/// Source: Apple's ALAC (bit stream version 0), whose elements are those of ISO/IEC 14496-3 §4.4.2.1.
final class ALACDecoder: PacketDecoder {
    let format: StreamDescription
    let layout: ChannelLayout
    var isIndependent: Bool { true }
    var namesChannels: Bool { true }
    var maximumFramesPerPacket: Int { configuration.frameLength }
    var sourceBitDepth: Int? { configuration.bitDepth }

    private let configuration: ALACConfiguration
    /// For each of the stream's channels the one that it is in the WAVE order.
    private let places: [Int]
    private var element: ALACElement

    /// - Parameter description: its rate and channels stand in where the configuration has none.
    init(_ configuration: ALACConfiguration, _ description: StreamDescription) throws(CodecError) {
        self.configuration = configuration
        format = try .decoded(
            .appleLossless,
            sampleRate: configuration.sampleRate > 0 ? Double(configuration.sampleRate) : description.sampleRate,
            channels: configuration.channelCount)
        let stored = ALACOrder.stored(configuration.channelCount)
        layout = stored.inWaveOrder
        places = stored.wavePlaces
        element = ALACElement(configuration)
    }

    func decode(_ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int) throws(CodecError) -> Int {
        var cursor = BitCursor()
        var frameCount: Int?
        var channel = 0
        // Behind the channels an end must stand: where the code before it is damaged, its bits end elsewhere.
        elements: while true {
            guard cursor.position + 3 <= 8 * packet.count else {
                guard channel < places.count else {
                    throw Self.error("the end marker is missing after a packet's channels")
                }
                throw Self.error("a packet ends after \(channel) of \(places.count) channels")
            }
            let kind = cursor.read(3, packet)
            switch kind {
            case 0, 1, 3:
                let count = kind == 1 ? 2 : 1
                guard channel + count <= places.count else {
                    throw Self.error("a packet has more than the stream's \(places.count) channels")
                }
                let frames = try element.read(packet, at: &cursor, isPair: kind == 1)
                guard frames == frameCount ?? frames else {
                    throw Self.error("the channels of a packet have \(frameCount ?? 0) and \(frames) frames")
                }
                frameCount = frames
                element.write(to: &buffer, place: places[channel], at: offset, isSecond: false)
                if count == 2 { element.write(to: &buffer, place: places[channel + 1], at: offset, isSecond: true) }
                channel += count
            case 4: Self.skipData(packet, at: &cursor)
            case 6: Self.skipFill(packet, at: &cursor)
            case 7: break elements
            default: throw Self.error("a packet has an element of type \(kind), which is not used")
            }
        }
        guard let frameCount, channel == places.count else {
            throw Self.error("a packet ends after \(channel) of \(places.count) channels")
        }
        return frameCount
    }

    func reset() {}

    /// A data stream element: its tag, whether its bytes are aligned, and how many there are.
    private static func skipData(_ packet: Span<UInt8>, at cursor: inout BitCursor) {
        cursor.position += 4
        let isAligned = cursor.read(1, packet) == 1
        var count = Int(cursor.read(8, packet))
        if count == 255 { count += Int(cursor.read(8, packet)) }
        if isAligned { cursor.position = (cursor.position + 7) & ~7 }
        cursor.position += 8 * count
    }

    /// A fill element: how many bytes there are.
    private static func skipFill(_ packet: Span<UInt8>, at cursor: inout BitCursor) {
        var count = Int(cursor.read(4, packet))
        if count == 15 { count += Int(cursor.read(8, packet)) - 1 }
        cursor.position += 8 * count
    }

    static func error(_ problem: String) -> CodecError { CodecError(format: .appleLossless, problem) }
}
