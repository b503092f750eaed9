import KKTestSupport
import Testing

@testable import KKFiles

/// Audio that is damaged in very many places: twenty of them are named, and that there are more.
@Suite struct DamagedPlaceTests {
    private static let more = "there are more such places"

    @Test(
        "a file of packets and a stream name twenty places and say that there are more", arguments: [19, 20, 21, 300])
    func packets(_ places: Int) throws {
        let run = SmallSound.repeated(BuiltFrame.adts([UInt8](repeating: 0x11, count: 20)), 4)
        let bytes = SmallSound.repeated(run + [1, 2, 3], places) + run
        let file = try AudioFile(opening: bytes)
        #expect(try file.packetCount() == Int64(4 * places + 4))
        let stream = try StreamRun(bytes)
        for warnings in [file.warnings, stream.stream.warnings] {
            #expect(warnings.count == min(places, 21))
            #expect((warnings.last?.problem == Self.more) == (places > 20))
        }
    }

    @Test("so does a file of MPEG audio")
    func mpeg() throws {
        let audio = try fixtureBytes("mpeg-cbr-untagged.mp3")
        let bytes = SmallSound.repeated(audio + [1, 2, 3], 30) + audio
        let properties = try Bytes.raw(bytes).asFile { try AudioFileReader(path: $0).properties }
        #expect(properties.warnings.count == 21)
        #expect(
            properties.warnings.prefix(20).allSatisfy { $0.problem == "3 bytes between MPEG frames are not MPEG audio" }
        )
        #expect(properties.warnings.filter { $0.problem == Self.more }.count == 1)
    }
}
