import Foundation
import KKMixing
import KKTestSupport
import Testing

/// MPEG audio in a CAF.
extension CAFPacketReaderTests {
    @Test func `a packet of MPEG audio that is damaged in a CAF is silent, and what follows is in its place`() throws {
        let path = try wrapped("music.mp3")
        let expected = try read(try AudioFileReader(path: path), slice: 4096)
        let place = try AudioFile(opening: path).packetPlaces(from: 9, count: 1)[0]
        let reader = try AudioFileReader(path: try damaged(path, at: place.offset, [0, 0, 0, 0]))
        #expect(reader.properties.frameCount == Int64(expected[0].count))
        let samples = try read(reader, slice: 1000)
        let lost = Int(place.firstFrame) - 1105..<Int(place.firstFrame) - 1105 + 1152
        for channel in samples.indices {
            #expect(samples[channel].count == expected[channel].count && samples[channel][lost].allSatisfy { $0 == 0 })
            #expect(samples[channel][..<lost.lowerBound].elementsEqual(expected[channel][..<lost.lowerBound]))
            // Packets whose bytes begin in the lost one are silent as well; the decoder that begins after them rounds
            // otherwise.
            let settled = lost.upperBound + 8 * 1152
            let difference =
                zip(samples[channel][settled...], expected[channel][settled...]).map { abs($0 - $1) }.max() ?? 1
            #expect(difference < 1e-7, "channel \(channel): \(difference)")
        }
        #expect(reader.warnings.contains { $0.position == .byte(place.offset) })
        try reader.seek(to: 20_000)
        #expect(same(try read(reader, slice: 333), samples.map { Array($0[20_000...]) }))
        #expect(throws: AudioFileError.self) {
            _ = try read(
                try AudioFileReader(path: folder.path("damaged.caf"), options: ReaderOptions(strict: true)), slice: 1000
            )
        }
    }

    @Test func `a table that is not of the MPEG frames is left aside where they are damaged`() throws {
        let path = try wrapped("music.mp3")
        let places = try AudioFile(opening: path).packetPlaces(from: 0, count: 10)
        // The sizes of the first two packets exchange a byte: every packet of the table begins beside a frame, and one
        // frame is damaged.
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let table = try #require(bytes.indices.first { bytes[$0...].starts(with: "pakt".utf8) }) + 12 + 24
        bytes[table + 1] -= 1
        for index in 0..<4 { bytes[Int(places[9].offset) + index] = 0 }
        let output = folder.path("table.caf")
        try Data(bytes).write(to: URL(fileURLWithPath: output))
        let samples = try read(try AudioFileReader(path: output), slice: 4096)
        #expect(samples[0].count > 40_000 && samples[0][20_000..<30_000].contains { $0 != 0 })
    }

    @Test func `MPEG audio whose header states another rate is reported`() throws {
        let path = try wrapped("music.mp3")
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let description = try #require(bytes.indices.first { bytes[$0...].starts(with: "desc".utf8) }) + 12
        let rate = Double(48_000).bitPattern
        let reader = try AudioFileReader(
            path: try damaged(
                path, at: Int64(description), (0..<8).map { UInt8(truncatingIfNeeded: rate >> (56 - 8 * UInt64($0))) }))
        #expect(
            reader.properties.warnings.contains { $0.problem.contains("48000 Hz") }
                && reader.properties.dataFormat.sampleRate == 44_100)
    }
}
