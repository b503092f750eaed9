import KKPCM
import KKTestSupport
import Testing

@testable import KKCodecs

struct VorbisPacketTests {
    @Test("The first packet gives nothing, after a reset again; the others what two blocks overlap in")
    func overlap() throws {
        let stream = try PacketStream(path: Fixtures.path("codec-vorbis.ogg"))
        let decoder = try PacketDecoders.decoder(for: stream.description, magicCookie: stream.magicCookie)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: decoder.maximumFramesPerPacket)
        for _ in 0..<2 {
            var counts: [Int] = []
            for packet in stream.packets { counts.append(try decoder.decode(packet.span, into: &buffer, at: 0)) }
            #expect(counts[0] == 0)
            #expect(counts.dropFirst().allSatisfy { [128, 576, 1024].contains($0) })
            decoder.reset()
        }
    }

    @Test("A header and an empty packet between packets of sound are refused and leave no trace")
    func headers() throws {
        let stream = try PacketStream(path: Fixtures.path("codec-vorbis.ogg"))
        var other = stream
        let headers = try VorbisHeaders(stream.magicCookie).packets
        #expect(headers.count == 3 && headers.allSatisfy { $0.dropFirst().starts(with: "vorbis".utf8) })
        other.packets.insert(contentsOf: headers + [[]], at: 5)
        var refused: [Int] = []
        let samples = try decodeAll(other) { number, _ in refused.append(number) }
        #expect(refused == [5, 6, 7, 8])
        #expect(try firstDifference(decodeAll(stream), in: samples) == nil)
    }

    @Test("A cookie that ends early is refused, wherever it ends in the lacing")
    func cookies() throws {
        let cookie = try PacketStream(path: Fixtures.path("codec-vorbis.ogg")).magicCookie
        for wrong: [UInt8] in [
            [], [2], [2, 30], [2, 30, 255], [2, 1, 1, 0], [1] + cookie.dropFirst(), Array(cookie.prefix(100)),
            Array(cookie.dropLast(500)),
        ] {
            #expect(throws: CodecError.self) {
                try PacketDecoders.decoder(
                    for: StreamDescription(sampleRate: 44100, formatID: .vorbis, channelsPerFrame: 2),
                    magicCookie: wrong)
            }
        }
    }
}

struct OpusPacketTests {
    private static func stream() throws -> PacketStream { try PacketStream(path: Fixtures.path("codec-opus.opus")) }

    @Test("The output gain is the header's, in 256ths of a decibel")
    func gain() throws {
        let plain = try Self.stream()
        var louder = plain
        // −6.0206 dB: a half.
        let gain = UInt16(bitPattern: -1541)
        louder.magicCookie.replaceSubrange(16..<18, with: [UInt8(truncatingIfNeeded: gain), UInt8(gain >> 8)])
        let (whole, half) = (try decodeAll(plain), try decodeAll(louder))
        #expect(zip(whole[0], half[0]).allSatisfy { abs($0 / 2 - $1) < 1e-4 })
        #expect(half[0].contains { abs($0) > 0.1 })
    }

    @Test("One or two channels need no header")
    func headless() throws {
        var stream = try Self.stream()
        let expected = try decodeAll(stream)
        stream.magicCookie = []
        #expect(try firstDifference(expected, in: decodeAll(stream)) == nil)
        stream.description.channelsPerFrame = 6
        #expect(throws: CodecError.self) { try decodeAll(stream) }
    }

    @Test("Channels of family 255 have numbers and no places; the table says where each comes from")
    func families() throws {
        let stream = try Self.stream()
        var other = stream
        // Three channels of one pair: right, nothing, left.
        other.magicCookie =
            Array(stream.magicCookie[..<9]) + [3] + Array(stream.magicCookie[10..<18]) + [255, 1, 1, 1, 255, 0]
        let (two, three) = (try decodeAll(stream), try decodeAll(other))
        #expect(firstDifference([two[1], Array(repeating: 0, count: two[0].count), two[0]], in: three) == nil)
        let decoder = try PacketDecoders.decoder(for: stream.description, magicCookie: other.magicCookie)
        #expect(decoder.layout == .discrete(3))
        // Family 1: L C R comes out as L R C.
        other.magicCookie[18] = 1
        #expect(try firstDifference([two[1], two[0], three[1]], in: decodeAll(other)) == nil)
    }

    @Test("Headers that cannot be are refused")
    func headers() throws {
        let head = try Self.stream().magicCookie
        func refusal(_ change: (inout [UInt8]) -> Void) -> FailureKind? {
            var bytes = head
            change(&bytes)
            return #expect(throws: CodecError.self) {
                try PacketDecoders.decoder(
                    for: StreamDescription(sampleRate: 48000, formatID: .opus, channelsPerFrame: 2), magicCookie: bytes)
            }?.kind
        }
        #expect(refusal { $0[1] = 0 } == .badData)
        #expect(refusal { $0[0] = 0 } == .badData)
        #expect(refusal { $0.removeLast() } == .badData)
        #expect(refusal { $0[8] = 16 } == .badData)
        #expect(refusal { $0[9] = 0 } == .badData)
        #expect(refusal { $0[9] = 3 } == .badData)
        #expect(refusal { $0[18] = 1 } == .badData)
        #expect(
            refusal {
                $0 += [200, 200, 0, 1]; $0[18] = 255
            } == .badData)
        #expect(
            refusal {
                $0 += [1, 1, 0, 7]; $0[18] = 255
            } == .badData)
        // Ambisonics of five channels, which is not a square number and none and two, and of a matrix that is cut off.
        #expect(
            refusal {
                $0 += [1, 1, 0, 1, 0, 1, 0]; $0[9] = 5; $0[18] = 2
            } == .badData)
        #expect(
            refusal {
                $0 += [1, 1] + [UInt8](repeating: 0, count: 15); $0[9] = 4; $0[18] = 3
            } == .badData)
    }

    @Test(
        "Ambisonics of family 2 are channels by their numbers, by the same table as those of 255, and so are families that nobody has defined",
        arguments: [2, 4, 77, 255])
    func ambisonics(family: UInt8) throws {
        let stream = try Self.stream()
        let two = try decodeAll(stream)
        var four = stream
        four.magicCookie =
            Array(stream.magicCookie[..<9]) + [4] + Array(stream.magicCookie[10..<18]) + [family, 1, 1, 0, 1, 255, 0]
        #expect(
            try firstDifference(
                [two[0], two[1], Array(repeating: 0, count: two[0].count), two[0]], in: decodeAll(four)) == nil)
        #expect(
            try PacketDecoders.decoder(for: stream.description, magicCookie: four.magicCookie).layout == .discrete(4))
    }

    @Test("Ambisonics of family 3 are sums of what is decoded, by the header's matrix, column after column")
    func demixing() throws {
        let stream = try Self.stream()
        let two = try decodeAll(stream)
        var four = stream
        // Of left: a half, nothing, a half, nothing; of right: nothing, a quarter, minus a half, minus one.
        let matrix: [Int16] = [16384, 0, 16384, 0, 0, 8192, -16384, -32768]
        four.magicCookie =
            Array(stream.magicCookie[..<9]) + [4] + Array(stream.magicCookie[10..<18]) + [3, 1, 1]
            + matrix.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let sound = try decodeAll(four)
        #expect(sound[0] == two[0].map { $0 / 2 })
        #expect(sound[1] == two[1].map { $0 / 4 })
        #expect(sound[2] == zip(two[0], two[1]).map { $0 / 2 - $1 / 2 })
        #expect(sound[3] == two[1].map { -$0 })
        #expect(sound[3].contains { abs($0) > 0.1 })
    }

    @Test("A dOps box says what OpusHead says, whole or from its version on, in every family")
    func boxes() throws {
        let stream = try Self.stream()
        let tables: [[UInt8]] = [
            [0], [1, 1, 1, 1, 0], [255, 1, 1, 1, 0], [2, 1, 1, 0, 1, 255, 0],
            [3, 1, 1] + [UInt8](repeating: 7, count: 16),
        ]
        for table in tables {
            let channels: UInt8 = table[0] == 2 || table[0] == 3 ? 4 : 2
            // Pre-skip 312, 44,100 Hz, -2 dB.
            let head = Array("OpusHead".utf8) + [1, channels, 0x38, 1, 0x44, 0xAC, 0, 0, 0, 0xFE] + table
            let box: [UInt8] = [0, channels, 1, 0x38, 0, 0, 0xAC, 0x44, 0xFE, 0] + table
            var (one, other, third) = (stream, stream, stream)
            one.magicCookie = head
            other.magicCookie = box
            third.magicCookie = [0, 0, 0, UInt8(8 + box.count)] + Array("dOps".utf8) + box
            let expected = try decodeAll(one)
            #expect(expected.count == Int(channels))
            #expect(try firstDifference(expected, in: decodeAll(other)) == nil)
            #expect(try firstDifference(expected, in: decodeAll(third)) == nil)
        }
    }
}
