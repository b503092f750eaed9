import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// What files of boxes say, and the sound that is read of them. Every format that they hold is in `InputFormatsTests`.
@Suite struct MP4Tests {
    private static let alac = [
        "codec-alac.m4a", "codec-alac-front.m4a", "codec-alac-fragments.mp4", "codec-alac.mov", "codec-alac.m4b",
    ]

    @Test(arguments: alac)
    func `Apple Lossless has the samples that it was made of, wherever the boxes stand`(name: String) throws {
        let original = try AudioFileReader(path: Fixtures.path("codec-16.flac")).readAll()
        let reader = try AudioFileReader(path: Fixtures.path(name))
        #expect(reader.properties.warnings.isEmpty && reader.properties.sourceBitDepth == 16)
        #expect(firstDifference(try reader.readAll(), original) == nil)
        try reader.seek(to: 5000)
        #expect(firstDifference(try reader.readAll(), original.map { Array($0[5000...]) }) == nil)
    }

    @Test(arguments: ["codec-mp3.mp4", "codec-mp3.mov", "codec-mp2.mp4", "codec-opus.mp4"])
    func `an edit list takes off the encoder's delay, to the frame`(name: String) throws {
        let reader = try AudioFileReader(path: Fixtures.path(name))
        #expect(reader.properties.lengthSource == .gaplessTag)
        #expect((reader.properties.priming ?? 0) > 0)
        let heard = try reader.readAll()
        #expect(Int64(heard[0].count) == reader.properties.frameCount)
    }

    @Test func `texts and chapters of an audio book are those that were put into it`() throws {
        let properties = try AudioFileReader(path: Fixtures.path("codec-alac.m4b")).properties
        let tags = properties.tags.reduce(into: [:]) { $0[$1.key] = $1.value }
        #expect(
            tags == [
                "title": "Töne", "artist": "kkmix", "album": "An Album", "year": "2026", "genre": "Jazz",
                "track number": "3/7", "comments": "A comment", "composer": "A Composer", "copyright": "Nobody",
            ])
        #expect(
            properties.markers == [
                FileProperties.Marker(frame: 0, name: "First"),
                FileProperties.Marker(frame: 4410, name: "Zweites Kapitel ü"),
            ])
        #expect(try AudioFile.fixture("codec-alac.m4b").fileType == "m4bf")
    }

    @Test func `chapters without a track are those of Nero's list`() throws {
        let list = MP4.full(
            "chpl", version: 1,
            .zeros(4) + .raw([2]) + .be(0 as UInt64) + .raw([1]) + .text("A") + .be(10_000 as UInt64) + .raw([2])
                + .text("Bc"))
        let file = try Self.container(adding: MP4.box("udta", list))
        #expect(file.markers.map(\.framePosition) == [0, 44] && file.markers.map(\.name) == ["A", "Bc"])
    }

    /// The list of two, whose first time is given, and texts behind it.
    private static func titled(firstTime: UInt64) throws -> Container {
        let list = MP4.full(
            "chpl", version: 1,
            .zeros(4) + .raw([2]) + .be(firstTime) + .raw([1]) + .text("A") + .be(10_000 as UInt64) + .raw([2])
                + .text("Bc"))
        return try container(adding: MP4.box("udta", list + MP4.box("©nam", .be(5 as UInt16, 0) + .text("Title"))))
    }

    @Test func `a chapter after centuries moved with each change of the tags, and hid the texts behind it`() throws {
        let file = try Self.titled(firstTime: 0xFEFF_FFFF_0000_0000)
        #expect(file.markers.map(\.name) == ["Bc"] && file.markers.map(\.framePosition) == [44])
        #expect(file.tags.map(\.value) == ["Title"])
        #expect(file.warnings.map(\.problem) == ["a chapter begins after 1837468647537 seconds"])
        let last = try Self.titled(firstTime: 1 << 53 - 1)
        #expect(last.markers.map(\.name) == ["A", "Bc"] && last.warnings.isEmpty)
    }

    /// A container whose `moov` got another box.
    private static func container(adding box: Bytes) throws -> Container {
        let movie = MP4.file(
            MP4.entry("sowt", channels: 1), packets: [[0, 0], [0, 0]], delta: 1, brand: "qt  ", box)
        return try movie.container()
    }

    @Test func `iTunes' items, QuickTime's texts and its keys become the same words`() throws {
        let items =
            MP4.item("©nam", .text("Name")) + MP4.item("trkn", .be([0, 3, 12, 0] as [UInt16]), kind: 0)
            + MP4.item("tmpo", .be(120 as UInt16), kind: 21) + MP4.item("gnre", .be(9 as UInt16), kind: 0)
            + MP4.free("ISRC", "DEABC2600001") + MP4.item("covr", .raw([0xFF, 0xD8, 0xFF, 0, 1]), kind: 13)
        let itunes = try Self.container(adding: MP4.list(items))
        #expect(
            itunes.tags.map { "\($0.key)=\($0.value)" } == [
                "title=Name", "track number=3/12", "tempo=120", "genre=Jazz", "ISRC=DEABC2600001",
            ])
        #expect(itunes.chunks.filter { $0.id == "covr" }.map(\.byteCount) == [13])
        let text = { (type: String, text: String) in
            MP4.box(type, .be(UInt16(text.utf8.count)) + .be(0x55C4 as UInt16) + .text(text))
        }
        let quickTime = try Self.container(
            adding: MP4.box("udta", text("©nam", "Film") + text("©swr", "Program") + .zeros(4)))
        #expect(quickTime.tags.map(\.key) == ["title", "encoding application"])
        let name = "com.apple.quicktime.artist"
        let keys = MP4.full("keys", .be([1, UInt32(8 + name.utf8.count)]) + .text("mdta") + .text(name))
        let value = MP4.box(
            "ilst", .be([28, 1, 20] as [UInt32]) + .text("data") + .be([1, 0] as [UInt32]) + .text("Anna"))
        let meta = MP4.box("meta", MP4.full("hdlr", .be(0 as UInt32) + .text("mdta") + .zeros(13)) + keys + value)
        #expect(
            try Self.container(adding: meta).tags == [FileProperties.Tag(key: "artist", value: "Anna")])
    }

    @Test func `samples between those of another track are read as if they lay together`() throws {
        let values = (0..<64).map { Int16($0 * 500) }
        let data = values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        var track = MP4.Track(
            entry: MP4.entry("sowt", channels: 1), constantSize: 2, count: 64, times: [(64, 1)],
            edits: [(0, 5)])
        let brand = MP4.brand("qt  ")
        let start = UInt32(brand.count + 8)
        track.chunks = [0, 52, 104, 156].map { (offset: start + $0, samples: 16) }
        var media = Bytes()
        for piece in 0..<4 { media += Bytes.raw(Array(data[32 * piece..<32 * piece + 32])) + Bytes.zeros(20) }
        let file = brand + MP4.box("mdat", media) + MP4.movie([track])
        try file.asFile { path in
            let reader = try AudioFileReader(path: path)
            #expect(reader.properties.frameCount == 59)
            #expect(try reader.readAll(chunk: 7) == [Array(values.asFloats[5...])])
            try reader.seek(to: 20)
            #expect(try reader.readAll(chunk: 9) == [Array(values.asFloats[25...])])
        }
        #expect(failure { _ = try AudioFile(opening: file.all) }?.kind == .unavailable)
    }

    @Test func `the stream that is asked for is read, and else the first that can be decoded`() throws {
        var tracks = [
            MP4.Track(entry: MP4.entry("QDM2"), id: 1, sizes: [4], times: [(1, 1024)]),
            MP4.Track(entry: MP4.entry("sowt", channels: 1), id: 2, constantSize: 2, count: 2, times: [(2, 1)]),
            MP4.Track(entry: MP4.entry("twos", channels: 1), id: 3, constantSize: 2, count: 2, times: [(2, 1)]),
        ]
        let brand = MP4.brand()
        let start = UInt32(brand.count + 8)
        tracks[0].chunks = [(start, 1)]
        tracks[1].chunks = [(start + 4, 2)]
        tracks[2].chunks = [(start + 8, 2)]
        let file = brand + MP4.box("mdat", .raw([1, 2, 3, 4, 0, 1, 0, 2, 0, 1, 0, 2])) + MP4.movie(tracks)
        try file.asFile { path in
            func reader(_ stream: Int?) throws -> AudioFileReader {
                try AudioFileReader(path: path, options: ReaderOptions(stream: stream))
            }
            let first = try reader(nil)
            #expect(first.properties.streams == ["'QDM2'", "PCM s16", "PCM s16"])
            #expect(try first.readAll() == [[256, 512].map { Float($0) / 32_768 }])
            #expect(
                first.properties.warnings.map(\.problem) == [
                    "2 streams, the first of 'QDM2', are multiplexed with the one in use"
                ])
            let third = try reader(3)
            #expect(try third.readAll() == [[1, 2].map { Float($0) / 32_768 }] && third.properties.warnings.isEmpty)
            #expect(failure { _ = try reader(1) }?.kind == .unavailable)
            #expect(
                failure { _ = try reader(4) }?.problem
                    == "stream 4 was requested, but the file has 3: 1 'QDM2', 2 PCM s16, 3 PCM s16")
        }
    }

    // MARK: AAC

    @Test func `AAC has the packets of the table, the descriptors as its cookie, and its own rate and channels`() throws
    {
        let packets = (1...5).map { [UInt8](repeating: UInt8($0), count: 7 * $0) }
        let file = MP4.file(
            MP4.aac([0x12, 0x10], rate: 22_050), packets: packets, last: 191, edits: [(97, 1024)])
        let opened = try AudioFile(opening: file.all)
        #expect(opened.fileType == "m4af")
        #expect(
            opened.dataFormat
                == StreamDescription(sampleRate: 44_100, formatID: .aac, framesPerPacket: 1024, channelsPerFrame: 2))
        #expect(opened.magicCookie?.first == 3 && opened.magicCookie?.suffix(5) == [0x12, 0x10, 6, 1, 2])
        #expect(try opened.allPackets(room: 1 << 16).bytes == Array(packets.joined()))
        #expect(
            try opened.packetTableInfo()
                == PacketTableInfo(validFrames: 3263, primingFrames: 1024, remainderFrames: 833))
        var frames: Int64 = 0
        try file.asFile { frames = try AudioFileReader(path: $0).properties.frameCount }
        #expect(frames == 3263)
    }

    @Test(arguments: [
        // LC of 22,050 Hz with SBR of 44,100 Hz said first, and said behind; with PS.
        ([0x2B, 0x92, 0x08, 0x00] as [UInt8], "aach", 2), ([0x13, 0x90, 0x56, 0xE5, 0xA0], "aach", 2),
        ([0xEB, 0x8A, 0x08, 0x00], "aacp", 1),
    ])
    func `AAC that says what its decoder can make of it lists both formats, the richer first`(
        configuration: [UInt8], rich: String, channels: UInt32
    ) throws {
        let file = MP4.file(MP4.aac(configuration), packets: [[1, 2, 3]])
        let opened = try AudioFile(opening: file.all)
        let core = StreamDescription(
            sampleRate: 22_050, formatID: .aac, framesPerPacket: 1024, channelsPerFrame: channels)
        let double = StreamDescription(
            sampleRate: 44_100, formatID: FourCharCode(rich), framesPerPacket: 2048, channelsPerFrame: 2)
        #expect(opened.dataFormat == core)
        #expect(try opened.property("flst") == .descriptions([double, core]))
    }

    // MARK: Times

    /// Frames of all packets, those that the last one lacks, edits in milliseconds and frames, `iTunSMPB`, what comes of
    /// it.
    private static let timings:
        [(unplayed: Int64, edits: [(Int64, Int64)], gapless: [Int64]?, preSkip: Int64?, table: [Int64]?)] = [
            (0, [], nil, nil, nil),
            (833, [], nil, nil, [0, 45_247, 833]),
            // A length in milliseconds says no more than the last packet's time does.
            (833, [(1003, 1024)], nil, nil, [1024, 44_223, 833]),
            (0, [(1003, 1024)], nil, nil, [1024, 44_232, 824]),
            (0, [(500, 1024)], nil, nil, [1024, 22_050, 23_006]),
            (0, [(0, 1024)], nil, nil, [1024, 45_056, 0]),
            (0, [(9999, 1024)], nil, nil, [1024, 45_056, 0]),
            // The encoder's own word is exact, and of these packets or of none.
            (0, [(1003, 1024)], [2112, 400, 43_568], nil, [2112, 43_568, 400]),
            (0, [(1003, 1024)], [2112, 400, 43_567], nil, [1024, 44_232, 824]),
            (0, [], [1056, 200, 21_784], nil, [2112, 43_568, 400]),
            (0, [], nil, 312, [312, 45_768, 0]),
            (0, [(0, 100)], nil, 312, [100, 45_980, 0]),
            (0, [(200, -1), (1003, 1024)], nil, nil, [1024, 44_232, 824]),
            (0, [(500, 1024), (500, 1024 + 22_050)], nil, nil, [1024, 44_100, 956]),
        ]

    @Test(arguments: timings.indices)
    func `what is sound is what edit list, encoder and last packet say of it`(index: Int) {
        let row = Self.timings[index]
        let timing = MP4Timing(
            total: 46_080, unplayed: row.unplayed,
            edits: row.edits.map { MP4Edit(duration: $0.0, start: $0.1, rate: 0x1_0000) }, movieTicks: 1000,
            ticks: 44_100, rate: 44_100,
            gapless: row.gapless.map {
                PacketTableInfo(validFrames: $0[2], primingFrames: $0[0], remainderFrames: $0[1])
            },
            preSkip: row.preSkip, place: 0)
        var warnings: [FileWarning] = []
        let table = timing.table(&warnings, path: "a")
        #expect(table.map { [$0.primingFrames, $0.validFrames, $0.remainderFrames] } == row.table)
        #expect(warnings.count == (row.edits.first?.1 == -1 ? 1 : 0))
    }

    /// A track of the core's rate, or of the decoder's; `iTunSMPB` of one or the other, or of other packets.
    @Test(
        arguments: [
            (22_050, nil, true), (44_100, nil, false), (44_100, [2112, 400, 20_528], true),
            (22_050, [4224, 800, 41_056], false), (22_050, [2112, 400, 20_527], true),
        ] as [(Int64, [Int64]?, Bool)])
    func `what is counted may be the core of HE-AAC`(ticks: Int64, gapless: [Int64]?, isCore: Bool) {
        let timing = MP4Timing(
            total: 46_080, unplayed: 0, edits: [], movieTicks: 1000, ticks: ticks, rate: 44_100,
            gapless: gapless.map {
                PacketTableInfo(validFrames: $0[2], primingFrames: $0[0], remainderFrames: $0[1])
            }, preSkip: nil, place: 0)
        #expect(timing.counts(at: 22_050) == isCore)
    }

}
