import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// What libavformat takes apart and libavcodec decodes.
@Suite struct DemuxedTests {
    private static let names = [
        "codec-wma1.wma", "codec-wma2.wma", "codec-aac.ts", "codec-mp2.ts", "codec-ac3.mpg", "codec-mp3.avi",
        "codec-mp3.flv", "codec-s16.avi", "codec-tta.tta", "codec-dts.dts", "codec-aac.latm",
    ]

    /// Of bytes in a file that is gone when the test is.
    private static func reader(_ bytes: [UInt8]) throws -> AudioFileReader {
        let folder = try ScratchFolder()
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("bytes")))
        return try AudioFileReader(path: folder.file("bytes"))
    }

    private static let music = "-i \(Fixtures.path("music.wav")) -bitexact"

    /// Its decoder gives nothing for the first two packets, and everything after the last one.
    @Test func `a WMA of two packets is read`() throws {
        let folder = try ScratchFolder()
        try FFmpeg.run("\(Self.music) -t 0.05 -c:a wmav2 -ac 2 short.wma", in: folder)
        try FFmpeg.run("-i short.wma -f f32le short.raw", in: folder)
        let samples = try AudioFileReader(path: folder.file("short.wma")).readAll()
        let expected = try Data(contentsOf: URL(fileURLWithPath: folder.file("short.raw")))
        #expect(samples.count == 2 && samples[0].count == expected.count / 8 && samples[0].count >= 2048)
    }

    @Test(arguments: [1, 2])
    func `a LATM of fewer than three packets was no known kind`(count: Int) throws {
        let bytes = try fixtureBytes("codec-aac.latm")
        var end = 0
        for _ in 0..<count { end += 3 + (Int(bytes[end + 1] & 0x1F) << 8 | Int(bytes[end + 2])) }
        #expect(throws: AudioFileError.self) { try Self.reader(Array(bytes[..<(end - 1)])) }
        #expect(try Self.reader(Array(bytes[..<end])).readAll().map(\.count) == [1024 * count, 1024 * count])
    }

    /// ffmpeg decodes a file to the same number of frames, and the same samples but for the last bit: it adds in another
    /// order, and layer II and DTS in whole numbers or other loops.
    @Test(arguments: names)
    func `ffmpeg hears the same`(name: String) throws {
        let folder = try ScratchFolder()
        try FFmpeg.run("-i \(Fixtures.path(name)) -c:a pcm_f32le heard.wav", in: folder)
        let own = try AudioFileReader(path: Fixtures.path(name)).readAll()
        let other = try AudioFileReader(path: folder.file("heard.wav")).readAll()
        #expect(own.map(\.count) == other.map(\.count))
        let farthest = zip(own.joined(), other.joined()).reduce(0) { max($0, abs($1.0 - $1.1)) }
        #expect(farthest < 1e-4, "\(farthest)")
    }

    @Test(arguments: names)
    func `a seek gives the frames of a straight run`(name: String) throws {
        let whole = try AudioFileReader(path: Fixtures.path(name)).readAll()
        let reader = try AudioFileReader(path: Fixtures.path(name))
        for frame in [9_001, 3, 11_000, 5_000] {
            try reader.seek(to: Int64(frame))
            var buffer = PCMBuffer(channelCount: whole.count, frameCapacity: 500)
            buffer.frameLength = try reader.readFully(into: &buffer, at: 0, frameCount: 500)
            #expect(buffer.samples(ofChannel: 1) == Array(whole[1][frame..<frame + 500]), "frame \(frame)")
        }
    }

    /// Microsoft's encoder puts two blocks before the sound, which the decoder leaves out; FFmpeg's puts one.
    @Test(arguments: FormatAlignmentTests.headless)
    func `WMA of FFmpeg lacks its first block of 2048 frames`(name: String) throws {
        let heard = try AudioFileReader(path: Fixtures.path(name)).readAll()
        let made = try FormatAlignmentTests.original(name, rate: 44_100, channels: 2, 5_000..<6_000)
        for channel in 0..<2 {
            let residual = FormatAlignmentTests.residual(heard[channel][2_952...], made[channel])
            #expect(residual < made[channel].reduce(0) { $0 + Double($1 * $1) } / 20)
        }
    }

    @Test func `nothing of 24 bits is lost, and texts are told`() throws {
        let folder = try ScratchFolder()
        try FFmpeg.run("\(Self.music) -af volume=0.7 -c:a pcm_s24le a.wav", in: folder)
        try FFmpeg.run(
            "-i a.wav -metadata title=Töne -c:a tta -sample_fmt s32 -bits_per_raw_sample 24 a.tta", in: folder)
        let reader = try AudioFileReader(path: folder.file("a.tta"))
        #expect(reader.properties.sourceBitDepth == 24 && reader.properties.lengthSource == .decoded)
        #expect(try reader.readAll() == AudioFileReader(path: folder.file("a.wav")).readAll())
        let tags = try AudioFileReader(path: Fixtures.path("codec-wma2.wma")).properties.tags
        #expect(tags.map(\.key) == ["title", "artist"] && tags.map(\.value) == ["Töne", "kkmix"])
    }

    @Test func `of a film a stream of sound is chosen by its number, with a word about the others`() throws {
        let folder = try ScratchFolder()
        try FFmpeg.run(
            "-f lavfi -i testsrc=d=1:s=64x48:r=25 \(Self.music) -i \(Fixtures.path("speech.wav")) -map 0 -map 1 -map 2 "
                + "-c:v mpeg2video -c:a:0 ac3 -c:a:1 mp2 film.ts", in: folder)
        let first = try AudioFileReader(path: folder.file("film.ts"))
        #expect(first.properties.streams == ["ac3", "mp2"] && first.warnings.count == 1)
        #expect(first.properties.encodingName == "ac3" && first.properties.dataFormat.sampleRate == 44_100)
        let second = try AudioFileReader(path: folder.file("film.ts"), options: ReaderOptions(stream: 2))
        #expect(second.properties.encodingName == "mp2" && second.warnings.isEmpty)
        #expect(throws: AudioFileError.self) {
            try AudioFileReader(path: folder.file("film.ts"), options: ReaderOptions(stream: 3))
        }
        try FFmpeg.run("-f lavfi -i testsrc=d=1:s=64x48:r=25 -c:v mpeg2video silent.ts", in: folder)
        let error = #expect(throws: AudioFileError.self) { try AudioFileReader(path: folder.file("silent.ts")) }
        #expect(error?.problem == "this MPEG-TS file has no audio")
    }

    @Test func `a codec that is not decoded is refused by its name`() throws {
        let folder = try ScratchFolder()
        try FFmpeg.run("\(Self.music) -c:a adpcm_yamaha y.avi", in: folder)
        let error = #expect(throws: AudioFileError.self) { try AudioFileReader(path: folder.file("y.avi")) }
        #expect(error?.kind == .unavailable && error?.problem.contains("the codec adpcm_yamaha in AVI") == true)
    }

    // MARK: Damage

    @Test(arguments: names)
    func `a file cut anywhere is an error, or a beginning`(name: String) throws {
        let bytes = try fixtureBytes(name)
        let whole = try AudioFileReader(path: Fixtures.path(name)).readAll()
        for count in stride(from: 1, to: bytes.count, by: max(1, bytes.count / 12)) {
            do {
                let reader = try Self.reader(Array(bytes.prefix(count)))
                let heard = try reader.readAll()
                #expect(heard[0].count == Int(reader.frameCount ?? 0) && heard[0].count <= whole[0].count + 4_096)
            } catch let error as AudioFileError {
                #expect(!error.problem.isEmpty)
            }
        }
    }

    @Test func `a packet that cannot be decoded is silence with a warning`() throws {
        let folder = try ScratchFolder()
        try FFmpeg.run("-stream_loop 3 \(Self.music) -c:a tta long.tta", in: folder)
        let whole = try AudioFileReader(path: folder.file("long.tta")).readAll()
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("long.tta"))))
        for index in bytes.count / 2..<bytes.count / 2 + 40 { bytes[index] ^= 0x5A }
        let reader = try Self.reader(bytes)
        let heard = try reader.readAll()
        // A packet has 1.04 s.
        #expect(heard[0].count == whole[0].count && heard[0].prefix(46_000) == whole[0].prefix(46_000))
        #expect(heard[0].suffix(30_000) == whole[0].suffix(30_000) && heard[0] != whole[0])
        #expect(reader.warnings.contains { $0.problem.contains("the packet cannot be decoded") })
    }

    /// The ending is that of transport streams as well.
    @Test func `a text that is called ts is a text`() throws {
        let error = #expect(throws: AudioFileError.self) {
            try Self.reader(Array("Good day, Good day, export const a = 1\n".utf8))
        }
        #expect(error?.problem == "this is plain text, not an audio file")
        #expect(!ContainerFormat.extensions.contains("ts") && !ContainerFormat.extensions.contains("dts"))
    }
}
