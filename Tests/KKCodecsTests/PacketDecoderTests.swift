import KKCodecs
import KKPCM
import KKTestSupport
import Testing

/// Every decoder, over the project's own files.
struct PacketDecoderTests {
    static let files = [
        "music.mp3", "music-vbr.mp3", "speech-mpeg2.mp3", "mpeg-cbr-untagged.mp3", "mpeg-mono.mp3",
        "mpeg-mpeg25-8k.mp3", "mpeg-mpeg25-11k.mp3", "mpeg-free.mp3",
        "mpeg-crc.mp3", "mpeg-layer2.mp3", "mpeg-layer1.mp3", "codec-16.flac", "codec-24.flac", "speech.flac",
        "channels-6.flac", "channels-8.flac",
        "codec-vorbis.ogg", "speech.ogg", "codec-id3.ogg", "codec-id5.ogg", "channels-6.ogg", "channels-8.ogg",
        "codec-opus.opus", "music.opus",
        "codec-id3.opus", "codec-id5.opus", "channels-6.opus", "channels-8.opus", "codec-alac.caf", "music-alac.caf",
        "codec-alac-32.caf", "codec-ima4.aifc",
    ]

    @Test("The packets of a file give the reader's samples, to the bit", arguments: files)
    func readersSamples(name: String) throws {
        let path = Fixtures.path(name)
        let (expected, priming) = try readAll(path)
        var refused: [String] = []
        let decoded = try decodeAll(PacketStream(path: path)) { refused.append("packet \($0): \($1)") }
        #expect(refused.isEmpty)
        #expect(expected[0].count > 0)
        #expect(firstDifference(expected, in: decoded, from: priming) == nil)
    }

    @Test("A decoder says what comes out: canonical, with the reader's rate and channels", arguments: files)
    func format(name: String) throws {
        let stream = try PacketStream(path: Fixtures.path(name))
        let decoder = try PacketDecoders.decoder(for: stream.description, magicCookie: stream.magicCookie)
        #expect(
            decoder.format
                == .canonical(sampleRate: stream.description.sampleRate, channels: stream.description.channelCount))
        #expect(decoder.layout.channelCount == stream.description.channelCount)
        #expect(PacketDecoders.formatIDs.contains(stream.description.formatID))
    }

    @Test("After a reset the same packets give the same frames", arguments: files)
    func reset(name: String) throws {
        let stream = try PacketStream(path: Fixtures.path(name))
        let decoder = try PacketDecoders.decoder(for: stream.description, magicCookie: stream.magicCookie)
        let first = try decodeAll(stream, with: decoder)
        decoder.reset()
        #expect(try firstDifference(decodeAll(stream, with: decoder), in: first) == nil)
    }

    @Test("Frames go where they are asked to, and nowhere else", arguments: files)
    func offsets(name: String) throws {
        let stream = try PacketStream(path: Fixtures.path(name))
        #expect(try firstDifference(decodeAll(stream), in: decodeAll(stream, offset: 37)) == nil)

        let decoder = try PacketDecoders.decoder(for: stream.description, magicCookie: stream.magicCookie)
        var buffer = PCMBuffer(
            channelCount: decoder.format.channelCount, frameCapacity: decoder.maximumFramesPerPacket + 40)
        buffer.frameLength = buffer.frameCapacity
        for channel in 0..<buffer.channelCount {
            buffer.fill(channel: channel, with: Array(repeating: 9, count: buffer.frameCapacity))
        }
        for packet in stream.packets.prefix(2) {
            let count = try decoder.decode(packet.span, into: &buffer, at: 20)
            #expect(count <= decoder.maximumFramesPerPacket)
            for channel in 0..<buffer.channelCount {
                let samples = buffer.samples(ofChannel: channel)
                #expect(
                    samples[..<20].allSatisfy { $0 == 9 }
                        && samples[(20 + decoder.maximumFramesPerPacket)...].allSatisfy { $0 == 9 })
            }
        }
    }

    @Test("A format without a decoder is refused as unavailable, by its name")
    func unknownFormat() {
        let description = StreamDescription(sampleRate: 8000, formatID: "ilbc", channelsPerFrame: 1)
        let error = #expect(throws: CodecError.self) { try PacketDecoders.decoder(for: description) }
        #expect(error?.kind == .unavailable)
        #expect(error?.place == "'ilbc'")
    }
}
