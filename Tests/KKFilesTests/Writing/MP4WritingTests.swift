import Foundation
import KKConvert
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// M4A as it is written: what is in it, and that other programs hear just the sound.
@Suite struct MP4WritingTests {
    private let folder: KKTestSupport.ScratchFolder

    init() throws { folder = try KKTestSupport.ScratchFolder() }

    private static func tone(_ length: Int, channels: Int = 2) -> [[Float]] {
        (0..<channels).map { channel in
            (0..<length).map { Float(sin(Double($0) * 0.05 * Double(channel + 1))) * 0.3 }
        }
    }

    private func write(
        _ sound: [[Float]], _ encoding: KKFiles.Encoding, as name: String = "a.m4a", frameCount: Int? = nil,
        texts: [FileProperties.Tag] = []
    ) throws -> [UInt8] {
        var options = WriterOptions(force: true)
        options.frameCount = frameCount.map(Int64.init)
        options.annotations = AudioFileAnnotations(information: texts)
        return try written(folder.path(name), .m4a, encoding, sound, rate: 44_100, options: options)
    }

    /// The frames that ffmpeg decodes.
    private func ffmpegFrames(_ name: String, channels: Int) throws -> Int {
        let run = try CommandRun.shell("/usr/bin/ffmpeg -v error -y -i \(name) -f f32le out.raw", in: folder.root)
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        return try #require(folder.bytes("out.raw")).count / 4 / channels
    }

    @Test(arguments: [1, 1023, 1024, 1025, 4096, 9999])
    func `a file has the frames that were written, from the first one on`(length: Int) throws {
        for encoding in [KKFiles.Encoding.aac, .alac16, .alac24] {
            let sound = Self.tone(length)
            for known in [length, nil] {
                _ = try write(sound, encoding, frameCount: known)
                let reader = try AudioFileReader(path: folder.path("a.m4a"))
                #expect(reader.properties.frameCount == length && reader.properties.warnings.isEmpty)
                let heard = try reader.readAll()
                #expect(heard.map(\.count) == [length, length])
            }
        }
    }

    /// Of AAC a sound of half a packet or less is heard with the silence after it.
    @Test(.enabled(if: FFmpeg.isInstalled), arguments: [1, 2, 512, 513, 1023, 1024, 1025, 9999])
    func `ffmpeg, which plays a last packet to its end, hears no frame more`(length: Int) throws {
        for encoding in [KKFiles.Encoding.alac16, .aac] where encoding != .aac || length > 512 {
            _ = try write(Self.tone(length), encoding, frameCount: length)
            #expect(try ffmpegFrames("a.m4a", channels: 2) == length, "\(encoding)")
        }
    }

    @Test(arguments: [1, 4097])
    func `packets of one size have no table of sizes, which FFmpeg does not look at for a single frame`(
        length: Int
    ) throws {
        let bytes = try write(Self.tone(length), .alac16)
        let head = bytes.prefix(900)
        let start = try #require(head.indices.first { head[$0...].starts(with: ascii("stsz")) }) + 8
        let numbers = stride(from: start, to: start + 8, by: 4).map { place in
            bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        #expect(numbers[1] == (length + 4095) / 4096)
        #expect((numbers[0] > 0) == (numbers[1] == 1))
    }

    @Test func `a length that was said wrong changes no frame of the sound`() throws {
        let sound = Self.tone(9000)
        for length in [4321, 20_000, nil] {
            _ = try write(sound, .aac, frameCount: length)
            let heard = try AudioFileReader(path: folder.path("a.m4a")).readAll()
            #expect(heard.map(\.count) == [9000, 9000])
            let residual = zip(heard[0], sound[0]).map { ($0 - $1) * ($0 - $1) }[3000..<8000].reduce(0, +) / 5000
            #expect(residual.squareRoot() < 0.01, "\(residual)")
        }
    }

    @Test(arguments: [KKFiles.Encoding.aac, .alac16])
    func `the tables come before the sound, so that a stream of the file can be played`(
        encoding: KKFiles.Encoding
    ) throws {
        let bytes = try write(Self.tone(30_000), encoding)
        let file = try AudioFile(opening: bytes)
        let all = try file.allPackets(room: 1 << 17)
        let run = try StreamRun(bytes, portions: [700])
        #expect(run.error == nil && run.stream.warnings.isEmpty)
        #expect(run.bytes == all.bytes && run.sizes == all.descriptions.map(\.byteCount))
        #expect(try file.property(AudioFile.Property.isOptimized) == .number(1))
    }

    @Test func `nothing in a file tells of a date or of a program`() throws {
        let bytes = try write(Self.tone(3000), .alac16)
        let text = String(decoding: bytes.prefix(800).map { $0 < 128 ? $0 : 0x2E }, as: UTF8.self)
        #expect(text.contains("mvhd") && !text.contains("udta") && !text.contains("Lavc"))
        let start = try #require(text.range(of: "mvhd")).upperBound
        let place = text.distance(from: text.startIndex, to: start)
        #expect(bytes[place..<place + 12].allSatisfy { $0 == 0 })
    }

    private static let texts = [
        ("title", "Études"), ("artist", "A. B."), ("album", "Nr. 1"), ("track number", "3/12"), ("year", "1999"),
        ("genre", "Jazz"), ("comments", "live"), ("composer", "C."), ("copyright", "℗ D"), ("ISRC", "DEA120000001"),
    ].map { FileProperties.Tag(key: $0.0, value: $0.1) }

    @Test func `texts come back, a track number that is none as it is`() throws {
        _ = try write(Self.tone(3000), .alac16, texts: Self.texts)
        #expect(try AudioFileReader(path: folder.path("a.m4a")).properties.tags == Self.texts)
        let odd = [FileProperties.Tag(key: "track number", value: "B2")]
        _ = try write(Self.tone(3000), .aac, texts: odd)
        #expect(try AudioFileReader(path: folder.path("a.m4a")).properties.tags == odd)
    }

    @Test(.enabled(if: FFmpeg.isInstalled)) func `ffprobe reads the texts`() throws {
        _ = try write(Self.tone(3000), .aac, texts: Self.texts)
        let run = try CommandRun.shell(
            "/usr/bin/ffprobe -v error -show_entries format_tags -of default=nw=1 a.m4a", in: folder.root)
        let lines = run.outputText.split(separator: "\n").map(String.init)
        for line in [
            "TAG:title=Études", "TAG:artist=A. B.", "TAG:album=Nr. 1", "TAG:track=3/12", "TAG:date=1999",
            "TAG:genre=Jazz", "TAG:comment=live", "TAG:composer=C.", "TAG:copyright=℗ D", "TAG:ISRC=DEA120000001",
        ] { #expect(lines.contains(line), "\(line) in \(lines)") }
    }

    /// A file of packets that an ``AudioConverter`` makes of a sound.
    private func writePackets(_ sound: [[Float]], _ formatID: FourCharCode, setsCookie: Bool) throws {
        let converter = try AudioConverter(
            from: .canonical(sampleRate: 44_100, channels: sound.count),
            to: StreamDescription(sampleRate: 44_100, formatID: formatID, channelsPerFrame: UInt32(sound.count)))
        let file = try AudioFile(
            creating: folder.path("p.m4a"), fileType: AudioFile.TypeID.m4a, format: converter.outputDescription,
            flags: .eraseFile)
        var output = AudioBufferList([AudioBuffer(byteCapacity: 4 * converter.maximumOutputPacketSize)])
        var places: [PacketDescription] = []
        var isGiven = false
        while true {
            var count = 4
            try converter.fillComplexBuffer(packetCount: &count, into: &output, descriptions: &places) { frames, data in
                frames = isGiven ? 0 : sound[0].count
                if !isGiven { data = AudioBufferList(sound.map { AudioBuffer(samples: $0) }) }
                isGiven = true
            }
            if count == 0 { break }
            try file.writePackets(Array(output[0].bytes.prefix(output[0].byteCount)), places)
        }
        if setsCookie {
            try file.setProperty(AudioFile.Property.magicCookieData, .bytes(converter.compressionMagicCookie))
        }
        let prime = converter.primeInfo
        try file.setProperty(
            AudioFile.Property.packetTableInfo,
            .packetTableInfo(
                PacketTableInfo(
                    validFrames: Int64(sound[0].count), primingFrames: Int64(prime.leadingFrames),
                    remainderFrames: Int64(prime.trailingFrames))))
        try file.setProperty(AudioFile.Property.infoDictionary, .dictionary(Self.texts))
        try file.close()
    }

    @Test(arguments: [FourCharCode.aac, .appleLossless])
    func `an AudioFile takes packets, cookie and table as a writer puts them down`(formatID: FourCharCode) throws {
        let sound = Self.tone(10_001)
        try writePackets(sound, formatID, setsCookie: true)
        let reader = try AudioFileReader(path: folder.path("p.m4a"))
        #expect(reader.properties.frameCount == 10_001 && reader.properties.warnings.isEmpty)
        #expect(reader.properties.tags == Self.texts)
        let heard = try reader.readAll()
        let residual = zip(heard[1], sound[1]).map { ($0 - $1) * ($0 - $1) }[3000..<8000].reduce(0, +) / 5000
        #expect(residual.squareRoot() < 0.01)
        let bytes = try #require(folder.bytes("p.m4a"))
        #expect(try StreamRun(bytes, portions: [997]).error == nil)
    }

    @Test func `AAC without a cookie is plain, and Apple Lossless without one is refused`() throws {
        try writePackets(Self.tone(4000), .aac, setsCookie: false)
        #expect(try AudioFileReader(path: folder.path("p.m4a")).properties.frameCount == 4000)
        let error = audioFileError { try writePackets(Self.tone(4000), .appleLossless, setsCookie: false) }
        #expect(error?.nextStep == "set the magic cookie")
        #expect(folder.bytes("p.m4a")?.isEmpty == false)
    }

    @Test func `beyond 4 GiB places and sizes have 64 bits`() throws {
        var content = Container(
            typeID: "m4af",
            dataFormat: StreamDescription(
                sampleRate: 96_000, formatID: .appleLossless, framesPerPacket: 4096, channelsPerFrame: 8))
        content.magicCookie = [UInt8](repeating: 1, count: 24)
        var index = PacketIndex()
        let size = 200_000
        for packet in 0..<25_000 { index.append(offset: Int64(packet * size), byteCount: size, frames: 4096) }
        content.packets = .table(index)
        content.dataByteCount = index.end
        let head = try MP4Head(content).bytes(name: "a")
        // The header of the packets, and the place of the last chunk.
        #expect(Array(head.suffix(16)) == [0, 0, 0, 1] + ascii("mdat") + big(UInt64(index.end) + 16))
        let text = String(decoding: head.map { $0 < 128 ? $0 : 0x2E }, as: UTF8.self)
        #expect(text.contains("co64") && !text.contains("stco"))
        let last = 25_000 / 12 * 12
        #expect(Array(head.dropLast(16).suffix(8)) == big(UInt64(head.count + last * size)))
    }

    private func big(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }

    @Test func `a pipe is refused, which cannot be gone back in`() throws {
        let error = audioFileError { _ = try written("/dev/null", .m4a, .aac, Self.tone(100)) }
        #expect(error?.kind == .cannotCreate)
        #expect(audioFileError { _ = try written("/dev/null", .caf, .alac16, Self.tone(100)) }?.kind == .cannotCreate)
        // A stream of packets has nothing to go back for.
        _ = try written("/dev/null", .adts, .aac, Self.tone(100))
        _ = try written("/dev/null", .ac3, .ac3, Self.tone(100))
        _ = try written("/dev/null", .wavpack, .f32, Self.tone(100))
    }
}
