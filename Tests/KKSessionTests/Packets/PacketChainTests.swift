import KKMixing
import KKTestSupport
import Testing

/// The packets of a file through `AudioConverter` and `AudioQueue` are the samples that `AudioFileReader` gives of the
/// file.
@Suite struct PacketChainTests {
    static let files = [
        "music.mp3", "music-vbr.mp3", "speech-mpeg2.mp3", "mpeg-mono.mp3", "mpeg-free.mp3", "mpeg-layer2.mp3",
        "mpeg-layer1.mp3",
        "codec-16.flac", "codec-24.flac", "channels-6.flac", "codec-vorbis.ogg", "channels-6.ogg", "codec-opus.opus",
        "channels-6.opus",
        "codec-alac.caf", "codec-alac-20.caf", "codec-alac-24.caf", "codec-alac-32.caf", "music-alac.caf",
        "channels-6-alac.caf", "channels-8-alac.caf",
        "codec-ima4.aifc",
    ]

    /// A file's packets, what the reader gives of it, and the table that says which frames of the packets that is: the
    /// priming as the file states it, the valid frames by its recipe, and nothing of it from the reader.
    struct Material {
        let stream: PacketStream
        let samples: [[Float]]
        let layout: ChannelLayout
        let table: PacketTableInfo

        init(_ name: String) throws {
            stream = try PacketStream(path: Fixtures.path(name))
            let reader = try AudioFileReader(path: Fixtures.path(name))
            layout = reader.clientLayout
            samples = try reader.readAll()
            let row = try #require(FixtureRow.all.first { $0.name == name })
            table = PacketTableInfo(validFrames: try #require(row.frames), primingFrames: stream.priming)
            #expect(Int64(samples[0].count) == row.frames && (reader.properties.priming ?? 0) == stream.priming)
        }

        func packets(_ range: Range<Int>) -> (bytes: [UInt8], descriptions: [PacketDescription]) {
            var bytes: [UInt8] = []
            var descriptions: [PacketDescription] = []
            for packet in stream.packets[range] {
                descriptions.append(PacketDescription(startOffset: Int64(bytes.count), byteCount: packet.count))
                bytes += packet
            }
            return (bytes, descriptions)
        }

        /// As many frames as there are, of up to `frameCount`, of the packets from `position` on, which goes past those
        /// that were taken.
        ///
        /// - Parameter given: the packets of a callback, whatever it is asked for; `nil` for what it is asked for.
        func convert(
            by converter: AudioConverter, from position: inout Int, given: Int? = nil, _ frameCount: Int,
            into list: inout AudioBufferList
        ) throws -> Int {
            var count = frameCount
            try converter.fillComplexBuffer(packetCount: &count, into: &list) { packetCount, data, descriptions in
                packetCount = min(given ?? packetCount, stream.packets.count - position)
                let chunk = packets(position..<position + packetCount)
                data[0] = AudioBuffer(channelCount: stream.description.channelCount, bytes: chunk.bytes)
                descriptions += chunk.descriptions
                position += packetCount
            }
            return count
        }
    }

    /// All that a converter of the file's packets gives, in requests of `wanted` frames and callbacks of `given`
    /// packets.
    private static func converted(
        _ material: Material, by converter: AudioConverter, given: Int, wanted: Int
    ) throws -> [[Float]] {
        var position = 0
        var result = [[Float]](repeating: [], count: converter.outputDescription.channelCount)
        while true {
            var output = AudioBufferList(for: converter.outputDescription, frameCapacity: wanted)
            let count = try material.convert(by: converter, from: &position, given: given, wanted, into: &output)
            for channel in result.indices { result[channel] += output[channel].samples(as: Float.self) }
            if count < wanted { return result }
        }
    }

    @Test(arguments: files)
    func `the converter gives the reader's samples, however packets and frames are cut`(name: String) throws {
        let material = try Material(name)
        let description = material.stream.description
        let converter = try AudioConverter(
            from: description, to: .canonical(sampleRate: description.sampleRate, channels: description.channelCount))
        if !material.stream.magicCookie.isEmpty { try converter.setMagicCookie(material.stream.magicCookie) }
        try converter.setPacketTable(material.table)
        for (given, wanted) in [(3, 700), (1, 4096), (1000, 100_000)] {
            converter.reset()
            let result = try Self.converted(material, by: converter, given: given, wanted: wanted)
            #expect(result.map { $0.map(\.bitPattern) } == material.samples.map { $0.map(\.bitPattern) })
            #expect(converter.damage.count == 0)
        }
        #expect(material.samples[0].count > 400)
    }

    @Test(arguments: files)
    func `the queue gives the reader's samples, however packets are cut into buffers`(name: String) throws {
        let material = try Material(name)
        let description = material.stream.description
        let channels = description.channelCount
        let render = StreamDescription.linearPCM(
            sampleRate: description.sampleRate, channels: channels, bits: 32, flags: .isFloat)
        for cut in [1, 7] {
            let queue = try AudioQueue(output: description) { _, _ in }
            if !material.stream.magicCookie.isEmpty { try queue.setMagicCookie(material.stream.magicCookie) }
            // The file's own layout on both sides, so nothing is mixed.
            try queue.setOfflineRenderFormat(render, layout: queue.channelLayout)
            let output = try queue.allocateBuffer(byteCapacity: 4096 * 4 * channels)
            var left = Int(material.table.primingFrames)
            var position = 0
            while position < material.stream.packets.count {
                let count = min(cut, material.stream.packets.count - position)
                let chunk = material.packets(position..<position + count)
                let buffer = try queue.allocateBuffer(byteCapacity: max(1, chunk.bytes.count))
                try buffer.fill(bytes: chunk.bytes)
                // Priming may be longer than the first buffer: what is left of it goes to the next one.
                try queue.enqueue(buffer, packets: chunk.descriptions, trimFramesAtStart: left)
                left -= min(left, buffer.decodedFrameCount)
                position += count
            }
            try queue.start()
            try queue.stop(immediately: false)
            var result = [[Float]](repeating: [], count: channels)
            var time: Int64 = 0
            while queue.isRunning {
                time += Int64(try queue.offlineRender(at: time, into: output, frameCount: 4096))
                let samples = output.samples(as: Float.self)
                for channel in 0..<channels {
                    result[channel] += stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
                }
            }
            let valid = result.map { $0.prefix(material.samples[0].count).map(\.bitPattern) }
            #expect(valid == material.samples.map { $0.map(\.bitPattern) })
            #expect(queue.damagedPacketCount == 0 && queue.converterError == nil)
        }
    }

    @Test(arguments: ["music.mp3", "codec-vorbis.ogg", "music-alac.caf"])
    func `packets that a graph's render callback converts are the reader's samples`(name: String) throws {
        let material = try Material(name)
        let format = StreamDescription.canonical(
            sampleRate: material.stream.description.sampleRate, channels: material.stream.description.channelCount)
        let converter = try AudioConverter(from: material.stream.description, to: format)
        if !material.stream.magicCookie.isEmpty { try converter.setMagicCookie(material.stream.magicCookie) }
        try converter.setPacketTable(material.table)

        let graph = AudioGraph()
        let mixer = try graph.addNode(.multiChannelMixer)
        let output = try graph.addNode(.genericOutput)
        try graph.connect(mixer, to: output)
        try graph.open()
        let unit = try graph.unit(of: mixer, as: MultiChannelMixer.self)
        try unit.setElementCount(1, scope: .input)
        try unit.setStreamFormat(format, scope: .input, element: 0)
        try unit.setStreamFormat(format, scope: .output)
        var position = 0
        try graph.setInputCallback(mixer, 0) { flags, _, _, frameCount, buffer in
            var list = AudioBufferList(for: format, frameCapacity: frameCount)
            let count = try material.convert(by: converter, from: &position, frameCount, into: &list)
            buffer.silence(0..<frameCount)
            for channel in 0..<format.channelCount {
                buffer.fill(channel: channel, with: list[channel].samples(as: Float.self))
            }
            if count == 0 { flags.insert(.outputIsSilence) }
        }
        try graph.initialize()
        let renderer = try OfflineRenderer(graph)
        var slice = PCMBuffer(channelCount: format.channelCount, frameCapacity: renderer.maximumFrameCount)
        var result = [[Float]](repeating: [], count: format.channelCount)
        while result[0].count < material.samples[0].count {
            try renderer.render(
                min(renderer.maximumFrameCount, material.samples[0].count - result[0].count), into: &slice)
            for channel in result.indices { result[channel] += slice.samples(ofChannel: channel) }
        }
        #expect(result.map { $0.map(\.bitPattern) } == material.samples.map { $0.map(\.bitPattern) })
    }

    static let recordings: [(String, FormatFlags, Int)] = [
        ("WAVE", .isSignedInteger, 16), ("AIFF", [.isSignedInteger, .isBigEndian], 16),
        ("AIFC", [.isFloat, .isBigEndian], 32), ("caff", .isFloat, 32),
        ("caff", .isSignedInteger, 24),
    ]

    @Test(arguments: recordings)
    func `a queue records a file, and what its callback writes with AudioFile is that file's sound`(
        kind: String, flags: FormatFlags, bits: Int
    ) throws {
        let folder = try ScratchFolder()
        let path = folder.path("recorded")
        let source = try AudioFileReader(path: Fixtures.path("codec-16.flac"))
        let expected = try AudioFileReader(path: Fixtures.path("codec-16.flac")).readAll()
        let description = StreamDescription.linearPCM(
            sampleRate: source.format.sampleRate, channels: source.format.channelCount, bits: bits, flags: flags)
        let file = try AudioFile(creating: path, fileType: FourCharCode(kind), format: description, flags: .eraseFile)
        var packet: Int64 = 0
        let queue = try AudioQueue(input: description, from: source) { queue, buffer, start, packetCount, packets in
            #expect(start.sampleTime == packet)
            if packetCount > 0 {
                #expect(
                    try file.writePackets(Array(buffer.bytes[..<buffer.byteCount]), packets ?? [], at: packet)
                        == packetCount)
            }
            packet += Int64(packetCount)
            if queue.isRunning { try queue.enqueue(buffer) }
        }
        // A recorder asks for the cookie before the first packet; samples have none, and a WAVE file would refuse one.
        #expect(queue.magicCookie.isEmpty)
        for _ in 0..<3 { try queue.enqueue(queue.allocateBuffer(byteCapacity: 1000 * Int(description.bytesPerFrame))) }
        try queue.start()
        while queue.isRunning { try queue.offlineRecord(4096) }
        #expect(!folder.contents.contains("recorded"))
        try file.close()
        let recorded = try AudioFileReader(path: path)
        #expect(
            recorded.frameCount == Int64(expected[0].count) && expected[0].count > 2000 && packet == recorded.frameCount
        )
        #expect(recorded.properties.dataFormat == description)
        #expect(try recorded.readAll() == expected)
    }
}
