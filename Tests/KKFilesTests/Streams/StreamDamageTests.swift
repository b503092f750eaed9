import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// What a stream may keep, in any case.
private let bound = 1 << 16

@Suite struct StreamDamageTests {
    @Test(
        "noise behind a sound beginning is stepped over in bounded memory",
        arguments: ["mpeg-cbr.mp3", "codec-16.flac", "tone-s16.wav"])
    func noise(_ name: String) throws {
        let run = try StreamRun()
        run.push(Array(try fixtureBytes(name).prefix(4000)))
        var random = SeededNumbers(seed: 3)
        for _ in 0..<20 { run.push((0..<10_000).map { _ in UInt8(truncatingIfNeeded: random.next() >> 11) }) }
        run.push([])
        #expect(run.error == nil)
        #expect(run.stream.window.greatestCount < 1 << 19)
        #expect(run.stream.warnings.count <= 20)
    }

    @Test("a size in a file drives no allocation: chunks, tables, cookies and tags of four gigabytes")
    func sizes() throws {
        let wave =
            Bytes.text("RIFF") + .le(0xFFFF_FFF0 as UInt32) + .text("WAVE") + .text("JUNK") + .le(0xFFFF_FFF0 as UInt32)
        let run = try StreamRun()
        run.push(wave.all)
        for _ in 0..<100 { run.push([UInt8](repeating: 0, count: 10_000)) }
        #expect(run.stream.window.greatestCount < bound)
        #expect(run.error == nil)
        run.push([])
        #expect(run.error?.code == .invalidFile)

        for id in ["kuki", "pakt"] {
            let caf = Bytes.text("caff") + .be(1, 0 as UInt16) + .text(id) + .be(1 << 40 as Int64)
            let error = try #require(try StreamRun(caf.all).error)
            #expect(error.code == .invalidFile)
            #expect(error.byteOffset == 20)
        }

        let tag = Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + [UInt8](repeating: 0, count: 1 << 20)
        let tagged = try StreamRun(tag)
        #expect(tagged.stream.window.greatestCount < bound)
        #expect(tagged.error != nil)
    }

    @Test("a table that counts more packets than it has entries is an error with its byte")
    func shortTable() throws {
        let format =
            Bytes.text("desc") + .be(32 as Int64) + .be(44100.0.bitPattern) + .text("aac ")
            + .be(0, 0, 1024, 2, 0 as UInt32)
        let table =
            Bytes.text("pakt") + .be(27 as Int64) + .be(1 << 60, 1024 as Int64) + .be(0, 0 as UInt32) + .raw([1, 2, 3])
        let bytes =
            (Bytes.text("caff") + .be(1, 0 as UInt16) + format + table + .text("data") + .be(-1 as Int64) + .zeros(100))
            .all
        let error = try #require(try StreamRun(bytes).error)
        #expect(error.code == .invalidFile)
        #expect(error.byteOffset == 64)
    }

    @Test("a packet table is refused by its size where the reader of files refuses it, and not before")
    func longTable() throws {
        for (size, isRefused) in [(CAFPacketTable.byteLimit, false), (CAFPacketTable.byteLimit + 1, true)] {
            let run = try StreamRun()
            run.push(
                (CAF.file(CAF.description("aac ", packetBytes: 0, packetFrames: 1024, bits: 0)) + .text("pakt")
                    + .be(Int64(size))).all)
            #expect(run.error?.byteOffset == (isRefused ? 64 : nil))
        }
    }

    @Test("packets that differ in bytes and frames are found by both, as the table has them")
    func lookups() throws {
        let description = CAFDescription(
            sampleRate: 48_000, formatID: "QDM2", bytesPerPacket: 0, framesPerPacket: 0, channelsPerFrame: 2,
            bitsPerChannel: 0)
        var table = CAFPacketTable(description)
        for index in 0..<3000 { table.append(byteCount: 1 + index % 7, frames: 100 + index % 11) }
        table.info.validFrames = table.frameCount
        let format = CAF.description("QDM2", packetBytes: 0, packetFrames: 0, bits: 0, rate: 48_000)
        let head = CAF.file(format, CAF.chunk("pakt", Bytes(all: table.bytes)))
        let run = try StreamRun((head + CAF.data(.zeros(Int(table.byteCount)))).all, portions: [977])
        #expect(run.error == nil && run.sizes.count == 3000)
        for packet: Int64 in [0, 1, 1023, 1024, 2500, 2999] {
            let (byte, frame) = (table.firstByte(of: packet), table.firstFrame(of: packet))
            #expect(
                byte == Int64(run.sizes[..<Int(packet)].reduce(0, +))
                    && frame == Int64(run.frames[..<Int(packet)].reduce(0, +)))
            #expect(try run.value(.packetToFrame, of: packet) == .number(frame))
            #expect(try run.value(.packetToByte, of: packet) == .offset(byte, isEstimated: false))
            #expect(
                try run.value(.frameToPacket, of: frame + 99) == .place(packet: packet, offset: 99, isEstimated: false))
            #expect(try run.value(.byteToPacket, of: byte) == .place(packet: packet, offset: 0, isEstimated: false))
        }
        #expect(throws: AudioFileStreamError.self) { try run.value(.byteToPacket, of: table.byteCount) }
    }

    @Test("millions of packets without a byte come a few thousand at a time")
    func emptyPackets() throws {
        let count = 100_000
        let format =
            Bytes.text("desc") + .be(32 as Int64) + .be(44100.0.bitPattern) + .text("aac ")
            + .be(0, 0, 1024, 2, 0 as UInt32)
        let counts = Bytes.be(Int64(count), Int64(1024 * count)) + .be(0, 0 as UInt32)
        let table = Bytes.text("pakt") + .be(Int64(24 + count)) + counts + .zeros(count - 1) + .raw([1])
        let bytes =
            (Bytes.text("caff") + .be(1, 0 as UInt16) + format + table + .text("data") + .be(5 as Int64) + .zeros(5))
            .all
        let run = try StreamRun(bytes)
        #expect(run.error == nil)
        #expect(run.packetCount == count && run.bytes == [0])
        let ends = run.firsts.dropFirst() + [Int64(count)]
        #expect(zip(run.firsts, ends).allSatisfy { $1 - $0 <= 4096 })
    }

    @Test("in Wave64 a chunk with the letters of another and a GUID of its own is not taken for it")
    func guid() throws {
        var bytes = try fixtureBytes("tone-s16.w64")
        bytes[0x37] ^= 1
        let error = try #require(try StreamRun(bytes).error)
        #expect(error.code == .notOptimized)
        #expect(error.byteOffset == 0x68)
    }

    @Test("chunks without end are an error with its byte")
    func endlessChunks() throws {
        let chunk = Bytes.text("JUNK") + .le(0 as UInt32)
        var bytes = (Bytes.text("RIFF") + .le(0 as UInt32) + .text("WAVE")).all
        for _ in 0..<5000 { bytes += chunk.all }
        let error = try #require(try StreamRun(bytes).error)
        #expect(error.code == .invalidFile)
        #expect(error.byteOffset == 32_780)
    }

    @Test("a failed stream says the same again; one that ended takes nothing more")
    func states() throws {
        let failed = try StreamRun(fixtureBytes("page.html.mp3"))
        let first = failed.error
        failed.push([1])
        #expect(failed.error == first)
        let ended = try StreamRun(fixtureBytes("tone-s16.wav"))
        ended.push([1])
        #expect(ended.error?.code == .illegalOperation)
        ended.error = nil
        ended.push([])
        #expect(ended.error == nil)
    }

    @Test("a callback that parses is told so, and may ask and seek")
    func callbacks() throws {
        var codes: [AudioFileStreamError.Code] = []
        var places: [Int64] = []
        let stream = try AudioFileStream { stream, _ in
            do throws(AudioFileStreamError) {
                places.append(try stream.seek(toPacket: 2).byteOffset)
                try stream.parse([0])
            } catch {
                codes.append(error.code)
            }
        }
        try stream.parse(try fixtureBytes("tone-s16.wav"))
        #expect(!codes.isEmpty && codes.allSatisfy { $0 == .illegalOperation })
        #expect(places.first == 8)
    }
}
