import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// The same damaged bytes by name and through a pipe: the same sound, the same refusals, and `--strict` says the same
/// of both.
@Suite struct FileAndPipeTests {
    /// Some damage, and the frames that are read of it; `nil` if there is no audio to be read, and whether it is told.
    private struct Damage {
        var name: String
        var bytes: [UInt8]
        var frames: Int?
        var isTold = true
    }

    private struct Sound: Equatable {
        var samples: [[Float]]?
        var isRefused = false
    }

    private static func read(
        _ path: String, _ options: ReaderOptions
    ) -> (sound: Sound, error: AudioFileError?, warnings: [FileWarning]) {
        var warnings: [FileWarning] = []
        var sound = Sound()
        let error = failure {
            let reader = try AudioFileReader(path: path, options: options)
            sound.samples = try reader.readAll()
            warnings = reader.warnings
        }
        if error != nil { sound = Sound(samples: nil, isRefused: true) }
        return (sound, error, warnings)
    }

    private static func check(_ damage: Damage) throws {
        let file = try withFile(damage.bytes) { read($0, ReaderOptions()) }
        let piped = try PipedBytes.with(damage.bytes) { read($0, ReaderOptions(readsOnce: true)) }
        #expect(
            file.sound.samples?[0].count == damage.frames,
            "\(damage.name): \(file.warnings) \(String(describing: file.error))")
        #expect(piped.sound == file.sound, "\(damage.name): \(piped.warnings) \(String(describing: piped.error))")
        #expect(piped.warnings.isEmpty == file.warnings.isEmpty, "\(damage.name): \(file.warnings) \(piped.warnings)")
        #expect(file.warnings.isEmpty == (damage.frames == nil || !damage.isTold), "\(damage.name): \(file.warnings)")
        #expect(!piped.warnings.contains { $0.problem.contains(" -") }, "\(damage.name): \(piped.warnings)")
        for error in [file.error, piped.error] {
            if let error {
                #expect(
                    error.position != nil && error.nextStep != nil && error.kind == .badData, "\(damage.name): \(error)"
                )
            }
        }
        let strict = try withFile(damage.bytes) { read($0, ReaderOptions(strict: true)) }
        let strictPipe = try PipedBytes.with(damage.bytes) { read($0, ReaderOptions(strict: true, readsOnce: true)) }
        #expect(
            strict.sound.isRefused == damage.isTold && strictPipe.sound.isRefused == damage.isTold, "\(damage.name)")
    }

    @Test func `a WAV that is cut behind an unpadded chunk`() throws {
        let whole = try fixtureBytes("odd-unpadded.wav")
        try Self.check(Damage(name: "whole", bytes: whole, frames: 6615))
        for count in [2242, 400, 60] {
            try Self.check(Damage(name: "\(count)", bytes: Array(whole.prefix(count)), frames: (count - 59) / 2))
        }
    }

    @Test func `an AIFF whose counts and offsets are too large`() throws {
        let common = AIFF.common(frames: 3000)
        let sound = AIFF.sound(AIFF.samples(1000))
        let junk = Bytes.raw([UInt8](repeating: 0xC3, count: 8000))
        let cutName = Bytes.text("NAME") + .be(5000 as UInt32) + .zeros(2000)
        let few = AIFF.common(frames: 100)
        let offset = AIFF.chunk("SSND", .be(5000, 0 as UInt32) + .zeros(100), size: 6000)
        let farOffset = AIFF.chunk("SSND", .be(0x7FFF_FFFF, 0 as UInt32) + AIFF.samples(100))
        let cases: [(String, Bytes, Int)] = [
            ("COMM, and nothing behind", AIFF.file("AIFF", common, sound), 1000),
            ("COMM, and junk behind", AIFF.file("AIFF", common, sound, junk), 1000),
            ("COMM, and a chunk that is cut", AIFF.file("AIFF", common, sound, cutName), 1000),
            ("an offset in the chunk, and a cut before it", AIFF.file("AIFF", few, offset), 0),
            ("an offset behind the chunk", AIFF.file("AIFF", few, farOffset), 100),
        ]
        for (name, bytes, frames) in cases { try Self.check(Damage(name: name, bytes: bytes.all, frames: frames)) }
    }

    @Test func `AU whose audio lies behind the end, and CAF of a size that no disk holds`() throws {
        var sun = try fixtureBytes("codec-s16be.au")
        sun[6] = 0xFF
        try Self.check(Damage(name: "AU", bytes: sun, frames: nil))
        let format =
            Bytes.text("desc") + .be(32 as Int64) + .be(44100.0.bitPattern) + .text("lpcm")
            + .be(0, 4, 1, 2, 16 as UInt32)
        let head = Bytes.text("caff") + .be(1, 0 as UInt16) + format + .text("data") + .be(Int64.max)
        // It stands for a size that is not known, which CAF allows.
        try Self.check(Damage(name: "CAF", bytes: (head + .zeros(4) + .zeros(4000)).all, frames: 1000, isTold: false))
    }

    @Test func `sizes of audio that are next to nothing, or beyond all disks`() throws {
        let format =
            Bytes.text("desc") + .be(32 as Int64) + .be(44100.0.bitPattern) + .text("lpcm")
            + .be(0, 4, 1, 2, 16 as UInt32)
        for size in [1, 2, 3, 1 << 50, 1 << 54, 1 << 58] as [Int64] {
            let bytes =
                Bytes.text("caff") + .be(1, 0 as UInt16) + format + .text("data") + .be(size) + .zeros(4)
                + .raw([UInt8](repeating: 0x11, count: 4000))
            let file = try withFile(bytes.all) { Self.read($0, ReaderOptions()) }
            try Self.check(Damage(name: "CAF of \(size)", bytes: bytes.all, frames: file.sound.samples?[0].count))
            #expect(size < 4 || file.sound.samples?[0].count == 1000, "\(size)")
        }
        for size in [1, 4, 7] {
            let sound = AIFF.chunk("SSND", .be(0, 0 as UInt32) + AIFF.samples(1000), size: UInt32(size))
            let bytes = AIFF.file("AIFF", AIFF.common(frames: 1000), sound).all
            let file = try withFile(bytes) { Self.read($0, ReaderOptions()) }
            try Self.check(Damage(name: "AIFF of \(size)", bytes: bytes, frames: file.sound.samples?[0].count))
        }
    }

    /// An encoder's frame of notes is a frame.
    @Test func `junk between a frame of notes and the first packet is between frames`() throws {
        let whole = try fixtureBytes("music.mp3")
        let frames = try AudioFileReader(path: Fixtures.path("music.mp3")).readAll()[0].count
        let first = Int(try #require(try AudioFile.fixture("music.mp3").packetPlaces(from: 0, count: 1).first).offset)
        try Self.check(
            Damage(
                name: "8 bytes", bytes: whole[..<first] + [UInt8](repeating: 1, count: 8) + whole[first...],
                frames: frames))
    }

    @Test(arguments: ["mpeg-layer2.mp3", "mpeg-cbr-untagged.mp3"])
    func `zeros behind MPEG audio`(name: String) throws {
        let whole = try fixtureBytes(name)
        let frames = try AudioFileReader(path: Fixtures.path(name)).readAll()[0].count
        for count in [100, 4096, 32_768, 32_769, 100_000] {
            let bytes = whole + [UInt8](repeating: 0, count: count)
            try Self.check(Damage(name: "\(count) zeros", bytes: bytes, frames: frames, isTold: count > 32_768))
        }
        try Self.check(Damage(name: "5000 others", bytes: whole + [UInt8](repeating: 1, count: 5000), frames: frames))
    }

    /// Texts that come after the sound, with a header or without, as APEv1 has none.
    @Test(arguments: ["mpeg-layer2.mp3", "mpeg-cbr-untagged.mp3", "music.mp3"])
    func `tags at the end, behind frames with damage`(name: String) throws {
        let whole = try fixtureBytes(name)
        let frames = try AudioFileReader(path: Fixtures.path(name)).readAll()[0].count
        let places = try AudioFile.fixture(name).packetPlaces(from: 0, count: 1 << 16)
        let last = try #require(places.last)
        let sound = Array(whole[..<(Int(last.offset) + last.byteCount)])
        // The last with a cover.
        for item in [19, 9000, 100_000] {
            let size = UInt32(item + 32).littleEndian
            let text = [UInt8](repeating: 0x41, count: item)
            func mark(_ version: UInt32, _ flags: UInt32) -> [UInt8] {
                let numbers = [version, size, 1, flags, 0, 0].flatMap { number in
                    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
                }
                return Array("APETAGEX".utf8) + numbers
            }
            let old = text + mark(1000, 0)
            let new = mark(2000, 0xA000_0000) + text + mark(2000, 0x8000_0000)
            for (kind, tag) in [("APEv1", old), ("APEv2", new)].dropFirst(item > StreamTags.trailerLimit ? 1 : 0) {
                // The tag's first bytes, and nearly all of its header, where the rest of the frame was.
                for cut in [5, 24, 200] {
                    try Self.check(
                        Damage(name: "\(kind) behind a cut of \(cut)", bytes: sound.dropLast(cut) + tag, frames: frames)
                    )
                }
                try Self.check(Damage(name: "\(kind)", bytes: sound + tag, frames: frames, isTold: false))
                try Self.check(Damage(name: "\(kind) behind a cut", bytes: sound.dropLast(47) + tag, frames: frames))
                let gap = Array(sound[..<Int(last.offset)]) + text.prefix(77) + sound[Int(last.offset)...]
                try Self.check(
                    Damage(name: "\(kind), and a gap before the last frame", bytes: gap + tag, frames: frames))
            }
        }
    }

    /// The tag's frame is not sound, and its notes hold for the frames that are left: mpg123 and FFmpeg give as many.
    @Test(arguments: ["mpeg-cbr.mp3", "mpeg-vbr.mp3", "music.mp3"])
    func `a damaged frame behind an encoder's tag`(name: String) throws {
        let whole = try fixtureBytes(name)
        let frames = try AudioFileReader(path: Fixtures.path(name)).readAll()[0].count
        let content = try AudioFile.fixture(name)
        let packets = try content.packetPlaces(from: 0, count: 1 << 16)
        let remainder = try #require(content.content.packetTableInfo).remainderFrames
        for damaged in [0..<1, 0..<2, 1..<2, 2..<3] {
            var bytes = whole
            for packet in packets[damaged] { bytes[Int(packet.offset)] = 0 }
            // What the notes take off the end is counted from the place where they see it.
            let lost = max(0, damaged.count * 1152 - Int(remainder))
            try Self.check(Damage(name: "\(damaged)", bytes: bytes, frames: frames - lost))
        }
    }

    @Test func `FLAC with damage in its metadata`() throws {
        // STREAMINFO, then the texts at byte 42.
        let whole = try fixtureBytes("codec-id6.flac")
        let audio = Int(try #require(AudioFile.fixture("codec-id6.flac").packetPlaces(from: 0, count: 1).first).offset)
        var texts = whole
        texts.replaceSubrange(46..<50, with: [0xFF, 0xFF, 0xFF, 0xFF])
        // The next block's header is inside it then, or in the middle of it, where a text is taken for one that has all
        // of the audio in it.
        var longer = whole
        longer[45] ^= 0x40
        var shorter = whole
        shorter[45] ^= 0x10
        let cases: [(String, [UInt8], Int?)] = [
            ("texts longer than their block", texts, 4800), ("a block that is too long", longer, 4800),
            ("a block that is too short", shorter, nil),
            ("cut in the metadata", Array(whole.prefix(50)), nil),
            ("cut behind the metadata", Array(whole.prefix(audio)), 0),
        ]
        for (name, bytes, frames) in cases { try Self.check(Damage(name: name, bytes: bytes, frames: frames)) }
    }

    /// By name the bytes after the ten of such a tag are looked at; what has gone through a pipe is gone, and that is
    /// told.
    @Test(
        arguments: ["music.flac", "music.mp3", "mpeg-layer2.mp3"],
        ["ID3\u{4}\0\0\u{7F}\u{7F}\u{7F}\u{7F}", "LYRICSBEGIN"])
    func `a tag between packets that is longer than the rest of a pipe is reported`(name: String, tag: String) throws {
        var whole = try fixtureBytes(name)
        // Without a total in its header nothing else tells of frames that are missing.
        if name.hasSuffix("flac") { whole.replaceSubrange(21..<26, with: [whole[21] & 0xF0, 0, 0, 0, 0]) }
        let places = try withFile(whole) { path in
            try AudioFile(opening: path).packetPlaces(from: 0, count: 8).map { Int($0.offset) }
        }
        let middle = try #require(places.last)
        let bytes = whole[..<middle] + Array(tag.utf8) + whole[middle...]
        let piped = try PipedBytes.with(Array(bytes)) { Self.read($0, ReaderOptions(readsOnce: true)) }
        let place = Int64(middle)
        #expect(piped.warnings.contains { $0.position == .byte(place) }, "\(piped.warnings)")
        let strict = try PipedBytes.with(Array(bytes)) { Self.read($0, ReaderOptions(strict: true, readsOnce: true)) }
        #expect(strict.sound.isRefused)
    }
}
