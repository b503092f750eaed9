import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// A FLAC put together by hand: STREAMINFO says what it is told to, and so does each frame, whose samples are verbatim.
///
/// Source: RFC 9639 §8.2, §9.
private struct BuiltFLAC {
    var blocks = (minimum: 256, maximum: 256)
    var rate = 8000
    var channels = 2
    var bits = 16
    var total: Int?
    var frames: [Frame] = []

    struct Frame {
        var number: Int
        /// Of each channel.
        var samples: [[Int]]
        var bits = 16
        /// Changed after the checksums.
        var isDamaged = false

        /// RFC 9639 §9.1.4; 0 leaves it to STREAMINFO.
        private static let depthCodes = [8: 1, 12: 2, 16: 4, 20: 5, 24: 6, 32: 7]

        var bytes: [UInt8] {
            let size = samples[0].count - 1
            var bytes: [UInt8] = [
                0xFF, 0xF8, 0x7D, UInt8((samples.count - 1) << 4 | (Self.depthCodes[bits] ?? 0) << 1),
                UInt8(number),
            ]
            bytes += [UInt8(size >> 8), UInt8(size & 255), 0x1F, 0x40]
            bytes.append(UInt8(BuiltFrame.checksum(bytes, bits: 8, polynomial: 0x07)))
            for channel in samples {
                bytes.append(2)
                var (held, count) = (0, 0)
                for sample in channel {
                    (held, count) = ((held & 0xFF) << bits | sample & (1 << bits - 1), count + bits)
                    while count >= 8 {
                        count -= 8
                        bytes.append(UInt8(truncatingIfNeeded: held >> count))
                    }
                }
            }
            let sum = BuiltFrame.checksum(bytes, bits: 16, polynomial: 0x8005)
            bytes += [UInt8(sum >> 8), UInt8(sum & 255)]
            if isDamaged { bytes[bytes.count / 2] ^= 0x55 }
            return bytes
        }

        /// What comes out.
        var floats: [[Float]] { samples.map { $0.map { isDamaged ? 0 : Float($0) / Float(1 << (bits - 1)) } } }
    }

    /// Counted frames of these sizes, of noise.
    init(_ sizes: [Int], channels: Int = 2, bits: Int = 16) {
        var seed: UInt64 = 7
        frames = sizes.enumerated().map { number, size in
            Frame(
                number: number, samples: (0..<channels).map { _ in (0..<size).map { _ in Self.noise(&seed, bits) } },
                bits: bits)
        }
        total = sizes.reduce(0, +)
        (self.channels, self.bits) = (channels, bits)
    }

    private static func noise(_ seed: inout UInt64, _ bits: Int) -> Int {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(seed >> 40) & (1 << bits - 1) - 1 << (bits - 1)
    }

    var head: [UInt8] {
        Array("fLaC".utf8) + [0x80, 0, 0, 34]
            + BuiltFrame.bits(
                18, (UInt32(blocks.minimum), 16), (UInt32(blocks.maximum), 16), (0, 24), (0, 24), (UInt32(rate), 20),
                (UInt32(channels - 1), 3),
                (UInt32(bits - 1), 5), (0, 4), (UInt32(total ?? 0), 32)) + [UInt8](repeating: 0, count: 16)
    }

    var bytes: [UInt8] { head + frames.flatMap(\.bytes) }

    var samples: [[Float]] {
        frames[0].samples.indices.map { channel in frames.flatMap { $0.floats[channel] } }
    }
}

/// A FLAC whose parts contradict each other is the same by name, through a pipe and from any frame on: what its frames
/// say, which have checksums.
@Suite struct FLACContradictionTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let bytes: [UInt8]
        let samples: [[Float]]
        let problems: [String]

        var testDescription: String { name }

        fileprivate init(
            _ name: String, _ flac: BuiltFLAC, _ problems: [String] = [], bytes: [UInt8]? = nil,
            samples: [[Float]]? = nil
        ) {
            (self.name, self.bytes, self.samples, self.problems) = (
                name, bytes ?? flac.bytes, samples ?? flac.samples, problems
            )
        }
    }

    private static func even(_ change: (inout BuiltFLAC) -> Void = { _ in }) -> BuiltFLAC {
        var flac = BuiltFLAC([Int](repeating: 256, count: 40) + [100])
        change(&flac)
        return flac
    }

    static let cases: [Case] = {
        var cases = [
            Case("no contradiction", even()),
            Case("frames that are counted, of blocks that STREAMINFO has differ", even { $0.blocks.minimum = 16 }),
            Case("blocks that are shorter than STREAMINFO has all of them", even { $0.blocks = (4096, 4096) }),
            Case("another rate", even { $0.rate = 3000 }, ["the header states 3000 Hz, but the packets have 8000 Hz"]),
            Case("more bits", even { $0.bits = 24 }, ["the header states 24 bits, but the packets have 16 bits"]),
            Case(
                "bits that are not supported", even { $0.bits = 20 },
                ["the header states 20 bits, but the packets have 16 bits"]),
            Case(
                "fewer channels", even { $0.channels = 1 },
                ["the header states 1 channel, but the packets have 2 channels"]),
            Case(
                "more channels", even { $0.channels = 8 },
                ["the header states 8 channels, but the packets have 2 channels"]),
            Case(
                "blocks that are too small", even { $0.blocks = (16, 32) },
                ["the header states 32 frames at most, but the packets have 256 frames"]),
        ]
        var short = BuiltFLAC([256, 77, 256, 256])
        cases.append(Case("a short block in the middle", short))
        short.total = nil
        cases.append(Case("a short block in the middle, and no total", short))
        cases.append(
            Case(
                "a long block in the middle", BuiltFLAC([256, 256, 900, 256, 256]),
                ["the header states 256 frames at most, but the packets have 900 frames"]))
        var other = even()
        other.frames[7] = BuiltFLAC([Int](repeating: 256, count: 8), bits: 8).frames[7]
        cases.append(Case("one frame of other bits", other, ["the header states 16 bits, but the packets have 8 bits"]))
        var last = even()
        last.frames[40].bits = 24
        cases.append(
            Case("a last frame of other bits", last, ["the header states 16 bits, but the packets have 24 bits"]))
        let damaged = even {
            $0.blocks.minimum = 16
            $0.frames[20].isDamaged = true
        }
        let byte = damaged.frames[20].bytes.count
        cases.append(
            Case("damage, where STREAMINFO has blocks differ", damaged, ["\(byte) bytes are not a FLAC frame"]))
        cases.append(Case("many headers in a frame", crowded()))
        let flac = even()
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 10] + [UInt8](repeating: 0, count: 10)
        let half = flac.head + flac.frames[..<20].flatMap(\.bytes) + [[UInt8]](repeating: tag, count: 80).joined()
        var tagged = half + flac.frames[20].bytes + [[UInt8]](repeating: tag, count: 80).joined()
        tagged += flac.frames[21...].flatMap { $0.bytes + tag }
        cases.append(Case("more than a hundred tags", flac, bytes: tagged))
        return cases
    }()

    /// One channel of 8 bits, whose samples have the bytes of frames' headers among them.
    private static func crowded() -> BuiltFLAC {
        var flac = BuiltFLAC([256, 256, 256, 256], channels: 1, bits: 8)
        for place in 0..<8 {
            let header = BuiltFLAC.Frame(number: 60 + place, samples: flac.frames[0].samples, bits: 8).bytes[..<10]
            for (index, byte) in header.enumerated() {
                flac.frames[1].samples[0][20 * place + 30 + index] = Int(Int8(bitPattern: byte))
            }
        }
        return flac
    }

    /// What is said of a file, but for its name.
    private struct Words: Equatable {
        var problem: String
        var position: AudioFileError.Position?
        var consequence: String?

        init(_ warning: FileWarning) {
            (problem, position, consequence) = (warning.problem, warning.position, warning.consequence)
        }
    }

    @Test(arguments: cases)
    func `the same by name, by pipe and from any frame on`(_ flac: Case) throws {
        var reported: [Words] = []
        let strict = try withFile(flac.bytes) { path in
            let reader = try AudioFileReader(path: path)
            #expect(reader.frameCount == Int64(flac.samples[0].count))
            #expect(reader.fileFormat.sampleRate == 8000 && reader.fileLayout.channelCount == flac.samples.count)
            #expect(firstDifference(try reader.readAll(chunk: 1000), flac.samples) == nil)
            reported = reader.warnings.map(Words.init)
            for frame in [500, 0, 255, 256, flac.samples[0].count - 5, 333, 700, 5120, 5200]
            where frame < flac.samples[0].count {
                try reader.seek(to: Int64(frame))
                #expect(
                    firstDifference(try reader.readAll(chunk: 300), flac.samples.map { Array($0[frame...]) }) == nil,
                    "from \(frame)")
            }
            return failure { _ = try AudioFileReader(path: path, options: ReaderOptions(strict: true)).readAll() }
        }
        #expect(reported.map(\.problem) == flac.problems)
        #expect(strict?.kind == (flac.problems.isEmpty ? nil : .badData))
        try PipedBytes.with(flac.bytes) { path in
            let reader = try AudioFileReader(path: path, options: ReaderOptions(readsOnce: true))
            #expect(reader.properties.isOpen)
            #expect(firstDifference(try reader.readAll(chunk: 1000), flac.samples) == nil)
            #expect(reader.warnings.map(Words.init) == reported)
        }
        let strictPipe = try PipedBytes.with(flac.bytes) { path in
            failure {
                _ = try AudioFileReader(path: path, options: ReaderOptions(strict: true, readsOnce: true)).readAll()
            }
        }
        #expect(strictPipe?.kind == strict?.kind && strictPipe?.position == strict?.position)
    }

    @Test(arguments: [12, 20, 32]) func `FLAC of other bits than are read is refused by its bits`(bits: Int) throws {
        let flac = BuiltFLAC([256, 256, 100], bits: bits)
        let refusals = [
            try withFile(flac.bytes) { path in failure { _ = try AudioFileReader(path: path) } },
            try PipedBytes.with(flac.bytes) { path in
                failure { _ = try AudioFileReader(path: path, options: ReaderOptions(readsOnce: true)) }
            },
        ]
        for refusal in refusals {
            #expect(refusal?.kind == .unavailable && refusal?.problem == "FLAC of \(bits) bits is not supported")
        }
    }

    @Test(arguments: [nil, 256 * 40 + 100])
    func `a file of whose frames none is sound is refused with the byte of the first`(total: Int?) throws {
        let flac = Self.even {
            $0.total = total
            for index in $0.frames.indices { $0.frames[index].isDamaged = true }
        }
        func refusal(_ path: String, _ options: ReaderOptions) -> AudioFileError? {
            failure { _ = try AudioFileReader(path: path, options: options).readAll() }
        }
        let file = try withFile(flac.bytes) { refusal($0, ReaderOptions()) }
        let piped = try PipedBytes.with(flac.bytes) { refusal($0, ReaderOptions(readsOnce: true)) }
        for error in [file, piped] {
            #expect(
                error?.kind == .badData && error?.position == .byte(42) && error?.nextStep != nil,
                "\(String(describing: error))")
        }
        // Metadata alone, with nothing after that could have been sound, is a file without any.
        func empty(_ path: String, _ options: ReaderOptions) throws -> [Words] {
            let reader = try AudioFileReader(path: path, options: options)
            #expect(try reader.readAll()[0].isEmpty)
            return reader.warnings.map(Words.init)
        }
        let head = BuiltFLAC([]).head
        let reported = try withFile(head) { try empty($0, ReaderOptions()) }
        #expect(reported.count == 1)
        #expect(try PipedBytes.with(head) { try empty($0, ReaderOptions(readsOnce: true)) } == reported)
    }
}
