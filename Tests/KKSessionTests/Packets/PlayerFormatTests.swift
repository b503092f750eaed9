import KKMixing
import KKTestSupport
import Testing

/// A player of a stream, by a graph and by a queue, in the formats that programs have had: the same sound to half a step.
@Suite struct PlayerFormatTests {
    typealias Material = PacketChainTests.Material

    enum Samples: CaseIterable, Sendable {
        case int16, fixedPoint, float

        func format(_ description: StreamDescription) -> StreamDescription {
            var flags: FormatFlags = self == .float ? .isFloat : .isSignedInteger
            if self == .fixedPoint { flags.fractionBits = 24 }
            return .linearPCM(
                sampleRate: description.sampleRate, channels: description.channelCount, bits: self == .int16 ? 16 : 32,
                flags: flags)
        }

        var step: Float { self == .int16 ? 0x1p-15 : self == .fixedPoint ? 0x1p-24 : 0 }
    }

    static let files = ["music.mp3", "codec-vorbis.ogg", "music-alac.caf"]

    private func converter(_ material: Material, to format: StreamDescription) throws -> AudioConverter {
        let converter = try AudioConverter(from: material.stream.description, to: format)
        if !material.stream.magicCookie.isEmpty { try converter.setMagicCookie(material.stream.magicCookie) }
        try converter.setPacketTable(material.table)
        return converter
    }

    private func expect(
        _ heard: AudioBufferList, in format: StreamDescription, _ material: Material, _ step: Float
    )
        throws
    {
        let count = material.samples[0].count
        let canonical = StreamDescription.canonical(sampleRate: format.sampleRate, channels: format.channelCount)
        var list = AudioBufferList(for: canonical, frameCapacity: count)
        try AudioConverter(from: format, to: canonical).convertComplexBuffer(
            frameCount: count, from: heard, into: &list)
        for (channel, samples) in material.samples.enumerated() {
            let made = list[channel].samples(as: Float.self)
            #expect(made.count == count && zip(made, samples).allSatisfy { abs($0 - $1) <= step / 2 })
        }
        #expect(material.samples[0].contains { abs($0) > 0.1 })
    }

    @Test(arguments: files, Samples.allCases)
    func `packets that a mixer's bus takes in its own format are the file`(name: String, samples: Samples) throws {
        let material = try Material(name), format = samples.format(material.stream.description)
        let converter = try converter(material, to: format)
        let graph = AudioGraph()
        let mixer = try graph.addNode(.multiChannelMixer), output = try graph.addNode(.genericOutput)
        try graph.open()
        let desk = try graph.unit(of: mixer, as: MultiChannelMixer.self)
        try desk.setStreamFormat(format, scope: .input)
        try desk.setStreamFormat(
            .canonical(sampleRate: format.sampleRate, channels: format.channelCount), scope: .output)
        try graph.connect(mixer, to: output)
        try graph.unit(of: output, as: GenericOutput.self).setStreamFormat(format, scope: .output)
        var position = 0
        try graph.setBufferListCallback(mixer, 0) { _, _, _, frameCount, list in
            _ = try material.convert(by: converter, from: &position, frameCount, into: &list)
        }
        try graph.initialize()
        let renderer = try OfflineRenderer(graph)
        var heard = AudioBufferList([AudioBuffer(channelCount: format.channelCount, byteCapacity: 0)]), done = 0
        var bytes: [UInt8] = []
        while done < material.samples[0].count {
            let count = min(renderer.maximumFrameCount, material.samples[0].count - done)
            heard = AudioBufferList(for: format, frameCapacity: count)
            try renderer.render(count, into: &heard)
            bytes += heard[0].bytes.prefix(heard[0].byteCount)
            done += count
        }
        try expect(
            AudioBufferList([AudioBuffer(channelCount: format.channelCount, bytes: bytes)]), in: format, material,
            samples.step)
    }

    @Test(arguments: files, Samples.allCases)
    func `packets in the buffers of a queue are the file`(name: String, samples: Samples) throws {
        let material = try Material(name), format = samples.format(material.stream.description)
        let queue = try AudioQueue(output: material.stream.description) { _, _ in }
        if !material.stream.magicCookie.isEmpty { try queue.setMagicCookie(material.stream.magicCookie) }
        try queue.setOfflineRenderFormat(format, layout: queue.channelLayout)
        let chunk = material.packets(0..<material.stream.packets.count)
        let buffer = try queue.allocateBuffer(byteCapacity: chunk.bytes.count)
        try buffer.fill(bytes: chunk.bytes)
        try queue.enqueue(
            buffer, packets: chunk.descriptions, trimFramesAtStart: Int(material.table.primingFrames))
        try queue.start()
        try queue.stop(immediately: false)
        let output = try queue.allocateBuffer(byteCapacity: 4096 * Int(format.bytesPerFrame))
        var bytes: [UInt8] = [], time: Int64 = 0
        while queue.isRunning {
            time += Int64(try queue.offlineRender(at: time, into: output, frameCount: 4096))
            bytes += output.bytes.prefix(output.byteCount)
        }
        try expect(
            AudioBufferList([
                AudioBuffer(
                    channelCount: format.channelCount,
                    bytes: Array(bytes.prefix(material.samples[0].count * Int(format.bytesPerFrame))))
            ]), in: format, material, samples.step)
    }
}
