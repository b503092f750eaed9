import KKPCM
import KKTestSupport
import Testing

@testable import KKCodecs

/// AAC whose packets can be taken for more than one format, and packets without a cookie.
@Suite struct AACPacketTests {
    /// Packets of 44,100 Hz, which spectral band replication makes 88,200 Hz of.
    private static func doubled() throws -> PacketStream {
        try PacketStream(path: Fixtures.path("doubled-he-aac.caf"))
    }

    private static func plain(_ stream: PacketStream, _ rate: Double) -> PacketStream {
        PacketStream(.aac, sampleRate: rate, channels: 2, magicCookie: stream.magicCookie, packets: stream.packets)
    }

    private static func energy(_ samples: [Float]) -> Double {
        samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))
    }

    /// The decoder doubled the rate all the same, so every packet was refused, and silence came.
    @Test func `who asks for plain AAC gets what is coded, at its own rate`() throws {
        let stream = try Self.doubled()
        var refused = 0
        let core = try decodeAll(Self.plain(stream, 44_100)) { _, _ in refused += 1 }
        let rich = try decodeAll(stream) { _, _ in refused += 1 }
        #expect(refused == 0 && core.map(\.count) == [45 * 1024, 45 * 1024])
        #expect(rich.map(\.count) == [45 * 2048, 45 * 2048])
        let ratio = Self.energy(core[0]) / Self.energy(rich[0])
        #expect(ratio > 0.9 && ratio < 1.1, "\(ratio)")
    }

    @Test func `a configuration is believed, and not what the description says`() throws {
        let stream = try Self.doubled()
        let decoder = try PacketDecoders.decoder(
            for: Self.plain(stream, 48_000).description, magicCookie: stream.magicCookie)
        #expect(decoder.format.sampleRate == 44_100)
        #expect(
            try PacketDecoders.decoder(for: stream.description, magicCookie: stream.magicCookie).format.sampleRate
                == 88_200)
    }

    /// Without a configuration every packet was refused.
    @Test func `packets without a cookie are plain AAC of their description`() throws {
        let stream = try PacketStream(path: Fixtures.path("music-aac.caf"))
        var bare = stream
        bare.magicCookie = []
        var refused = 0
        let samples = try decodeAll(bare) { _, _ in refused += 1 }
        #expect(refused == 0 && samples[0].contains { $0 > 0.1 })
        #expect(try firstDifference(decodeAll(stream), in: samples) == nil)
    }

    @Test(arguments: [
        // LC; with SBR said first; said behind, with PS; with the rate in full.
        ([0x12, 0x10] as [UInt8], 44_100, nil, [0x12, 0x10, 0x56, 0xE5, 0x00] as [UInt8]),
        ([0x2B, 0x92, 0x08, 0x00], 22_050, 44_100, [0x13, 0x90, 0x56, 0xE5, 0x00]),
        ([0x13, 0x88, 0x56, 0xE5, 0xA5, 0x48, 0x80], 22_050, 44_100, [0x13, 0x88, 0x56, 0xE5, 0x00]),
        ([0x17, 0x80, 0x56, 0x22, 0x10], 44_100, nil, [0x12, 0x10, 0x56, 0xE5, 0x00]),
        // Channels that a program config element names, and what is not an AAC LC, stay as they are.
        ([0x12, 0x00, 0x05, 0x04, 0x00, 0x00, 0x20, 0x00], 44_100, nil, nil),
    ]) func `a configuration without its extensions says that there are none`(
        bytes: [UInt8], rate: Int, extended: Int?, core: [UInt8]?
    ) throws {
        let configuration = try #require(AACConfiguration(bytes))
        #expect(configuration.sampleRate == rate && configuration.extendedRate == extended)
        #expect(configuration.core == core)
        guard let core, let again = AACConfiguration(core) else { return }
        #expect(again.deniesExtension && again.extendedRate == nil && again.sampleRate == rate)
    }
}
