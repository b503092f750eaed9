import Foundation
import KKMixing
import KKTestSupport
import Testing

/// Bytes → `AudioFileStream` → packets → `AudioConverter` → a render callback → the graph, with nothing read ahead:
/// each asks the one before it.
@Suite struct StreamChainTests {
    static let files = [
        "music.mp3", "music-vbr.mp3", "speech-mpeg2.mp3", "mpeg-layer2.mp3", "mpeg-layer1.mp3", "codec-16.flac",
        "codec-24.flac", "speech.flac",
        "tone-s16.wav", "tone-u8.wav", "tone-f64.wav", "tone-ulaw.wav", "tone-rf64.wav", "tone-s16.w64",
        "tone-s24.aiff", "tone-sowt.aifc", "tone-fl32.aifc",
        "tone-s16-be.caf", "tone-s24-le.caf", "tone-alaw.caf", "codec-f32be.au", "codec-ima4.caf", "codec-ima4.aifc",
        "mpeg-in-wav.wav",
    ]

    /// A file that is parsed as its packets are asked for.
    private final class Tape {
        private let bytes: [UInt8]
        private let portion: Int
        private var position = 0
        private var stream: AudioFileStream?
        private var waiting: [(bytes: [UInt8], descriptions: [PacketDescription], count: Int)] = []
        private var isOver = false

        convenience init(path: String, portion: Int) throws {
            try self.init(bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), portion: portion)
        }

        init(bytes: [UInt8], portion: Int) throws {
            self.bytes = bytes
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

        func give(
            _ packetCount: inout Int, _ data: inout AudioBufferList, _ descriptions: inout [PacketDescription]
        ) throws {
            while waiting.isEmpty, !isOver { try parse() }
            packetCount = 0
            guard !waiting.isEmpty else { return }
            let packets = waiting.removeFirst()
            packetCount = packets.count
            data[0] = AudioBuffer(channelCount: channelCount, bytes: packets.bytes)
            descriptions = packets.descriptions
        }

        /// The channels that are interleaved in the bytes.
        private var channelCount: Int {
            guard case .format(let format)? = try? stream?.property(.dataFormat) else { return 1 }
            return format.channelCount
        }
    }

    @Test(arguments: files, [999, 1 << 20])
    func `the chain gives the reader's samples, and is as long as the packet table says`(
        name: String, portion: Int
    ) throws {
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
        } else if let priming = reader.properties.priming {
            try converter.setProperty(
                "prim", .primeInfo(AudioConverter.PrimeInfo(leadingFrames: Int(priming), trailingFrames: 0)))
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
            for channel in 0..<format.channelCount {
                buffer.fill(channel: channel, with: list[channel].samples(as: Float.self))
            }
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
        #expect(
            damage.count == 1 && damage.first[0].number == 2 && damage.first[0].frameCount == frames.count
                && frames.count > 100)
        for channel in expected.indices { for frame in frames { expected[channel][frame] = 0 } }
        #expect(samples == expected)
        let error = #expect(throws: AudioConverterError.self) { try Self.damaged("speech.flac", 2, isStrict: true) }
        #expect(error?.place == "AudioConverter packet 2" && error?.code == .unspecified)
    }

    /// All that the packets of these bytes decode to.
    private static func converted(
        _ bytes: [UInt8], portion: Int = 999, isStrict: Bool = false, wanted: Int = 200_000
    ) throws -> (samples: [[Float]], damage: PacketDamage) {
        let tape = try Tape(bytes: bytes, portion: portion)
        guard case .format(let description) = try tape.property(.dataFormat) else { throw Missing(text: "no format") }
        let format = StreamDescription.canonical(sampleRate: description.sampleRate, channels: description.channelCount)
        let converter = try AudioConverter(from: description, to: format)
        converter.isStrict = isStrict
        if case .bytes(let cookie) = try tape.property(.magicCookieData) { try converter.setMagicCookie(cookie) }
        if case .packetTable(let table) = try tape.property(.packetTableInfo) { try converter.setPacketTable(table) }
        var samples = [[Float]](repeating: [], count: format.channelCount)
        while true {
            var list = AudioBufferList(for: format, frameCapacity: wanted)
            var count = wanted
            try converter.fillComplexBuffer(packetCount: &count, into: &list, input: tape.give)
            for channel in samples.indices { samples[channel] += list[channel].samples(as: Float.self).prefix(count) }
            if count < wanted { return (samples, converter.damage) }
        }
    }

    @Test func `bytes of FLAC that are damaged in the file cost the frames that they are in, and nothing comes early`()
        throws
    {
        for name in ["speech.flac", "music.flac"] {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name))))
            let file = try AudioFile(opening: Fixtures.path(name))
            let places = try file.packetPlaces(from: 0, count: 100)
            let sound = try AudioFileReader(path: Fixtures.path(name)).readAll()
            for (lost, damaged) in [(2..<3, [2]), (1..<3, [1, 2]), (3..<4, [3])] as [(Range<Int>, [Int])]
            where lost.upperBound < places.count {
                var bad = bytes, expected = sound
                for packet in damaged { for index in 0..<4 { bad[Int(places[packet].offset) + 100 + index] ^= 0xFF } }
                let frames = Int(places[lost.lowerBound].firstFrame)..<Int(places[lost.upperBound].firstFrame)
                for channel in expected.indices { for frame in frames { expected[channel][frame] = 0 } }
                for (portion, wanted) in [(999, 200_000), (1 << 20, 700)] {
                    let (samples, damage) = try Self.converted(bad, portion: portion, wanted: wanted)
                    #expect(samples == expected, "\(name), packets \(lost)")
                    #expect(
                        damage.count == 1 && damage.first[0].number == Int64(lost.lowerBound)
                            && damage.first[0].frameCount == frames.count)
                    #expect(
                        damage.first[0].description
                            == "packet \(lost.lowerBound): the audio before this packet is missing; \(frames.count) frames of silence in its place"
                    )
                }
                let error = #expect(throws: AudioConverterError.self) { try Self.converted(bad, isStrict: true) }
                #expect(error?.place == "AudioConverter packet \(lost.lowerBound)" && error?.code == .unspecified)
            }
        }
    }

    @Test func `packets that were cut and put together are played on, and a gap of more than a minute is none`() throws
    {
        let stream = try PacketStream(path: Fixtures.path("music.flac"))
        let sound = try AudioFileReader(path: Fixtures.path("music.flac")).readAll()
        func converted(_ packets: [[UInt8]]) throws -> (samples: [Float], damage: Int64) {
            let converter = try AudioConverter(
                from: stream.description, to: .canonical(sampleRate: 44_100, channels: 2))
            try converter.setMagicCookie(stream.magicCookie)
            var list = AudioBufferList(for: converter.outputDescription, frameCapacity: 4_000_000)
            var count = 4_000_000, next = 0
            try converter.fillComplexBuffer(packetCount: &count, into: &list) { packetCount, data, descriptions in
                packetCount = next < packets.count ? 1 : 0
                guard packetCount > 0 else { return }
                data[0] = AudioBuffer(channelCount: 2, bytes: packets[next])
                descriptions = [PacketDescription(startOffset: 0, byteCount: packets[next].count)]
                next += 1
            }
            return (list[0].samples(as: Float.self), converter.damage.count)
        }
        func samples(_ packets: [Int]) -> [Float] {
            packets.flatMap { Array(sound[0][4096 * $0..<min(44_223, 4096 * $0 + 4096)]) }
        }
        // It begins anywhere, goes back, and begins again.
        let back = try converted([3, 4, 1, 2, 2].map { stream.packets[$0] })
        #expect(back.samples == samples([3, 4, 1, 2, 2]) && back.damage == 0)
        let gap = try converted([3, 6].map { stream.packets[$0] })
        #expect(gap.samples == samples([3]) + [Float](repeating: 0, count: 8192) + samples([6]) && gap.damage == 1)
        // A frame's number in its header, whose checksum is made right again: 600 frames of 4096 are 55.7 s, 700 are
        // 65.
        func renumbered(_ packet: [UInt8], _ number: Int) -> [UInt8] {
            var head = Array(packet[..<4]) + [0xC0 | UInt8(number >> 6), 0x80 | UInt8(number & 0x3F)]
            #expect(packet[4] < 0x80 && number < 0x800 && packet[2] >> 4 == 12 && packet[2] & 15 < 12)
            var sum: UInt8 = 0
            for byte in head {
                sum ^= byte
                for _ in 0..<8 { sum = sum & 0x80 != 0 ? sum << 1 ^ 0x07 : sum << 1 }
            }
            head.append(sum)
            var bytes = head + packet[6..<packet.count - 2]
            var check: UInt16 = 0
            for byte in bytes {
                check ^= UInt16(byte) << 8
                for _ in 0..<8 { check = check & 0x8000 != 0 ? check << 1 ^ 0x8005 : check << 1 }
            }
            bytes += [UInt8(check >> 8), UInt8(check & 0xFF)]
            return bytes
        }
        let near = try converted([stream.packets[0], renumbered(stream.packets[1], 601)])
        #expect(
            near.samples.count == 602 * 4096 && near.damage == 1 && Array(near.samples[(601 * 4096)...]) == samples([1])
        )
        let far = try converted([stream.packets[0], renumbered(stream.packets[1], 701)])
        #expect(far.samples == samples([0, 1]) && far.damage == 0)
    }

    @Test func `a damaged packet of MP3 leaves all that is far from it in its place`() throws {
        let expected = try AudioFileReader(path: Fixtures.path("music.mp3")).readAll()
        let (samples, frames, damage) = try Self.damaged("music.mp3", 10)
        #expect(damage.count >= 1 && damage.first[0].number == 10)
        #expect(samples.map(\.count) == expected.map(\.count))
        // The packets after it may reach back for bits that are gone.
        let sound = Array(0..<frames.lowerBound - 3000) + Array(frames.upperBound + 10_000..<samples[0].count)
        #expect(sound.allSatisfy { abs(samples[0][$0] - expected[0][$0]) < 1e-5 } && sound.count > 20_000)
    }

    private struct Missing: Error { var text: String }
}
