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

    private struct Missing: Error { var text: String }
}
