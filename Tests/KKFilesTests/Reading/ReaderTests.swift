import Foundation
import KKConvert
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

@Suite struct ReaderTests {
    /// All the frames of a file, a channel an array.
    private func decode(_ bytes: Bytes, chunk: Int = 4096, options: ReaderOptions = ReaderOptions()) throws -> [[Float]]
    {
        try bytes.asFile { try AudioFileReader(path: $0, options: options).readAll(chunk: chunk) }
    }

    /// What ``Wave/samples(_:)`` holds.
    private func counting(_ frames: Int) -> [[Float]] {
        [(0..<frames).map { Float($0 + 1) / 32768 }, (0..<frames).map { Float(-$0 - 1) / 32768 }]
    }

    @Test func `every container gives the same frames`() throws {
        let expected = counting(100)
        let files: [Bytes] = [
            Wave.usual(),
            Wave.file("RIFX", Wave.format(bigEndian: true), Wave.chunk("data", AIFF.samples(100), bigEndian: true)),
            Wave.rf64(dataSize: 400, Wave.format(), Wave.chunk("data", Wave.samples(100), size: .max)),
            Wave64.file(Wave64.format(), Wave64.chunk("data", Wave.samples(100))),
            AIFF.file("AIFF", AIFF.common(frames: 100), AIFF.sound(AIFF.samples(100), offset: 6)),
            AIFF.file("AIFC", AIFF.common(frames: 100, compression: "sowt"), AIFF.sound(Wave.samples(100))),
            CAF.file(CAF.description(), CAF.data(AIFF.samples(100))),
            CAF.file(CAF.description(flags: 2), CAF.data(Wave.samples(100), size: -1)),
            .text(".snd") + .be(28 as UInt32, 400, 3, 44_100, 2) + .zeros(4) + AIFF.samples(100),
            .text("dns.") + .le(24 as UInt32, .max, 3, 44_100, 2) + Wave.samples(100),
        ]
        for (index, file) in files.enumerated() {
            for chunk in [4096, 7] {
                let decoded = try decode(file, chunk: chunk)
                #expect(decoded == expected, "file \(index)")
            }
        }
    }

    @Test func `samples of every encoding have their exact values`() throws {
        func mono(_ tag: UInt16, _ bits: UInt16, _ data: Bytes) throws -> [Float] {
            try decode(Wave.file("RIFF", Wave.format(tag: tag, channels: 1, bits: bits), Wave.chunk("data", data)))[0]
        }
        // What is expected has its type said: the compiler takes six seconds to find it.
        func check(_ tag: UInt16, _ bits: UInt16, _ data: Bytes, _ expected: [Float]) throws {
            #expect(try mono(tag, bits, data) == expected, "\(tag), \(bits)")
        }
        try check(1, 8, .raw([0, 128, 255, 192]), [-1, 0, 127 / 128, 0.5])
        let shorts: [Int16] = [.min, 0, 1, .max], longs: [Int32] = [.min, 1 << 30, 256]
        try check(1, 16, .le(shorts), [-1, 0, 1 / 32768, 32767 / 32768])
        try check(1, 24, .raw([0, 0, 0x80, 1, 0, 0, 0xFF, 0xFF, 0x7F]), [-1, 0x1p-23, 1 - 0x1p-23])
        try check(1, 32, .le(longs), [-1, 0.5, 0x1p-23])
        let singles: [Float] = [2.5, -0.1], doubles: [Double] = [-3, 0.125]
        try check(3, 32, .le(singles.map(\.bitPattern)), singles)
        try check(3, 64, .le(doubles.map(\.bitPattern)), [-3, 0.125])
        try check(7, 8, .raw([0xFF, 0x00, 0x80]), [0, -32124 / 32768, 32124 / 32768])
        try check(6, 8, .raw([0xD5, 0xAA, 0x2A]), [8 / 32768, 32256 / 32768, -32256 / 32768])
        let twelve = Wave.extensible(channels: 1, bits: 16, validBits: 12, mask: 4)
        #expect(
            try decode(Wave.file("RIFF", twelve, Wave.chunk("data", .le([0x4000, -0x8000] as [Int16]))))[0] == [
                0.5, -1,
            ])
        let signed = CAF.file(
            CAF.description(packetBytes: 1, channels: 1, bits: 8), CAF.data(.raw([0x80, 0x40, 0xFF])))
        #expect(try decode(signed)[0] == [-1, 0.5, -1 / 128])
    }

    @Test func `channels come in the WAVE order, whatever the file's order is`() throws {
        // L R Ls Rs C LFE in the file (MPEG 5.1 B); each channel holds its own number.
        let frame: [Int16] = [1, 2, 5, 6, 3, 4]
        let file = CAF.file(
            CAF.description(packetBytes: 12, channels: 6), CAF.layout(tag: 122 << 16 | 6),
            CAF.data(.be((0..<20_000).flatMap { _ in frame })))
        let decoded = try decode(file)
        let first = decoded.map { $0[0] * 32768 }
        #expect(first == [1, 2, 3, 4, 5, 6])
        let uniform = decoded.allSatisfy { channel in channel.count == 20_000 && channel.allSatisfy { $0 == channel[0] }
        }
        #expect(uniform)
    }

    @Test func `seeking is exact, and tell counts the file's frames`() throws {
        try Wave.usual(frames: 30_000).asFile { path in
            let reader = try AudioFileReader(path: path)
            var buffer = PCMBuffer(channelCount: 2, frameCapacity: 8)
            var numbers = SeededNumbers(seed: 3)
            for _ in 0..<200 {
                let frame = Int64(numbers.next() % 30_010)
                try reader.seek(to: frame)
                #expect(reader.tell == frame)
                let count = try reader.readFully(into: &buffer, at: 0, frameCount: 8)
                #expect(count == max(0, min(8, Int(30_000 - frame))))
                guard count > 0 else { continue }
                buffer.frameLength = count
                #expect(
                    buffer.samples(ofChannel: 0)[count - 1] == Float(Int16(truncatingIfNeeded: Int(frame) + count))
                        / 32768)
                #expect(reader.tell == frame + Int64(count))
            }
            #expect(throws: AudioFileError.self) { try reader.seek(to: -1) }
        }
    }

    @Test func `reading at the end gives zero, and again zero`() throws {
        try Wave.usual(frames: 5).asFile { path in
            let reader = try AudioFileReader(path: path)
            var buffer = PCMBuffer(channelCount: 2, frameCapacity: 16)
            #expect(try reader.read(into: &buffer, at: 3, frameCount: 13) == 5)
            #expect(try reader.read(into: &buffer, at: 0, frameCount: 16) == 0)
            #expect(try reader.read(into: &buffer, at: 0, frameCount: 16) == 0)
            try reader.seek(to: 4)
            #expect(try reader.read(into: &buffer, at: 0, frameCount: 16) == 1)
        }
    }

    @Test func `a sample that is no number is an error with its place`() throws {
        for bad: Float in [.nan, .infinity, -.infinity, .signalingNaN] {
            var samples = [Float](repeating: 3.5, count: 100_000)
            samples[2 * 40_000 + 1] = bad
            let file = Wave.file(
                "RIFF", Wave.format(tag: 3, bits: 32), Wave.chunk("data", .le(samples.map(\.bitPattern))))
            do {
                _ = try decode(file)
                Issue.record("\(bad) was read")
            } catch let error as AudioFileError {
                #expect(error.position == .channel(1, frame: 40_000))
                #expect(error.kind == .badData)
            }
        }
        #expect(
            try decode(Wave.file("RIFF", Wave.format(tag: 3, bits: 32), Wave.chunk("data", .zeros(8 * 10))))[0].count
                == 10)
    }

    @Test func `a strict reader says what is wrong, and not what it would have done about it`() throws {
        try Bytes(all: Array(Wave.usual(frames: 100).all.dropLast(100))).asFile { path in
            let warning = try #require(try AudioFileReader(path: path).warnings.first)
            #expect(
                warning.description.hasSuffix(
                    "the header states 400 bytes of audio, but there are only 300; the available audio is used")
            )
            let error = audioFileError { _ = try AudioFileReader(path: path, options: ReaderOptions(strict: true)) }
            #expect(error?.problem == "the header states 400 bytes of audio, but there are only 300")
            #expect(error?.position == warning.position)
            #expect(error?.nextStep?.contains("leave --strict out") == true)
        }
    }

    @Test func `a strict reader makes an error of a warning`() throws {
        try Wave.usual(size: .max).asFile { path throws in
            #expect(try AudioFileReader(path: path).warnings.count == 1)
            #expect(throws: AudioFileError.self) {
                try AudioFileReader(path: path, options: ReaderOptions(strict: true))
            }
        }
        try Wave.usual().asFile { path throws in
            #expect(try AudioFileReader(path: path, options: ReaderOptions(strict: true)).warnings.isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `a 64-bit sample that Float32 cannot hold is told apart from one that is no number`(isBigEndian: Bool) throws {
        func error(_ values: [Double]) -> AudioFileError? {
            let bits = values.map(\.bitPattern)
            let format = Wave.format(tag: 3, channels: 2, bits: 64, bigEndian: isBigEndian)
            let data = Wave.chunk("data", isBigEndian ? .be(bits) : .le(bits), bigEndian: isBigEndian)
            return audioFileError { _ = try decode(Wave.file(isBigEndian ? "RIFX" : "RIFF", format, data)) }
        }
        let huge = error([0, 1, 2, -1e300])
        #expect(huge?.kind == .badData && huge?.position == .channel(1, frame: 1))
        #expect(huge?.problem == "a sample of -1e+300 is beyond the range of 32-bit float")
        for value in [Double.nan, .infinity] {
            #expect(error([value, 0])?.problem == "a sample is infinite or not a number")
        }
        #expect(error([3e38, -3e38]) == nil)
    }

    @Test func `an empty file of sound form is a track of length 0 with a warning`() throws {
        try Wave.usual(frames: 0).asFile { path in
            let reader = try AudioFileReader(path: path)
            #expect(reader.frameCount == 0)
            #expect(reader.warnings.count == 1)
            #expect(try reader.readAll() == [[], []])
        }
    }

    @Test func `a reader that was put down goes on where it was`() throws {
        try Wave.usual(frames: 60_000).asFile { path in
            let reader = try AudioFileReader(path: path)
            var buffer = PCMBuffer(channelCount: 2, frameCapacity: 50_000)
            #expect(try reader.readFully(into: &buffer, at: 0, frameCount: 50_000) == 50_000)
            reader.suspend()
            #expect(try reader.readAll()[0].last == Float(Int16(truncatingIfNeeded: 60_000)) / 32768)
        }
    }

    @Test func `hundreds of suspended readers need no descriptors`() throws {
        try Wave.usual().asFile { path in
            let readers = try (0..<2000).map { _ in
                let reader = try AudioFileReader(path: path)
                reader.suspend()
                return reader
            }
            #expect(try readers[1999].readAll()[0].count == 100)
        }
    }

    @Test func `a pipe is read like a file`() throws {
        let file = Wave.usual(frames: 200_000)
        let pipe = Pipe()
        Thread {
            try? pipe.fileHandleForWriting.write(contentsOf: Data(file.all)); try? pipe.fileHandleForWriting.close()
        }.start()
        let reader = try AudioFileReader(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        #expect(reader.frameCount == 200_000)
        #expect(try reader.readAll()[1].count == 200_000)
        try reader.seek(to: 1000)
        #expect(try reader.readAll(chunk: 100)[0].first == 1001 / 32768)
    }

    @Test func `the client's channels are mixed from the file's`() throws {
        let mono = Wave.file("RIFF", Wave.format(channels: 1), Wave.chunk("data", .le([16384, -8192] as [Int16])))
        #expect(try decode(mono, options: ReaderOptions(clientLayout: .stereo)) == [[0.5, -0.25], [0.5, -0.25]])
        let stereo = Wave.file("RIFF", Wave.format(), Wave.chunk("data", .le([16384, 0, -8192, 8192] as [Int16])))
        #expect(try decode(stereo, options: ReaderOptions(clientLayout: .mono)) == [[0.25, 0]])
    }

    @Test func `the client's rate is converted to, with the stated length`() throws {
        try Wave.usual(frames: 4410).asFile { path in
            let reader = try AudioFileReader(
                path: path, options: ReaderOptions(clientSampleRate: 48_000, quality: .fast))
            #expect(reader.frameCount == 4800)
            #expect(reader.format.sampleRate == 48_000)
            #expect(reader.fileFormat.sampleRate == 44_100)
            let all = try reader.readAll()
            #expect(all.map(\.count) == [4800, 4800])
            #expect(reader.tell == 4410)
            // A seek counts the file's frames; the converter starts again there.
            try reader.seek(to: 2205)
            #expect(reader.tell == 2205)
            #expect(try reader.readAll(chunk: 100)[0].count == 2400)
            try reader.seek(to: 0)
            #expect(try reader.readAll(chunk: 33) == all)
            try reader.seek(to: 9000)
            #expect(try reader.readAll()[0].isEmpty)
        }
    }

    @Test func `a client format that cannot be is refused`() throws {
        try Wave.usual().asFile { path in
            let reader = try AudioFileReader(path: path)
            for format in [
                StreamDescription.canonical(sampleRate: 0, channels: 2), .canonical(sampleRate: .nan, channels: 2),
                .canonical(sampleRate: 44_100, channels: 0),
            ] {
                #expect(throws: AudioFileError.self) { try reader.setClientFormat(format) }
            }
            #expect(throws: AudioFileError.self) {
                try reader.setClientFormat(.canonical(sampleRate: 44_100, channels: 1), layout: .stereo)
            }
            #expect(try reader.readAll()[0].count == 100)
        }
    }
}
