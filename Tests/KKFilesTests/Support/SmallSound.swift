import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// The smallest beginnings of files that have a header and some packets, for cutting them anywhere and for turning
/// bytes over: every parser of `AudioFileStream` and of `AudioFile` has one at least, and `StreamCutTests` finds one
/// that has none.
struct SmallSound: CustomTestStringConvertible, Sendable {
    let name: String
    /// What both say of it, as Core Audio names it.
    let type: FourCharCode
    /// Its first bytes, where it is a fixture.
    var byteCount = Int.max
    /// It, where it is built.
    var built: [UInt8] = []

    var testDescription: String { name }

    func bytes() throws -> [UInt8] { built.isEmpty ? Array(try fixtureBytes(name).prefix(byteCount)) : built }

    static let all: [SmallSound] = [
        SmallSound(name: "tone-s16.wav", type: "WAVE", byteCount: 300),
        SmallSound(name: "tone-rifx.wav", type: "WAVE", byteCount: 300),
        SmallSound(name: "odd-padded.wav", type: "WAVE", byteCount: 200),
        SmallSound(name: "codec-gsm.wav", type: "WAVE", byteCount: 260),
        SmallSound(name: "mpeg-in-wav.wav", type: "WAVE", byteCount: 900),
        SmallSound(name: "tone-rf64.wav", type: "RF64", byteCount: 300),
        SmallSound(name: "tone-bw64.wav", type: "BW64", byteCount: 300),
        SmallSound(name: "tone-s16.w64", type: "W64f", byteCount: 300),
        SmallSound(name: "tone-s16.aiff", type: "AIFF", byteCount: 300),
        SmallSound(name: "tone-fl32.aifc", type: "AIFC", byteCount: 300),
        SmallSound(name: "codec-s16be.au", type: "NeXT", byteCount: 200),
        SmallSound(name: "strings.caf", type: "caff", byteCount: 600),
        SmallSound(name: "a CAF file with its packet table in front", type: "caff", built: caf(isTableInFront: true)),
        SmallSound(name: "a CAF file with its packet table behind", type: "caff", built: caf(isTableInFront: false)),
        SmallSound(name: "an M4A file, header first", type: "m4af", built: movie("M4A ", isFront: true)),
        SmallSound(name: "an M4B file with its header behind", type: "m4bf", built: movie("M4B ", isFront: false)),
        SmallSound(name: "an MP4 file of fragments", type: "mp4f", built: fragments),
        SmallSound(name: "a QuickTime movie of samples", type: "MooV", built: MP4.samples([1, 2, 3, 4, 5]).all),
        SmallSound(name: "a 3GP file", type: "3gpp", built: movie("3gp4", isFront: true)),
        SmallSound(name: "a 3G2 file with its header behind", type: "3gp2", built: movie("3g2a", isFront: false)),
        SmallSound(name: "mpeg-layer1.mp3", type: "MPG1", byteCount: 750),
        SmallSound(name: "mpeg-layer2.mp3", type: "MPG2", byteCount: 1600),
        SmallSound(name: "mpeg-mpeg25-8k.mp3", type: "MPG3", byteCount: 600),
        SmallSound(name: "mpeg-free.mp3", type: "MPG3", byteCount: 1800),
        SmallSound(name: "a FLAC file", type: "flac", built: BuiltFrame.flac(frames: 5)),
        SmallSound(
            name: "an ADTS stream", type: "adts", built: repeated(BuiltFrame.adts([1, 2, 3, 4, 5, 6, 7, 8, 9]), 5)),
        SmallSound(name: "an AC-3 stream", type: "ac-3", built: repeated(BuiltFrame.ac3(mode: 7), 5)),
        SmallSound(
            name: "an E-AC-3 stream", type: "ec-3",
            built: repeated(
                BuiltFrame.enhancedAC3(40, mode: 7, lfe: true)
                    + BuiltFrame.enhancedAC3(20, kind: 1, mode: 2, map: 1 << 9), 5)),
        SmallSound(
            name: "an AMR file", type: "amrf",
            built: Array("#!AMR\n".utf8) + repeated([0x04] + [UInt8](repeating: 0, count: 12), 5)),
        SmallSound(
            name: "an ADTS stream between tags", type: "adts",
            built: id3 + repeated(BuiltFrame.adts([9, 8, 7]), 5) + Array("TAG".utf8)
                + [UInt8](repeating: 0x20, count: 125)),
    ]

    static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        Array([[UInt8]](repeating: bytes, count: count).joined())
    }

    /// An ID3v2 tag with a title.
    private static let id3 =
        Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 15] + Array("TIT2".utf8) + [0, 0, 0, 5, 0, 0, 3] + Array("name".utf8)

    /// Five packets of AAC.
    private static func movie(_ brand: String, isFront: Bool) -> [UInt8] {
        let packets = [20, 30, 130, 10, 25].map { pattern($0) }
        return MP4.file(
            MP4.aac([0x12, 0x10]), packets: packets, last: 100, edits: [(0, 1024)], isFront: isFront, brand: brand
        ).all
    }

    private static var fragments: [UInt8] {
        MP4.fragments(
            MP4.aac([0x12, 0x10]), [[pattern(20), pattern(30)], [pattern(130)], [pattern(10), pattern(25)]]
        ).all
    }

    /// Five packets of AAC, whose sizes take one byte and two, with a cookie and a chunk that is nothing.
    static func caf(isTableInFront: Bool) -> [UInt8] {
        let format = CAF.chunk("desc", .be(44_100.0.bitPattern) + .text("aac ") + .be(0, 0, 1024, 2, 0 as UInt32))
        let table = CAF.chunk("pakt", .be(5, 5020 as Int64) + .be(60, 40 as UInt32) + .raw([20, 30, 0x81, 2, 10, 25]))
        let others = CAF.chunk("kuki", .raw([0x12, 0x10])) + CAF.chunk("free", .zeros(10))
        let data = CAF.chunk("data", .be(0 as UInt32) + .raw(pattern(215)))
        let head = Bytes.text("caff") + .be(1, 0 as UInt16) + format + others
        return (isTableInFront ? head + table + data : head + data + table).all
    }
}

/// What something keeps in memory: the bytes of every array and text in it, found by looking at whatever it stores, by
/// whatever name. Bytes in arrays count as far as there is room for them.
enum Holdings {
    static func byteCount(of value: Any) -> Int {
        var seen: Set<ObjectIdentifier> = []
        return byteCount(of: value, &seen)
    }

    private static func byteCount(of value: Any, _ seen: inout Set<ObjectIdentifier>) -> Int {
        if let count = plainByteCount(of: value) { return count }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .class, !seen.insert(ObjectIdentifier(value as AnyObject)).inserted { return 0 }
        // An element of an array is in it, with what it points at.
        var count = mirror.displayStyle == .collection ? 64 * mirror.children.count : 0
        var level: Mirror? = mirror
        while let fields = level {
            for field in fields.children { count += byteCount(of: field.value, &seen) }
            level = fields.superclassMirror
        }
        return count
    }

    private static func plainByteCount(of value: Any) -> Int? {
        let type = type(of: value)
        if type == [UInt8].self { return (value as? [UInt8])?.capacity }
        if type == [Int64].self { return (value as? [Int64]).map { 8 * $0.capacity } }
        if type == String.self { return (value as? String)?.utf8.count }
        return nil
    }
}
