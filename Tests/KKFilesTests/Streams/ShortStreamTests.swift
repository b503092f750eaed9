import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// Streams of very few packets, and a little after them that is none: what is there is read, and nothing becomes audio
/// that is none.
@Suite struct ShortStreamTests {
    /// The first packets of a stream, from the first one on, and their sizes.
    private static func start(
        _ bytes: [UInt8], _ framer: any SyncFramer, packets: Int
    ) throws -> (bytes: [UInt8], sizes: [Int]) {
        let places = try FramerRun(framer, bytes).packets.prefix(packets)
        try #require(places.count == packets)
        return (Array(bytes[places[0].lowerBound..<places[packets - 1].upperBound]), places.map(\.count))
    }

    /// What may be after `packets` of them: a byte, less than a header, and after more than one less than the last of
    /// them is long.
    private static func rests(behind packets: Int, last: Int) -> [[UInt8]] {
        let few: [[UInt8]] = [[0], [0x0A], [1, 2, 3]]
        return packets > 1 ? few + [[UInt8](repeating: 0x55, count: last - 1)] : few
    }

    private static func check(_ framer: @autoclosure () -> any SyncFramer, _ whole: [UInt8], from first: Int = 1) throws
    {
        for count in first...4 {
            let (bytes, sizes) = try start(whole, framer(), packets: count)
            for rest in rests(behind: count, last: sizes[count - 1]) {
                let run = try FramerRun(framer(), bytes + rest)
                #expect(run.packets.map(\.count) == sizes, "\(count) packets and \(rest.count) bytes")
                #expect(
                    run.junk == [bytes.count..<bytes.count + rest.count], "\(count) packets and \(rest.count) bytes")
                #expect(try FramerRun(framer(), bytes + rest, portions: [1]) == run)
                let trailer = Array("TAG".utf8) + [UInt8](repeating: 32, count: 125)
                #expect(
                    try FramerRun(framer(), bytes + rest + trailer).packets.map(\.count) == sizes,
                    "\(count) packets and a tag")
                let stream = try StreamRun(bytes + rest)
                #expect(
                    stream.bytes == bytes && stream.error == nil && stream.stream.warnings.count == 1,
                    "\(count) packets and \(rest.count) bytes")
            }
            // As much as another packet takes, and not one in it.
            if count < 4 {
                #expect(
                    try FramerRun(framer(), bytes + [UInt8](repeating: 0x55, count: sizes[count - 1])).packets.isEmpty)
            }
        }
    }

    private static let mpeg = ["mpeg-layer1.mp3", "mpeg-layer2.mp3", "mpeg-cbr-untagged.mp3", "mpeg-crc.mp3"]

    @Test(arguments: mpeg)
    func `a few frames of MPEG audio and any bytes behind them are read, by name and through a pipe`(
        name: String
    ) throws {
        let whole = try fixtureBytes(name)
        try Self.check(MPEGFramer(), whole)
        for count in 1...4 {
            let (bytes, sizes) = try Self.start(whole, MPEGFramer(), packets: count)
            let plain = try withFile(bytes) { try AudioFileReader(path: $0).readAll() }
            #expect(plain[0].count == count * (name.contains("layer1") ? 384 : 1152))
            for rest in Self.rests(behind: count, last: sizes[count - 1]) {
                try withFile(bytes + rest) { path in
                    // So few bytes after MPEG audio are nobody's trouble, as everywhere.
                    let reader = try AudioFileReader(path: path, options: ReaderOptions(strict: true))
                    #expect(try reader.readAll() == plain, "\(count) frames and \(rest.count) bytes")
                }
                try PipedBytes.with(bytes + rest) { path in
                    let reader = try AudioFileReader(path: path, options: ReaderOptions(strict: true, readsOnce: true))
                    #expect(try reader.readAll() == plain, "\(count) frames and \(rest.count) bytes")
                }
            }
        }
    }

    @Test(
        .enabled(if: FFmpeg.isInstalled),
        arguments: [
            ("speech.wav", "-c:a aac", "aac"), ("music.wav", "-c:a ac3", "ac3"), ("music.wav", "-c:a eac3", "eac3"),
        ])
    func `so are those of ADTS, AC-3 and E-AC-3`(source: String, options: String, name: String) throws {
        let whole = try FFmpeg.encoded(source, options, as: "a.\(name)")
        try name == "aac" ? Self.check(ADTSFramer(), whole) : Self.check(AC3Framer(), whole)
        let (bytes, sizes) = try Self.start(whole, name == "aac" ? ADTSFramer() : AC3Framer(), packets: 3)
        try withFile(bytes + [0]) { path in
            let file = try AudioFile(opening: path)
            #expect(try file.packetPlaces(from: 0, count: .max).map(\.byteCount) == sizes)
        }
    }

    @Test func `free format of two frames is read, and of three with a byte behind them`() throws {
        let whole = try fixtureBytes("mpeg-free.mp3")
        for (count, rest) in [(2, []), (3, []), (3, [0]), (4, [0])] as [(Int, [UInt8])] {
            let (bytes, sizes) = try Self.start(whole, MPEGFramer(), packets: count)
            let run = try FramerRun(MPEGFramer(), bytes + rest)
            #expect(run.packets.map(\.count) == sizes, "\(count) frames and \(rest.count) bytes")
            #expect(try FramerRun(MPEGFramer(), bytes + rest, portions: [1]) == run)
            let named = try withFile(bytes + rest) { try AudioFileReader(path: $0).readAll() }
            let piped = try PipedBytes.with(bytes + rest) {
                try AudioFileReader(path: $0, options: ReaderOptions(readsOnce: true)).readAll()
            }
            #expect(named[0].count == count * 1152 && piped == named, "\(count) frames and \(rest.count) bytes")
        }
    }

    @Test func `noise and text are no audio, also when they begin like a frame or end in one`() throws {
        var random = SeededNumbers(seed: 11)
        let header: [UInt8] = [0xFF, 0xFB, 0x90, 0x40]
        var inputs: [(String, [UInt8])] = []
        for trial in 0..<4 {
            let noise = (0..<1 << (trial < 2 ? 20 : 16)).map { _ in UInt8(truncatingIfNeeded: random.next() >> 11) }
            switch trial {
            case 0: inputs.append(("noise", noise))
            case 1: inputs.append(("a header and noise", header + noise))
            case 2: inputs.append(("noise and half a frame", noise + header + noise[..<200]))
            // A frame has 417 bytes.
            default: inputs.append(("noise, a frame and three bytes", noise + header + noise[..<416]))
            }
        }
        for count in [100, 300, 1000, 5000] {
            inputs.append(
                ("text", Array(String(repeating: "one two three\n", count: count / 14 + 1).utf8.prefix(count))))
            inputs.append(("UTF-16", [0xFF, 0xFE] + (1..<count / 2).flatMap { [UInt8(0x48 + $0 % 40), 0] }))
        }
        for (name, bytes) in inputs {
            #expect(
                try FramerRun(MPEGFramer(), bytes, portions: [4096]).packets.isEmpty, "\(name), \(bytes.count) bytes")
            #expect(
                try FramerRun(ADTSFramer(), bytes, portions: [4096]).packets.isEmpty, "\(name), \(bytes.count) bytes")
            #expect(
                try FramerRun(AC3Framer(), bytes, portions: [4096]).packets.isEmpty, "\(name), \(bytes.count) bytes")
            #expect(throws: AudioFileError.self, "\(name), \(bytes.count) bytes") {
                try withFile(bytes) { _ = try AudioFileReader(path: $0) }
            }
            #expect(try StreamRun(bytes).packetCount == 0, "\(name), \(bytes.count) bytes")
        }
    }
}
