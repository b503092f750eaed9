import KKConvert
import KKMath
import KKPCM
import KKTestSupport
import Testing

/// Two rates: where the output begins and ends, and which filter it is.
@Suite struct AudioConverterRateTests {
    private static func mono(_ rate: Double) -> StreamDescription { .canonical(sampleRate: rate, channels: 1) }

    private static func output(
        of samples: [Float], _ from: Double, _ to: Double, _ method: AudioConverter.PrimeMethod = .normal,
        quality: UInt32 = 0x60,
        _ complexity: AudioConverter.Complexity = .normal
    ) throws -> [Float] {
        var settings = AudioConverter.Settings()
        settings.primeMethod = method
        settings.quality = quality
        settings.complexity = complexity
        let converter = try AudioConverter(from: mono(from), to: mono(to), settings: settings)
        let supply = Supply(AudioBufferList([AudioBuffer(samples: samples)]), as: mono(from))
        return try drained(converter, supply)[0].samples(as: Float.self)
    }

    private static func primeInfo(_ from: Double, _ to: Double) throws -> AudioConverter.PrimeInfo {
        try AudioConverter(from: mono(from), to: mono(to)).primeInfo
    }

    private static let ratios: [(Double, Double)] = [
        (44_100, 48_000), (48_000, 44_100), (48_000, 96_000), (96_000, 48_000), (44_056, 48_000),
    ]

    @Test(arguments: ratios)
    func `a sine is where its method puts it`(from: Double, to: Double) throws {
        func sine(_ place: Double) -> Double { 0.5 * PortableMath.sin(place * 0.1) }
        let samples = (0..<3000).map { Float(sine(Double($0))) }
        let info = try Self.primeInfo(from, to)
        #expect(info.leadingFrames > 10 && info.trailingFrames > 10)
        for (method, origin) in [
            (AudioConverter.PrimeMethod.normal, 0), (.pre, info.leadingFrames), (.none, -info.trailingFrames),
        ] {
            let output = try Self.output(of: samples, from, to, method)
            var worst = 0.0
            for (index, sample) in output.enumerated() {
                let place = Double(index) * from / to + Double(origin)
                // Away from the ends, where the input is silent on one side.
                guard (200...2800).contains(place) else { continue }
                worst = max(worst, abs(Double(sample) - sine(place)))
            }
            #expect(worst < 2e-5)
        }
    }

    @Test(arguments: ratios)
    func `the methods are one another with silence put before the input`(from: Double, to: Double) throws {
        let samples = SeededNumbers.noise(1000, seed: 9)
        let info = try Self.primeInfo(from, to)
        let normal = try Self.output(of: samples, from, to)
        #expect(normal.count == Int(ResampledSource.outputLength(of: 1000, from: from, to: to)))
        let history = [Float](repeating: 0, count: info.leadingFrames)
        #expect(try Self.output(of: history + samples, from, to, .pre) == normal)
        let late = [Float](repeating: 0, count: info.trailingFrames)
        let none = try Self.output(of: samples, from, to, .none)
        #expect(none == (try Self.output(of: late + samples, from, to)))
        #expect(
            none.count == Int(ResampledSource.outputLength(of: Int64(1000 + info.trailingFrames), from: from, to: to)))
        #expect(try Self.output(of: history, from, to, .pre) == [])
    }

    @Test
    func `the latency method asks for no more than the output lasts, the normal one for its trailing frames as well`()
        throws
    {
        for (method, extra) in [(AudioConverter.PrimeMethod.none, 0), (.normal, 1)] {
            var settings = AudioConverter.Settings()
            settings.primeMethod = method
            let converter = try AudioConverter(from: Self.mono(48_000), to: Self.mono(44_100), settings: settings)
            let supply = Supply(
                AudioBufferList([AudioBuffer(samples: [Float](repeating: 0.5, count: 5000))]), as: Self.mono(48_000))
            var output = AudioBufferList(for: Self.mono(44_100), frameCapacity: 441)
            var count = 441
            try converter.fillComplexBuffer(packetCount: &count, into: &output, input: supply.give)
            let least = 479 + extra * converter.primeInfo.trailingFrames
            #expect(count == 441 && supply.requests[0] >= least && supply.position <= least + 8)
            #expect(supply.requests.count <= 3)
        }
    }

    @Test func `it is the rate converter of the quality`() throws {
        let samples = SeededNumbers.noise(2000, seed: 4)
        func resampled(_ quality: ResamplerQuality) throws -> [Float] {
            let source = try ResampledSource(
                ArraySource([samples], sampleRate: 48_000), sampleRate: 44_100, quality: quality)
            return try source.readAll()[0]
        }
        let table: [(UInt32, AudioConverter.Complexity, ResamplerQuality)] = [
            (0x7F, .normal, .best), (0x60, .normal, .high), (0x7E, .normal, .high), (0x40, .normal, .medium),
            (0x20, .normal, .fast),
            (0, .normal, .fast), (0, .mastering, .best), (0x7F, .mastering, .best),
        ]
        for (number, complexity, quality) in table {
            #expect(try Self.output(of: samples, 48_000, 44_100, quality: number, complexity) == resampled(quality))
        }
        #expect(try resampled(.best) != resampled(.high))
    }

    @Test func `channels are mixed on the side that has fewer, and samples may be of any sort`() throws {
        let from = integers(24, in: 32, channels: 2, [.isSignedInteger, .isBigEndian], rate: 48_000)
        let to = StreamDescription.fixedPoint(sampleRate: 44_100, channels: 1)
        let noise = (1...2).map { SeededNumbers.noise(1500, seed: $0).map { 0.5 * Double($0) } }
        let input = ReferenceFormat(description: from).list(noise)
        var settings = AudioConverter.Settings()
        settings.inputLayout = .stereo
        settings.outputLayout = .mono
        let output = try drained(AudioConverter(from: from, to: to, settings: settings), Supply(input, as: from))
        let exact = ReferenceFormat(description: from).values(input)
        let mixed = zip(exact[0], exact[1]).map { Float($0) * 0.5 + Float($1) * 0.5 }
        let expected = try Self.output(of: mixed, 48_000, 44_100).map { ($0 * 0x1p24).rounded(.toNearestOrEven) }
        #expect(output[0].samples(as: Int32.self).map(Float.init) == expected)

        let wide = StreamDescription.canonical(sampleRate: 44_100, channels: 3)
        settings = AudioConverter.Settings()
        settings.channelMap = [1, -1, 0]
        let planes = try drained(AudioConverter(from: from, to: wide, settings: settings), Supply(input, as: from))
        #expect(planes[1].samples(as: Float.self).allSatisfy { $0 == 0 })
        #expect(planes[0].samples(as: Float.self) == (try Self.output(of: exact[1].map(Float.init), 48_000, 44_100)))
        #expect(planes[2].samples(as: Float.self) == (try Self.output(of: exact[0].map(Float.init), 48_000, 44_100)))
    }

    @Test func `rates that are none, or too far apart, are refused by side`() {
        for rate in [0, -1, .nan, .infinity] {
            #expect(
                code { _ = try AudioConverter(from: Self.mono(rate), to: Self.mono(48_000)) }
                    == .inputSampleRateOutOfRange)
            #expect(
                code { _ = try AudioConverter(from: Self.mono(48_000), to: Self.mono(rate)) }
                    == .outputSampleRateOutOfRange)
        }
        #expect(
            code { _ = try AudioConverter(from: Self.mono(100), to: Self.mono(48_000)) } == .outputSampleRateOutOfRange)
        #expect(code { _ = try AudioConverter(from: Self.mono(0), to: Self.mono(0)) } == nil)
        #expect(code { _ = try AudioConverter(from: Self.mono(-5), to: Self.mono(-5)) } == .inputSampleRateOutOfRange)
    }
}
