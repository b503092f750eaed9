import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// What is not audio is not taken for MPEG audio, whose headers are four bytes that stand anywhere by chance, nor for
/// AAC and AC-3.
@Suite struct FalseAudioTests {
    private static func isTaken(_ bytes: [UInt8]) -> Bool {
        if (try? FormatProbe(ByteSource(bytes: bytes))) != nil { return true }
        return (try? StreamKind.find(ByteSource(bytes: bytes), at: 0, typeHint: nil)) != nil
    }

    private static func noise(_ count: Int, _ numbers: inout SeededNumbers) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next() >> 13) }
    }

    /// A recording that was cut out of a stream begins in the middle of a frame.
    @Test func `layer I that is cut inside a frame is audio where many frames follow, and no audio where few do`()
        throws
    {
        let layerI = Array(try SmallFile.read(FilePath(Fixtures.path("mpeg-layer1.mp3")), limit: 1 << 20))
        let many = Array((0..<6).map { _ in layerI }.joined().dropFirst(100))
        let folder = try ScratchFolder()
        try Data(many).write(to: URL(fileURLWithPath: folder.file("cut.mp1")))
        #expect(try AudioFileReader(path: folder.file("cut.mp1")).properties.frameCount == 119 * 384)
        #expect((try? FormatProbe(ByteSource(bytes: Array(many.prefix(layerI.count))))) == nil)
    }

    @Test func `random bytes are no audio`() {
        var numbers = SeededNumbers(seed: 41)
        for size in 0..<200 {
            var bytes = Self.noise(4096 + 10 * size, &numbers)
            // Some with as many sync words as there can be.
            if size % 3 == 0 {
                for place in stride(from: size % 7, to: bytes.count - 1, by: 2 + size % 5) { bytes[place] = 0xFF }
            }
            #expect(!Self.isTaken(bytes), "\(size)")
        }
    }

    /// Tables as programs and fonts have them: records of one length, which differ a little or not at all.
    @Test func `tables are no audio`() {
        var numbers = SeededNumbers(seed: 43)
        for table in 0..<800 {
            let record = Self.noise(8 + table % 400, &numbers).map {
                table % 2 == 0 || $0 > 60 ? $0 : $0 > 30 ? 0 : 0xFF
            }
            var bytes = Self.noise(table % 3 * 100, &numbers)
            while bytes.count < 5000 {
                var next = record
                if table % 4 == 0 {
                    next[Int(numbers.next() >> 20) % next.count] = UInt8(truncatingIfNeeded: bytes.count)
                }
                bytes += next
            }
            #expect(!Self.isTaken(bytes), "\(table)")
        }
    }

    /// Tones, noise and music without a header, in every format, from any byte on.
    @Test func `raw samples are no audio`() throws {
        var numbers = SeededNumbers(seed: 47)
        let music = try AudioFileReader(path: Fixtures.path("music.wav")).readAll()[0]
        for number in 0..<480 {
            let period = Double([480, 96, 48, 110.25, 44.1, 100.227, 32, 160][number % 8])
            let level = [0.001, 0.1, 0.5, 1][number / 8 % 4]
            let samples = (0..<1500).map { frame -> Double in
                switch number % 5 {
                case 0: Double(music[(number * 31 + frame) % music.count])
                case 1: level * (Double(frame).truncatingRemainder(dividingBy: period) < period / 2 ? 1 : -1)
                case 2: level * (2 * (Double(frame) / period).truncatingRemainder(dividingBy: 1) - 1)
                default: level * sin(2 * .pi * (Double(frame) + Double(number)) / period)
                }
            }
            let bytes = Self.bytes(samples, format: number % 6, channels: 1 + number / 6 % 2)
            #expect(!Self.isTaken(Array(bytes.dropFirst(Int(numbers.next() >> 30) % 500))), "\(number)")
        }
    }

    private static func bytes(_ samples: [Double], format: Int, channels: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for sample in samples {
            let whole = Int32(max(-1, min(1, sample)) * 2_147_483_000)
            let four = (0..<4).map { UInt8(truncatingIfNeeded: whole >> Int32(8 * $0)) }
            let float = Float(sample).bitPattern
            let one: [UInt8] =
                switch format {
                case 0: [four[3]]
                case 1: Array(four[2...])
                case 2: four[2...].reversed()
                case 3: Array(four[1...])
                case 4: (0..<4).map { UInt8(truncatingIfNeeded: float >> UInt32(8 * $0)) }
                default: four
                }
            for _ in 0..<channels { bytes += one }
        }
        return bytes
    }

    @Test func `an archive, a library and a font are called what they are`() throws {
        let wave = try fixtureBytes("music.wav")
        var archive = [UInt8](repeating: 0, count: 512)
        archive.replaceSubrange(0..<9, with: "music.wav".utf8)
        archive.replaceSubrange(257..<262, with: "ustar".utf8)
        let cases: [([UInt8], String)] = [
            (archive + wave, "TAR"), (Array("!<arch>\n".utf8) + wave, "library"),
            ([0, 1, 0, 0, 0, 0x12, 1, 0] + wave, "font"),
        ]
        for (bytes, word) in cases {
            let error = #expect(throws: AudioFileError.self) { _ = try FormatProbe(ByteSource(bytes: bytes)) }
            #expect(error?.problem.contains(word) == true)
        }
        // One of the old kind, that does not say what it is.
        archive.replaceSubrange(257..<262, with: [0, 0, 0, 0, 0])
        #expect(!Self.isTaken(archive + wave))
    }

    /// By name and through a pipe.
    @Test func `what leads like headers for a while is no audio however it comes`() throws {
        var numbers = SeededNumbers(seed: 53)
        let frame = try fixtureBytes("mpeg-layer2.mp3")
        var bytes = Self.noise(3000, &numbers).map { $0 & 0x7F }
        bytes += frame.prefix(2000)
        bytes += Self.noise(60_000, &numbers).map { $0 & 0x7F }
        #expect(!Self.isTaken(bytes))
        let isRefused = try PipedBytes.with(bytes) { path in
            #expect(throws: AudioFileError.self) {
                _ = try AudioFileReader(path: path, options: ReaderOptions(readsOnce: true))
            } != nil
        }
        #expect(isRefused)
    }

    /// MPEG audio that was accepted by two headers: every fixture from its first frame on, and from the middle of one,
    /// without any tag.
    @Test(arguments: [
        "mpeg-cbr.mp3", "mpeg-cbr-untagged.mp3", "mpeg-crc.mp3", "mpeg-free.mp3", "mpeg-layer2.mp3", "mpeg-mono.mp3",
        "mpeg-mpeg2.mp3",
        "mpeg-mpeg25-8k.mp3", "mpeg-mpeg25-11k.mp3", "mpeg-vbr.mp3", "music-notag.mp3", "music-vbr-notag.mp3",
        "mpeg-layer1.mp3",
    ])
    func `real MPEG audio is known without its tags, cut, damaged, joined and behind junk`(name: String) throws {
        let whole = try fixtureBytes(name)
        let places = try AudioFile.fixture(name).packetPlaces(from: 0, count: 1 << 20)
        let start = Int(try #require(places.first).offset)
        let end = Int(try #require(places.last).offset) + places[places.count - 1].byteCount
        let sound = Array(whole[start..<end])
        #expect(Self.isTaken(sound))
        var numbers = SeededNumbers(seed: 59)
        var damaged = sound
        let third = sound.count / 3
        damaged.replaceSubrange(third..<third + sound.count / 5, with: Self.noise(sound.count / 5, &numbers))
        #expect(Self.isTaken(damaged))
        #expect(Self.isTaken(sound + (try fixtureBytes("mpeg-cbr.mp3"))))
        #expect(Self.isTaken(sound + [UInt8](repeating: 0, count: 100_000)))
        // Of layer I, whose frames say least of themselves, these are too few after junk.
        if name == "mpeg-layer1.mp3" { return }
        for junk in [1, 300, 5000, 100_000] { #expect(Self.isTaken(Self.noise(junk, &numbers) + sound), "\(junk)") }
        #expect(Self.isTaken(Array(sound.dropFirst(17))))
    }
}
