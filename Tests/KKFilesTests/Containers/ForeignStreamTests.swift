import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// Streams of Matroska, MP4, Ogg and CAF whose codec has no decoder of packets here: libavformat takes them out.
@Suite struct ForeignStreamTests {
    private static let names = [
        "codec-dts.mka", "codec-truehd.mka", "codec-wavpack.mka", "codec-tta.mka", "codec-vorbis.mp4", "codec-dts.mp4",
        "speech-speex.ogg", "codec-ilbc.caf",
    ]

    private static let music = "-i \(Fixtures.path("music.wav"))"
    private static let dts = "-c:a dca -strict -2"

    private static func sound(_ name: String) throws -> [[Float]] {
        try AudioFileReader(path: Fixtures.path(name)).readAll()
    }

    private static func isNear(_ one: [[Float]], _ other: [[Float]]) -> Bool {
        one.map(\.count) == other.map(\.count)
            && zip(one.joined(), other.joined()).allSatisfy { abs($0 - $1) < 1e-4 }
    }

    @Test(arguments: names)
    func `ffmpeg hears the same`(name: String) throws {
        let folder = try ScratchFolder()
        try FFmpeg.run("-i \(Fixtures.path(name)) -c:a pcm_f32le heard.wav", in: folder)
        let own = try Self.sound(name)
        var heard = try AudioFileReader(path: folder.file("heard.wav")).readAll()
        if name == "codec-vorbis.mp4" { heard = heard.map { Array($0.prefix(own[0].count)) } }
        #expect(Self.isNear(own, heard))
        #expect(own[0].contains { abs($0) > 0.1 })
    }

    @Test(arguments: ["codec-truehd.mka", "codec-wavpack.mka", "codec-tta.mka"])
    func `nothing is lost of what loses nothing`(name: String) throws {
        let reader = try AudioFileReader(path: Fixtures.path(name))
        #expect(try reader.readAll() == Self.sound("codec-16.flac"))
        #expect(reader.properties.sourceBitDepth ?? 0 >= 16 && reader.properties.lengthSource == .decoded)
    }

    /// A file of Matroska states its length in milliseconds, and libavformat makes the header that True Audio counts its
    /// frames in of that.
    @Test(arguments: ["", "-stream_loop 2", "-af atrim=end_sample=13231", "-af atrim=end_sample=13230,volume=0"])
    func `the last packet of True Audio in Matroska has its own frames`(change: String) throws {
        let folder = try ScratchFolder()
        let (loop, filter) = change.hasPrefix("-af") ? ("", change) : (change, "")
        try FFmpeg.run("\(loop) \(Self.music) \(filter) -c:a pcm_s16le a.wav", in: folder)
        try FFmpeg.run("-i a.wav -c:a tta a.mka", in: folder)
        let reader = try AudioFileReader(path: folder.file("a.mka"))
        let made = try AudioFileReader(path: folder.file("a.wav")).readAll()
        #expect(try reader.readAll() == made, "\(reader.properties.frameCount) \(made[0].count)")
        #expect(reader.warnings.isEmpty)
    }

    @Test(arguments: names)
    func `a seek gives the frames of a straight run`(name: String) throws {
        let whole = try Self.sound(name)
        let reader = try AudioFileReader(path: Fixtures.path(name))
        let end = whole[0].count
        for frame in [end * 2 / 3, 3, end - 400, end / 2] {
            try reader.seek(to: Int64(frame))
            var buffer = PCMBuffer(channelCount: whole.count, frameCapacity: 300)
            buffer.frameLength = try reader.readFully(into: &buffer, at: 0, frameCount: 300)
            #expect(buffer.samples(ofChannel: 0) == Array(whole[0][frame..<frame + 300]), "frame \(frame)")
        }
    }

    /// Wide-band Speex looks 14 ms ahead, which nothing in a file tells.
    @Test func `a voice of Speex comes as late as its encoder looked ahead`() throws {
        let heard = try Self.sound("speech-speex.ogg")[0]
        let made = try AudioFileReader(
            path: Fixtures.path("speech.wav"), options: ReaderOptions(clientSampleRate: 16_000)
        ).readAll()[0]
        func likeness(_ lag: Int) -> Double {
            let (one, other) = (heard[lag..<lag + made.count - 600], made.prefix(made.count - 600))
            let power = one.reduce(0) { $0 + Double($1) * Double($1) }
            return zip(one, other).reduce(0) { $0 + Double($1.0) * Double($1.1) } / power.squareRoot()
        }
        let best = (0..<500).max { likeness($0) < likeness($1) } ?? 0
        #expect(abs(best - 224) <= 4, "\(best)")
    }

    // MARK: Which stream

    @Test func `what is decoded here goes first, then the default of what libavformat reads, and a number picks any`() {
        func choice(_ list: [(String, isDefault: Bool, isPlain: Bool)], _ wanted: Int? = nil) -> [Int?] {
            let candidates = list.map {
                StreamChoice.Candidate(
                    formatID: $0.0 == "flac" ? .flac : $0.0 == "dts" ? "dtsc" : "????", isDecodable: $0.0 == "flac",
                    isPlain: $0.isPlain, isDefault: $0.isDefault)
            }
            let choice = StreamChoice(candidates, wanted: wanted)
            return [choice.index, choice.demuxedStream, choice.isReadable ? 1 : 0]
        }
        #expect(choice([("dts", true, true), ("flac", false, true)]) == [1, nil, 1])
        #expect(choice([("dts", true, true), ("flac", true, true)], 1) == [0, 1, 1])
        #expect(choice([("dts", false, true), ("dts", true, true)]) == [1, 2, 1])
        #expect(choice([("dts", true, false), ("dts", false, true)]) == [1, 2, 1])
        #expect(choice([("dts", true, false)]) == [0, nil, 0])
        #expect(choice([("else", true, true), ("dts", true, true)]) == [1, 2, 1])
        #expect(choice([("else", true, true), ("dts", true, true)], 1) == [0, nil, 0])
        #expect(choice([("dts", true, true)], 2) == [1, nil, 0])
    }

    @Test(arguments: ["mka", "mp4"])
    func `the stream of that number is read, and not the first one that libavformat reads`(ending: String) throws {
        let folder = try ScratchFolder()
        let speech = Fixtures.path("speech-16k.wav")
        try FFmpeg.run(
            "\(Self.music) -i \(speech) \(Self.music) -map 0 -map 1 -map 2 -c:a:0 dca -c:a:1 dca -c:a:2 alac -ar:a:1 16000 "
                + "-strict -2 three.\(ending)", in: folder)
        func reader(_ stream: Int?) throws -> AudioFileReader {
            try AudioFileReader(path: folder.file("three.\(ending)"), options: ReaderOptions(stream: stream))
        }
        let plain = try reader(nil)
        #expect(plain.properties.encodingName == "alac" && plain.properties.streams == ["DTS", "DTS", "ALAC"])
        #expect(plain.warnings.count == 1)
        for (stream, rate, channels) in [(1, 44_100.0, 2), (2, 16_000, 1)] {
            let chosen = try reader(stream)
            #expect(chosen.properties.encodingName == "dts" && chosen.warnings.isEmpty)
            #expect(
                chosen.properties.dataFormat.sampleRate == rate && chosen.properties.layout.channelCount == channels)
            #expect(chosen.properties.streams == ["DTS", "DTS", "ALAC"])
            try FFmpeg.run(
                "-i three.\(ending) -map 0:a:\(stream - 1) -c:a pcm_f32le heard.wav", in: folder)
            #expect(try Self.isNear(chosen.readAll(), AudioFileReader(path: folder.file("heard.wav")).readAll()))
        }
        let error = #expect(throws: AudioFileError.self) { try reader(4) }
        #expect(error?.kind == .usage)
    }

    @Test func `Speex beside Vorbis is left out with a word, and read by its number`() throws {
        let music = try Ogg.pages(fixtureBytes("music.ogg")).map { Ogg.page($0, serial: 20) }
        let speech = try Ogg.pages(fixtureBytes("speech-speex.ogg")).map { Ogg.page($0, serial: 30) }
        let bytes = Ogg.mixed([speech, music])
        try withFile(bytes) { path in
            let first = try AudioFileReader(path: path)
            #expect(first.properties.encodingName == "vorbis" && first.properties.streams == ["Speex", "Vorbis"])
            #expect(first.warnings.count == 1)
            let second = try AudioFileReader(path: path, options: ReaderOptions(stream: 1))
            #expect(second.properties.encodingName == "speex" && second.warnings.isEmpty)
            #expect(try second.readAll() == Self.sound("speech-speex.ogg"))
        }
    }

    @Test func `texts and chapters are those of the container`() throws {
        let folder = try ScratchFolder()
        try FFmpeg.run(
            "-i \(Fixtures.path("codec-chapters.mka")) -map_metadata 0 -map_chapters 0 \(Self.dts) d.mka", in: folder)
        let properties = try AudioFileReader(path: folder.file("d.mka")).properties
        let other = try AudioFileReader(path: Fixtures.path("codec-chapters.mka")).properties
        #expect(properties.encodingName == "dts" && properties.markers == other.markers && !other.markers.isEmpty)
        func texts(_ list: [FileProperties.Tag]) -> [String] { list.map { "\($0.key): \($0.value)" }.sorted() }
        #expect(Set(texts(properties.tags)).isSuperset(of: ["title: Töne", "artist: kkmix", "year: 2026"]))
    }

    /// The packets before the edit list's first frame are there to be decoded, and not to be heard.
    @Test func `what an edit list cuts off at the start is not heard`() throws {
        var bytes = try fixtureBytes("codec-dts.mp4")
        let list = try #require(bytes.indices.first { bytes[$0...].starts(with: "elst".utf8) })
        // Two packets of 512 frames, and some of the third.
        bytes.replaceSubrange(list + 16..<list + 20, with: [0, 0, 0x04, 0x4C])
        let whole = try Self.sound("codec-dts.mp4")
        try withFile(bytes) { path in
            let reader = try AudioFileReader(path: path)
            #expect(reader.properties.priming == 1_100)
            #expect(try reader.readAll() == whole.map { Array($0[1_100...]) })
        }
    }

    /// FFmpeg plays the last packet whole.
    @Test func `Vorbis in MP4 ends where the file says that it does`() throws {
        #expect(try Self.sound("codec-vorbis.mp4")[0].count == 13_230)
        #expect(try Self.sound("channels-6-vorbis.mp4")[0].count == 12_000)
    }

    // MARK: Damage

    @Test(arguments: names)
    func `a pipe has the sound of the file`(name: String) throws {
        let piped = try PipedBytes.with(try fixtureBytes(name)) { path in
            try AudioFileReader(path: path, options: ReaderOptions(readsOnce: true)).readAll()
        }
        #expect(try piped == Self.sound(name))
    }

    @Test func `a packet that cannot be decoded is silence with a warning`() throws {
        let whole = try Self.sound("codec-dts.mka")
        var bytes = try fixtureBytes("codec-dts.mka")
        let marks = bytes.indices.dropLast(4).filter { bytes[$0..<$0 + 4].elementsEqual([0x7F, 0xFE, 0x80, 0x01]) }
        try #require(marks.count == 26)
        for index in marks[12]..<marks[12] + 12 { bytes[index] = 0 }
        try withFile(bytes) { path in
            let reader = try AudioFileReader(path: path)
            let heard = try reader.readAll()
            #expect(heard[0].count == whole[0].count && heard[0].prefix(6_000) == whole[0].prefix(6_000))
            #expect(heard[0].suffix(4_000) == whole[0].suffix(4_000) && heard[0] != whole[0])
            #expect(reader.warnings.contains { $0.problem.contains("the packet cannot be decoded") })
        }
    }

    @Test(arguments: names)
    func `a file cut anywhere is an error, or a beginning`(name: String) throws {
        let bytes = try fixtureBytes(name)
        let whole = try Self.sound(name)
        for count in stride(from: 1, to: bytes.count, by: max(1, bytes.count / 12)) {
            try withFile(Array(bytes.prefix(count))) { path in
                do {
                    let reader = try AudioFileReader(path: path)
                    let heard = try reader.readAll()
                    #expect(heard[0].count == Int(reader.frameCount ?? 0) && heard[0].count <= whole[0].count + 4_096)
                } catch let error as AudioFileError {
                    #expect(!error.problem.isEmpty)
                }
            }
        }
    }
}
