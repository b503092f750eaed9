import KKConvert
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// A sample rate that changes inside an MPEG stream: each piece is converted to the first one's rate.
@Suite struct MPEGRateChangeTests {
    private static func audio(_ name: String) throws -> [[Float]] {
        try decodeAll(MPEGDecoder(source: ByteSource(path: FilePath(Fixtures.path(name)))))
    }

    private static func converted(
        _ channels: [[Float]], from: Double, to: Double, quality: ResamplerQuality = .high
    ) throws -> [[Float]] {
        try ResampledSource(ArraySource(channels, sampleRate: from), sampleRate: to, quality: quality).readAll()
    }

    @Test(arguments: [
        ("mpeg-cbr.mp3", "mpeg-mpeg2.mp3", 44_100, 22_050, 13_230 + 13_230),
        ("mpeg-mpeg2.mp3", "mpeg-cbr.mp3", 22_050, 44_100, 6_615 + 6_615),
        ("mpeg-mpeg25-8k.mp3", "mpeg-mpeg25-11k.mp3", 8_000, 11_025, 2_400 + 2_400),
        ("mpeg-mpeg25-11k.mp3", "mpeg-mono.mp3", 11_025, 44_100, 3_307 + 3_308),
    ])
    func `what follows is converted to the first rate, to the frame`(
        first: String, second: String, rate: Int, other: Int, frames: Int
    ) throws {
        let head = try fixtureBytes(first)
        let one = try Self.audio(first)
        let two = try Self.converted(Self.audio(second), from: Double(other), to: Double(rate))
        try withFile(head + fixtureBytes(second)) { path in
            let reader = try AudioFileReader(path: path)
            #expect(reader.frameCount == Int64(frames))
            #expect(reader.format.sampleRate == Double(rate))
            #expect(reader.lengthSource == .decoded)
            let expected = zip(one, two).map { $0 + $1 }
            for chunk in [5_000, 137] {
                try reader.seek(to: 0)
                #expect(firstDifference(try reader.readAll(chunk: chunk), expected) == nil)
            }
            for frame in [
                frames - 1, one[0].count + 1_000, 100, one[0].count, one[0].count - 1, one[0].count + 1, frames,
            ] {
                try reader.seek(to: Int64(frame))
                #expect(
                    firstDifference(try reader.readAll(), expected.map { Array($0[frame...]) }) == nil,
                    "from frame \(frame)")
            }
            #expect(reader.warnings.count == 1)
            let warning = try #require(reader.warnings.first)
            #expect(warning.problem.contains("\(rate) to \(other) Hz at frame \(one[0].count)"))
            // The byte of the first frame of audio, one header frame after the first file at most.
            guard case .byte(let place)? = warning.position else { throw CancellationError() }
            #expect((Int64(head.count)...Int64(head.count) + 1_000).contains(place))
            #expect(throws: AudioFileError.self) {
                try AudioFileReader(path: path, options: ReaderOptions(strict: true))
            }
        }
    }

    @Test func `the converted part is the signal it was made from`() throws {
        try withFile(fixtureBytes("mpeg-cbr.mp3") + fixtureBytes("mpeg-mpeg2.mp3")) { path in
            let audio = try AudioFileReader(path: path).readAll()
            for channel in 0..<2 {
                let original = recipeSignal(rate: 44_100, frames: 13_230, channel: channel)
                #expect(correlation(Array(audio[channel][13_230...]), original, lag: 0) > 0.99)
                #expect(correlation(Array(audio[channel][..<13_230]), original, lag: 0) > 0.99)
            }
        }
    }

    @Test func `rates may change there and back, with the channels, at the quality asked for`() throws {
        let bytes = try fixtureBytes("mpeg-cbr.mp3") + fixtureBytes("mpeg-mpeg25-8k.mp3") + fixtureBytes("mpeg-cbr.mp3")
        let stereo = try Self.audio("mpeg-cbr.mp3")
        let mono = try Self.audio("mpeg-mpeg25-8k.mp3")[0]
        for quality in [ResamplerQuality.high, .fast] {
            let middle = try Self.converted([mono, mono], from: 8_000, to: 44_100, quality: quality)
            try withFile(bytes) { path in
                let reader = try AudioFileReader(path: path, options: ReaderOptions(quality: quality))
                #expect(reader.frameCount == Int64(39_690))
                let expected = (0..<2).map { stereo[$0] + middle[$0] + stereo[$0] }
                #expect(firstDifference(try reader.readAll(), expected) == nil)
                #expect(reader.warnings.filter { $0.problem.contains("sample rate") }.count == 2)
            }
        }
    }
}
