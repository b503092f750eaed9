import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// The total in a FLAC's STREAMINFO is a claim: right, unknown, too large or too small, the audio is the same.
@Suite struct FLACLengthTests {
    /// The file with another total: 36 bits from the low half of byte 21 on.
    private static func claiming(_ total: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes[21] = bytes[21] & 0xF0 | UInt8(total >> 32 & 0x0F)
        for index in 0..<4 { bytes[22 + index] = UInt8(truncatingIfNeeded: total >> UInt64(24 - 8 * index)) }
        return bytes
    }

    @Test(arguments: ["codec-16.flac", "music.flac", "speech.flac"])
    func `the length is exact whatever the header claims`(name: String) throws {
        let bytes = try fixtureBytes(name)
        let plain = try withFile(bytes) { path in
            let reader = try AudioFileReader(path: path)
            #expect(reader.lengthSource == .header)
            #expect(reader.warnings.isEmpty)
            return try reader.readAll()
        }
        let count = UInt64(plain[0].count)
        let totals: [UInt64] = [0, 1, 4_096, count - 1, count + 1, count + 4_096, 0xF_FFFF_FFFF]
        for total in totals {
            try withFile(Self.claiming(total, bytes)) { path in
                let reader = try AudioFileReader(path: path)
                #expect(reader.frameCount == Int64(count), "a total of \(total)")
                #expect(reader.lengthSource == .scan)
                #expect(reader.properties.claimedFrameCount == (total == 0 ? nil : Int64(total)))
                #expect(reader.warnings.count == (total == 0 ? 0 : 1))
                #expect(firstDifference(try reader.readAll(chunk: 1_000), plain) == nil)
                for frame in [7_000, 0, 4_095, 12_345, Int(count) - 1] {
                    try reader.seek(to: Int64(frame))
                    let part = try reader.readAll(chunk: 3_000)
                    #expect(
                        firstDifference(part, plain.map { Array($0[frame...]) }) == nil,
                        "a total of \(total), frame \(frame)")
                }
                if total != 0 {
                    #expect(throws: AudioFileError.self) {
                        try AudioFileReader(path: path, options: ReaderOptions(strict: true))
                    }
                }
            }
        }
    }

    @Test func `a FLAC behind a tag is the same`() throws {
        let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 100] + [UInt8](repeating: 0, count: 100)
        let plain = try AudioFileReader(path: Fixtures.path("codec-16.flac")).readAll()
        for total in [13_230, 5_000] as [UInt64] {
            try withFile(tag + Self.claiming(total, fixtureBytes("codec-16.flac"))) { path in
                let reader = try AudioFileReader(path: path)
                #expect(reader.lengthSource == (total == 13_230 ? .header : .scan))
                #expect(firstDifference(try reader.readAll(), plain) == nil)
            }
        }
    }
}
