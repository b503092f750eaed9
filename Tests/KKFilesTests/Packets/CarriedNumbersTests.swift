import KKCodecs
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// A seek in IMA4, whose packets carry a sample on from one to the next, gives a straight read's samples, and is not a
/// straight read.
@Suite struct CarriedNumbersTests {
    private static let packetCount = 3000
    private static let frameCount = Int64(64 * packetCount)

    /// Heads that are each other's successors now and then, and one packet in the middle that is none.
    private static func bytes(channels: Int) throws -> [UInt8] {
        var state: UInt64 = 0x1A4
        func number() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(state >> 56)
        }
        var bytes = (0..<34 * channels * packetCount).map { _ in number() }
        // Small differences and one step: most samples are carried on.
        for start in stride(from: 0, to: bytes.count, by: 34) {
            let isFar = number() < 16
            (bytes[start], bytes[start + 1]) = (0, isFar ? 88 : 0)
            for place in start + 2..<start + 34 { bytes[place] &= 0x99 }
        }
        bytes[34 * channels * 1500 + 1] = 127
        return bytes
    }

    private final class Counter {
        var byteCount = 0
    }

    private static func decoder(_ bytes: [UInt8], channels: Int, _ counter: Counter) throws -> PacketFileDecoder {
        let format = StreamDescription(
            sampleRate: 44_100, formatID: .appleIMA4, bytesPerPacket: UInt32(34 * channels), framesPerPacket: 64,
            channelsPerFrame: UInt32(channels))
        let callbacks = AudioFileCallbacks(
            name: "counted",
            read: { position, count in
                let given = Array(bytes[Int(position)...].prefix(count))
                counter.byteCount += given.count
                return given
            }, size: { Int64(bytes.count) })
        let line = PacketLine(offset: 0, byteCount: 34 * channels, frames: 64, packetCount: Int64(packetCount))
        let properties = FileProperties(
            fileType: .caf, dataFormat: format, layout: .standard(channels), frameCount: line.frameCount,
            lengthSource: .dataSize)
        return PacketFileDecoder(
            ByteSource(callbacks: callbacks), line, try PacketDecoders.decoder(for: format), sound: 0..<line.frameCount,
            order: Array(0..<channels),
            properties: properties)
    }

    private static func read(
        _ decoder: PacketFileDecoder, from frame: Int64, count: Int, channels: Int
    ) throws -> [[Float]] {
        var buffer = PCMBuffer(channelCount: channels, frameCapacity: count)
        try decoder.seek(to: frame)
        var done = 0
        while done < count {
            let made = try decoder.read(into: &buffer, at: done, frameCount: count - done)
            if made == 0 { break }
            done += made
        }
        buffer.frameLength = done
        return (0..<channels).map { channel in buffer.withChannel(channel) { samples in (0..<done).map { samples[$0] } }
        }
    }

    @Test(arguments: [1, 2, 3]) func `a seek gives a straight read's samples and warnings, to and fro`(
        channels: Int
    ) throws {
        let bytes = try Self.bytes(channels: channels)
        let straightDecoder = try Self.decoder(bytes, channels: channels, Counter())
        let straight = try Self.read(straightDecoder, from: 0, count: Int(Self.frameCount), channels: channels)
        #expect(straightDecoder.warnings.count == 1)
        let decoder = try Self.decoder(bytes, channels: channels, Counter())
        let places: [Int64] = [
            Self.frameCount - 100, 5, 64 * 256, 64 * 256 - 1, 64 * 2999, 64 * 1501 + 7, 64 * 512 + 63, 64 * 1024,
            64 * 257, 0,
        ]
        for place in places {
            let samples = try Self.read(decoder, from: place, count: 100, channels: channels)
            let frames = Int(place)..<min(Int(place) + 100, Int(Self.frameCount))
            let expected: [[Float]] = straight.map { Array($0[frames]) }
            #expect(samples == expected, "frame \(place)")
        }
        #expect(decoder.warnings == straightDecoder.warnings)
    }

    @Test func `a second seek to the end reads no more than what was kept last is away`() throws {
        let counter = Counter()
        let decoder = try Self.decoder(try Self.bytes(channels: 2), channels: 2, counter)
        let first = try Self.read(decoder, from: Self.frameCount - 64, count: 64, channels: 2)
        _ = try Self.read(decoder, from: 0, count: 64, channels: 2)
        counter.byteCount = 0
        #expect(try Self.read(decoder, from: Self.frameCount - 64, count: 64, channels: 2) == first)
        // It was 204,000: all of the file.
        #expect(counter.byteCount <= 1 << 16)
    }

    @Test func `where the room is full every second one is given up`() throws {
        let format = StreamDescription(
            sampleRate: 44_100, formatID: .appleIMA4, bytesPerPacket: 34, framesPerPacket: 64, channelsPerFrame: 1)
        let decoder = try #require(try PacketDecoders.decoder(for: format) as? any CarryingDecoder)
        var carried = CarriedNumbers(decoder, room: 4)
        var expected: [Int64: UInt32] = [:]
        for packet in 0..<Int64(256 * 40) {
            carried.keep(decoder, before: packet)
            var word: [UInt32] = [0]
            decoder.carried(to: &word, at: 0)
            expected[packet] = word[0]
            #expect(carried.count <= 4)
            let codes = UInt8(truncatingIfNeeded: packet &* 37) & 0x77
            let bytes: [UInt8] = [0x10, 0] + [UInt8](repeating: codes, count: 32)
            try decoder.pass(bytes.span)
        }
        #expect(carried.spacing == 256 * 8 && carried.count == 4)
        for packet in [Int64(100), 2047, 2048, 5000, 100_000] {
            let next = carried.restore(decoder, upTo: packet)
            #expect(next == min(packet / 2048, 4) * 2048)
            var word: [UInt32] = [0]
            decoder.carried(to: &word, at: 0)
            #expect(word[0] == (next == 0 ? 0 : expected[next]))
        }
    }
}
