import Foundation
import KKAudio
import KKTestSupport
import Testing

/// Bytes → `AudioFileStream` → packets → `AudioConverter` → a render callback → the graph, with nothing read ahead: each asks the one before it.
@Suite struct StreamChainTests {
    static let files = [
        "music.mp3", "music-vbr.mp3", "speech-mpeg2.mp3", "mpeg-layer2.mp3", "mpeg-layer1.mp3", "codec-16.flac", "codec-24.flac", "speech.flac",
    ]

    /// A file that is parsed as its packets are asked for.
    private final class Tape {
        private let bytes: [UInt8]
        private let portion: Int
        private var position = 0
        private var stream: AudioFileStream?
        private var waiting: [(bytes: [UInt8], descriptions: [PacketDescription], count: Int)] = []
        private var isOver = false

        init(path: String, portion: Int) throws {
            bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            self.portion = portion
            stream = try AudioFileStream { [unowned self] _, packets in
                waiting.append((packets.bytes, packets.descriptions, packets.packetCount))
            }
        }

        private func parse() throws {
            let end = min(bytes.count, position + portion)
            try stream?.parse(Array(bytes[position..<end]))
            isOver = position == end
            position = end
        }

        func property(_ property: AudioFileStreamProperty) throws -> AudioFileStreamProperty.Value? {
            while try stream?.property(.readyToProducePackets) != .flag(true), !isOver { try parse() }
            return try? stream?.property(property)
        }

        func give(_ packetCount: inout Int, _ data: inout AudioBufferList, _ descriptions: inout [PacketDescription]) throws {
            while waiting.isEmpty, !isOver { try parse() }
            packetCount = 0
            guard !waiting.isEmpty else { return }
            let packets = waiting.removeFirst()
            packetCount = packets.count
            data[0] = AudioBuffer(bytes: packets.bytes)
            descriptions = packets.descriptions
        }
    }

    @Test(arguments: files, [999, 1 << 20])
    func `the chain gives the reader's samples, and is as long as the packet table says`(name: String, portion: Int) throws {
        let reader = try AudioFileReader(path: Fixtures.path(name))
        let expected = try reader.readAll()
        let tape = try Tape(path: Fixtures.path(name), portion: portion)
        guard case .format(let description) = try tape.property(.dataFormat) else { throw Missing(text: "no format") }
        let format = StreamDescription.canonical(sampleRate: description.sampleRate, channels: description.channelCount)
        let converter = try AudioConverter(from: description, to: format)
        if case .bytes(let cookie) = try tape.property(.magicCookieData) { try converter.setMagicCookie(cookie) }
        if case .packetTable(let table) = try tape.property(.packetTableInfo) {
            try converter.setPacketTable(table)
            #expect(table.validFrames == Int64(expected[0].count))
        } else {
            let priming = Int(reader.properties.priming ?? 0)
            try converter.setProperty("prim", .primeInfo(AudioConverter.PrimeInfo(leadingFrames: priming, trailingFrames: 0)))
        }

        let graph = AudioGraph()
        let mixer = try graph.addNode(.multiChannelMixer)
        let output = try graph.addNode(.genericOutput)
        try graph.connect(mixer, to: output)
        try graph.open()
        let unit = try graph.unit(of: mixer, as: MultiChannelMixer.self)
        try unit.setElementCount(1, scope: .input)
        try unit.setStreamFormat(format, scope: .input, element: 0)
        try unit.setStreamFormat(format, scope: .output)
        var isOver = false, given = 0
        try graph.setInputCallback(mixer, 0) { flags, _, _, frameCount, buffer in
            var list = AudioBufferList(for: format, frameCapacity: frameCount)
            var count = frameCount
            try converter.fillComplexBuffer(packetCount: &count, into: &list, input: tape.give)
            buffer.silence(0..<frameCount)
            for channel in 0..<format.channelCount { buffer.fill(channel: channel, with: list[channel].samples(as: Float.self)) }
            if count == 0 { flags.insert(.outputIsSilence) }
            isOver = count < frameCount
            given += count
        }
        try graph.initialize()
        let renderer = try OfflineRenderer(graph)
        var slice = PCMBuffer(channelCount: format.channelCount, frameCapacity: renderer.maximumFrameCount)
        var result = [[Float]](repeating: [], count: format.channelCount)
        while !isOver {
            try renderer.render(renderer.maximumFrameCount, into: &slice)
            for channel in result.indices { result[channel] += slice.samples(ofChannel: channel) }
        }
        #expect(given == expected[0].count && converter.damage.count == 0)
        #expect(result.map { $0.prefix(given).map(\.bitPattern) } == expected.map { $0.map(\.bitPattern) })
    }

    /// All that packets decode to, one of which has its bytes changed.
    private static func damaged(
        _ name: String, _ number: Int, isStrict: Bool = false
    ) throws -> (samples: [[Float]], frames: Range<Int>, damage: PacketDamage) {
        let tape = try Tape(path: Fixtures.path(name), portion: 1 << 20)
        guard case .format(let description) = try tape.property(.dataFormat) else { throw Missing(text: "no format") }
        let format = StreamDescription.canonical(sampleRate: description.sampleRate, channels: description.channelCount)
        let converter = try AudioConverter(from: description, to: format)
        converter.isStrict = isStrict
        if case .bytes(let cookie) = try tape.property(.magicCookieData) { try converter.setMagicCookie(cookie) }
        if case .packetTable(let table) = try tape.property(.packetTableInfo) { try converter.setPacketTable(table) }
        var list = AudioBufferList(for: format, frameCapacity: 200_000)
        var count = 200_000, packet = 0, frame = 0
        var frames = 0..<0
        try converter.fillComplexBuffer(packetCount: &count, into: &list) { packetCount, data, descriptions in
            try tape.give(&packetCount, &data, &descriptions)
            for place in descriptions {
                let length = place.variableFrames > 0 ? place.variableFrames : Int(description.framesPerPacket)
                if packet == number {
                    let start = Int(place.startOffset)
                    for index in start..<start + 4 { data[0].bytes[index] ^= 0xFF }
                    frames = frame..<frame + length
                }
                frame += length
                packet += 1
            }
        }
        return (list.buffers.map { $0.samples(as: Float.self) }, frames, converter.damage)
    }

    @Test func `a damaged packet of FLAC costs its own frames, and with strict the conversion`() throws {
        var expected = try AudioFileReader(path: Fixtures.path("speech.flac")).readAll()
        let (samples, frames, damage) = try Self.damaged("speech.flac", 2)
        #expect(damage.count == 1 && damage.first[0].number == 2 && damage.first[0].frameCount == frames.count && frames.count > 100)
        for channel in expected.indices { for frame in frames { expected[channel][frame] = 0 } }
        #expect(samples == expected)
        let error = #expect(throws: AudioConverterError.self) { try Self.damaged("speech.flac", 2, isStrict: true) }
        #expect(error?.place == "AudioConverter packet 2" && error?.code == .unspecified)
    }

    @Test func `a damaged packet of MP3 leaves all that is far from it in its place`() throws {
        let expected = try AudioFileReader(path: Fixtures.path("music.mp3")).readAll()
        let (samples, frames, damage) = try Self.damaged("music.mp3", 10)
        #expect(damage.count >= 1 && damage.first[0].number == 10)
        #expect(samples.map(\.count) == expected.map(\.count))
        // The packets behind it may reach back for bits that are gone.
        let sound = Array(0..<frames.lowerBound - 3000) + Array(frames.upperBound + 10_000..<samples[0].count)
        #expect(sound.allSatisfy { abs(samples[0][$0] - expected[0][$0]) < 1e-5 } && sound.count > 20_000)
    }

    private struct Missing: Error { var text: String }
}
