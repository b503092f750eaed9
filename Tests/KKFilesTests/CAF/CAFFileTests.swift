import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

@Suite struct CAFFileTests {
    private static let everything = CAF.file(
        CAF.description(),
        CAFSamples.all.dropFirst().reduce(Bytes()) { $0 + CAF.chunk($1.type.text, .raw($1.content)) },
        CAF.chunk("wxyz", .text("unknown")),
        CAF.chunk("data", .be(3 as UInt32) + AIFF.samples(10)), CAF.chunk("uuid", .zeros(20)))

    @Test func `chunks are listed with their places`() throws {
        let file = CAF.file(
            CAF.description(), CAF.chunk("free", .zeros(5)), CAF.data(AIFF.samples(10)), CAF.chunk("wxyz", .text("abc"))
        )
        try file.asFile { path in
            let caf = try CAFFile(path: path)
            #expect(caf.chunks.map(\.type) == ["desc", "free", "data", "wxyz"])
            #expect(caf.chunks.map(\.offset) == [8, 52, 69, 125])
            #expect(caf.chunks.map(\.byteCount) == [32, 5, 44, 3])
            #expect(caf.audio == CAFFile.Audio(editCount: 0, offset: 85, byteCount: 40))
            #expect(caf.description.sampleRate == 44_100)
            #expect(try caf.bytes(of: caf.chunks[3], limit: 10) == Bytes.text("abc").all)
            #expect(try caf.packetTable() == nil && caf.markers() == nil && caf.isStale(CAFPeaks.self) == nil)
        }
    }

    @Test func `every kind of chunk is read from a file`() throws {
        try Self.everything.asFile { path in
            let file = try CAFFile(path: path)
            #expect(try file.content(CAFCookie.self)?.bytes == [3, 0x80, 1])
            #expect(try file.content(CAFInstrument.self)?.gain == -6)
            #expect(try file.content(CAFXML.self)?.text == "<é/>")
            #expect(try file.content(CAFFormatList.self)?.items.count == 1)
            #expect(try file.content(CAFMaterialIdentifier.self)?.bytes.last == 63)
            let named = try #require(file.chunks.last)
            #expect(try file.content(CAFUserData.self, of: named).content == [0, 0, 0, 0])
            #expect(try file.markers()?.markers.map(\.name) == ["né", ""])
            #expect(try file.regions()?.regions.first?.markers.map(\.name) == ["né", ""])
            #expect(try file.isStale(CAFPeaks.self) == false)
            #expect(file.audio.editCount == 3)
        }
    }

    @Test func `a size of −1 is to the end, in the last chunk and of the audio alone`() throws {
        try CAF.file(CAF.description(), CAF.data(AIFF.samples(10), size: -1)).asFile { path in
            let file = try CAFFile(path: path)
            #expect(file.audio.byteCount == 40)
            #expect(file.chunks.last?.isOpenEnded == true)
        }
        #expect(
            problem(CAF.file(CAF.description(), CAF.chunk("free", .zeros(9), size: -1), CAF.data(AIFF.samples(1))))?
                .position == .byte(52))
        #expect(problem(CAF.file(CAF.description(), CAF.data(AIFF.samples(1), size: -2)))?.position == .byte(52))
    }

    /// Where readers take the end of what can be believed.
    @Test func `a chunk whose code is no printed ASCII is listed, and those behind it`() throws {
        let code = FourCharCode(rawValue: 0xA96E_616D)
        let named: Bytes = .be(code.rawValue) + .be(3 as Int64) + .text("abc")
        try CAF.file(CAF.description(), named, CAF.data(AIFF.samples(10))).asFile { path in
            let file = try CAFFile(path: path)
            #expect(file.chunks.map(\.type) == ["desc", code, "data"])
            #expect(try file.bytes(of: file.chunks[1], limit: 3) == Bytes.text("abc").all)
        }
    }

    @Test func `what contradicts itself is an error with its byte`() throws {
        let data = CAF.data(AIFF.samples(10))
        let cases: [(Bytes, Int64)] = [
            (.text("caff") + .be(2 as UInt16, 0) + CAF.description() + data, 4),
            (.text("RIFF") + .zeros(100), 0),
            (Bytes(), 0),
            (CAF.file(data, CAF.description()), 8),
            (CAF.file(CAF.description()), 52),
            (CAF.file(CAF.description(), data, CAF.description()), 108),
            (CAF.file(CAF.description(), data, data), 108),
            (CAF.file(CAF.description(), CAF.chunk("free", .zeros(3), size: 1 << 40), data), 52),
            (CAF.file(CAF.description(), CAF.chunk("free", .zeros(3), size: .max), data), 52),
            (CAF.file(CAF.description(), CAF.chunk("free", .zeros(3), size: .min), data), 52),
            (CAF.file(CAF.description(), data, .zeros(5)), 108),
            (CAF.file(CAF.description(), data, .zeros(2)), 108),
            (CAF.file(CAF.description(), CAF.data(AIFF.samples(1), size: 1 << 61)), 52),
            (CAF.file(CAF.description(), CAF.chunk("data", .zeros(3))), 67),
            (CAF.file(CAF.chunk("desc", .zeros(31)), data), 51),
            (
                CAF.file(CAF.description(), data)
                    + (0..<4095).reduce(into: Bytes()) { all, _ in all += CAF.chunk("free", Bytes()) }, 108 + 4094 * 12
            ),
        ]
        for (bytes, offset) in cases {
            let error = try #require(problem(bytes))
            #expect(error.kind == .badData)
            #expect(error.position == .byte(offset), "\(error)")
        }
    }

    @Test func `a damaged chunk is an error with its byte, when it is read, and no hindrance to the others`() throws {
        let file = CAF.file(
            CAF.description(), CAF.chunk("inst", .zeros(10)), CAF.chunk("info", .be(0 as UInt32)),
            CAF.data(AIFF.samples(1)))
        try file.asFile { path in
            let caf = try CAFFile(path: path)
            let error = try #require(audioFileError { _ = try caf.content(CAFInstrument.self) })
            #expect(error.position == .byte(64 + 10))
            #expect(error.problem.contains("'inst'"))
            #expect(try caf.content(CAFInformation.self)?.entries == [])
            #expect(
                CAFText.problems(try CAFText(caf)) == [nil, error.position.map { "\($0): \(error.problem)" }, nil, nil])
        }
    }

    @Test func `packets beyond the audio, and packets without a table, are errors`() throws {
        let description = CAF.description("alac", packetBytes: 0, packetFrames: 4096, bits: 0)
        let table = CAF.chunk("pakt", .be(2 as Int64, 8192) + .be(0 as Int32, 0) + .raw([3, 3]))
        try CAF.file(description, table, CAF.data(.zeros(6))).asFile { path in
            let read = try CAFFile(path: path).packetTable()
            #expect(read?.packetCount == 2)
        }
        try CAF.file(description, table, CAF.data(.zeros(5))).asFile { path in
            let file = try CAFFile(path: path)
            #expect(audioFileError { _ = try file.packetTable() }?.position == .byte(64))
        }
        try CAF.file(description, CAF.data(.zeros(5))).asFile { path in
            let file = try CAFFile(path: path)
            #expect(audioFileError { _ = try file.packetTable() }?.problem.contains("no packet table") == true)
        }
    }

    @Test func `a chunk beyond its limit is refused by its size, before a byte is read`() throws {
        try CAF.file(CAF.description(), CAF.chunk("iXML", .zeros((1 << 24) + 1)), CAF.data(AIFF.samples(1))).asFile {
            path in
            let file = try CAFFile(path: path)
            #expect(audioFileError { _ = try file.content(CAFXML.self) }?.position == .byte(52))
        }
    }

    @Test func `a file of a terabyte of nothing is listed, and its chunks are refused unread`() throws {
        let folder = try KKTestSupport.ScratchFolder()
        let tera: Int64 = 1 << 40
        let description = CAF.description("alac", packetBytes: 0, packetFrames: 4096, bits: 0)
        let head = CAF.file(description, CAF.chunk("pakt", Bytes(), size: tera))
        try folder.write(head.all, to: "a.caf")
        let made = try CommandRun.shell(
            "truncate -s \(Int64(head.count) + tera) a.caf && printf 'data\\0\\0\\0\\0\\0\\0\\0\\4AAAA' >> a.caf",
            in: folder.root)
        try #require(made.status == 0, "\(made.errorText)")
        let file = try CAFFile(path: folder.path("a.caf"))
        #expect(file.chunks.map(\.byteCount) == [32, tera, 4])
        #expect(audioFileError { _ = try file.packetTable() }?.position == .byte(52))
        #expect(audioFileError { _ = try file.bytes(of: file.chunks[1], limit: 1 << 20) }?.position == .byte(52))
    }

    @Test func `changed bytes and cuts anywhere give an error or a value`() throws {
        let table: Bytes = .be(3 as Int64, 3000) + .be(0 as Int32, 72) + .raw([3, 0x81, 0, 4])
        let packed = CAF.file(
            CAF.description("alac", packetBytes: 0, packetFrames: 1024, bits: 0), CAF.chunk("pakt", table),
            CAF.data(.zeros(200)))
        for original in [Self.everything, packed] {
            var seed: UInt64 = 99
            for round in 0..<(original.count * 2) {
                var bytes = original.all
                if round < original.count {
                    bytes = Array(bytes[..<round])
                } else {
                    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    bytes[round - original.count] ^= [1, 0x80, 0xFF, 0x7F][Int(seed >> 60) & 3]
                }
                Bytes(all: bytes).asFile { path in
                    do {
                        let file = try CAFFile(path: path)
                        _ = try? file.packetTable()
                        _ = try? file.regions()
                        _ = try CAFText(file).text
                    } catch {
                        #expect((error as? AudioFileError)?.kind == .badData, "\(error)")
                    }
                }
            }
        }
    }

    @Test func `a file is reported chunk by chunk`() throws {
        try Self.everything.asFile { path in
            let text = try CAFText(CAFFile(path: path)).text
            for line in [
                "'desc' Audio description: byte 8, 32 bytes\n  sample rate: 44100\n  format: 'lpcm'\n  flags: 0\n  bytes per packet: 4\n",
                "'mark' Markers",
                "  time codes: 25\n  marker 7: frame 0.5, 'indx', channel 2, 1:2:3:4+5, né\n  marker 8: frame 44100\n",
                "  region 9: loop, backward, frames 0.5 44100\n", "  string 7: né\n", "  title: Song\n",
                "  2005-10-07T16:22:54Z: cut\n",
                "  gain: -6.0 dB\n", "  edit count: 3\n  frames per point: 256\n  points: 2\n",
                "  channel 1: 0.5 at frame 4294967296\n",
                "  UUID: 64656667-6869-6a6b-6c6d-6e6f70717273\n", "'wxyz' Unknown",
                "  channels: no order that is known\n",
                "  format:  2 ch,  44100 Hz, 'aac ' (0x00000002), layout 101, 2 channels\n",
            ] { #expect(text.contains(line), "\(line) is not in\n\(text)") }
        }
    }

    private func problem(_ bytes: Bytes) -> AudioFileError? {
        bytes.asFile { path in audioFileError { _ = try CAFFile(path: path) } }
    }
}

extension FourCharCode {
    /// The four characters.
    fileprivate var text: String { String(description.dropFirst().dropLast()) }
}

extension CAFText {
    fileprivate static func problems(_ text: CAFText) -> [String?] { text.chunks.map(\.problem) }
}
