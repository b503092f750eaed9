import KKPCM
import Testing

@testable import KKFiles

/// Words, markers and regions of a Core Audio file that are damaged: an AudioFile follows them as far as a reader does,
/// says so, and loses no byte of them.
@Suite struct AudioFileRemarksTests {
    private static func mark(_ frame: Double, _ id: UInt32) -> Bytes {
        .be(0 as UInt32) + .be(frame.bitPattern) + .be(id, 0, 0, 0)
    }

    /// Every list claims more than it has; the second string is said to be beyond its chunk.
    private static let damage: [(id: String, bytes: Bytes)] = [
        ("info", .be(9 as UInt32) + .text("title\0Song\0artist\0W")),
        ("mark", .be(0 as UInt32, 1000) + mark(5, 1) + mark(9, 2) + .zeros(27)),
        (
            "strg",
            .be(3, 1 as UInt32) + .be(0 as Int64) + .be(3 as UInt32) + .be(1 << 40 as Int64) + .be(2 as UInt32)
                + .be(3 as Int64) + .text("in\0out")
        ),
        ("regn", .be(0, 50, 3, 1, 2 as UInt32) + mark(2, 4) + mark(7, 5) + .be(6, 1 as UInt32)),
    ]

    private static func file(_ chunks: [(id: String, bytes: Bytes)] = damage) -> Bytes {
        CAF.file(
            CAF.description(), chunks.reduce(Bytes()) { $0 + CAF.chunk($1.id, $1.bytes) }, CAF.data(AIFF.samples(9)))
    }

    private static func change(_ memory: MemoryFile, _ body: (AudioFile) throws -> Void) throws {
        let file = try AudioFile(opening: memory.callbacks, permission: .readWrite)
        try body(file)
        try file.close()
    }

    @Test func `damaged remarks are followed as far as a reader follows them, each told with its byte`() throws {
        let bytes = Self.file()
        let file = try AudioFile(opening: bytes.all), container = try bytes.container()
        #expect(
            try file.property("info") == .dictionary(container.tags) && container.tags.map(\.value) == ["Song", "W"])
        let markers = file.content.markers.map { FileProperties.Marker(frame: Int64($0.framePosition), name: $0.name) }
        #expect(markers == container.properties.markers && markers.map(\.name) == ["in", "out"])
        #expect(file.content.regions.map { $0.markers.map(\.framePosition) } == [[2, 7]])
        let places = file.content.chunks.map { $0.offset..<$0.offset + $0.byteCount }
        #expect(file.warnings.count == 4)
        for (warning, place) in zip(file.warnings, places) {
            guard case .byte(let byte)? = warning.position else { return #expect(warning.position != nil) }
            #expect(place.lowerBound <= byte && byte <= place.upperBound, "\(warning)")
        }
        #expect(try file.packetCount() == 9)
    }

    @Test func `a chunk of which nothing can be followed is left aside`() throws {
        for id in ["info", "mark", "strg", "regn"] {
            let file = try AudioFile(opening: Self.file([(id, .zeros(2))]).all)
            #expect(file.warnings.map(\.consequence) == ["it is ignored"], "\(id)")
            #expect(file.content.tags.isEmpty && file.content.markers.isEmpty && file.content.regions.isEmpty)
        }
    }

    @Test func `thousands of damaged remarks are reported twenty times, and that there are more`() throws {
        for id in ["info", "mark", "strg", "regn"] {
            let file = try AudioFile(
                opening: Self.file([(id: String, bytes: Bytes)](repeating: (id, .zeros(2)), count: 3000)).all)
            let last = file.warnings.last?.problem
            #expect(
                file.warnings.count == 21 && last == "there are more such places", "\(id): \(file.warnings.count)"
            )
        }
    }

    @Test func `a layout that names no known order is left aside with the reader's warning`() throws {
        for layout in [CAF.layout(tag: 121 << 16 | 6), CAF.chunk("chan", .zeros(3))] {
            let bytes = CAF.file(CAF.description(), layout, CAF.data(AIFF.samples(4)))
            let file = try AudioFile(opening: bytes.all)
            let warning = try #require(try bytes.container().warnings.first)
            #expect(
                file.warnings.map(\.position) == [warning.position] && file.warnings.map(\.problem) == [warning.problem]
            )
            #expect(file.channelLayout == nil)
        }
    }

    @Test func `a change of something else keeps the bytes of damaged chunks`() throws {
        let memory = MemoryFile(Self.file().all)
        try Self.change(memory) { try $0.setProperty("cmap", .layout(.stereo)) }
        for (id, bytes) in Self.damage {
            #expect(try AudioFile(opening: memory.bytes).userData(FourCharCode(id)) == bytes.all, "\(id)")
        }
        try Self.change(memory) {
            try $0.setProperty("info", .dictionary([FileProperties.Tag(key: "title", value: "x")]))
        }
        let file = try AudioFile(opening: memory.bytes)
        for (id, bytes) in Self.damage.dropFirst() {
            #expect(try file.userData(FourCharCode(id)) == bytes.all, "\(id)")
        }
        #expect(file.warnings.count == 3)
    }

    @Test func `markers that are set anew leave a damaged region chunk as it was, and its names`() throws {
        var chunks = Self.damage
        chunks[2].bytes = .be(2, 3 as UInt32) + .be(0 as Int64) + .be(4 as UInt32) + .be(90 as Int64) + .text("loop\0")
        let memory = MemoryFile(Self.file(chunks).all)
        try Self.change(memory) {
            try $0.setProperty("mkls", .markers([AudioFileMarker(framePosition: 1, name: "one")], .none))
        }
        let file = try AudioFile(opening: memory.bytes)
        #expect(try file.userData("regn") == chunks[3].bytes.all && file.userData("info") == chunks[0].bytes.all)
        #expect(file.content.markers.map(\.name) == ["one"] && file.content.regions.map(\.name) == ["loop"])
        #expect(file.warnings.count == 2)
    }

    @Test func `several chunks of one name are one list, as they are to a reader, and one chunk when it is set`() throws
    {
        func string(_ id: UInt32, _ text: String) -> Bytes { .be(1, id) + .be(0 as Int64) + .text(text + "\0") }
        let memory = MemoryFile(
            Self.file([
                ("info", .be(1 as UInt32) + .text("title\0Song\0")), ("strg", string(1, "in")),
                ("mark", .be(0, 1 as UInt32) + Self.mark(5, 1)),
                ("regn", .be(0, 1, 3, 0, 1 as UInt32) + Self.mark(2, 4)), ("strg", string(2, "out")),
                ("mark", .be(0, 1 as UInt32) + Self.mark(9, 2)),
                ("info", .be(1 as UInt32) + .text("artist\0W\0")),
                ("regn", .be(0, 1, 4, 0, 1 as UInt32) + Self.mark(7, 5)),
            ]).all)
        func check(_ names: [String], markChunks: Int) throws {
            let file = try AudioFile(opening: memory.bytes), container = try Bytes.raw(memory.bytes).container()
            #expect(file.content.tags == container.tags && container.tags.map(\.value) == ["Song", "W"])
            #expect(
                file.content.markers.map(\.name) == names && Set(container.properties.markers.map(\.name)) == Set(names)
            )
            #expect(
                file.content.regions.map { $0.markers.map(\.framePosition) } == [[2], [7]] && file.warnings.isEmpty)
            #expect(file.content.chunks.count { $0.id == "mark" } == markChunks)
        }
        try check(["in", "out"], markChunks: 2)
        try Self.change(memory) { file in
            try file.setProperty(
                "mkls", .markers(file.content.markers + [AudioFileMarker(framePosition: 3, name: "mid")], .none))
        }
        try check(["in", "out", "mid"], markChunks: 1)
    }

    @Test(arguments: [[17], [9, 9]])
    func `of chunks that are longer than is read the start is followed, as a reader does`(mebibytes: [Int]) throws {
        let bytes = Self.file(
            mebibytes.enumerated().map { index, size in
                ("info", .be(1 as UInt32) + .text("title\0\(index)\0") + .zeros(size << 20))
            })
        let file = try AudioFile(opening: bytes.all), container = try bytes.container()
        #expect(
            file.content.tags == container.tags && container.tags.map(\.value) == mebibytes.indices.map(String.init))
        #expect(file.warnings.map(\.consequence) == ["the readable part of it is used"])
    }
}
