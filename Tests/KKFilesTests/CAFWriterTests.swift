import KKPCM
import Testing

@testable import KKContainers
@testable import KKFiles

@Suite struct CAFWriterTests {
    private let folder: ScratchFolder
    private static let linear = CAFDescription(
        sampleRate: 44_100, formatID: .linearPCM, formatFlags: 2, bytesPerPacket: 2, framesPerPacket: 1,
        channelsPerFrame: 1, bitsPerChannel: 16)
    private static let packed = CAFDescription(
        sampleRate: 44_100, formatID: "aac ", bytesPerPacket: 0, framesPerPacket: 1024, channelsPerFrame: 2,
        bitsPerChannel: 0)

    init() throws {
        folder = try ScratchFolder()
    }

    @Test func `a file of constant packets has its sizes, and chunks in the usual order`() throws {
        let chunks = [
            CAFNewChunk(type: "wxyz", content: [9]), CAFNewChunk(CAFInformation(entries: [])),
            CAFNewChunk(CAFCookie(bytes: [1])),
        ]
        let writer = try CAFWriter(path: folder.file("a.caf"), description: Self.linear, chunks: chunks)
        try writer.write([1, 2, 3, 4])
        try writer.write([5, 6])
        try writer.finalize()
        let expected = CAF.file(
            CAF.description(flags: 2, packetBytes: 2, channels: 1), CAF.chunk("kuki", .raw([1])),
            CAF.chunk("info", .zeros(4)),
            CAF.chunk("wxyz", .raw([9])), CAF.data(.raw([1, 2, 3, 4, 5, 6])))
        #expect(contents(folder.file("a.caf")) == expected.all)
        #expect(folder.names == ["a.caf"])
    }

    @Test func `a packet table stands behind the audio, or in the room that was reserved in front of it`() throws {
        let pakt = CAF.chunk("pakt", .be(2 as Int64, 2000) + .be(40 as Int32, 8) + .raw([3, 0x81, 0]))
        let data = CAF.data(.raw([7, 7, 7]) + .zeros(128))
        let description = CAF.description("aac ", packetBytes: 0, packetFrames: 1024, bits: 0)
        let cases: [(reserve: Int, expected: Bytes)] = [
            (0, CAF.file(description, data, pakt)),
            (5, CAF.file(description, CAF.chunk("free", Bytes()), data, pakt)),
            (38, CAF.file(description, CAF.chunk("free", .zeros(26)), data, pakt)),
            (39, CAF.file(description, pakt, data)),
            (45, CAF.file(description, CAF.chunk("free", .zeros(33)), data, pakt)),
            (51, CAF.file(description, pakt, CAF.chunk("free", Bytes()), data)),
            (100, CAF.file(description, pakt, CAF.chunk("free", .zeros(49)), data)),
        ]
        for (reserve, expected) in cases {
            let path = folder.file("\(reserve).caf")
            let writer = try CAFWriter(path: path, description: Self.packed, reserve: reserve)
            writer.packetInfo = PacketTableInfo(validFrames: 2000, primingFrames: 40, remainderFrames: 8)
            try writer.write(packet: [7, 7, 7])
            try writer.write(packet: [UInt8](repeating: 0, count: 128))
            try writer.finalize()
            #expect(contents(path) == expected.all, "\(reserve)")
            #expect(try CAFFile(path: path).packetTable()?.info.primingFrames == 40)
        }
    }

    @Test func `a writer that is dropped, or whose frames do not add up, leaves nothing`() throws {
        do {
            let writer = try CAFWriter(path: folder.file("a.caf"), description: Self.linear)
            try writer.write([1, 2])
        }
        let writer = try CAFWriter(path: folder.file("a.caf"), description: Self.packed)
        try writer.write(packet: [1])
        writer.packetInfo = PacketTableInfo(validFrames: 1000, primingFrames: 23)
        #expect(audioFileError { try writer.finalize() }?.kind == .usage)
        #expect(audioFileError { try writer.write(packet: [1]) }?.kind == .defect)
        #expect(folder.names == [])
    }

    @Test func `what a description does not admit is refused, and the file goes on`() throws {
        for type in ["desc", "data", "pakt"] as [FourCharCode] {
            let error = audioFileError {
                _ = try CAFWriter(
                    path: folder.file("a.caf"), description: Self.linear, chunks: [CAFNewChunk(type: type, content: [])]
                )
            }
            #expect(error?.code == .parameter && error?.problem.contains("'\(type)'") == true)
        }
        #expect(
            audioFileError { _ = try CAFWriter(path: folder.file("a.caf"), description: Self.linear, reserve: -1) }?
                .code == .parameter)
        let linear = try CAFWriter(path: folder.file("linear.caf"), description: Self.linear)
        #expect(audioFileError { try linear.write([1, 2, 3]) }?.problem == "3 bytes, which are no whole packets of 2")
        #expect(
            audioFileError { try linear.write(packet: [1]) }?.problem
                == "a packet of 1 bytes, in a file whose packets have 2")
        try linear.write([1, 2])
        try linear.finalize()
        let packed = try CAFWriter(path: folder.file("packed.caf"), description: Self.packed)
        #expect(audioFileError { try packed.write([1, 2]) }?.code == .parameter)
        #expect(
            audioFileError { try packed.write(packet: [1], frames: 1000) }?.problem
                == "a packet of 1000 frames, in a file whose packets have 1024")
        try packed.write(packet: [1])
        try packed.finalize()
        var uncounted = Self.packed
        uncounted.framesPerPacket = 0
        let writer = try CAFWriter(path: folder.file("uncounted.caf"), description: uncounted)
        #expect(audioFileError { try writer.write(packet: [1]) }?.problem == "a packet of unknown frames")
        for frames in [-1, 1 << 32] {
            #expect(audioFileError { try writer.write(packet: [1], frames: frames) }?.code == .parameter)
        }
        try writer.write(packet: [1], frames: 5)
        try writer.finalize()
        #expect(folder.names.sorted() == ["linear.caf", "packed.caf", "uncounted.caf"])
    }

    @Test func `a stream has no size, and nothing behind its audio`() throws {
        let writer = try CAFWriter(path: "/dev/null", description: Self.linear, reserve: 10)
        try writer.write([1, 2])
        #expect(audioFileError { try writer.add(CAFNewChunk(CAFInformation(entries: []))) }?.kind == .cannotCreate)
        try writer.finalize()
        #expect(
            audioFileError { _ = try CAFWriter(path: "/dev/null", description: Self.packed) }?.kind == .cannotCreate)
        let layout = CAFLayout(Self.linear, reserve: 10)
        let expected = CAF.file(
            CAF.description(flags: 2, packetBytes: 2, channels: 1), CAF.chunk("free", Bytes()),
            CAF.chunk("data", .zeros(4), size: -1))
        #expect(layout.head(audioByteCount: nil) == expected.all)
        #expect(layout.audioOffset == Int64(expected.count))
    }

    @Test func `annotations become chunks with ids that stay where they can`() throws {
        var notes = AudioFileAnnotations(
            information: [.init(key: "title", value: "Both")],
            markers: [
                .init(framePosition: 10, name: "in", id: 2), .init(framePosition: 20, name: "out"),
                .init(framePosition: 30, name: "x", id: 2),
            ],
            regions: [
                .init(
                    id: 1, name: "verse", flags: .loopEnable,
                    markers: [.init(framePosition: 10, name: "in", id: 2), .init(framePosition: 15)])
            ])
        notes.add(AudioFileAnnotations(markers: [.init(framePosition: 1.5, name: "in", id: 2)]), at: 100)
        let chunks = notes.chunks
        #expect(chunks.map(\.type) == ["info", "strg", "mark", "regn"])
        let marks = try CAFMarkers(bytes: chunks[2].content).markers
        #expect(marks.map(\.id) == [2, 3, 4, 5])
        #expect(marks.map(\.framePosition) == [10, 20, 30, 101.5])
        let region = try #require(try CAFRegions(bytes: chunks[3].content).regions.first)
        #expect(region.id == 1 && region.markers.map(\.id) == [2, 6] && region.flags == .loopEnable)
        let strings = try CAFStrings(bytes: chunks[1].content).entries
        #expect(strings.map(\.id) == [2, 3, 4, 5, 1])
        #expect(strings.map(\.text) == ["in", "out", "x", "in", "verse"])
        #expect(AudioFileAnnotations().chunks == [])
    }

    @Test func `annotations go to CAF of samples, and are refused elsewhere`() throws {
        var options = WriterOptions()
        options.annotations = AudioFileAnnotations(
            information: [.init(key: "title", value: "é")], markers: [.init(framePosition: 1, name: "one")])
        let bytes = try written(folder.file("a.caf"), .caf, .s16, [[0.5, -1]], options: options)
        let plain = try written(folder.file("b.caf"), .caf, .s16, [[0.5, -1]])
        #expect(bytes.suffix(20) == plain.suffix(20))
        let file = try CAFFile(path: folder.file("a.caf"))
        #expect(file.chunks.map(\.type) == ["desc", "info", "strg", "mark", "data"])
        #expect(try file.markers()?.markers == [.init(framePosition: 1, name: "one", id: 1)])
        for container in [OutputContainer.wav, .aiff, .flac] {
            let error = audioFileError { try written(folder.file("c"), container, .s16, [[0]], options: options) }
            #expect(error?.kind == .usage)
        }
        #expect(folder.names == ["a.caf", "b.caf"])
    }
}
