import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// Matroska and WebM: the packets of a track, whoever wrote them and however they lie.
@Suite struct MatroskaTests {
    private static let music = "-i \(Fixtures.path("music.wav")) -bitexact"

    private static func clusters(_ bytes: [UInt8]) -> [Int] {
        bytes.indices.dropLast(3).filter { bytes[$0..<$0 + 4].elementsEqual([0x1F, 0x43, 0xB6, 0x75]) }
    }

    @Test func `the same packets give the same samples as in Ogg`() throws {
        let folder = try ScratchFolder()
        for (name, other, samples) in [("music.ogg", "v.mka", 40_000), ("music.opus", "o.webm", 48_000)] {
            try FFmpeg.run("-i \(Fixtures.path(name)) -c copy -bitexact \(other)", in: folder)
            let ogg = try AudioFileReader(path: Fixtures.path(name)).readAll()
            let own = try AudioFileReader(path: folder.file(other)).readAll()
            #expect(own.map { Array($0.prefix(samples)) } == ogg.map { Array($0.prefix(samples)) }, "\(name)")
        }
    }

    /// `compressed once more`, and refused: mkvmerge wrote AC-3 so for years.
    @Test func `what all packets begin with stands in the track's description alone`() throws {
        let stripped = try AudioFileReader(path: Fixtures.path("music-stripped.mka"))
        #expect(try stripped.readAll() == AudioFileReader(path: Fixtures.path("music.ac3")).readAll())
        #expect(stripped.warnings.isEmpty && stripped.properties.frameCount > 0)
        var bytes = try fixtureBytes("music-stripped.mka")
        let method = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x42, 0x54]) })
        bytes[method + 6] = 0
        let error = #expect(throws: AudioFileError.self) {
            try Container(ByteSource(bytes: bytes, name: "zlib"), fileType: .matroska, start: 0, stream: nil)
        }
        #expect(error?.kind == .unavailable && error?.problem.contains("compressed a second time") == true)
    }

    @Test func `a seek gives the frames of a straight run`() throws {
        for name in [
            "music-stripped.mka", "codec-vorbis.mka", "codec-opus.webm", "codec-flac.mka", "codec-mp3.mka",
            "codec-aac.mka",
        ] {
            let whole = try AudioFileReader(path: Fixtures.path(name)).readAll()
            let reader = try AudioFileReader(path: Fixtures.path(name))
            for frame in [9_001, 3, 12_000, 5_000] {
                try reader.seek(to: Int64(frame))
                var buffer = PCMBuffer(channelCount: whole.count, frameCapacity: 500)
                buffer.frameLength = try reader.readFully(into: &buffer, at: 0, frameCount: 500)
                #expect(buffer.samples(ofChannel: 1) == Array(whole[1][frame..<frame + 500]), "\(name), frame \(frame)")
            }
        }
    }

    @Test func `what a writer of a stream does not know is not needed: sizes of segment and clusters`() throws {
        let folder = try ScratchFolder()
        try FFmpeg.run("\(Self.music) -c:a flac -f matroska -live 1 pipe:1 > live.mka", in: folder)
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("live.mka"))))
        #expect(Data(bytes).range(of: Data([0x18, 0x53, 0x80, 0x67, 0x01] + [UInt8](repeating: 255, count: 7))) != nil)
        for cluster in Self.clusters(bytes) {
            let count = bytes[cluster + 4].leadingZeroBitCount + 1
            bytes[cluster + 4] |= UInt8(0xFF >> count)
            for index in 1..<count { bytes[cluster + 4 + index] = 255 }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("live.mka")))
        let reader = try AudioFileReader(path: folder.file("live.mka"))
        #expect(try reader.readAll() == AudioFileReader(path: Fixtures.path("music.wav")).readAll())
        #expect(reader.warnings.isEmpty)
    }

    @Test func `a track is chosen by its number, and the first is used with a word about the others`() throws {
        let folder = try ScratchFolder()
        try FFmpeg.run(
            "\(Self.music) -i \(Fixtures.path("speech.wav")) -map 0 -map 1 -c:a:0 flac -c:a:1 pcm_s16le two.mka",
            in: folder)
        let first = try AudioFileReader(path: folder.file("two.mka"))
        #expect(first.properties.streams == ["FLAC", "PCM s16"] && first.warnings.count == 1)
        #expect(try first.readAll() == AudioFileReader(path: Fixtures.path("music.wav")).readAll())
        let second = try AudioFileReader(path: folder.file("two.mka"), options: ReaderOptions(stream: 2))
        #expect(try second.readAll() == AudioFileReader(path: Fixtures.path("speech.wav")).readAll())
        #expect(second.warnings.isEmpty)
        #expect(throws: AudioFileError.self) {
            try AudioFileReader(path: folder.file("two.mka"), options: ReaderOptions(stream: 3))
        }
    }

    @Test func `a film gives its sound`() throws {
        let folder = try ScratchFolder()
        try FFmpeg.run(
            "-f lavfi -i testsrc=d=1:s=64x48:r=10 \(Self.music) -c:v mjpeg -c:a flac film.mkv", in: folder)
        let reader = try AudioFileReader(path: folder.file("film.mkv"))
        #expect(try reader.readAll() == AudioFileReader(path: Fixtures.path("music.wav")).readAll())
        try FFmpeg.run("-f lavfi -i testsrc=d=1:s=64x48:r=10 -c:v mjpeg silent.mkv", in: folder)
        let error = #expect(throws: AudioFileError.self) { try AudioFileReader(path: folder.file("silent.mkv")) }
        #expect(error?.problem == "this Matroska file has no audio")
    }

    @Test func `texts and chapters are told`() throws {
        let properties = try AudioFileReader(path: Fixtures.path("codec-chapters.mka")).properties
        let tags = Dictionary(properties.tags.map { ($0.key, $0.value) }) { first, _ in first }
        #expect(
            tags["title"] == "Töne" && tags["artist"] == "kkmix" && tags["album"] == "An Album"
                && tags["year"] == "2026"
                && tags["track number"] == "3/7")
        #expect(
            properties.markers == [
                FileProperties.Marker(frame: 0, name: "First"),
                FileProperties.Marker(frame: 4_410, name: "Zweites Kapitel ü"),
            ])
    }

    @Test func `a codec that is not here is refused by its name`() throws {
        let folder = try ScratchFolder()
        try FFmpeg.run("\(Self.music) -c:a adpcm_yamaha y.mka", in: folder)
        let error = #expect(throws: AudioFileError.self) { try AudioFileReader(path: folder.file("y.mka")) }
        #expect(error?.kind == .unavailable && error?.problem.contains("the codec A_MS/ACM in Matroska") == true)
    }

    @Test func `a last block without sound brought back what the block before it leaves out`() throws {
        let folder = try ScratchFolder()
        // LAME's last packet holds nothing of these 5,780 frames, and the packet before it has 27 too many. The delay of
        // 1,105 frames at the start is not stated.
        try FFmpeg.run("\(Self.music) -af atrim=end_sample=5780 -c:a libmp3lame flushed.mka", in: folder)
        let reader = try AudioFileReader(path: folder.file("flushed.mka"))
        #expect(reader.properties.frameCount == 6_885)
        #expect(try reader.readAll().map(\.count) == [6_885, 6_885])
    }

    // MARK: Damage

    @Test func `bytes that cannot be followed cost what is up to the next cluster`() throws {
        let folder = try ScratchFolder()
        try FFmpeg.run("\(Self.music) -c:a flac -cluster_time_limit 100 many.mka", in: folder)
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("many.mka"))))
        let clusters = Self.clusters(bytes)
        try #require(clusters.count > 4)
        // The first block of the third cluster.
        for index in clusters[2] + 8..<clusters[2] + 40 { bytes[index] = 0 }
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("hurt.mka")))
        let reader = try AudioFileReader(path: folder.file("hurt.mka"))
        let heard = try reader.readAll()
        let whole = try AudioFileReader(path: Fixtures.path("music.wav")).readAll()
        #expect(reader.warnings.contains { $0.problem.hasSuffix("bytes are not readable") })
        #expect(heard[0].count < whole[0].count && heard[0].suffix(20_000) == whole[0].suffix(20_000))
        #expect(throws: AudioFileError.self) {
            try AudioFileReader(path: folder.file("hurt.mka"), options: ReaderOptions(strict: true)).readAll()
        }
    }

    /// Its first packet's time was counted in it, which ended the program.
    @Test(arguments: [Double.infinity, -.infinity, .nan, 0, 1e300])
    func `a rate that is none is an error`(rate: Double) throws {
        var bytes = try fixtureBytes("channels-6-ac3.mka")
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xB5, 0x88]) })
        for index in 0..<8 { bytes[place + 2 + index] = UInt8(truncatingIfNeeded: rate.bitPattern >> (56 - 8 * index)) }
        let source = ByteSource(bytes: bytes, name: "rate")
        let error = #expect(throws: AudioFileError.self) {
            try Container(source, fileType: .matroska, start: 0, stream: nil)
        }
        #expect(error?.problem.contains("a sample rate of") == true)
    }

    /// Each packet is a cluster's head, and the last of them runs into bytes that are none: all were read again from each
    /// of these heads, and a megabyte took billions of steps.
    @Test func `packets that look like clusters are taken once`() throws {
        func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] { id + [0x40, UInt8(content.count)] + content }
        let unknown: [UInt8] = [0x01] + [UInt8](repeating: 255, count: 7), cluster = [0x1F, 0x43, 0xB6, 0x75] + unknown
        let audio = element(
            [0xE1], element([0xB5], [0x46, 0xFA, 0, 0]) + element([0x9F], [1]) + element([0x62, 0x64], [8]))
        let entry = element([0xD7], [1]) + element([0x83], [2]) + element([0x86], Array("A_PCM/INT/LIT".utf8)) + audio
        var bytes = element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("matroska".utf8)))
        bytes += [0x18, 0x53, 0x80, 0x67] + unknown
        bytes += element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], entry)) + cluster
        for _ in 0..<300 { bytes += element([0xA3], [0x81, 0, 0, 0] + cluster) }
        let source = ByteSource(bytes: bytes + [0, 0], name: "nested")
        let container = try Container(source, fileType: .matroska, start: 0, stream: nil)
        guard case .table(let index) = container.packets else { throw CancellationError() }
        #expect(index.frameCount == 300 * 12)
        #expect(container.warnings.contains { $0.problem.hasSuffix("bytes are not readable") })
    }

    @Test(arguments: ["codec-opus.webm", "codec-flac.mka", "tone-s16.mka", "codec-chapters.mka"])
    func `a file cut at any byte is an error, or a beginning of the sound`(name: String) throws {
        let bytes = try fixtureBytes(name)
        let whole = try AudioFileReader(path: Fixtures.path(name)).readAll()
        let step = bytes.count > 6_000 ? 7 : 1
        for count in Array(0..<min(1_500, bytes.count)) + Array(stride(from: 1_500, to: bytes.count, by: step)) {
            do {
                let source = ByteSource(bytes: Array(bytes.prefix(count)), name: "cut")
                let container = try Container(
                    source, fileType: FormatProbe(source).fileType, start: 0, stream: nil)
                guard case .table(let index) = container.packets else {
                    Issue.record("no packets")
                    continue
                }
                #expect(index.end <= Int64(count))
                #expect(index.frameCount <= Int64(whole[0].count + 4_096))
            } catch {
                #expect(!error.problem.isEmpty)
            }
        }
    }
}

/// How blocks hold packets.
@Suite struct MatroskaBlockTests {
    /// Three packets of 10, 300 and 5 bytes in the block of track 1.
    private func block(_ flags: UInt8, _ sizes: [UInt8], packets: Int) -> MatroskaBlock? {
        let head: [UInt8] = [0x81, 0, 0, flags] + sizes
        let count = head.count + packets
        return MatroskaBlock(head, content: 1000..<Int64(1000 + count))
    }

    @Test func `lacing of each kind gives the packets' sizes`() throws {
        let wanted = [10, 300, 5]
        // Xiph: 10, 255 + 45, and the rest.
        let xiph = try #require(block(0x02, [2, 10, 255, 45], packets: 315))
        #expect(xiph.packets.map(\.byteCount) == wanted && xiph.packets[0].offset == 1008)
        // EBML: 10, then +290 in two bytes.
        let difference = 290 + 0x1FFF
        let ebml = try #require(
            block(0x06, [2, 0x8A, UInt8(0x40 | difference >> 8), UInt8(difference & 255)], packets: 315))
        #expect(ebml.packets.map(\.byteCount) == wanted && ebml.packets[2].offset == 1000 + 8 + 310)
        let fixed = try #require(block(0x04, [2], packets: 30))
        #expect(fixed.packets.map(\.byteCount) == [10, 10, 10])
        #expect(block(0, [], packets: 7)?.packets.map(\.byteCount) == [7])
    }

    @Test func `sizes that have no room are none`() {
        #expect(block(0x02, [2, 10, 255, 45], packets: 300) == nil)
        #expect(block(0x04, [2], packets: 31) == nil)
        #expect(block(0x06, [2, 0x81, 0x80], packets: 9) == nil)
        #expect(MatroskaBlock([0x81, 0], content: 0..<2) == nil)
    }
}
