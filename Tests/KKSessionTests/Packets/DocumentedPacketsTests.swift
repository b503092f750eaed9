import KKMixing
import KKTestSupport
import Testing

/// What docs/packets.md shows, as it stands there.
@Suite struct DocumentedPacketsTests {
    @Test(arguments: ["music.mp3", "codec-16.flac", "codec-alac.caf", "music.wav"])
    func `a file's packets through a converter are the reader's samples`(name: String) throws {
        let file = try AudioFile(opening: Fixtures.path(name))
        let format = StreamDescription.canonical(
            sampleRate: file.dataFormat.sampleRate, channels: file.dataFormat.channelCount)
        let converter = try AudioConverter(from: file.dataFormat, to: format)
        if let cookie = file.magicCookie { try converter.setMagicCookie(cookie) }
        try converter.setPacketTable(try file.packetTableInfo())

        let buffer = AudioBuffer(channelCount: format.channelCount, byteCapacity: 1 << 18)
        var next: Int64 = 0
        var result = [[Float]](repeating: [], count: format.channelCount)
        var frameCount = 4096
        while frameCount == 4096 {
            var output = AudioBufferList(for: format, frameCapacity: 4096)
            try converter.fillComplexBuffer(packetCount: &frameCount, into: &output) {
                packetCount, data, descriptions in
                data[0] = buffer
                let packets = try file.readPackets(from: next, count: packetCount, into: &data[0])
                (packetCount, descriptions) = (packets.packetCount, packets.descriptions)
                next += Int64(packetCount)
            }
            for channel in result.indices { result[channel] += output[channel].samples(as: Float.self) }
        }
        #expect(try result == AudioFileReader(path: Fixtures.path(name)).readAll())
    }

    @Test func `frames that are encoded into a file are the reader's samples`() throws {
        let folder = try ScratchFolder()
        let source = try AudioFileReader(path: Fixtures.path("music.flac"))
        let sound = source.format
        let frameCount = Int64(try AudioFileReader(path: Fixtures.path("music.flac")).readAll()[0].count)
        func nextFrames(_ packetCount: inout Int, _ data: inout AudioBufferList) throws {
            data = AudioBufferList(for: sound, frameCapacity: packetCount)
            packetCount = try source.read(into: &data, frameCount: packetCount)
        }

        let lossless = StreamDescription(sampleRate: 0, formatID: .appleLossless, channelsPerFrame: 0)
        let converter = try AudioConverter(from: sound, to: lossless)
        let path = "\(folder.root)/song.caf"
        let file = try AudioFile(creating: path, fileType: "caff", format: converter.outputDescription)
        try file.setProperty(AudioFile.Property.magicCookieData, .bytes(converter.compressionMagicCookie))

        var output = AudioBufferList([AudioBuffer(byteCapacity: 8 * converter.maximumOutputPacketSize)])
        var packets: [PacketDescription] = []
        while true {
            var count = 8
            try converter.fillComplexBuffer(
                packetCount: &count, into: &output, descriptions: &packets, input: nextFrames)
            if count == 0 { break }
            try file.writePackets(Array(output[0].bytes.prefix(output[0].byteCount)), packets)
        }
        let prime = converter.primeInfo
        let table = PacketTableInfo(
            validFrames: frameCount, primingFrames: Int64(prime.leadingFrames),
            remainderFrames: Int64(prime.trailingFrames))
        try file.setProperty(AudioFile.Property.packetTableInfo, .packetTableInfo(table))
        try file.close()
        #expect(
            try AudioFileReader(path: path).readAll()
                == AudioFileReader(path: Fixtures.path("music.flac")).readAll())
    }
}
