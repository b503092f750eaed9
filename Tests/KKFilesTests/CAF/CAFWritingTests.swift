import KKPCM
import Testing

@testable import KKContainers
@testable import KKFiles

@Suite struct CAFWritingTests {
    private let folder: ScratchFolder
    private static let linear = StreamDescription.linearPCM(
        sampleRate: 44_100, channels: 1, bits: 16, flags: .isSignedInteger)
    private static let packed = StreamDescription(
        sampleRate: 44_100, formatID: "aac ", framesPerPacket: 1024, channelsPerFrame: 2)

    init() throws {
        folder = try ScratchFolder()
    }

    @Test func `a file of constant packets has its sizes, and chunks in the usual order`() throws {
        let file = try AudioFile(creating: folder.file("a.caf"), fileType: "caff", format: Self.linear)
        try file.setUserData("wxyz", [9])
        try file.setProperty("info", .dictionary([.init(key: "title", value: "T")]))
        try file.setProperty("mgic", .bytes([1]))
        try file.writePackets([1, 2, 3, 4])
        try file.writePackets([5, 6])
        try file.close()
        let expected = CAF.file(
            CAF.description(flags: 2, packetBytes: 2, channels: 1), CAF.chunk("kuki", .raw([1])),
            CAF.chunk("info", .be(1 as UInt32) + .text("title\0T\0")), CAF.chunk("wxyz", .raw([9])),
            CAF.data(.raw([1, 2, 3, 4, 5, 6])))
        #expect(contents(folder.file("a.caf")) == expected.all)
        #expect(folder.names == ["a.caf"])
    }

    @Test func `a packet table stands behind the audio, or in the room that was reserved in front of it`() throws {
        let pakt = CAF.chunk("pakt", .be(2 as Int64, 2000) + .be(40 as Int32, 8) + .raw([3, 0x81, 0]))
        let data = CAF.data(.raw([7, 7, 7]) + .zeros(128))
        let description = CAF.description("aac ", packetBytes: 0, packetFrames: 1024, bits: 0)
        // A second of 44 packets, two to spare, three bytes for each, and a header for what is left.
        let room = 12 + 24 + 3 * 46 + 12
        let cases: [(seconds: Double, expected: Bytes)] = [
            (0, CAF.file(description, data, pakt)),
            (1, CAF.file(description, pakt, CAF.chunk("free", .zeros(room - pakt.count - 12)), data)),
        ]
        for (seconds, expected) in cases {
            let path = folder.file("\(seconds).caf")
            let file = try AudioFile(creating: path, fileType: "caff", format: Self.packed)
            try file.setProperty("rsrv", .seconds(seconds))
            let packets = [
                PacketDescription(startOffset: 0, byteCount: 3), PacketDescription(startOffset: 3, byteCount: 128),
            ]
            try file.writePackets([7, 7, 7] + [UInt8](repeating: 0, count: 128), packets)
            let info = PacketTableInfo(validFrames: 2000, primingFrames: 40, remainderFrames: 8)
            try file.setProperty("pnfo", .packetTableInfo(info))
            try file.close()
            #expect(contents(path) == expected.all, "\(seconds)")
            #expect(try CAFFile(path: path).packetTable()?.info == info)
        }
    }

    @Test func `packets are not written to a stream, whose header says no size`() throws {
        let error = audioFileError {
            _ = try AudioFile(creating: "/dev/null", fileType: "caff", format: Self.packed)
        }
        #expect(error?.kind == .cannotCreate)
    }

    /// It went into the file with its header taken off, and the table of packets that all have one size has no place for
    /// the difference.
    @Test func `a packet of AAC that is another one without its ADTS header is refused where all have one size`()
        throws
    {
        var format = Self.packed
        (format.bytesPerPacket, format.framesPerPacket) = (20, 0)
        // AAC-LC, 44.1 kHz, stereo, 20 bytes with the header.
        let packet: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x9F, 0xFC] + [UInt8](repeating: 0, count: 13)
        let file = try AudioFile(creating: folder.file("a.caf"), fileType: "caff", format: format)
        let description = PacketDescription(startOffset: 0, variableFrames: 1024, byteCount: 20)
        #expect(audioFileError { try file.writePackets(packet, [description]) }?.code == .parameter)
        try file.writePackets([0] + packet.dropFirst(), [description])
        try file.close()
        #expect(try CAFFile(path: folder.file("a.caf")).packetTable()?.frameCount == 1024)
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
        #expect(chunks.map(\.id) == ["info", "strg", "mark", "regn"])
        let marks = try CAFMarkers(bytes: chunks[2].bytes).markers
        #expect(marks.map(\.id) == [2, 3, 4, 5])
        #expect(marks.map(\.framePosition) == [10, 20, 30, 101.5])
        let region = try #require(try CAFRegions(bytes: chunks[3].bytes).regions.first)
        #expect(region.id == 1 && region.markers.map(\.id) == [2, 6] && region.flags == .loopEnable)
        let strings = try CAFStrings(bytes: chunks[1].bytes).entries
        #expect(strings.map(\.id) == [2, 3, 4, 5, 1])
        #expect(strings.map(\.text) == ["in", "out", "x", "in", "verse"])
        #expect(AudioFileAnnotations().chunks == [])
    }

    @Test func `annotations go to CAF of samples, and are refused where they have no place`() throws {
        var options = WriterOptions()
        options.annotations = AudioFileAnnotations(
            information: [.init(key: "title", value: "é")], markers: [.init(framePosition: 1, name: "one")])
        let bytes = try written(folder.file("a.caf"), .caf, .s16, [[0.5, -1]], options: options)
        let plain = try written(folder.file("b.caf"), .caf, .s16, [[0.5, -1]])
        #expect(bytes.suffix(20) == plain.suffix(20))
        let file = try CAFFile(path: folder.file("a.caf"))
        #expect(file.chunks.map(\.type) == ["desc", "info", "strg", "mark", "data"])
        #expect(try file.markers()?.markers == [.init(framePosition: 1, name: "one", id: 1)])
        for container in [OutputContainer.w64, .au, .wavpack] {
            let error = audioFileError { try written(folder.file("c"), container, .s16, [[0]], options: options) }
            #expect(error?.kind == .usage)
        }
        #expect(folder.names == ["a.caf", "b.caf"])
    }
}
