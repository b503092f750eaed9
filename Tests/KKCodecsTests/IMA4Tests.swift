import KKCodecs
import KKPCM
import KKTestSupport
import Testing

/// The whole samples of packets of one channel.
private func decode(_ packets: [[UInt8]], channels: Int = 1) throws -> [[Int]] {
    var failure: CodecError?
    let stream = PacketStream(.appleIMA4, sampleRate: 44100, channels: channels, packets: packets)
    let samples = try decodeAll(stream) { failure = $1 }
    if let failure { throw failure }
    return samples.map { $0.map { Int($0 * 32768) } }
}

/// A channel's part of a packet: the two bytes of its head, the first differences, and zeros.
private func channel(_ head: [UInt8], _ differences: [UInt8] = []) -> [UInt8] {
    head + differences + [UInt8](repeating: 0, count: 32 - differences.count)
}

struct IMA4Tests {
    @Test("Differences are added step by step, the lower half of a byte first")
    func steps() throws {
        // Step 7: 7 and an eighth of it. Then 9, by its number 2: 9 and an eighth. Then zeros: eighths of 11, 10, 9, 8, 7.
        #expect(try decode([channel([0, 0], [0x44])])[0] == [7, 17, 18, 19, 20, 21] + Array(repeating: 21, count: 58))
        // A quarter of step 7 forwards (1), three quarters and the whole of it backwards.
        #expect(try decode([channel([0, 0], [0xF1])])[0][..<2] == [1, -10])
    }

    @Test("The head's nine upper bits are where a packet starts, with their sign; it stays within 16 bits")
    func heads() throws {
        #expect(try decode([channel([0xFF, 0x80])])[0] == Array(repeating: -128, count: 64))
        #expect(try decode([channel([0x7F, 0x80 | 88], [0x77])])[0][..<2] == [32767, 32767])
        #expect(try decode([channel([0x80, 0x00 | 88], [0xFF])])[0][..<2] == [-32768, -32768])
    }

    @Test("Packets need nothing of one another, and channels follow one another within one")
    func independence() throws {
        let (one, two) = (channel([0x10, 0x05], [0x37, 0x92]), channel([0xC0, 0x20], [0x1F]))
        let together = try decode([one, two])
        #expect(try together[0] == decode([one])[0] + decode([two])[0])
        #expect(try decode([one + two], channels: 2) == [decode([one])[0], decode([two])[0]])
    }

    @Test("A step that is not in the table and a packet of another size are refused")
    func refusals() {
        #expect(throws: CodecError.self) { try decode([channel([0, 89])]) }
        #expect(throws: CodecError.self) { try decode([Array(channel([0, 0]).dropLast())]) }
        #expect(throws: CodecError.self) { try decode([channel([0, 0])], channels: 2) }
    }

    @Test(
        "A file of ffmpeg's gives the reader's samples to the bit, and ffmpeg's but for the seven bits that a head leaves out",
        .enabled(if: OtherPrograms.areThere), arguments: [1, 2])
    func programs(channels: Int) throws {
        let folder = try ScratchFolder()
        let path = folder.path("sound.aifc")
        let tones = ["0.4*sin(440*2*PI*t)+0.2*sin(3000*t*t)", "0.7*sin(660*2*PI*t)"].prefix(channels).joined(separator: "|")
        _ = try OtherPrograms.run(["-f", "lavfi", "-i", "aevalsrc=\(tones):s=44100:d=0.5", "-c:a", "adpcm_ima_qt", "-f", "aiff", path])
        let samples = try decodeAll(PacketStream(path: path))
        #expect(samples[0].count > 20000)
        #expect(try firstDifference(readAll(path).samples, in: samples) == nil)
        for (ours, theirs) in zip(samples, try OtherPrograms.integers(path, channels: channels)) {
            let worst = zip(ours, theirs).map { abs(Int($0 * 32768) - Int($1 >> 16)) }.max() ?? .max
            #expect(worst <= 127)
        }
    }
}
