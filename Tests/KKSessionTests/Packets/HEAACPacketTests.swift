import KKMixing
import KKTestSupport
import Testing

extension CAFPacketReaderTests {
    /// Its decoder is 962 frames later than the encoder counts, which were heard as silence before the sound.
    @Test func `HE-AAC began late by what band replication takes`() throws {
        let path = Fixtures.path("music-he-aac.m4a")
        let whole = try AudioFileReader(path: path).readAll()
        let source = try AudioFile(opening: path)
        guard case .descriptions(let formats) = try source.property("flst") else { throw CancellationError() }
        let format = try #require(formats.first)
        let core = try source.packetTableInfo(), output = folder.path("he.caf")
        let file = try AudioFile(creating: output, fileType: AudioFile.TypeID.caf, format: format, flags: .eraseFile)
        try file.setProperty(AudioFile.Property.magicCookieData, .bytes(try #require(source.magicCookie)))
        var buffer = AudioBuffer(byteCapacity: 1 << 16)
        let read = try source.readPackets(from: 0, count: 1 << 10, into: &buffer)
        try file.writePackets(Array(buffer.bytes[..<read.byteCount]), read.descriptions)
        let table = PacketTableInfo(
            validFrames: 2 * core.validFrames, primingFrames: 2 * core.primingFrames,
            remainderFrames: 2 * core.remainderFrames)
        try file.setProperty(AudioFile.Property.packetTableInfo, .packetTableInfo(table))
        try file.close()
        #expect(format.formatID == .aacHE && whole[0].count == Int(table.validFrames))
        #expect(same(try AudioFileReader(path: output).readAll(), whole))
        #expect(same(try converted(output), whole))
    }

    /// The last two frames of one of them are silent, for its packets end too early.
    @Test(arguments: ["doubled-he-aac.caf", "parametric-he-aac.caf"])
    func `a table of HE-AAC, or priming and remainder, cut off what the reader does`(name: String) throws {
        let path = Fixtures.path(name), whole = try AudioFileReader(path: path).readAll()
        #expect(same(try converted(path), whole))
        let table = try AudioFile(opening: path).packetTableInfo()
        let heard = try converted(path) { converter, table in
            let info = AudioConverter.PrimeInfo(
                leadingFrames: Int(table.primingFrames), trailingFrames: Int(table.remainderFrames))
            try converter.setProperty(AudioConverter.Property.primeInfo, .primeInfo(info))
        }
        let lacking = max(0, 962 - Int(table.remainderFrames))
        #expect(same(heard, whole.map { Array($0.dropLast(lacking)) }))
    }
}
