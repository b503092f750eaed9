import KKCodecs
import KKPCM
import KKTestSupport
import Testing

/// Packets and cookies that are anything but what they should be: an error or frames, and nothing else.
struct DamagedPacketTests {
    private static let files = [
        "mpeg-cbr.mp3", "mpeg-free.mp3", "mpeg-mpeg25-8k.mp3", "mpeg-layer2.mp3", "mpeg-layer1.mp3", "codec-16.flac",
        "codec-24.flac", "channels-6.flac",
        "codec-vorbis.ogg", "channels-6.ogg", "codec-opus.opus", "channels-6.opus", "codec-alac.caf",
        "codec-alac-32.caf", "codec-ima4.aifc",
    ]

    private static func stream(_ name: String) throws -> PacketStream { try PacketStream(path: Fixtures.path(name)) }

    /// One of the ways in which bytes go wrong.
    private static func damage(_ bytes: [UInt8], _ numbers: inout Seeded) -> [UInt8] {
        var bytes = bytes
        func place(_ numbers: inout Seeded) -> Int { Int.random(in: 0..<max(1, bytes.count), using: &numbers) }
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0: bytes = Array(bytes.prefix(place(&numbers)))
        case 1:
            bytes += (0..<Int.random(in: 1...300, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
        case 2:
            bytes = (0..<Int.random(in: 0...600, using: &numbers)).map { _ in UInt8.random(in: 0...255, using: &numbers)
            }
        case 3:
            // All but the first bytes, by which a packet is known.
            for index in bytes.indices.dropFirst(6) { bytes[index] = UInt8.random(in: 0...255, using: &numbers) }
        case 4:
            let start = place(&numbers)
            for index in bytes.indices.dropFirst(start).prefix(16) { bytes[index] = 0xFF }
        default:
            for _ in 0..<Int.random(in: 1...6, using: &numbers) where !bytes.isEmpty {
                bytes[place(&numbers)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
            }
        }
        return bytes
    }

    @Test(
        "Three hundred damaged packets give errors or frames, and sound ones are decoded behind them", arguments: files)
    func packets(name: String) throws {
        let stream = try Self.stream(name)
        let decoder = try PacketDecoders.decoder(for: stream.description, magicCookie: stream.magicCookie)
        var numbers = Seeded(state: 0xC0DEC)
        var damaged = stream
        damaged.packets = (0..<300).map { Self.damage(stream.packets[$0 % stream.packets.count], &numbers) }
        var refusedCount = 0
        let samples = try decodeAll(damaged, with: decoder) { _, _ in refusedCount += 1 }
        #expect(refusedCount > 0)
        #expect(samples[0].count <= 300 * decoder.maximumFramesPerPacket)
        decoder.reset()
        #expect(try firstDifference(decodeAll(stream), in: decodeAll(stream, with: decoder)) == nil)
    }

    @Test("Damaged cookies give errors or decoders that keep to what they say", arguments: files)
    func cookies(name: String) throws {
        let stream = try Self.stream(name)
        var numbers = Seeded(state: 0xC00C1E)
        for _ in 0..<200 {
            var damaged = stream
            damaged.magicCookie = Self.damage(stream.magicCookie, &numbers)
            damaged.description.channelsPerFrame = UInt32.random(in: 0...9, using: &numbers)
            damaged.packets = Array(stream.packets.prefix(3))
            guard let decoder = try? PacketDecoders.decoder(for: damaged.description, magicCookie: damaged.magicCookie)
            else { continue }
            #expect(
                (1...255).contains(decoder.format.channelCount) && (1...65536).contains(decoder.maximumFramesPerPacket))
            #expect(decoder.layout.channelCount == decoder.format.channelCount)
            _ = try decodeAll(damaged, with: decoder)
        }
    }

    @Test(
        "A damaged packet costs itself: the others of a stream without memory are as ever",
        arguments: ["codec-16.flac", "codec-alac.caf"])
    func onlyItself(name: String) throws {
        let whole = try Self.stream(name)
        let frames = try decodeAll(whole)
        var damaged = whole
        damaged.packets[1] = Array(damaged.packets[1].dropLast(20))
        var refused: [Int] = []
        let left = try decodeAll(damaged) { number, _ in refused.append(number) }
        #expect(refused == [1])
        let lost = frames[0].count - left[0].count
        let first = try decodeAll(
            PacketStream(
                whole.description.formatID, sampleRate: 44100, channels: 2, magicCookie: whole.magicCookie,
                packets: [whole.packets[0]]))[0].count
        #expect(lost > 0)
        #expect(
            left.enumerated().allSatisfy {
                $1[..<first] == frames[$0][..<first] && $1[first...] == frames[$0][(first + lost)...]
            })
    }
}
