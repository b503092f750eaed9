import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

@Suite struct ContainerAIFFTests {
    @Test func `a plain file is read to the frame and without a warning`() throws {
        let container = try AIFF.file("AIFF", AIFF.common(frames: 100), AIFF.sound(AIFF.samples(100))).container()
        #expect(container.typeID == FileType.aiff.typeID)
        #expect(container.properties.frameCount == 100)
        #expect(container.lengthSource == .header)
        #expect(
            container.dataFormat
                == .linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: [.isSignedInteger, .isBigEndian]))
        #expect(container.warnings.isEmpty)
    }

    @Test func `chunks may come in any order, and SSND may put its first frame further on`() throws {
        let plain = try AIFF.file("AIFF", AIFF.sound(AIFF.samples(9)), AIFF.common(frames: 9)).container()
        #expect(plain.properties.frameCount == 9)
        #expect(plain.dataOffset == 28)
        let shifted = try AIFF.file("AIFF", AIFF.sound(AIFF.samples(9), offset: 16), AIFF.common(frames: 9)).container()
        #expect(shifted.properties.frameCount == 9)
        #expect(shifted.dataOffset == 44)
        #expect(shifted.warnings.isEmpty)
        let absurd = AIFF.chunk("SSND", .be(0x7FFF_FFFF as UInt32, 0) + AIFF.samples(9))
        let repaired = try AIFF.file("AIFF", absurd, AIFF.common(frames: 9)).container()
        #expect(repaired.properties.frameCount == 9)
        #expect(repaired.warnings.count == 1)
    }

    @Test func `COMM's count wins over the size of SSND, as far as there is data`() throws {
        let fewer = try AIFF.file("AIFF", AIFF.common(frames: 60), AIFF.sound(AIFF.samples(100))).container()
        #expect(fewer.properties.frameCount == 60)
        #expect(fewer.warnings.count == 1)
        let more = try AIFF.file("AIFF", AIFF.common(frames: 160), AIFF.sound(AIFF.samples(100))).container()
        #expect(more.properties.frameCount == 100)
        #expect(more.claimedFrameCount == 160)
        #expect(more.warnings.count == 1)
        let short = try AIFF.file("AIFF", AIFF.common(frames: 100), AIFF.sound(AIFF.samples(100), size: 48)).container()
        #expect(short.properties.frameCount == 10)
        #expect(short.claimedFrameCount == 100)
    }

    @Test func `a recording that broke off is used to its end`() throws {
        for size: UInt32 in [0, 8, 0xFFFF_FFFF, 0x7F00_0000] {
            for frames: UInt32 in [0, 0xFFFF_FFFF] {
                let container = try AIFF.file(
                    "AIFF", AIFF.common(frames: frames), AIFF.sound(AIFF.samples(100), size: size)
                ).container()
                #expect(container.properties.frameCount == 100, "\(size) \(frames)")
                #expect(!container.warnings.isEmpty)
            }
        }
        let behind = try AIFF.file(
            "AIFF", AIFF.common(frames: 0), AIFF.chunk("SSND", Bytes()), AIFF.chunk("NAME", .text("empty!"))
        ).container()
        #expect(behind.properties.frameCount == 0)
        #expect(behind.tags.map(\.value) == ["empty!"])
        #expect(try AIFF.file("AIFF", AIFF.common(frames: 0)).container().properties.frameCount == 0)
    }

    @Test func `the compressions of AIFF-C give their descriptions`() throws {
        func format(_ compression: String, bits: UInt16, bytes: Int) throws -> StreamDescription {
            let file = AIFF.file(
                "AIFC", AIFF.common(channels: 1, frames: 4, bits: bits, compression: compression),
                AIFF.sound(.zeros(bytes * 4)))
            let container = try file.container()
            #expect(container.properties.frameCount == 4, "\(compression)")
            return container.dataFormat
        }
        let big: FormatFlags = [.isSignedInteger, .isBigEndian]
        func linear(_ bits: Int, _ flags: FormatFlags) -> StreamDescription {
            .linearPCM(sampleRate: 44_100, channels: 1, bits: bits, flags: flags)
        }
        #expect(try format("NONE", bits: 24, bytes: 3) == linear(24, big))
        #expect(try format("twos", bits: 16, bytes: 2) == linear(16, big))
        #expect(try format("sowt", bits: 16, bytes: 2) == linear(16, .isSignedInteger))
        #expect(try format("in24", bits: 16, bytes: 3) == linear(24, big))
        #expect(try format("in32", bits: 16, bytes: 4) == linear(32, big))
        #expect(try format("raw ", bits: 8, bytes: 1) == linear(8, []))
        #expect(try format("fl32", bits: 32, bytes: 4) == linear(32, [.isFloat, .isBigEndian]))
        #expect(try format("FL32", bits: 16, bytes: 4) == linear(32, [.isFloat, .isBigEndian]))
        #expect(try format("fl64", bits: 64, bytes: 8) == linear(64, [.isFloat, .isBigEndian]))
        #expect(try format("FL64", bits: 64, bytes: 8) == linear(64, [.isFloat, .isBigEndian]))
        #expect(try format("alaw", bits: 16, bytes: 1).formatID == .aLaw)
        #expect(try format("ULAW", bits: 8, bytes: 1).formatID == .uLaw)
        let error = try #require(
            AIFF.file("AIFC", AIFF.common(frames: 4, compression: "MAC3"), AIFF.sound(.zeros(16))).openingError())
        #expect(error.kind == .unavailable)
        #expect(error.problem.contains("'MAC3'"))
    }

    @Test func `the rate is read from 80 bits exactly`() throws {
        let cases: [([UInt8], Double)] = [
            ([0x40, 0x0E, 0xBB, 0x80, 0, 0, 0, 0, 0, 0], 48_000), ([0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0], 8_000),
            ([0x40, 0x0D, 0xAC, 0x44, 0, 0, 0, 0, 0, 0], 22_050),
            ([0x40, 0x0C, 0xAD, 0xDD, 0x17, 0x46, 0, 0, 0, 0], 0x15BBA.2E8Cp-3),
            ([0x40, 0x08, 0xFA, 0, 0, 0, 0, 0, 0, 0], 1000),
        ]
        for (bytes, rate) in cases {
            let container = try AIFF.file("AIFF", AIFF.common(frames: 1, rate: .raw(bytes)), AIFF.sound(.zeros(4)))
                .container()
            #expect(container.dataFormat.sampleRate == rate)
        }
        for bytes: [UInt8] in [
            [0x7F, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0], [0xC0, 0x0E, 0xBB, 0x80, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ] {
            let error = AIFF.file("AIFF", AIFF.common(frames: 1, rate: .raw(bytes)), AIFF.sound(.zeros(4)))
                .openingError()
            #expect(error?.problem.contains("sample rate") == true)
        }
    }

    @Test func `texts and markers are read`() throws {
        let marks = AIFF.chunk(
            "MARK",
            .be(2 as UInt16) + .be(1 as UInt16) + .be(70 as UInt32) + .raw([3]) + .text("end") + .be(2 as UInt16)
                + .be(5 as UInt32)
                + .raw([2]) + .text("in") + .zeros(1))
        let container = try AIFF.file(
            "AIFF", AIFF.chunk("NAME", .text("Song")), AIFF.chunk("AUTH", .text("We")),
            AIFF.chunk("(c) ", .text("1999")),
            AIFF.chunk("ANNO", .text("a note")), AIFF.common(frames: 100), marks, AIFF.sound(AIFF.samples(100))
        ).container()
        #expect(container.tags.map(\.key) == ["title", "artist", "copyright", "comments"])
        #expect(container.tags.map(\.value) == ["Song", "We", "1999", "a note"])
        #expect(container.properties.markers == [.init(frame: 5, name: "in"), .init(frame: 70, name: "end")])
    }

    @Test func `a missing chunk is an error`() throws {
        #expect(AIFF.file("AIFF", AIFF.sound(.zeros(4))).openingError()?.problem.contains("COMM") == true)
        #expect(AIFF.file("AIFF", AIFF.common(frames: 4)).openingError()?.problem.contains("SSND") == true)
        #expect(
            AIFF.file("AIFF", AIFF.common(channels: 0, frames: 4)).openingError()?.problem.contains("0 channels")
                == true)
        #expect(AIFF.file("AIFF", AIFF.common(frames: 4, bits: 48)).openingError()?.problem.contains("48 bits") == true)
    }

    @Test func `packets of IMA4 are delivered in the order that CHAN leads to, and what is no whole one is reported`()
        throws
    {
        // Center, left, right: each channel's packet begins and stays at a sample of its own.
        let packet = (1...3).reduce(Bytes()) { $0 + .raw([UInt8($1 << 4), 0]) + .zeros(32) }
        let chan = AIFF.chunk("CHAN", .be(UInt32(114 << 16 | 3), 0, 0))
        let common = AIFF.common(channels: 3, frames: 2, bits: 16, compression: "ima4")
        let head = AIFF.file("AIFC", common, chan, AIFF.sound(packet + packet + .raw([1, 2, 3, 4, 5])))
        try withFile(head.all) { path in
            let reader = try AudioFileReader(path: path)
            #expect(reader.properties.statesLayout && reader.fileLayout == .threeZero)
            let place = Int64(head.count - 6)
            #expect(reader.warnings.map(\.position) == [.byte(place)])
            #expect(reader.warnings.first?.problem == "the last 5 bytes are not a whole packet")
            let samples = try reader.readAll()
            #expect(samples.map(\.count) == [128, 128, 128])
            #expect(samples.map { $0[64] } == [0.25, 0.375, 0.125])
            #expect(failure { _ = try AudioFileReader(path: path, options: ReaderOptions(strict: true)) } != nil)
        }
        let plain = AIFF.file("AIFC", common, AIFF.sound(packet))
        try withFile(plain.all) { path in
            let reader = try AudioFileReader(path: path)
            #expect(!reader.properties.statesLayout && reader.warnings.isEmpty)
            #expect(try reader.readAll().map { $0[0] } == [0.125, 0.25, 0.375])
        }
    }

    @Test func `the CHAN chunk names another order`() throws {
        let chan = AIFF.chunk("CHAN", .be(UInt32(124 << 16 | 6), 0, 0))
        let container = try AIFF.file("AIFF", AIFF.common(channels: 6, frames: 1), chan, AIFF.sound(.zeros(12)))
            .container()
        #expect(container.storedLayout.waveOrder == [1, 2, 0, 5, 3, 4])
        #expect(container.properties.layout == .fiveOne)
    }
}
