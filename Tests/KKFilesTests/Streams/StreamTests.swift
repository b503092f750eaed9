import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// Small files of every kind, with Core Audio's code of each.
let streamFixtures: [(name: String, code: FourCharCode)] = [
    ("tone-s16.wav", "WAVE"), ("tone-s24.wav", "WAVE"), ("tone-f64.wav", "WAVE"), ("tone-u8.wav", "WAVE"),
    ("tone-ulaw.wav", "WAVE"),
    ("tone-rf64.wav", "RF64"),
    ("tone-bw64.wav", "BW64"), ("tone-rifx.wav", "WAVE"), ("tone-s16.w64", "W64f"), ("odd-padded.wav", "WAVE"),
    ("odd-unpadded.wav", "WAVE"),
    ("chunks-before.wav", "WAVE"), ("chunks-after.wav", "WAVE"), ("channels-6-rf64.wav", "RF64"),
    ("tone-s16.aiff", "AIFF"),
    ("tone-s24.aiff", "AIFF"), ("tone-sowt.aifc", "AIFC"), ("tone-fl32.aifc", "AIFC"),
    ("tone-offset.aiff", "AIFF"), ("tone-count.aiff", "AIFF"), ("tone-s16-be.caf", "caff"), ("tone-f32-le.caf", "caff"),
    ("unknown-size.caf", "caff"), ("strings.caf", "caff"),
    ("codec-s16be.au", "NeXT"), ("codec-mulaw.au", "NeXT"), ("size-max.wav", "WAVE"), ("size-zero-open.wav", "WAVE"),
    ("size-larger.wav", "WAVE"), ("one-frame.wav", "WAVE"), ("rate-1000.wav", "WAVE"),
]

private let packetFixtures: [(name: String, code: FourCharCode)] = [
    ("codec-ima.wav", "WAVE"), ("codec-ms.wav", "WAVE"), ("codec-gsm.wav", "WAVE"), ("mpeg-in-wav.wav", "WAVE"),
    ("mpeg-cbr.mp3", "MPG3"),
    ("mpeg-vbr.mp3", "MPG3"),
    ("mpeg-free.mp3", "MPG3"), ("mpeg-layer1.mp3", "MPG1"), ("mpeg-layer2.mp3", "MPG2"), ("mpeg-id3v2.mp3", "MPG3"),
    ("mpeg-id3v1.mp3", "MPG3"),
    ("mpeg-vbri.mp3", "MPG3"),
    ("mpeg-mpeg25-8k.mp3", "MPG3"), ("codec-16.flac", "flac"), ("codec-unknown.flac", "flac"),
    ("truncated.mp3", "MPG3"),
    ("truncated.flac", "flac"), ("truncated.wav", "WAVE"),
]

@Suite struct StreamTests {
    /// A program that never says that the stream is over has its packets all the same, but for the last one of those
    /// that are distinguished by their own bytes: a packet is believed with what follows it.
    @Test(arguments: [
        ("mpeg-cbr.mp3", 1), ("mpeg-vbr.mp3", 1), ("mpeg-layer2.mp3", 1), ("codec-16.flac", 1), ("tone-s16.wav", 0),
        ("codec-ima4.caf", 0),
    ])
    func `without a call for the end the packets come whose extent is known`(name: String, missing: Int) throws {
        let bytes = try fixtureBytes(name)
        let run = try StreamRun(hint: nil)
        run.push(bytes, portions: [777])
        let before = run.packetCount
        run.push([])
        #expect(run.error == nil && run.packetCount - before == missing)
    }

    @Test(
        "linear sound: the packets are the file's audio bytes, and format, layout, offset and count are the file's",
        arguments: streamFixtures)
    func linear(_ name: String, _ code: FourCharCode) throws {
        let bytes = try fixtureBytes(name)
        let run = try StreamRun(bytes)
        #expect(run.error == nil)
        let source = try ByteSource(path: FilePath(Fixtures.path(name)))
        let probe = try FormatProbe(source)
        let container = try Container(source, fileType: probe.fileType, start: probe.start)
        let count = Int(container.properties.frameCount) * Int(container.dataFormat.bytesPerFrame)
        #expect(run.bytes == Array(bytes[Int(container.dataOffset)..<Int(container.dataOffset) + count]))
        #expect(run.packetCount == Int(container.properties.frameCount))
        #expect(run.sizes.isEmpty)
        #expect(try run.value(.fileFormat) == .code(code))
        #expect(try run.value(.dataFormat) == .format(container.dataFormat))
        #expect(try run.value(.channelLayout) == .layout(container.storedLayout))
        #expect(try run.value(.dataOffset) == .number(container.dataOffset))
        #expect(try run.value(.audioDataPacketCount) == .number(container.properties.frameCount))
        #expect(run.reported.last == "'redy' flag(true)")
        #expect(run.reported.filter { $0.hasPrefix("'redy'") }.count == 1)
    }

    @Test(
        "packets in containers and streams: all the audio between the first packet and the last, in order",
        arguments: packetFixtures)
    func packets(_ name: String, _ code: FourCharCode) throws {
        let bytes = try fixtureBytes(name)
        let run = try StreamRun(bytes)
        #expect(run.error == nil)
        let start = Int(try run.number(.dataOffset))
        try #require(start + run.bytes.count <= bytes.count)
        #expect(run.bytes == Array(bytes[start..<start + run.bytes.count]))
        // To the end of the data chunk, or of the file but for a tag; a packet that is cut off there is none.
        var end = bytes.count
        if bytes.starts(with: "RIFF".utf8) {
            let data = try #require(bytes.indices.first { bytes[$0...].starts(with: "data".utf8) })
            end = min(end, data + 8 + bytes[(data + 4)..<(data + 8)].reversed().reduce(0) { $0 << 8 | Int($1) })
        } else if bytes.suffix(128).starts(with: "TAG".utf8) {
            end -= 128
        }
        let rest = end - start - run.bytes.count
        #expect(name.hasPrefix("truncated") ? (1..<12_000).contains(rest) : rest == 0, "\(rest) bytes")
        #expect(try run.value(.fileFormat) == .code(code))
        #expect(try run.value(.audioDataPacketCount) == .number(Int64(run.packetCount)))
        #expect(run.packetCount > 0)
    }

    @Test(
        "however the bytes come, properties, packets and warnings are the same",
        arguments: streamFixtures + packetFixtures)
    func portions(_ name: String, _ code: FourCharCode) throws {
        let bytes = try fixtureBytes(name)
        let whole = try StreamRun(bytes).summary
        #expect(try StreamRun(bytes, portions: [1]).summary == whole)
        var random = SeededNumbers(seed: 7)
        #expect(try StreamRun(bytes, portions: (0..<50).map { _ in 1 + Int(random.next() % 3000) }).summary == whole)
    }

    @Test(
        "any hint, right or wrong, changes nothing",
        arguments: ["tone-s16.wav", "mpeg-layer2.mp3", "codec-16.flac", "tone-s16-be.caf"])
    func wrongHints(_ name: String) throws {
        let bytes = try fixtureBytes(name)
        let whole = try StreamRun(bytes).summary
        for hint in AudioFile.TypeID.all { #expect(try StreamRun(bytes, portions: [100], hint: hint).summary == whole) }
    }

    @Test("MP3 that is called MPEG-4 or ADTS is MP3, as a stream and as a file", arguments: ["mp4f", "m4af", "adts"])
    func hintsOfMPEG4(_ hint: FourCharCode) throws {
        let bytes = try fixtureBytes("mpeg-cbr-untagged.mp3")
        let run = try StreamRun(bytes, portions: [100], hint: hint)
        #expect(run.error == nil && run.packetCount > 10)
        #expect(try run.summary == StreamRun(bytes).summary)
        let (file, plain) = (try AudioFile(opening: bytes, typeHint: hint), try AudioFile(opening: bytes))
        #expect(file.dataFormat == plain.dataFormat && file.dataFormat.formatID == .mpegLayer3)
        #expect(try file.packetCount() == plain.packetCount())
    }

    @Test("a hint that is no kind of file is refused")
    func refusedHint() {
        #expect(throws: AudioFileStreamError.self) { try AudioFileStream(typeHint: "zzzz", packets: { _, _ in }) }
    }

    @Test(
        "a first portion that ends in the first packet settles nothing",
        arguments: ["mpeg-layer1.mp3", "mpeg-layer2.mp3", "mpeg-cbr-untagged.mp3"])
    func shortFirstPortion(_ name: String) throws {
        let bytes = try fixtureBytes(name)
        let run = try StreamRun()
        run.push(Array(bytes[..<100]))
        #expect(run.reported.isEmpty)
        run.push(Array(bytes[100...]))
        run.push([])
        #expect(run.summary == (try StreamRun(bytes).summary))
    }

    @Test(
        "what is no stream is refused, with a reason",
        arguments: [
            ("junk.bin", AudioFileStreamError.Code.unsupportedFileType), ("page.html.mp3", .unsupportedFileType),
            ("lfs-pointer.wav", .unsupportedFileType),
            ("codec-vorbis.ogg", .unsupportedFileType), ("empty.wav", .invalidFile), ("tags-only.mp3", .invalidFile),
            ("no-data.wav", .invalidFile),
        ])
    func refused(_ name: String, _ code: AudioFileStreamError.Code) throws {
        let run = try StreamRun(fixtureBytes(name), portions: [11])
        #expect(run.error?.code == code, "\(run.error.map { "\($0)" } ?? "no error")")
        #expect(run.packetCount == 0)
    }

    @Test("CAF: a packet table before the audio gives the packets; behind it the stream is not optimized")
    func cafTable() throws {
        let bytes = try fixtureBytes("codec-alac.caf")
        let source = try ByteSource(path: FilePath(Fixtures.path("codec-alac.caf")))
        var scanner = try ChunkScanner(source, dialect: .caf, start: 8)
        var table: [UInt8] = []
        var data: Chunk?
        var chunks: [(FourCharCode, Range<Int>)] = []
        while let chunk = try scanner.next() {
            let range = Int(chunk.offset) - 12..<Int(chunk.offset + chunk.byteCount)
            chunks.append((chunk.id, range))
            if chunk.id == "pakt" { table = Array(bytes[range]) }
            if chunk.id == "data" { data = chunk }
        }
        let start = Int(try #require(data).offset) - 12
        let others = chunks.filter { $0.0 != "pakt" && $0.0 != "data" && $0.0 != "free" }.flatMap { bytes[$0.1] }
        let dataChunk = Array(bytes[start..<start + 12 + Int(try #require(data).byteCount)])
        // ffmpeg puts the table after the audio.
        let front = Array(bytes[..<8]) + others + table + dataChunk
        let behind = Array(bytes[..<8]) + others + dataChunk + table
        let run = try StreamRun(front)
        #expect(run.error == nil)
        #expect(run.bytes == Array(dataChunk[16...]))
        #expect(run.sizes.reduce(0, +) == run.bytes.count)
        guard case .packetTable(let info) = try run.value(.packetTableInfo) else {
            throw CocoaError(.featureUnsupported)
        }
        #expect(info.validFrames == 16384)
        #expect(try StreamRun(front, portions: [1]).summary == run.summary)
        #expect(try StreamRun(behind).error?.code == .notOptimized)
        // A place by the table is exact.
        let third = Int64(run.sizes[..<2].reduce(0, +))
        let place = try run.stream.seek(toPacket: 2)
        #expect(place == (third, false))
        run.push(Array(run.bytes[Int(third)...]), discontinuity: true)
        #expect(run.firsts.last == 2)
    }

    @Test("audio before its format is not optimized")
    func formatBehind() throws {
        let format =
            Bytes.text("fmt ") + .le(16 as UInt32) + .le(1, 1 as UInt16) + .le(8000, 16000 as UInt32)
            + .le(2, 16 as UInt16)
        let data = Bytes.text("data") + .le(4 as UInt32) + .zeros(4)
        let bytes = (Bytes.text("RIFF") + .le(100 as UInt32) + .text("WAVE") + data + format).all
        let error = try #require(try StreamRun(bytes).error)
        #expect(error.code == .notOptimized)
        #expect(error.byteOffset == 20)
    }
}

@Suite struct StreamSeekingTests {
    @Test("linear sound: every packet's place is exact, before it has come")
    func constant() throws {
        let bytes = try fixtureBytes("tone-s16.wav")
        let run = try StreamRun()
        run.push(Array(bytes[..<100]))
        #expect(try run.stream.seek(toPacket: 1000) == (4000, false))
        run.push(Array(bytes[(44 + 4000)...]), discontinuity: true)
        run.push([])
        #expect(run.firsts.last == 1000 || run.firsts.contains(1000))
        #expect(Array(run.bytes.suffix(bytes.count - 4044)) == Array(bytes[4044...]))
        #expect(throws: AudioFileStreamError.self) { try run.stream.seek(toPacket: 1 << 60) }
        #expect(throws: AudioFileStreamError.self) { try run.stream.seek(toPacket: -1) }
    }

    @Test(
        "packets that came have exact places, others estimated ones",
        arguments: ["music-vbr.mp3", "music.mp3", "music.flac"])
    func scanned(_ name: String) throws {
        let bytes = try fixtureBytes(name)
        let run = try StreamRun(bytes)
        let start = try run.number(.dataOffset)
        let count = run.sizes.count
        for packet in [0, 1, 7, count - 1] {
            #expect(try run.stream.seek(toPacket: Int64(packet)) == (Int64(run.sizes[..<packet].reduce(0, +)), false))
        }
        // Half the stream is known: the rest is estimated, near the truth.
        let half = try StreamRun()
        half.push(Array(bytes[..<(bytes.count / 2)]))
        let wanted = count * 3 / 4
        let place = try half.stream.seek(toPacket: Int64(wanted))
        let truth = run.sizes[..<wanted].reduce(0, +)
        #expect(place.isEstimated)
        #expect(abs(Int(place.byteOffset) - truth) < truth / 3)
        // Going on there finds packets of the stream and nothing else.
        half.push(
            Array(bytes[min(bytes.count, Int(start + place.byteOffset))...]), portions: [1000], discontinuity: true)
        half.push([])
        #expect(half.error == nil)
        #expect(half.sizes.suffix(2) == run.sizes.suffix(2))
    }

    @Test("a gap drops the packet that was begun; what comes behind it is found again")
    func discontinuity() throws {
        let bytes = try fixtureBytes("music.mp3")
        let whole = try StreamRun(bytes)
        let run = try StreamRun()
        run.push(Array(bytes[..<5000]))
        run.push(Array(bytes[(bytes.count / 2)...]), portions: [777], discontinuity: true)
        run.push([])
        #expect(run.error == nil)
        #expect(run.packetCount < whole.packetCount)
        #expect(run.bytes.suffix(bytes.count / 3) == whole.bytes.suffix(bytes.count / 3))
    }

    @Test("a gap in the header, or among packets that only a table tells apart, cannot be got over")
    func unrecoverable() throws {
        let run = try StreamRun()
        run.push(Array(try fixtureBytes("tone-s16.wav")[..<30]))
        run.push([1, 2, 3], discontinuity: true)
        #expect(run.error?.code == .discontinuityCantRecover)
    }

    @Test("translations: frames, bytes and packets")
    func translations() throws {
        let run = try StreamRun(fixtureBytes("music.mp3"))
        #expect(try run.value(.packetToFrame, of: 3) == .number(3 * 1152))
        #expect(try run.value(.frameToPacket, of: 3 * 1152 + 5) == .place(packet: 3, offset: 5, isEstimated: false))
        let third = Int64(run.sizes[..<3].reduce(0, +))
        #expect(try run.value(.packetToByte, of: 3) == .offset(third, isEstimated: false))
        #expect(try run.value(.byteToPacket, of: third + 2) == .place(packet: 3, offset: 2, isEstimated: false))
        #expect(try run.value(.restrictsRandomAccess) == .flag(false))
        #expect(throws: AudioFileStreamError.self) { try run.value(.packetToFrame, of: -1) }
        #expect(throws: AudioFileStreamError.self) { try run.value(AudioFileStreamProperty("zzzz")) }
    }

    @Test("the index of packets stays bounded: of very many, some places are between two known ones")
    func boundedIndex() {
        var index = StreamIndex()
        for packet in 0..<300_000 { index.append(at: Int64(packet) * 100, byteCount: 100) }
        #expect(index.stride == 8)
        #expect(index.offset(of: 16)?.isEstimated == false)
        #expect(index.offset(of: 299_999).map { $0.offset == 29_999_900 && $0.isEstimated } == true)
        #expect(index.offset(of: 300_000) == nil)
    }
}
