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
}
