import KKCodecs
import KKFiles
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
        // Step 7: 7 and an eighth of it. Then 9, by its number 2: 9 and an eighth. Then zeros: eighths of 11, 10, 9, 8,
        // 7.
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

    @Test("Channels follow one another within a packet")
    func channels() throws {
        let (one, two) = (channel([0x10, 0x05], [0x37, 0x92]), channel([0xC0, 0x20], [0x1F]))
        #expect(try decode([one + two], channels: 2) == [decode([one])[0], decode([two])[0]])
    }

    @Test(
        "The last sample is carried on where the head names its step and is within the seven bits that it leaves out, and nowhere else"
    )
    func running() throws {
        // Up to 21, and down to step 7 again: the next head, of 0, goes on from 21.
        let (first, rest) = (channel([0, 0], [0x44]), Array(repeating: 21, count: 58))
        #expect(try decode([first])[0].suffix(58) == rest[...])
        #expect(try decode([first, channel([0, 0])])[0] == decode([first])[0] + Array(repeating: 21, count: 64))
        // 127 away is near enough, and 149 is not; another step is another stream.
        #expect(try decode([channel([0, 0x80]), channel([0, 0])])[0].last == 0)
        #expect(try decode([channel([0xFF, 0x80]), channel([0, 0])])[0].last == 0)
        #expect(try decode([first, channel([0xFF, 0x80])])[0].last == -128)
        #expect(try decode([first, channel([0, 1])])[0].last == 1)
    }

    @Test("What was carried is forgotten by a reset, and behind a packet that cannot be decoded")
    func forgotten() throws {
        let decoder = try PacketDecoders.decoder(
            for: StreamDescription(sampleRate: 44100, formatID: .appleIMA4, channelsPerFrame: 1))
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 64)
        buffer.frameLength = 64
        func last(_ packet: [UInt8]) throws -> Float {
            _ = try decoder.decode(packet.span, into: &buffer, at: 0)
            return buffer.withChannel(0) { $0[63] * 32768 }
        }
        let (first, still) = (channel([0, 0], [0x44]), channel([0, 0]))
        #expect(try last(first) == 21 && last(still) == 21)
        decoder.reset()
        #expect(try last(still) == 0)
        #expect(try last(first) == 21)
        #expect(throws: CodecError.self) { try last(channel([0, 89])) }
        #expect(try last(still) == 0)
    }

    @Test("A step that is not in the table and a packet of another size are refused")
    func refusals() {
        #expect(throws: CodecError.self) { try decode([channel([0, 89])]) }
        #expect(throws: CodecError.self) { try decode([Array(channel([0, 0]).dropLast())]) }
        #expect(throws: CodecError.self) { try decode([channel([0, 0])], channels: 2) }
    }

    @Test(
        "A file of ffmpeg's gives the reader's samples and ffmpeg's to the bit, wherever one begins to read",
        .enabled(if: OtherPrograms.areThere), arguments: [1, 2])
    func programs(channels: Int) throws {
        let folder = try ScratchFolder()
        let path = folder.path("sound.aifc")
        let tones = ["0.4*sin(440*2*PI*t)+0.2*sin(3000*t*t)", "0.7*sin(660*2*PI*t)"].prefix(channels).joined(
            separator: "|")
        _ = try OtherPrograms.run([
            "-f", "lavfi", "-i", "aevalsrc=\(tones):s=44100:d=0.5", "-c:a", "adpcm_ima_qt", "-f", "aiff", path,
        ])
        let samples = try decodeAll(PacketStream(path: path))
        #expect(samples[0].count > 20000)
        #expect(try firstDifference(readAll(path).samples, in: samples) == nil)
        let reader = try AudioFileReader(path: path)
        var buffer = PCMBuffer(channelCount: channels, frameCapacity: 300)
        buffer.frameLength = 300
        for start in [20000, 19999, 64, 63, 0, 21000] {
            try reader.seek(to: Int64(start))
            let count = try reader.read(into: &buffer, at: 0, frameCount: 300)
            for channel in 0..<channels {
                let read = buffer.withChannel(channel) { samples in (0..<count).map { samples[$0] } }
                #expect(count > 0 && read == Array(samples[channel][start..<start + count]), "from frame \(start)")
            }
        }
        for (ours, theirs) in zip(samples, try OtherPrograms.integers(path, channels: channels)) {
            #expect(ours.map { Int($0 * 32768) } == theirs.map { Int($0 >> 16) })
        }
    }
}
