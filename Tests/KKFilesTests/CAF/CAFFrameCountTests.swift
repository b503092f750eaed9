import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// A fixture whose `desc` says that packets have `frames`, with the first `damaged` packets beginning as none does.
private func stating(_ frames: UInt32, _ name: String, damaged: Int = 0) throws -> [UInt8] {
    var bytes = try fixtureBytes(name)
    let places = try AudioFile(opening: bytes).packetPlaces(from: 0, count: 9)
    for place in places.prefix(damaged) { bytes[Int(place.offset)] = 0xE0 }
    bytes.replaceSubrange(40..<44, with: Bytes.be(frames).all)
    return bytes
}

/// Who reads a Core Audio file and who edits it go by the same packets.
@Suite struct CAFFrameCountTests {
    private func expect(
        _ frames: [Int], _ bytes: [UInt8], read: Int64 = 13230, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = try AudioFile(opening: bytes)
        #expect(try file.packetPlaces(from: 0, count: 9).map(\.frameCount) == frames, sourceLocation: sourceLocation)
        let all = Int64(frames.reduce(0, +))
        #expect(try file.frameCount() == all, sourceLocation: sourceLocation)
        let folder = try KKTestSupport.ScratchFolder()
        try folder.write(bytes, to: "a.caf")
        #expect(
            try AudioFileReader(path: folder.path("a.caf")).properties.frameCount == read,
            sourceLocation: sourceLocation)
    }

    @Test("a first packet of FLAC that is damaged does not make the file right that the others contradict")
    func firstDamaged() throws {
        try expect([4608, 4608, 4014], stating(2048, "codec-flac.caf", damaged: 1))
    }

    @Test("Apple Lossless that contradicts its file has one length for AudioFile and for the reader")
    func appleLossless() throws {
        let bytes = try stating(2048, "codec-alac.caf")
        try expect([4096, 4096, 4096, 942], bytes)
        let file = try AudioFile(opening: bytes)
        #expect(file.dataFormat.framesPerPacket == 4096)
        #expect(try file.packetTableInfo() == PacketTableInfo(validFrames: 13230))
    }

    @Test("half of the packets are enough to contradict the file, fewer are not")
    func tie() throws {
        // The last packet, of 942 frames, may be short and contradicts nothing.
        try expect([4096, 4096, 4096, 942], stating(2048, "codec-alac.caf", damaged: 1))
        try expect([2048, 2048, 2048, 2048], stating(2048, "codec-alac.caf", damaged: 2), read: 3 * 2048 + 942)
    }

    @Test(
        "damaged packets whose wrong lengths cancel one another do not make the file wrong that its table agrees with")
    func cancelling() throws {
        var bytes = try fixtureBytes("channels-6-opus.caf")
        let places = try AudioFile(opening: bytes).packetPlaces(from: 0, count: 20)
        try #require(places.count == 13 && places.allSatisfy { $0.frameCount == 960 && bytes[Int($0.offset)] == 0xFC })
        // Twice 10 ms, and two frames of 20 ms.
        for (packet, head) in [(2, 0xF4), (7, 0xF4), (11, 0xFD)] as [(Int, UInt8)] {
            bytes[Int(places[packet].offset)] = head
        }
        let file = try AudioFile(opening: bytes)
        #expect(file.dataFormat.framesPerPacket == 960)
        #expect(try file.packetPlaces(from: 0, count: 20).allSatisfy { $0.frameCount == 960 })
    }

    @Test(
        "a short last packet contradicts nothing: the files are as they state",
        arguments: ["codec-alac.caf", "codec-flac.caf"])
    func shortLast(_ name: String) throws {
        let file = try AudioFile(opening: fixtureBytes(name))
        let whole = Int(file.dataFormat.framesPerPacket)
        #expect(try file.packetPlaces(from: 0, count: 9).allSatisfy { $0.frameCount == whole } && file.warnings.isEmpty)
    }
}
