import KKPCM
import Testing

@testable import KKFiles

@Suite struct ContainerCAFTests {
    @Test func `a plain file is read to the frame and without a warning`() throws {
        let container = try CAF.file(CAF.description(), CAF.data(AIFF.samples(100))).container()
        #expect(container.typeID == FileType.caf.typeID)
        #expect(container.properties.frameCount == 100)
        #expect(
            container.dataFormat
                == .linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: [.isSignedInteger, .isBigEndian]))
        #expect(container.warnings.isEmpty)
    }

    @Test func `the second flag means little-endian`() throws {
        func format(_ flags: UInt32, _ bytes: UInt32, _ bits: UInt32) throws -> StreamDescription {
            try CAF.file(
                CAF.description(flags: flags, packetBytes: bytes, channels: 1, bits: bits), CAF.data(.zeros(64))
            ).container().dataFormat
        }
        func linear(_ bits: Int, _ container: Int, _ flags: FormatFlags) -> StreamDescription {
            .linearPCM(sampleRate: 44_100, channels: 1, bits: bits, containerBits: container, flags: flags)
        }
        #expect(try format(2, 2, 16) == linear(16, 16, .isSignedInteger))
        #expect(try format(0, 1, 8) == linear(8, 8, .isSignedInteger))
        #expect(try format(2, 1, 8) == linear(8, 8, .isSignedInteger))
        #expect(try format(2, 4, 24) == linear(24, 32, .isSignedInteger))
        #expect(try format(1, 4, 32) == linear(32, 32, [.isFloat, .isBigEndian]))
        #expect(try format(3, 8, 64) == linear(64, 64, .isFloat))
    }

    @Test func `a data size of −1 reaches to the end and is no damage`() throws {
        let container = try CAF.file(CAF.description(), CAF.data(AIFF.samples(100), size: -1)).container()
        #expect(container.properties.frameCount == 100)
        #expect(container.warnings.isEmpty)
    }

    @Test func `sizes beyond the file or of zero are repaired with a warning`() throws {
        for size: Int64 in [1 << 40, 405, 0] {
            let container = try CAF.file(CAF.description(), CAF.data(AIFF.samples(100), size: size)).container()
            #expect(container.properties.frameCount == 100)
            #expect(container.warnings.count == 1)
        }
        let empty = try CAF.file(CAF.description(), CAF.data(Bytes()), CAF.chunk("free", .zeros(100))).container()
        #expect(empty.properties.frameCount == 0)
    }

    @Test func `layouts by tag, bitmap and labels are put into the WAVE order`() throws {
        func order(_ chan: Bytes, channels: UInt32) throws -> ([Int], ChannelLayout) {
            let file = CAF.file(
                CAF.description(packetBytes: channels * 2, channels: channels), chan,
                CAF.data(.zeros(Int(channels) * 2)))
            let container = try file.container()
            return (container.storedLayout.waveOrder, container.properties.layout)
        }
        #expect(try order(CAF.layout(tag: 121 << 16 | 6), channels: 6) == ([0, 1, 2, 3, 4, 5], .fiveOne))
        #expect(try order(CAF.layout(tag: 122 << 16 | 6), channels: 6) == ([0, 1, 4, 5, 2, 3], .fiveOne))
        #expect(try order(CAF.layout(tag: 123 << 16 | 6), channels: 6) == ([0, 2, 1, 5, 3, 4], .fiveOne))
        #expect(try order(CAF.layout(tag: 124 << 16 | 6), channels: 6) == ([1, 2, 0, 5, 3, 4], .fiveOne))
        #expect(try order(CAF.layout(tag: 189 << 16 | 8), channels: 8) == (Array(0..<8), .sevenOne))
        #expect(try order(CAF.layout(tag: 128 << 16 | 8), channels: 8) == ([0, 1, 2, 3, 6, 7, 4, 5], .sevenOne))
        #expect(try order(CAF.layout(tag: 1 << 16, bitmap: 0x3F), channels: 6) == ([0, 1, 2, 3, 4, 5], .fiveOne))
        #expect(try order(CAF.layout(tag: 0, labels: [2, 1]), channels: 2) == ([1, 0], .stereo))
        #expect(
            try order(CAF.layout(tag: 0, labels: [6, 5, 4, 3, 2, 1]), channels: 6) == ([5, 4, 3, 2, 1, 0], .fiveOne))
        #expect(try order(CAF.layout(tag: 147 << 16 | 12), channels: 12) == (Array(0..<12), .discrete(12)))
    }

    @Test func `a layout of another number of channels is left aside with a warning`() throws {
        let container = try CAF.file(CAF.description(), CAF.layout(tag: 121 << 16 | 6), CAF.data(AIFF.samples(4)))
            .container()
        #expect(container.storedLayout == .stereo)
        #expect(container.warnings.count == 1)
    }

    @Test func `information, markers and their names are read on both sides of the data`() throws {
        let info = CAF.chunk("info", .be(2 as UInt32) + .text("title\0Song\0artist\0We\0"))
        let entries: Bytes = .be(7 as UInt32) + .be(3 as Int64) + .be(8 as UInt32) + .be(0 as Int64)
        let strings = CAF.chunk("strg", .be(2 as UInt32) + entries + .text("in\0out\0"))
        func mark(_ frame: Double, _ id: UInt32) -> Bytes {
            .be(0 as UInt32) + .be(frame.bitPattern) + .be(id, 0, 0, 0)
        }
        let marks = CAF.chunk("mark", .be(0 as UInt32, 3) + mark(60, 7) + mark(20.5, 8) + mark(.nan, 9))
        let container = try CAF.file(CAF.description(), info, CAF.data(AIFF.samples(100)), strings, marks).container()
        #expect(container.tags == [.init(key: "title", value: "Song"), .init(key: "artist", value: "We")])
        #expect(container.properties.markers == [.init(frame: 20, name: "in"), .init(frame: 60, name: "out")])
    }

    @Test func `of texts, markers and names that are cut off what there is is played, and their fields are refused`()
        throws
    {
        func mark(_ frame: Double, _ id: UInt32) -> Bytes {
            .be(0 as UInt32) + .be(frame.bitPattern) + .be(id, 0, 0, 0)
        }
        let info: Bytes = .be(9 as UInt32) + .text("title\0Caf") + .raw([0xE9, 0]) + .text("empty\0\0artist\0W")
        let marks: Bytes = .be(0 as UInt32, 1000) + mark(5, 1) + mark(9, 2) + .zeros(27)
        let entries: Bytes =
            .be(1 as UInt32) + .be(0 as Int64) + .be(3 as UInt32) + .be(1 << 40 as Int64) + .be(2 as UInt32)
            + .be(3 as Int64)
        let strings: Bytes = .be(3 as UInt32) + entries + .text("in\0out")
        let notes = CAF.chunk("info", info) + CAF.chunk("mark", marks) + CAF.chunk("strg", strings)
        let file = CAF.file(CAF.description(), notes, CAF.data(AIFF.samples(9)))
        let container = try file.container()
        #expect(container.tags == [.init(key: "title", value: "Café"), .init(key: "artist", value: "W")])
        #expect(container.properties.markers == [.init(frame: 5, name: "in"), .init(frame: 9, name: "out")])
        #expect(throws: CAFDamage.self) { try CAFInformation(bytes: info.all) }
        #expect(throws: CAFDamage.self) { try CAFMarkers(bytes: marks.all) }
        #expect(throws: CAFDamage.self) { try CAFStrings(bytes: strings.all) }
    }

    @Test func `a data chunk of nothing has no edit count, for the reader and for an AudioFile`() throws {
        let file = CAF.file(CAF.description(), CAF.data(Bytes(), size: 0), CAF.chunk("free", .zeros(100)))
        let nothing =
            Bytes(all: Array(file.all[..<52])) + .text("data") + .be(0 as Int64) + CAF.chunk("free", .zeros(100))
        #expect(try nothing.container().properties.frameCount == 0)
        let opened = try AudioFile(opening: nothing.all)
        #expect(try opened.packetCount() == 0)
        #expect(opened.warnings.isEmpty)
    }

    @Test func `of several cookies and packet tables the first one counts, in a file and in a stream`() throws {
        func table(_ frames: Int64) -> Bytes { CAF.chunk("pakt", .be(0, frames) + .be(0 as UInt32, 0)) }
        let bytes = CAF.file(
            CAF.description(), CAF.chunk("kuki", .raw([1])), table(3), CAF.chunk("kuki", .raw([2])), table(4),
            CAF.data(AIFF.samples(9)))
        let file = try AudioFile(opening: bytes.all), container = try bytes.container()
        #expect(file.magicCookie == [1] && file.content.packetTableInfo?.validFrames == 3)
        #expect(container.packetTableInfo?.validFrames == 3)
        let run = try StreamRun()
        run.push(bytes.all)
        #expect(try run.value(.magicCookieData) == .bytes([1]))
    }

    @Test func `a file whose first chunk is no description is played, and not edited`() throws {
        let late = CAF.file(CAF.chunk("free", .zeros(8)), CAF.description(), CAF.data(AIFF.samples(9)))
        #expect(try late.container().properties.frameCount == 9)
        let problem = "the first chunk is 'free', and has to be desc"
        #expect(throws: AudioFileError.self) { try AudioFile(opening: late.all) }
        do { _ = try AudioFile(opening: late.all) } catch { #expect(error.problem == problem) }
        let turned = CAF.file(CAF.data(AIFF.samples(9)), CAF.description())
        do { _ = try AudioFile(opening: turned.all) } catch {
            #expect(error.problem == "the data chunk comes before the desc chunk" && error.position == .byte(20))
        }
    }

    @Test func `other codecs go to their decoder or are named`() throws {
        #expect(
            try CAF.file(CAF.description("alac", packetBytes: 0, packetFrames: 4096, bits: 0), CAF.data(.zeros(9)))
                .container().codec == .packets)
        #expect(
            try CAF.file(CAF.description(".mp3", packetBytes: 0, packetFrames: 1152, bits: 0), CAF.data(.zeros(9)))
                .container().codec == .mpeg)
        #expect(
            try CAF.file(CAF.description("ulaw", packetBytes: 2, bits: 8), CAF.data(.zeros(10))).container().properties
                .frameCount
                == 5)
        for (id, name) in [("aacl", "AAC"), ("QDM2", "'QDM2'")] {
            let error = try #require(
                CAF.file(CAF.description(id, packetBytes: 0, bits: 0), CAF.data(.zeros(9))).openingError())
            #expect(error.kind == .unavailable)
            #expect(error.problem.contains(name) && error.problem.contains("in CAF"), "\(error.problem)")
        }
    }

    @Test func `a desc chunk of nonsense is an error`() throws {
        for description in [
            CAF.description(channels: 0), CAF.description(channels: 70_000), CAF.description(rate: .nan),
            CAF.description(rate: -1),
            CAF.description(packetBytes: 3), CAF.description(packetFrames: 0), CAF.description(bits: 17),
            CAF.description(bits: 0),
            CAF.description(flags: 1), CAF.chunk("desc", .zeros(10)), CAF.description(packetBytes: .max),
        ] {
            let error = try #require(CAF.file(description, CAF.data(.zeros(16))).openingError())
            #expect(error.kind == .badData)
        }
        #expect(CAF.file(CAF.data(.zeros(16))).openingError()?.problem.contains("desc") == true)
        #expect(CAF.file(CAF.description()).openingError()?.problem.contains("data chunk") == true)
    }
}
