import KKCodecs
import KKPCM
import KKTestSupport
import Testing

struct MPEGPacketTests {
    private static func stream(_ name: String) throws -> PacketStream { try PacketStream(path: Fixtures.path(name)) }

    @Test(
        "In the middle of a stream every packet gives its frames, and after a few the samples of a straight run, to the bit",
        arguments: ["music.mp3", "music-vbr.mp3", "mpeg-crc.mp3", "mpeg-free.mp3"])
    func middle(name: String) throws {
        var stream = try Self.stream(name)
        let whole = try decodeAll(stream)
        stream.packets.removeFirst(4)
        var refusedCount = 0
        let rest = try decodeAll(stream) { _, _ in refusedCount += 1 }
        #expect(refusedCount == 0)
        #expect(rest[0].count == 1152 * stream.packets.count)
        let settled = 4 * 1152
        #expect(firstDifference(rest.map { Array($0[settled...]) }, in: whole, from: 4 * 1152 + settled) == nil)
        // What needs bytes that are not there is silent, not noise.
        #expect(zip(rest[0], whole[0].dropFirst(4 * 1152)).allSatisfy { abs($0 - $1) <= abs($1) + 0.6 })
    }

    @Test("A packet that is lost costs its frames and a refusal; what follows is the stream's sound again")
    func lost() throws {
        var stream = try Self.stream("music.mp3")
        let whole = try decodeAll(stream)
        stream.packets[10][0] = 0
        var refused: [Int] = []
        let rest = try decodeAll(stream) { number, _ in refused.append(number) }
        #expect(refused == [10])
        #expect(rest[0].count == whole[0].count - 1152)
        #expect(rest[0][..<11520] == whole[0][..<11520])
        // The synthesis goes round a ring: in another place of it the sums are in another order.
        #expect(zip(rest[0].dropFirst(14 * 1152), whole[0].dropFirst(15 * 1152)).allSatisfy { abs($0 - $1) < 1e-5 })
    }

    @Test("Mono packets in a stereo stream go to both channels, of stereo packets a mono stream gets the mean")
    func otherChannels() throws {
        let (stereo, mono) = (try Self.stream("mpeg-cbr.mp3"), try Self.stream("mpeg-mono.mp3"))
        var both = stereo
        both.packets = stereo.packets + mono.packets + stereo.packets
        let (left, one) = (try decodeAll(stereo), try decodeAll(mono)[0])
        let mixed = try decodeAll(both)
        let start = left[0].count
        #expect(firstDifference(left, in: mixed) == nil)
        #expect(firstDifference([one, one], in: mixed, from: start) == nil)
        #expect(firstDifference(left, in: mixed, from: start + one.count) == nil)
        both.description.channelsPerFrame = 1
        let means = zip(left[0], left[1]).map { 0.5 * ($0 + $1) }
        #expect(try firstDifference([means + one + means], in: decodeAll(both)) == nil)
    }

    @Test("Packets that are no frame of the stream are refused with their reason; bytes behind a frame are left out")
    func refusals() throws {
        let stream = try Self.stream("mpeg-cbr.mp3")
        let decoder = try PacketDecoders.decoder(for: stream.description)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 1152)
        for (packet, word) in [
            ([], "0 bytes"), ([0xFF], "1 bytes"), ([UInt8](repeating: 0, count: 400), "MPEG header"), (Array(stream.packets[0].dropLast()), "of its"),
            (try Self.stream("mpeg-layer2.mp3").packets[0], "layer 2"), (try Self.stream("mpeg-mpeg2.mp3").packets[0], "22050 Hz"),
        ] {
            let error = #expect(throws: CodecError.self) { try decoder.decode(packet.span, into: &buffer, at: 0) }
            #expect(error?.problem.contains(word) == true, "\(error?.problem ?? "")")
        }
        var longer = stream
        longer.packets = stream.packets.map { $0 + [0xFF, 0xFB, 0x90, 0x64, 1, 2, 3] }
        #expect(try firstDifference(decodeAll(stream), in: decodeAll(longer)) == nil)
    }

    @Test("Rates and channels that MPEG audio does not have are refused")
    func descriptions() {
        for (rate, channels) in [(44101.0, 2), (96000, 2), (44100, 3), (44100, 0), (.nan, 1)] {
            let description = StreamDescription(sampleRate: rate, formatID: .mpegLayer3, channelsPerFrame: UInt32(channels))
            #expect(throws: CodecError.self) { try PacketDecoders.decoder(for: description) }
        }
    }
}
