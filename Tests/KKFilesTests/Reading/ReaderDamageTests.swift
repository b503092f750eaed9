import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// Random damage: nothing that is done to a file may crash the reader, keep it busy, or give another kind of error.
@Suite struct ReaderDamageTests {
    private static let info = Wave.chunk(
        "LIST", .text("INFO") + Wave.chunk("INAM", .text("Song\0")) + Wave.chunk("IART", .text("We")))
    private static let cues = Wave.chunk("cue ", .le(1 as UInt32, 1, 0) + .text("data") + .le(0 as UInt32, 0, 5))
    private static let marks = AIFF.chunk("MARK", .be(1 as UInt16, 1) + .be(70 as UInt32) + .raw([3]) + .text("end"))

    static let flavours: [(String, Bytes)] = [
        ("WAV", Wave.usual(frames: 30, behind: info + cues)),
        (
            "WAV extensible",
            Wave.file(
                "RIFF", Wave.extensible(channels: 6, bits: 24, validBits: 20, mask: 0x3F),
                Wave.chunk("data", .zeros(180)))
        ),
        ("WAV float", Wave.file("RIFF", Wave.format(tag: 3, bits: 64), Wave.chunk("data", .zeros(160)))),
        ("WAV µ-law", Wave.file("RIFF", Wave.format(tag: 7, bits: 8), Wave.chunk("data", .zeros(99)))),
        (
            "RIFX",
            Wave.file("RIFX", Wave.format(bigEndian: true), Wave.chunk("data", AIFF.samples(30), bigEndian: true))
        ),
        (
            "RF64",
            Wave.rf64(
                dataSize: 120, table: .le(1 as UInt32) + .text("LIST") + .le(20 as UInt64), Wave.format(),
                Wave.chunk("data", Wave.samples(30), size: .max), info)
        ),
        (
            "Wave64",
            Wave64.file(Wave64.format(), Wave64.chunk("fact", .zeros(8)), Wave64.chunk("data", Wave.samples(30)))
        ),
        (
            "AIFF",
            AIFF.file(
                "AIFF", AIFF.chunk("NAME", .text("Song")), AIFF.common(frames: 30), marks,
                AIFF.sound(AIFF.samples(30), offset: 4))
        ),
        (
            "AIFF-C",
            AIFF.file(
                "AIFC", AIFF.sound(Wave.samples(30)), AIFF.common(frames: 30, compression: "sowt"),
                AIFF.chunk("CHAN", .be(UInt32(101 << 16 | 2), 0, 0)))
        ),
        (
            "CAF",
            CAF.file(
                CAF.description(packetBytes: 12, channels: 6), CAF.layout(tag: 0, labels: [3, 1, 2, 5, 6, 4]),
                CAF.chunk("info", .be(1 as UInt32) + .text("title\0Song\0")),
                CAF.data(.zeros(240)), CAF.chunk("strg", .be(1 as UInt32, 7) + .be(0 as Int64) + .text("in\0")),
                CAF.chunk("mark", .be(0 as UInt32, 1) + .zeros(28)))
        ),
        ("AU", .text(".snd") + .be(28 as UInt32, 120, 3, 44_100, 2) + .text("note") + AIFF.samples(30)),
        ("behind ID3", .text("ID3") + .raw([4, 0, 0, 0, 0, 0, 20]) + .zeros(20) + Wave.usual(frames: 20)),
        ("MPEG", (0..<4).reduce(Bytes()) { all, _ in all + .raw([0xFF, 0xFB, 0x90, 0x64]) + .zeros(413) }),
    ]

    @Test(arguments: flavours.indices)
    func `no damage crashes the reader`(flavour: Int) throws {
        let (name, original) = Self.flavours[flavour]
        var numbers = SeededNumbers(seed: UInt64(flavour) &* 0x1_0000 &+ 1)
        var opened = 0
        for round in 0..<200 {
            let bytes = Self.damaged(original, &numbers)
            bytes.asFile { path in
                do {
                    let reader = try AudioFileReader(path: path)
                    let channels = try reader.readAll(chunk: 1024)
                    opened += 1
                    // A frame takes a byte at least, and in the codecs a small part of one: no damage makes more of
                    // them out of nothing.
                    let limit = reader.fileFormat.bytesPerFrame > 0 ? bytes.count : 64 * bytes.count + 4096
                    if channels.contains(where: { $0.count > limit }) {
                        Issue.record("\(name), round \(round): frames out of nothing")
                    }
                } catch is AudioFileError {
                } catch {
                    Issue.record("\(name), round \(round): \(error)")
                }
            }
        }
        // Most damage hits samples or texts; a flavour whose files were all refused would test nothing.
        if name != "MPEG" { #expect(opened > 20, "\(name): \(opened)") }
    }

    /// A copy with a few bytes, words or stretches changed, cut, doubled or dropped.
    private static func damaged(_ original: Bytes, _ numbers: inout SeededNumbers) -> Bytes {
        var bytes = original.all
        func below(_ limit: Int) -> Int { Int(numbers.next() % UInt64(max(1, limit))) }
        for _ in 0...below(4) {
            // Half of the blows fall on the headers.
            let place = below(2) == 0 ? below(min(120, bytes.count)) : below(bytes.count)
            guard place < bytes.count else { continue }
            switch below(7) {
            case 0: bytes[place] = UInt8(below(256))
            case 1: bytes[place] ^= 1 << UInt8(below(8))
            case 2:
                let word: [[UInt8]] = [
                    [0, 0, 0, 0], [255, 255, 255, 255], [127, 255, 255, 255], [255, 255, 255, 127], [0x80, 0, 0, 0],
                ]
                for (index, value) in word[below(5)].enumerated() where place + index < bytes.count {
                    bytes[place + index] = value
                }
            case 3: bytes.removeLast(min(bytes.count, below(bytes.count)))
            case 4: bytes.remove(at: place)
            case 5: bytes.insert(contentsOf: bytes[place...].prefix(below(40)), at: place)
            default: for index in place..<min(bytes.count, place + 8) { bytes[index] = UInt8(below(256)) }
            }
        }
        return Bytes(all: bytes)
    }
}
