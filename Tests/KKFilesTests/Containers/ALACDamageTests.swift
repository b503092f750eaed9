import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// Apple Lossless has no checksums: what tells of damage is what no encoder writes.
@Suite struct ALACDamageTests {
    /// A Core Audio file of one packet with five frames, whose predictor has one weight and no binary places.
    private static let weightsWithoutPlaces: [UInt8] = {
        func big(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let rate = big(Int(44100.0.bitPattern), 8)
        let description = rate + Array("alac".utf8) + big(4, 4) + big(0, 4) + big(4096, 4) + big(1, 4) + big(0, 4)
        let cookie = big(4096, 4) + [0, 32, 40, 10, 14, 1, 0, 255] + big(0, 8) + big(44100, 4)
        let packet: [UInt8] =
            [
                0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x0A, 0x00, 0x00, 0x01, 0x02, 0x00, 0x01, 0xFF, 0x00, 0x20, 0x00,
                0x00, 0xFF, 0xBF, 0xFF, 0xFF, 0xFF, 0xFF,
            ]
            + [0xE0, 0x00, 0x00, 0x00, 0x3F, 0xE0, 0x00, 0x00, 0x00, 0x3F, 0xF0, 0x20, 0x00, 0x00, 0x0E] + big(0, 8)
        let table = big(1, 8) + big(5, 8) + big(0, 4) + big(4091, 4) + [UInt8(packet.count)]
        func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] { Array(type.utf8) + big(body.count, 8) + body }
        let header = Array("caff".utf8) + [0, 1, 0, 0] + chunk("desc", description) + chunk("kuki", cookie)
        return header + chunk("pakt", table) + chunk("data", big(1, 4) + packet)
    }()

    @Test func `a predictor that no encoder writes gives silence and a word with its byte, by name and by pipe`() throws
    {
        let bytes = Self.weightsWithoutPlaces
        for readsOnce in [false, true] {
            func read(strict: Bool) throws -> (samples: [[Float]], warnings: [FileWarning]) {
                func read(_ path: String) throws -> (samples: [[Float]], warnings: [FileWarning]) {
                    let reader = try AudioFileReader(
                        path: path, options: ReaderOptions(strict: strict, readsOnce: readsOnce))
                    return (try reader.readAll(), reader.warnings)
                }
                return readsOnce ? try PipedBytes.with(bytes, read) : try withFile(bytes, read)
            }
            let (samples, warnings) = try read(strict: false)
            #expect(samples == [[0, 0, 0, 0, 0]])
            #expect(warnings.map(\.problem) == ["packet 0: a predictor's weights have no binary places"])
            #expect(warnings.first?.position == .byte(Int64(bytes.count - 47)))
            let error = failure { _ = try read(strict: true) }
            #expect(error?.kind == .badData)
        }
    }

    @Test func `flipped bits in a packet's code are reported, nearly all of them, because its bits end elsewhere then`()
        throws
    {
        let whole = try fixtureBytes("codec-alac.caf")
        let packet = try #require(try AudioFile.fixture("codec-alac.caf").packetPlaces(from: 0, count: 1).first)
        var toldCount = 0
        for step in 0..<300 {
            var bytes = whole
            // Behind the packet's head: bits of its code alone.
            bytes[Int(packet.offset) + 40 + step * (packet.byteCount - 42) / 300] ^= 1 << UInt8(step & 7)
            let isTold = try withFile(bytes) { path in
                let reader = try AudioFileReader(path: path)
                _ = try reader.readAll()
                return !reader.warnings.isEmpty
            }
            if isTold { toldCount += 1 }
        }
        // It was 24. Bits of a remainder alone move nothing.
        #expect(toldCount >= 290)
    }
}
