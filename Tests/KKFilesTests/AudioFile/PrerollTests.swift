import KKPCM
import KKTestSupport
import Testing

@testable import KKCodecs
@testable import KKFiles

/// What `'pkrl'` promises: a decoder that begins so many packets before gives the packet's sound whole. Vorbis and HE-AAC
/// needed none, by an answer of their own.
@Suite struct PrerollTests {
    /// Noise of their own keeps AAC, AC-3 and Opus from this test.
    @Test(arguments: [
        "music-eac3.caf", "mpeg-vbr.mp3", "mpeg-layer1.mp3", "mpeg-layer2.mp3", "speech-amr.3gp", "codec-alac.caf",
        "codec-flac.caf", "codec-ima4.caf",
    ])
    func `the packets before one make its sound whole`(name: String) throws {
        let file = try AudioFile.fixture(name)
        let packets = try file.allPackets()
        let cookie = file.magicCookie ?? []
        func sound(from first: Int, of last: Int) throws -> [Float] {
            let decoder = try PacketDecoders.decoder(for: file.dataFormat, magicCookie: cookie)
            var buffer = PCMBuffer(
                channelCount: decoder.format.channelCount, frameCapacity: decoder.maximumFramesPerPacket)
            var frameCount = 0
            if first > 0 { decoder.reset(before: Int64(first)) }
            for packet in packets.descriptions[first...last] {
                let start = Int(packet.startOffset)
                let bytes = Array(packets.bytes[start..<start + packet.byteCount])
                frameCount = try decoder.decode(bytes.span, into: &buffer, at: 0)
            }
            buffer.frameLength = frameCount
            return buffer.samples(ofChannel: 0)
        }
        for last in [13, 22] where last < packets.descriptions.count {
            guard
                case .dependency(let needed) = try file.property(
                    "pkrl", .dependency(PacketDependency(packet: Int64(last))))
            else {
                Issue.record("no answer")
                return
            }
            let preroll = Int(needed.prerollPacketCount)
            let (whole, late) = try (sound(from: 0, of: last), sound(from: last - preroll, of: last))
            try #require(whole.count == late.count && whole.count > 0, "\(name) \(whole.count) \(late.count)")
            let peak = whole.map(abs).max() ?? 0
            let difference = zip(whole, late).map { abs($0 - $1) }.max() ?? 0
            #expect(difference <= 0.01 * peak, "\(name) packet \(last): \(difference) of \(peak)")
        }
    }

    @Test func `transforms overlap with the packet before, and doubled rates need its headers, too`() {
        let wanted: [(FourCharCode, Int?)] = [
            (.aac, 1), (.ac3, 1), (.vorbis, 1), (.aacHE, 2), (.aacHE2, 2), (.opus, 4), (.mpegLayer3, 10), (.amr, nil),
        ]
        for (formatID, count) in wanted { #expect(AudioCodec.of(formatID)?.prerollPackets == count, "\(formatID)") }
    }
}
