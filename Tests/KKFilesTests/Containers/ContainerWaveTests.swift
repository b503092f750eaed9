import KKPCM
import Testing

@testable import KKContainers
@testable import KKFiles

@Suite struct ContainerWaveTests {
    @Test func `a plain file is read to the frame and without a warning`() throws {
        let container = try Wave.usual().container()
        #expect(container.typeID == FileType.wav.typeID)
        #expect(container.properties.frameCount == 100)
        #expect(container.dataOffset == 44)
        #expect(container.storedLayout == .stereo)
        #expect(container.sourceBitDepth == 16)
        #expect(container.dataFormat == .linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger))
        #expect(container.warnings.isEmpty)
        #expect(container.claimedFrameCount == nil)
    }

    @Test func `a size that was never filled in reaches to the end, with a warning`() throws {
        for size: UInt32 in [0xFFFF_FFFF, 0x7FFF_F000, 401, 0] {
            let container = try Wave.usual(size: size).container()
            #expect(container.properties.frameCount == 100, "\(size)")
            #expect(container.warnings.count == 1)
        }
        #expect(try Wave.usual(size: 4000).container().claimedFrameCount == 1000)
    }

    @Test func `a data chunk of size 0 with a chunk behind it is empty`() throws {
        let list = Wave.chunk("LIST", .text("INFO") + Wave.chunk("INAM", .text("Nothing\0")))
        let container = try Wave.file("RIFF", Wave.format(), Wave.chunk("data", Bytes()), list).container()
        #expect(container.properties.frameCount == 0)
        #expect(container.warnings.isEmpty)
        #expect(container.tags == [.init(key: "title", value: "Nothing")])
        #expect(
            try Wave.file("RIFF", Wave.format(), Wave.chunk("data", Bytes())).container().properties.frameCount == 0)
    }

    @Test func `odd chunks are found with and without their pad byte`() throws {
        for padded in [true, false] {
            let odd = Wave.chunk("note", .text("odd"), padded: padded)
            let list = Wave.chunk("LIST", .text("INFO") + Wave.chunk("IART", .text("me")))
            let mono = Wave.chunk("data", .le([1, 2, 3] as [UInt8]), padded: padded)
            let file = Wave.file("RIFF", odd, Wave.format(channels: 1, bits: 8), mono, list)
            let container = try file.container()
            #expect(container.properties.frameCount == 3)
            #expect(container.tags.map(\.value) == ["me"])
            #expect(container.warnings.count == (padded ? 0 : 2))
        }
    }

    @Test func `texts, the broadcast extension and cue points behind the data are read`() throws {
        let bext = Wave.chunk("bext", .text("A take") + .zeros(250) + .text("kk") + .zeros(344))
        let cue = Wave.chunk(
            "cue ",
            .le(2 as UInt32) + .le(1 as UInt32, 0) + .text("data") + .le(0 as UInt32, 0, 50) + .le(2 as UInt32, 0)
                + .text("data")
                + .le(0 as UInt32, 0, 10))
        let labels = Wave.chunk("LIST", .text("adtl") + Wave.chunk("labl", .le(1 as UInt32) + .text("middle\0")))
        let container = try Wave.usual(
            behind: bext + cue + labels + Wave.chunk("iXML", .text("<x/>")) + Wave.chunk("smpl", .zeros(36))
        ).container()
        #expect(container.properties.frameCount == 100)
        #expect(container.tags == [.init(key: "description", value: "A take"), .init(key: "originator", value: "kk")])
        #expect(container.properties.markers == [.init(frame: 10, name: ""), .init(frame: 50, name: "middle")])
        #expect(container.warnings.isEmpty)
    }

    @Test func `valid bits fewer than the container's are kept and decoded at the container's width`() throws {
        for (bits, valid): (UInt16, UInt16) in [(16, 12), (24, 20), (32, 27), (32, 24)] {
            let data = Wave.chunk("data", .zeros(Int(bits) / 8 * 10))
            let container = try Wave.file(
                "RIFF", Wave.extensible(channels: 1, bits: bits, validBits: valid, mask: 4), data
            ).container()
            #expect(container.properties.frameCount == 10)
            #expect(container.sourceBitDepth == Int(valid))
            #expect(container.dataFormat.bytesPerFrame == UInt32(bits / 8))
            #expect(container.dataFormat.formatFlags.contains(.isAlignedHigh))
            #expect(container.storedLayout == .mono)
        }
    }

    @Test func `the encodings of a WAVE file give their descriptions`() throws {
        func format(_ tag: UInt16, _ bits: UInt16) throws -> StreamDescription {
            try Wave.file("RIFF", Wave.format(tag: tag, channels: 1, bits: bits), Wave.chunk("data", .zeros(16)))
                .container().dataFormat
        }
        #expect(try format(1, 8) == .linearPCM(sampleRate: 44_100, channels: 1, bits: 8, flags: []))
        #expect(try format(1, 24) == .linearPCM(sampleRate: 44_100, channels: 1, bits: 24, flags: .isSignedInteger))
        #expect(try format(3, 32) == .linearPCM(sampleRate: 44_100, channels: 1, bits: 32, flags: .isFloat))
        #expect(try format(3, 64) == .linearPCM(sampleRate: 44_100, channels: 1, bits: 64, flags: .isFloat))
        #expect(try format(6, 8).formatID == .aLaw)
        #expect(try format(7, 8).formatID == .uLaw)
    }

    @Test func `odd rates are rates`() throws {
        for rate: UInt32 in [1000, 38_000, 768_000] {
            let container = try Wave.file("RIFF", Wave.format(rate: rate), Wave.chunk("data", .zeros(4))).container()
            #expect(container.dataFormat.sampleRate == Double(rate))
        }
    }

    @Test func `channel masks name the channels`() throws {
        let data = Wave.chunk("data", .zeros(96))
        for (count, mask, layout): (UInt16, UInt32, ChannelLayout) in [
            (6, 0x3F, .fiveOne), (8, 0x63F, .sevenOne), (2, 0, .stereo), (4, 0, .discrete(4)),
        ] {
            let container = try Wave.file(
                "RIFF", Wave.extensible(channels: count, bits: 16, validBits: 16, mask: mask), data
            ).container()
            #expect(container.storedLayout == layout)
            #expect(container.storedLayout.waveOrder == Array(0..<Int(count)))
        }
    }

    @Test func `a big-endian RIFX file is read in its own order`() throws {
        let data = Wave.chunk("data", AIFF.samples(7), bigEndian: true)
        let bytes = Wave.file("RIFX", Wave.format(bigEndian: true), data)
        let container = try bytes.container()
        #expect(try bytes.fileType() == .rifx)
        #expect(container.properties.frameCount == 7)
        #expect(container.dataFormat.formatFlags.contains(.isBigEndian))
    }

    @Test func `the loops of a RIFX file behind a tag were read in the other byte order`() throws {
        let loop: Bytes = .be(7 as UInt32, 0, 2, 5, 0, 0)
        let sampler = Wave.chunk("smpl", .be(0 as UInt32, 0, 0, 60, 0, 0, 0, 1, 0) + loop, bigEndian: true)
        let data = Wave.chunk("data", AIFF.samples(7), bigEndian: true)
        let file = Wave.file("RIFX", Wave.format(bigEndian: true), sampler, data)
        let tag = Bytes.text("ID3") + .raw([3, 0, 0, 0, 0, 0, 10]) + .zeros(10)
        for bytes in [file, tag + file] {
            let regions = try NotedFile(ByteSource(bytes: bytes.all, name: "a")).notes.regions
            #expect(regions.map { $0.markers.map(\.framePosition) } == [[2, 6]])
        }
    }

    @Test func `the GUID of a big-endian extensible file is read in both spellings`() throws {
        let start: Bytes =
            .be(0xFFFE as UInt16, 2) + .be(44_100 as UInt32, 176_400) + .be(4 as UInt16, 16, 22, 16) + .be(3 as UInt32)
        let spellings: [[UInt8]] = [
            [0, 1, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71],
            [0, 0, 0, 1, 0, 0, 0, 0x10, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71],
        ]
        for guid in spellings {
            let format = Wave.chunk("fmt ", start + .raw(guid), bigEndian: true)
            let container = try Wave.file("RIFX", format, Wave.chunk("data", AIFF.samples(7), bigEndian: true))
                .container()
            #expect(container.properties.frameCount == 7)
        }
    }

    @Test func `the sizes of RF64 and BW64 come from ds64`() throws {
        for (id, type): (String, FileType) in [("RF64", .rf64), ("BW64", .bw64)] {
            let list = Wave.chunk("LIST", .text("INFO") + Wave.chunk("INAM", .text("long")))
            let data = Wave.chunk("data", Wave.samples(100), size: .max)
            let container = try Wave.rf64(id, dataSize: 400, Wave.format(), data, list).container()
            #expect(container.typeID == type.typeID)
            #expect(container.properties.frameCount == 100)
            #expect(container.tags.map(\.value) == ["long"])
            #expect(container.warnings.isEmpty)
        }
    }

    @Test func `a ds64 beyond the file gives what is there`() throws {
        for size: UInt64 in [1 << 40, UInt64.max, 0] {
            let container = try Wave.rf64(
                dataSize: size, Wave.format(), Wave.chunk("data", Wave.samples(100), size: .max)
            ).container()
            #expect(container.properties.frameCount == 100)
            #expect(container.warnings.count == 1)
        }
    }

    @Test func `Wave64 keeps to its 64-bit sizes and its alignment`() throws {
        let container = try Wave64.file(
            Wave64.format(), Wave64.chunk("fact", .le(3 as UInt32)), Wave64.chunk("data", Wave.samples(33))
        ).container()
        #expect(container.typeID == FileType.w64.typeID)
        #expect(container.properties.frameCount == 33)
        #expect(container.warnings.isEmpty)
        let broken = try Wave64.file(Wave64.format(), Wave64.chunk("data", Wave.samples(33), size: .max)).container()
        // 132 bytes, and four of padding that a broken size cannot tell from audio.
        #expect(broken.properties.frameCount == 34)
        #expect(broken.warnings.count == 1)
    }

    @Test
    func `zeros up to a multiple of eight that a Wave64 size counts are padding, and anything else is part of a frame`()
        throws
    {
        for (rest, warnings) in [(Bytes.zeros(6), 0), (.raw([0, 0, 0, 0, 0, 1]), 1), (.zeros(4), 1)] {
            let container = try Wave64.file(Wave64.format(channels: 5), Wave64.chunk("data", .zeros(9970) + rest))
                .container()
            #expect(container.properties.frameCount == 997)
            #expect(container.dataByteCount == (warnings == 0 ? 9970 : 9970 + Int64(rest.count)))
            #expect(container.claimedFrameCount == nil)
            #expect(container.warnings.count == warnings)
        }
    }

    @Test(.enabled(if: FFmpeg.isInstalled, "ffmpeg is not installed"))
    func `the padding of ffmpeg's Wave64 is no damage`() throws {
        let bytes = try FFmpeg.encoded("channels-6.wav", "-af atrim=end_sample=477 -c:a pcm_s16le", as: "a.w64")
        let container = try Bytes.raw(bytes).container()
        #expect(container.properties.frameCount == 477)
        #expect(container.warnings.isEmpty)
        let run = try StreamRun(bytes)
        #expect(run.packetCount == 477)
        #expect(run.stream.warnings.isEmpty)
    }

    @Test func `part of a frame at the end is left out with a warning`() throws {
        let container = try Wave.file("RIFF", Wave.format(), Wave.chunk("data", .zeros(402))).container()
        #expect(container.properties.frameCount == 100)
        #expect(container.warnings.count == 1)
    }

    @Test func `a header of nonsense is an error that says what is wrong, and at which byte`() throws {
        let data = Wave.chunk("data", .zeros(16))
        let cases: [(Bytes, String)] = [
            (Wave.file("RIFF", data), "no fmt chunk"),
            (Wave.file("RIFF", Wave.format()), "no data chunk"),
            (Wave.file("RIFF", Wave.format(channels: 0), data), "0 channels"),
            (Wave.file("RIFF", Wave.format(channels: 65_535, blockAlign: 4), data), "65535 channels"),
            (Wave.file("RIFF", Wave.format(rate: 0), data), "sample rate of 0"),
            (Wave.file("RIFF", Wave.format(blockAlign: 3), data), "contradicts itself"),
            (Wave.file("RIFF", Wave.format(blockAlign: 0), data), "contradicts itself"),
            (Wave.file("RIFF", Wave.format(bits: 0, blockAlign: 4), data), "samples of 0 bits"),
            (Wave.file("RIFF", Wave.format(tag: 3, bits: 16), data), "floating-point samples of 16 bits"),
            (Wave.file("RIFF", Wave.chunk("fmt ", .zeros(6)), data), "cut off"),
        ]
        for (file, words) in cases {
            let error = try #require(file.openingError(), "\(words)")
            #expect(error.problem.contains(words), "\(error.problem)")
            #expect(error.kind == .badData)
            #expect(error.position != nil)
        }
        // What is missing is missing where the file ends.
        let end = Int64(Wave.file("RIFF", Wave.format()).all.count)
        #expect(Wave.file("RIFF", Wave.format()).openingError()?.position == .byte(end))
    }

    @Test func `a codec that is not here is named`() throws {
        for (tag, name): (UInt16, String) in [
            (0x00FF, "AAC"), (0x2000, "AC-3"), (0x161, "Windows Media Audio"), (0x1234, "0x1234"),
        ] {
            let error = try #require(
                Wave.file("RIFF", Wave.format(tag: tag), Wave.chunk("data", .zeros(16))).openingError())
            #expect(error.kind == .unavailable)
            #expect(error.problem.contains(name), "\(error.problem)")
        }
    }

    @Test func `MPEG audio and ADPCM inside WAVE go to their decoders`() throws {
        func codec(_ tag: UInt16) throws -> Container.Codec {
            try Wave.file("RIFF", Wave.format(tag: tag), Wave.chunk("data", .zeros(16))).container().codec
        }
        #expect(try codec(0x55) == .mpeg)
        #expect(try codec(0x50) == .mpeg)
        #expect(try codec(0x02) == .sndfile)
        #expect(try codec(0x11) == .sndfile)
        #expect(try codec(0x31) == .sndfile)
    }

    @Test func `a cue count of four thousand million allocates nothing`() throws {
        let cue = Wave.chunk("cue ", .le(UInt32.max) + .zeros(24))
        #expect(try Wave.usual(behind: cue).container().properties.markers.count == 1)
        let nested = (0..<5000).reduce(Bytes()) { all, _ in all + Wave.chunk("LIST", .text("INFO")) }
        #expect(try Wave.usual(behind: nested).container().warnings.count == 1)
    }
}
