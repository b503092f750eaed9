import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// Files of boxes as streams: what comes before the media is enough, or the stream is refused.
@Suite struct MP4StreamTests {
    @Test(arguments: ["codec-alac-front.m4a", "codec-alac-fragments.mp4"], [[.max], [1000], [17, 400]])
    func `a stream gives the packets of the file, however it is cut`(name: String, portions: [Int]) throws {
        let file = try AudioFile.fixture(name)
        let run = try StreamRun(fixtureBytes(name), portions: portions)
        let all = try file.allPackets(room: 1 << 17)
        #expect(run.error == nil && run.stream.warnings.isEmpty)
        #expect(run.bytes == all.bytes && run.sizes == all.descriptions.map(\.byteCount))
        #expect(try run.value(.dataFormat) == .format(file.dataFormat))
        #expect(try run.value(.magicCookieData) == .bytes(#require(file.magicCookie)))
        if name.hasSuffix("m4a") {
            #expect(try run.value(.packetTableInfo) == .packetTable(file.packetTableInfo()))
        }
    }

    @Test func `AAC in front of a decoder comes as it lies in the file`() throws {
        let packets = (1...9).map { [UInt8](repeating: UInt8($0), count: 100 * $0) }
        let file = MP4.file(MP4.aac([0x12, 0x10]), packets: packets).all
        let run = try StreamRun(file, portions: [333])
        #expect(run.error == nil && run.bytes == Array(packets.joined()))
        #expect(try run.value(.fileFormat) == .code("m4af"))
    }

    @Test func `samples come as frames of one size`() throws {
        let run = try StreamRun(MP4.samples([1, 2, 3, 4, 5]).all, portions: [11])
        #expect(run.error == nil && run.packetCount == 5 && run.bytes == [1, 0, 2, 0, 3, 0, 4, 0, 5, 0])
    }

    @Test(arguments: ["codec-alac.m4a", "tone-s16.mov", "codec-mp3.mp4"])
    func `media before the header are not optimised`(name: String) throws {
        let run = try StreamRun(fixtureBytes(name), portions: [1 << 12])
        #expect(run.error?.code == .notOptimized && run.packetCount == 0)
    }

    @Test func `a jump is refused, because packets are found from the start on`() throws {
        let bytes = try fixtureBytes("codec-alac-front.m4a")
        let run = try StreamRun()
        run.push(Array(bytes[..<9000]))
        run.push(Array(bytes[9000...]), discontinuity: true)
        #expect(run.error?.code == .discontinuityCantRecover)
    }

    @Test(arguments: [
        "codec-alac-front.m4a", "codec-alac-fragments.mp4", "codec-alac.m4b", "tone-s16.mov", "codec-mp3.mp4",
    ])
    func `out of a pipe comes the sound of the file`(name: String) throws {
        let file = try AudioFileReader(path: Fixtures.path(name)).readAll()
        let heard = try PipedBytes.with(fixtureBytes(name)) { path in
            try AudioFileReader(path: path, options: ReaderOptions(readsOnce: true)).readAll()
        }
        #expect(firstDifference(heard, file) == nil)
    }
}
