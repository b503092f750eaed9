import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// Files of boxes as FFmpeg makes them: the packets lie where ffprobe sees them, and the sound is the one that went in.
@Suite(.enabled(if: FFmpeg.isInstalled)) struct MP4FFmpegTests {
    private static let music = "music.wav"
    private static let fragments = "-movflags frag_keyframe+empty_moov -frag_duration 200000"

    /// What keeps every sample.
    private static let lossless: [(options: String, name: String)] = [
        ("-c:a alac", "a.m4a"), ("-c:a alac -movflags +faststart", "a.mp4"), ("-c:a alac \(fragments)", "a.mp4"),
        ("-c:a flac -strict -2", "a.mp4"),
        ("-c:a flac -strict -2 \(fragments)", "a.mp4"), ("-c:a pcm_s16le", "a.mov"), ("-c:a pcm_s16be", "a.mov"),
        ("-c:a pcm_s24le", "a.mov"), ("-c:a pcm_s32be", "a.mov"), ("-c:a pcm_f32le", "a.mov"),
        ("-c:a pcm_f64be", "a.mov"), ("-c:a pcm_s16le \(fragments)", "a.mov"),
        ("-c:a alac -movie_timescale 44100", "a.mp4"), ("-c:a alac -movflags delay_moov+frag_keyframe", "a.mp4"),
    ]

    @Test(arguments: lossless.indices)
    func `lossless packets are decoded to the samples that went in`(index: Int) throws {
        let (options, name) = Self.lossless[index]
        let original = try AudioFileReader(path: Fixtures.path(Self.music)).readAll()
        let bytes = try FFmpeg.encoded(Self.music, options, as: name)
        try withFile(bytes) { path in
            let reader = try AudioFileReader(path: path)
            #expect(reader.properties.warnings.isEmpty, "\(reader.properties.warnings)")
            #expect(firstDifference(try reader.readAll(), original) == nil)
        }
    }

    /// Every codec, decoded here or not.
    private static let packets: [(options: String, name: String)] = [
        ("-c:a aac", "a.m4a"), ("-c:a aac -movflags +faststart", "a.m4a"), ("-c:a aac \(fragments)", "a.mp4"),
        ("-c:a ac3", "a.mp4"), ("-c:a eac3", "a.mov"), ("-c:a libmp3lame", "a.mp4"),
        ("-c:a libopus -strict -2", "a.mp4"),
        ("-c:a aac -ac 1 -ar 24000", "a.3gp"), ("-c:a alac", "a.m4a"), ("-c:a alac \(fragments)", "a.mp4"),
    ]

    @Test(arguments: packets.indices)
    func `packets lie where ffprobe sees them`(index: Int) throws {
        let (options, name) = Self.packets[index]
        let bytes = try FFmpeg.encoded(Self.music, options, as: name)
        let file = try AudioFile(opening: bytes)
        let places = try file.packetPlaces(from: 0, count: 1000).map { Int($0.offset)..<Int($0.offset) + $0.byteCount }
        #expect(places == (try FFmpeg.packets(bytes, name: name)))
    }

    @Test(arguments: [
        ("-c:a libmp3lame", 44_223), ("-c:a libmp3lame -ar 22050", 22_112), ("-c:a libopus -strict -2", 48_134),
        ("-c:a aac", 44_223),
    ])
    func `what is lossy has the length of what went in`(options: String, frames: Int64) throws {
        let bytes = try FFmpeg.encoded(Self.music, options, as: "a.mp4")
        #expect(try withFile(bytes) { try AudioFileReader(path: $0).properties.frameCount } == frames)
    }

    @Test func `AAC in M4A is the sound of the same packets in ADTS, without their priming`() throws {
        let (boxed, bare) = try (
            FFmpeg.encoded(Self.music, "-bitexact -c:a aac", as: "a.m4a"),
            FFmpeg.encoded(Self.music, "-bitexact -c:a aac", as: "a.aac")
        )
        let whole = try withFile(bare) { try AudioFileReader(path: $0).readAll() }
        let heard = try withFile(boxed) { try AudioFileReader(path: $0).readAll() }
        #expect(firstDifference(heard, whole.map { Array($0[1024..<1024 + 44_223]) }) == nil)
    }

    @Test func `AAC has its priming and its end by the edit list and the last packet`() throws {
        let file = try AudioFile(opening: FFmpeg.encoded(Self.music, "-c:a aac", as: "a.m4a"))
        #expect(
            try file.packetTableInfo()
                == PacketTableInfo(validFrames: 44_223, primingFrames: 1024, remainderFrames: 833))
    }

    @Test func `a part that was cut out without decoding begins where ffmpeg's does`() throws {
        let whole = try FFmpeg.encoded(Self.music, "-c:a alac", as: "a.m4a")
        let folder = try KKTestSupport.ScratchFolder()
        try folder.write(whole, to: "a.m4a")
        let run = try CommandRun.shell(
            "/usr/bin/ffmpeg -v error -ss 0.5 -i a.m4a -c copy b.m4a && /usr/bin/ffmpeg -v error -i b.m4a b.wav",
            in: folder.root)
        try #require(run.status == 0, "\(run.errorText)")
        let (heard, expected) = try (
            AudioFileReader(path: "\(folder.root)/b.m4a").readAll(),
            AudioFileReader(path: "\(folder.root)/b.wav").readAll()
        )
        #expect(firstDifference(heard, expected) == nil)
    }

    @Test func `sound between the pictures of a film is read, and the pictures are not`() throws {
        let folder = try KKTestSupport.ScratchFolder()
        let run = try CommandRun.shell(
            "/usr/bin/ffmpeg -v error -i \(Fixtures.path(Self.music)) -f lavfi -i testsrc=size=64x64:rate=10 -shortest -c:v mjpeg -c:a pcm_s16le a.mov",
            in: folder.root)
        try #require(run.status == 0, "\(run.errorText)")
        let bytes = try #require(folder.bytes("a.mov"))
        let original = try AudioFileReader(path: Fixtures.path(Self.music)).readAll()
        try withFile(bytes) { path in
            let heard = try AudioFileReader(path: path).readAll()
            #expect(heard[0].count > 30_000)
            #expect(firstDifference(heard, original.map { Array($0.prefix(heard[0].count)) }) == nil)
        }
    }
}
