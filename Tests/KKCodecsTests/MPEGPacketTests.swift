import KKPCM
import KKTestSupport
import Testing

@testable import KKCodecs

struct MPEGPacketTests {
    private static func stream(_ name: String) throws -> PacketStream { try PacketStream(path: Fixtures.path(name)) }

    @Test(
        "In the middle of a stream every packet gives its frames, and after a few the samples of a straight run, to the bit",
        arguments: ["music.mp3", "music-vbr.mp3", "music-notag.mp3", "mpeg-cbr-untagged.mp3"])
    func middle(name: String) throws {
        let stream = try Self.stream(name)
        let whole = try decodeAll(stream)
        // Of these starts some need bytes of the packets before.
        #expect((1...5).contains { stream.packets[4 * $0][4] > 0 || stream.packets[4 * $0][5] > 127 })
        for start in stride(from: 4, through: stream.packets.count - 6, by: 4) {
            var rest = stream
            rest.packets.removeFirst(start)
            var refusedCount = 0
            let samples = try decodeAll(rest) { _, _ in refusedCount += 1 }
            #expect(refusedCount == 0)
            #expect(samples[0].count == 1152 * rest.packets.count)
            let settled = 4 * 1152
            #expect(
                firstDifference(samples.map { Array($0[settled...]) }, in: whole, from: 1152 * start + settled) == nil,
                "from packet \(start)")
        }
    }

    @Test(
        "A frame that reaches back further than there is something is made silent, and its own bytes are kept for the next"
    )
    func reservoir() throws {
        // 128 kbit/s at 44.1 kHz, stereo: 417 bytes, 36 of them header and side information.
        let header = try #require(MPEGFrameHeader(0xFFFB_9064))
        func frame(begin: Int) -> [UInt8] {
            [0xFF, 0xFB, 0x90, 0x64, UInt8(begin >> 1), UInt8(begin & 1) << 7 | 0x55]
                + [UInt8](repeating: 0x55, count: 411)
        }
        var reservoir = MPEGReservoir(header.format)
        var first = frame(begin: 1)
        #expect(reservoir.take(&first, byteCount: 417, header: header) == true)
        #expect(
            first == Array(frame(begin: 0)[..<4]) + [UInt8](repeating: 0, count: 32)
                + [UInt8](repeating: 0x55, count: 381))
        var second = frame(begin: 381)
        #expect(!reservoir.isFull)
        #expect(reservoir.take(&second, byteCount: 417, header: header) == false)
        #expect(second == frame(begin: 381))
        #expect(reservoir.isFull)
        // One byte too far: silent, and it begins where there is something.
        reservoir = MPEGReservoir(header.format)
        _ = reservoir.take(&second, byteCount: 417, header: header)
        var third = frame(begin: 382)
        #expect(reservoir.take(&third, byteCount: 417, header: header) == true)
        #expect(Int(third[4]) << 1 | Int(third[5] >> 7) == 381 && third[5] & 0x7F == 0)
        var short: [UInt8] = [0xFF, 0xFB, 0x90, 0x64, 0]
        var empty = MPEGReservoir(header.format)
        #expect(empty.take(&short, byteCount: 417, header: header) == nil)
        #expect(
            MPEGReservoir(MPEGFrameHeader.Format(version: .mpeg1, layer: 2, sampleRate: 44100, channelCount: 2)).isFull)
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
            ([], "0 bytes"), ([0xFF], "1 bytes"), ([UInt8](repeating: 0, count: 400), "MPEG header"),
            (Array(stream.packets[0].dropLast()), "of its"),
            (try Self.stream("mpeg-layer2.mp3").packets[0], "layer 2"),
            (try Self.stream("mpeg-mpeg2.mp3").packets[0], "22050 Hz"),
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
            let description = StreamDescription(
                sampleRate: rate, formatID: .mpegLayer3, channelsPerFrame: UInt32(channels))
            #expect(throws: CodecError.self) { try PacketDecoders.decoder(for: description) }
        }
    }
}
