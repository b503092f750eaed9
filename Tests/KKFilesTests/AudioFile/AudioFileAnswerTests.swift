import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// An ADTS frame of low complexity, 44.1 kHz, stereo, of so many blocks.
private func adts(_ payload: [UInt8], blocks: Int) -> [UInt8] {
    let size = payload.count + 7
    return [
        0xFF, 0xF1, 0x50, 0x80 | UInt8(size >> 11), UInt8(size >> 3 & 0xFF), UInt8(size & 7) << 5 | 0x1F,
        0xFC | UInt8(blocks - 1),
    ] + payload
}

@Suite struct AudioFileAnswerTests {
    @Test("a read that the buffer ends is no end of the file, of packets of one size either") func fullBuffer() throws {
        let file = try AudioFile.fixture("tone-s16.wav")
        let count = try file.packetCount()
        let size = Int(file.dataFormat.bytesPerPacket)
        var buffer = AudioBuffer(byteCapacity: 100 * size)
        let full = try file.readPackets(from: 0, count: Int(count) + 10, into: &buffer)
        #expect(full.packetCount == 100 && !full.reachedEnd && full.status == 0)
        let last = try file.readPackets(from: count - 100, count: 101, into: &buffer)
        #expect(last.packetCount == 100 && last.reachedEnd)
        let exact = try file.readPackets(from: count - 100, count: 100, into: &buffer)
        #expect(exact.packetCount == 100 && !exact.reachedEnd)
        let none = try file.readPackets(from: count, count: 1, into: &buffer)
        #expect(none.packetCount == 0 && none.reachedEnd)
    }

    @Test(
        "what a stream says does not depend on what was asked before",
        arguments: [
            "truncated.mp3", "codec-16.flac", "codec-24.flac", "music-vbr-notag.mp3", "music.mp3", "mpeg-vbri.mp3",
            "truncated.flac",
        ])
    func order(_ name: String) throws {
        let first = try AudioFile.fixture(name).packetTableInfo()
        let file = try AudioFile.fixture(name)
        _ = try file.packetCount()
        #expect(try file.packetTableInfo() == first)
        #expect(try file.estimatedDuration() == Double(first.validFrames) / file.dataFormat.sampleRate)
        #expect(try AudioFileReader(path: Fixtures.path(name)).properties.frameCount == first.validFrames)
        let sum = first.validFrames + first.primingFrames + first.remainderFrames
        #expect(try sum == file.packetCount() * Int64(file.dataFormat.framesPerPacket))
        // However much was looked at, an estimate is the same until everything was.
        let young = try AudioFile.fixture(name)
        let estimates = (try young.number("brat"), try young.estimatedDuration())
        _ = try young.frame(ofPacket: 2)
        #expect(try young.number("brat") == estimates.0)
        #expect(try young.estimatedDuration() == estimates.1)
    }

    @Test("a frame that is cut short at the end is a packet, as the reader plays it, and is reported") func cutFrame()
        throws
    {
        let file = try AudioFile.fixture("truncated.mp3")
        let all = try file.allPackets()
        #expect(all.descriptions.last?.byteCount == 225)
        #expect(try file.frameCount() == 21 * 1152)
        #expect(
            file.warnings.contains { $0.problem.contains("193 of 418 bytes are missing") && $0.position == .byte(8776) }
        )
    }

    @Test("bit rates leave the frame of notes out, and are of the first packets until all were read") func bitRate()
        throws
    {
        for name in ["music.mp3", "music-vbr.mp3", "music-vbr-notag.mp3", "mpeg-vbri.mp3", "codec-16.flac"] {
            let before = try AudioFile.fixture(name).number("brat")
            let file = try AudioFile.fixture(name)
            let frames = try file.frameCount()
            let rate = Double(try file.audioByteCount()) * 8 * file.dataFormat.sampleRate / Double(frames)
            #expect(try file.number("brat") == Int64(rate.rounded()))
            // By a tag at once; by the first packets alone roughly.
            let hasTag = !name.contains("notag") && name.hasSuffix("mp3")
            #expect(abs(Double(before) - rate) < (hasTag ? 300 : rate / 2), "\(name): \(before) for \(rate)")
        }
    }

    @Test("a packet of other frames than the format says has them in its description") func variableFrames() throws {
        let flac = try AudioFile.fixture("codec-16.flac")
        let all = try flac.allPackets()
        #expect(all.descriptions.dropLast().allSatisfy { $0.variableFrames == 0 })
        #expect(
            Int64(all.descriptions.last?.variableFrames ?? 0) == (try flac.frameCount())
                % Int64(flac.dataFormat.framesPerPacket))
        let bytes = Array((1...4).map { adts([UInt8](repeating: 1, count: 50 * $0), blocks: $0) }.joined())
        let file = try AudioFile(opening: bytes, typeHint: "adts")
        let packets = try file.allPackets()
        #expect(packets.descriptions.map(\.variableFrames) == [0, 2048, 3072, 4096])
        #expect(try StreamRun(bytes, hint: "adts").frames == packets.descriptions.map(\.variableFrames))
        // A file whose packets all have one length has no place for the others.
        let caf = try AudioFile(creating: MemoryFile().callbacks, fileType: "caff", format: file.dataFormat)
        let problem = failure { try caf.writePackets(packets.bytes, packets.descriptions) }
        #expect(problem?.code == .parameter && problem?.problem.contains("2048 frames") == true)
    }
}
