import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

private let aac = StreamDescription(sampleRate: 44_100, formatID: "aac ", framesPerPacket: 1024, channelsPerFrame: 2)

@Suite struct AudioFileCookieTests {
    @Test("a CAF of AAC gets an ES descriptor around the bare configuration, and one that is set stays as it is")
    func descriptor() throws {
        let descriptor: [UInt8] =
            [
                3, 0x80, 0x80, 0x80, 0x22, 0, 0, 0, 4, 0x80, 0x80, 0x80, 0x14, 0x40, 0x15, 0, 0x18, 0, 0, 0, 0, 0, 0, 0,
                0, 0,
            ]
            + [5, 0x80, 0x80, 0x80, 2, 0x12, 0x10, 6, 0x80, 0x80, 0x80, 1, 2]
        for cookie in [[0x12, 0x10], descriptor] {
            let memory = MemoryFile()
            let file = try AudioFile(creating: memory.callbacks, fileType: "caff", format: aac)
            try file.setProperty("mgic", .bytes(cookie))
            #expect(file.magicCookie == descriptor)
            try file.close()
            #expect(try AudioFile(opening: memory.bytes).magicCookie == descriptor)
        }
    }

    @Test("FLAC's STREAMINFO goes into CAF in a dfLa box, and out of it before a stream") func streamInfo() throws {
        let source = try AudioFile.fixture("codec-16.flac")
        let block = try #require(source.magicCookie)
        let box: [UInt8] = [0, 0, 0, 50] + Array("dfLa".utf8) + [0, 0, 0, 0, 0x80, 0, 0, 34] + block
        let all = try source.allPackets()
        for cookie in [block, Array("fLaC".utf8) + [0x80, 0, 0, 34] + block, box] {
            let memory = MemoryFile()
            let caf = try AudioFile(creating: memory.callbacks, fileType: "caff", format: source.dataFormat)
            try caf.setProperty("mgic", .bytes(cookie))
            try caf.writePackets(all.bytes, all.descriptions)
            try caf.close()
            #expect(try AudioFile(opening: memory.bytes).magicCookie == box)
            let stream = MemoryFile()
            let flac = try AudioFile(creating: stream.callbacks, fileType: "flac", format: source.dataFormat)
            try flac.setProperty("mgic", .bytes(cookie))
            try flac.writePackets(all.bytes, all.descriptions)
            try flac.close()
            #expect(stream.bytes == Array("fLaC".utf8) + [0x80, 0, 0, 34] + block + all.bytes)
        }
    }

    @Test("an ADTS header is taken off where the container tells sizes, and missed where none does") func headers()
        throws
    {
        let payload = pattern(20)
        let packet: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 3, 0x7F, 0xFC] + payload
        let whole = [PacketDescription(startOffset: 0, byteCount: packet.count)]
        let bare = [PacketDescription(startOffset: 0, byteCount: payload.count)]
        let memory = MemoryFile()
        let caf = try AudioFile(creating: memory.callbacks, fileType: "caff", format: aac)
        try caf.writePackets(packet, whole)
        try caf.writePackets(payload, bare)
        try caf.close()
        let read = try AudioFile(opening: memory.bytes).allPackets()
        #expect(read.bytes == payload + payload && read.descriptions.map(\.byteCount) == [20, 20])
        let stream = try AudioFile(creating: MemoryFile().callbacks, fileType: "adts", format: aac)
        #expect(try stream.writePackets(packet, whole) == 1)
        #expect(code { try stream.writePackets(payload, bare) } == .parameter)
    }
}
