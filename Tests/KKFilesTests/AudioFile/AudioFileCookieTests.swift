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

    private let payload = pattern(20)
    /// AAC LC of 44.1 kHz, stereo.
    private var packet: [UInt8] { [0xFF, 0xF1, 0x50, 0x80, 3, 0x7F, 0xFC] + payload }
    private var whole: [PacketDescription] { [PacketDescription(startOffset: 0, byteCount: packet.count)] }
    private var bare: [PacketDescription] { [PacketDescription(startOffset: 0, byteCount: payload.count)] }

    @Test("an ADTS header is taken off where the container tells sizes") func takenOff() throws {
        let memory = MemoryFile()
        let caf = try AudioFile(creating: memory.callbacks, fileType: "caff", format: aac)
        try caf.writePackets(packet, whole)
        try caf.writePackets(payload, bare)
        try caf.close()
        let read = try AudioFile(opening: memory.bytes).allPackets()
        #expect(read.bytes == payload + payload && read.descriptions.map(\.byteCount) == [20, 20])
    }

    @Test(
        "packets with and without ADTS headers make the same stream, with a cookie and without one",
        arguments: [nil, [0x12, 0x10]] as [[UInt8]?])
    func added(cookie: [UInt8]?) throws {
        let memory = MemoryFile()
        let stream = try AudioFile(creating: memory.callbacks, fileType: "adts", format: aac)
        if let cookie { try stream.setProperty("mgic", .bytes(cookie)) }
        #expect(try stream.writePackets(packet, whole) == 1)
        #expect(try stream.writePackets(payload, bare) == 1)
        #expect(
            try stream.writePackets(
                packet + payload,
                whole + [PacketDescription(startOffset: Int64(packet.count), byteCount: payload.count)]) == 2)
        #expect(try stream.allPackets().descriptions.map(\.byteCount) == [27, 27, 27, 27])
        try stream.close()
        #expect(memory.bytes == packet + packet + packet + packet)
        #expect(try AudioFile(opening: memory.bytes).allPackets().bytes == memory.bytes)
    }

    @Test("ADTS refuses packets that it has no header for") func refused() throws {
        func refusal(_ format: StreamDescription, _ cookie: [UInt8]?, _ byteCount: Int) throws -> String? {
            let stream = try AudioFile(creating: MemoryFile().callbacks, fileType: "adts", format: format)
            if let cookie { try stream.setProperty("mgic", .bytes(cookie)) }
            let packet = [PacketDescription(startOffset: 0, byteCount: byteCount)]
            do throws(AudioFileError) {
                try stream.writePackets([UInt8](repeating: 0x21, count: byteCount), packet)
                return nil
            } catch {
                #expect(error.code == .parameter)
                return error.problem
            }
        }
        #expect(try refusal(aac, nil, 8184) == nil)
        #expect(try refusal(aac, nil, 8185) == "ADTS has no header for this packet of 8185 bytes")
        var efficient = aac
        (efficient.formatID, efficient.framesPerPacket) = (.aacHE, 2048)
        let unknown = "a packet of 20 bytes without its ADTS header, and no cookie that says what it is"
        #expect(try refusal(efficient, nil, 20) == unknown)
        // HE-AAC of 22.05 kHz, doubled: ADTS says what is coded.
        #expect(try refusal(efficient, [0x2B, 0x92, 0x08, 0x00], 20) == nil)
        // 960 frames in a packet, and a rate of its own.
        #expect(try refusal(aac, [0x12, 0x14], 20) != nil)
        #expect(try refusal(aac, [0x17, 0x80, 0x32, 0x00, 0x10], 20) != nil)
    }
}
