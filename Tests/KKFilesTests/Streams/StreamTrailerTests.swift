import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// Tags after the audio are none of it, whoever asks.
@Suite struct StreamTrailerTests {
    private static let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    private static let ape: [UInt8] = {
        let size: [UInt8] = [60, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        let item: [UInt8] = [17, 0, 0, 0, 0, 0, 0, 0] + Array("k".utf8) + [0] + [UInt8](repeating: 0x41, count: 18)
        let head = Array("APETAGEX".utf8) + [0xD0, 7, 0, 0] + size + [0xA0] + [UInt8](repeating: 0, count: 8)
        return head + item + Array("APETAGEX".utf8) + [0xD0, 7, 0, 0] + size + [0x80] + [UInt8](repeating: 0, count: 8)
    }()
    private static let lyrics =
        Array("LYRICSBEGIN".utf8) + [UInt8](repeating: 0x42, count: 50) + Array("000061LYRICS200".utf8)

    private static let tails: [(name: String, bytes: [UInt8])] = [
        ("ID3v1", id3v1), ("APE", ape), ("APE and ID3v1", ape + id3v1), ("Lyrics3 and ID3v1", lyrics + id3v1),
        ("all of them", ape + lyrics + id3v1),
    ]

    private static func audio() throws -> [(String, [UInt8])] {
        [
            ("layer III", try fixtureBytes("mpeg-cbr-untagged.mp3")), ("layer I", try fixtureBytes("mpeg-layer1.mp3")),
            ("ADTS", SmallSound.repeated(BuiltFrame.adts([UInt8](repeating: 1, count: 100)), 10)),
            ("AC-3", SmallSound.repeated(BuiltFrame.ac3(mode: 7), 10)),
        ]
    }

    @Test("the bytes of audio are those of the packets, and a stream says the same", arguments: tails.indices)
    func counts(_ index: Int) throws {
        for (name, audio) in try Self.audio() {
            let bytes = audio + Self.tails[index].bytes
            let file = try AudioFile(opening: bytes)
            #expect(file.content.dataByteCount == Int64(audio.count), "\(name), before a scan")
            #expect(try file.allPackets().bytes == audio, "\(name)")
            #expect(try file.audioByteCount() == Int64(audio.count) && file.number("bcnt") == Int64(audio.count))
            #expect(file.warnings.isEmpty)
            var buffer = AudioBuffer(byteCapacity: bytes.count)
            #expect(try file.readBytes(from: 0, count: bytes.count, into: &buffer) == audio.count)
            #expect(Array(buffer.bytes[..<buffer.byteCount]) == audio, "\(name)")
            #expect(code { _ = try file.packet(ofByte: Int64(audio.count)) } == .position)
            for portion in [Int.max, 61] {
                let run = try StreamRun(bytes, portions: [portion])
                #expect(
                    run.bytes == audio && run.error == nil && run.stream.warnings.isEmpty,
                    "\(name) in portions of \(portion)")
                #expect(try run.value(.audioDataByteCount) == .number(Int64(audio.count)))
            }
        }
    }

    @Test("an estimate of the length leaves tags out", arguments: tails.indices)
    func estimate(_ index: Int) throws {
        // More packets than an estimate looks at, all of one size.
        let audio = SmallSound.repeated(BuiltFrame.adts([UInt8](repeating: 1, count: 20)), 50)
        let bare = try AudioFile(opening: audio).estimatedDuration()
        #expect(try AudioFile(opening: audio + Self.tails[index].bytes).estimatedDuration() == bare)
        #expect(bare == 50.0 * 1024 / 44_100)
    }
}
