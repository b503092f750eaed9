import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// MPEG files that were put one after the other: the first one's tag speaks of its own frames alone.
@Suite struct JoinedMPEGTests {
    /// Of mpeg-cbr.mp3.
    private static let priming: Int64 = 1105

    private static func table(_ packets: Int) -> PacketTableInfo {
        PacketTableInfo(validFrames: Int64(packets) * 1152 - priming, primingFrames: priming)
    }

    private static func files() throws -> [(bytes: [UInt8], packets: Int)] {
        let bytes = try fixtureBytes("mpeg-cbr.mp3")
        let run = try FramerRun(MPEGFramer(), bytes)
        let count = run.packets.count
        let first = run.packets[0].lowerBound
        // The first one cut, so that all packets are fewer than its tag counts.
        let cut = run.packets[3].upperBound
        return [
            (bytes + bytes + bytes, 3 * count), (bytes + bytes[first...], 2 * count),
            (Array(bytes[..<cut]) + bytes[..<cut], 8),
        ]
    }

    @Test("the first tag's count ends nothing: everything behind the priming is sound, with a warning") func file()
        throws
    {
        for (bytes, packets) in try Self.files() {
            let file = try AudioFile(opening: bytes)
            #expect(try file.packetTableInfo() == Self.table(packets))
            #expect(try file.packetCount() == Int64(packets))
            #expect(
                try file.estimatedDuration() == Double(Self.table(packets).validFrames) / file.dataFormat.sampleRate)
            let reported = file.warnings.filter { $0.problem.contains("but more packets follow") }
            #expect(reported.count == 1)
        }
    }

    @Test("a single file is as its tag says, and so is one that was cut") func single() throws {
        let bytes = try fixtureBytes("mpeg-cbr.mp3")
        let file = try AudioFile(opening: bytes)
        let table = try file.packetTableInfo()
        #expect(table.validFrames == 13230)
        #expect(table.primingFrames == Self.priming)
        #expect(file.warnings.isEmpty)
        let run = try FramerRun(MPEGFramer(), bytes)
        let cut = try AudioFile(opening: Array(bytes[..<run.packets[4].upperBound]))
        #expect(try cut.packetTableInfo() == Self.table(5))
    }

    @Test("a stream takes its packet table back with a warning, and tells it at the end", arguments: [1, 1 << 16])
    func stream(_ portion: Int) throws {
        for (bytes, packets) in try Self.files() {
            let run = try StreamRun()
            run.push(bytes, portions: [portion])
            // The last packets wait for the end.
            #expect(throws: AudioFileStreamError.self) { try run.value(.packetTableInfo) }
            run.push([])
            #expect(run.error == nil)
            #expect(run.packetCount == packets)
            #expect(try run.value(.packetTableInfo) == .packetTable(Self.table(packets)))
            #expect(run.reported.filter { $0.contains("pnfo") }.count == 3)
            #expect(run.stream.warnings.filter { $0.problem.contains("not one of them") }.count == 1)
        }
    }
}
