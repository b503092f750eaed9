import Foundation
import KKConvert
import KKPCM
import KKTestSupport
import Testing

@Suite struct ResampledSourceTests {
    private let rates: [Double] = [
        8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000,
    ]

    private func sine(_ count: Int, frequency: Double, rate: Double, amplitude: Double = 0.5) -> [Float] {
        (0..<count).map { Float(amplitude * sin(2 * .pi * frequency * Double($0) / rate)) }
    }

    @Test func `lengths are rounded up in exact arithmetic`() {
        #expect(ResampledSource.outputLength(of: 54_441, from: 44_100, to: 48_000) == 59_256)
        #expect(ResampledSource.outputLength(of: 59_256, from: 48_000, to: 44_100) == 54_442)
        #expect(ResampledSource.outputLength(of: 147, from: 44_100, to: 48_000) == 160)
        #expect(ResampledSource.outputLength(of: 147 << 40, from: 44_100, to: 48_000) == 160 << 40)
        #expect(ResampledSource.outputLength(of: (147 << 40) + 1, from: 44_100, to: 48_000) == (160 << 40) + 2)
        #expect(ResampledSource.outputLength(of: 1 << 62, from: 1, to: 256) == .max)
        #expect(ResampledSource.outputLength(of: 0, from: 1, to: 256) == 0)
        #expect(ResampledSource.outputLength(of: 3, from: 11_127.5, to: 22_255) == 6)
        #expect(ResampledSource.outputLength(of: 1, from: 48_000, to: 187.5) == 1)
        #expect(ResampledSource.outputLength(of: 1_000_000, from: 44_055.944, to: 44_100) == 1_001_001)
        var wrong = 0
        for from in rates {
            for to in rates {
                for frames in Int64(0)..<400 {
                    let (a, b) = (Int64(from), Int64(to))
                    if ResampledSource.outputLength(of: frames, from: from, to: to) != (frames * b + a - 1) / a {
                        wrong += 1
                    }
                }
            }
        }
        #expect(wrong == 0)
    }

    @Test func `exactly that many frames come, for all rates and lengths`() throws {
        var wrong: [String] = []
        for from in rates {
            for to in rates where to != from {
                for count in [0, 1, 2, 100, 1023, 1024, 4097] {
                    let source = ArraySource([[Float](repeating: 0.5, count: count)], sampleRate: from, staccato: 3)
                    let resampled = try ResampledSource(source, sampleRate: to, quality: .fast)
                    let expected = ResampledSource.outputLength(of: Int64(count), from: from, to: to)
                    let announced = resampled.frameCount
                    let got = try resampled.readAll()[0]
                    if announced != expected || Int64(got.count) != expected || !got.allSatisfy(\.isFinite) {
                        wrong.append("\(from) \(to) \(count): \(got.count), not \(expected)")
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test(arguments: ResamplerQuality.allCases)
    func `the bits do not depend on how either side reads`(quality: ResamplerQuality) throws {
        let channels = [SeededNumbers.noise(7001, seed: 1), SeededNumbers.noise(7001, seed: 2)]
        for (from, to) in [(44_100.0, 48_000.0), (48_000, 44_100), (96_000, 22_050), (11_127.5, 48_000)] {
            let whole = try ResampledSource(ArraySource(channels, sampleRate: from), sampleRate: to, quality: quality)
                .readAll(chunk: 100_000)
            for (seed, chunk) in [(UInt64(5), 1), (6, 63), (7, 1024), (8, 5000)] {
                let source = ArraySource(channels, sampleRate: from, staccato: seed)
                #expect(try ResampledSource(source, sampleRate: to, quality: quality).readAll(chunk: chunk) == whole)
            }
        }
    }

    /// Signal to error ratio against the closed form at the new rate, `edge` frames away from the ends.
    private func ratio(_ got: [Float], frequency: Double, rate: Double, edge: Int) -> Double {
        var signal = 0.0
        var error = 0.0
        for index in edge..<got.count - edge {
            let wanted = 0.5 * sin(2 * .pi * frequency * Double(index) / rate)
            signal += wanted * wanted
            error += (Double(got[index]) - wanted) * (Double(got[index]) - wanted)
        }
        return 10 * log10(signal / error)
    }

    @Test func `a sine arrives in place and clean`() throws {
        for (from, to) in [
            (44_100.0, 48_000.0), (48_000, 44_100), (96_000, 44_100), (44_100, 96_000), (8000, 48_000),
            (44_100, 47_999.5),
        ] {
            let source = ArraySource([sine(Int(from) / 2, frequency: 997, rate: from)], sampleRate: from)
            let got = try ResampledSource(source, sampleRate: to, quality: .best).readAll()[0]
            #expect(ratio(got, frequency: 997, rate: to, edge: Int(to / 20)) > 130, "\(from) to \(to)")
        }
    }

    @Test func `an impulse stays in its place, at the ends too`() throws {
        for position in [0, 1, 500, 998, 999] {
            var impulse = [Float](repeating: 0, count: 1000)
            impulse[position] = 1
            for to in [96_000.0, 24_000] {
                let got = try ResampledSource(ArraySource([impulse]), sampleRate: to).readAll()[0]
                let peak = got.indices.max { got[$0].magnitude < got[$1].magnitude }
                #expect(abs(Double(peak ?? -1) / to - Double(position) / 48_000) < 1.01 / 48_000)
                #expect(got.contains { $0 > 0.3 })
            }
        }
    }

    @Test func `every channel is its own`() throws {
        let channels = (0..<6).map { SeededNumbers.noise(3000, seed: UInt64($0)) }
        let together = try ResampledSource(ArraySource(channels), sampleRate: 44_100, quality: .medium).readAll()
        for (index, channel) in channels.enumerated() {
            let alone = try ResampledSource(ArraySource([channel]), sampleRate: 44_100, quality: .medium).readAll()[0]
            #expect(together[index] == alone)
        }
    }

    @Test func `equal rates pass through untouched`() throws {
        let noise = SeededNumbers.noise(5000, seed: 9)
        let source = try ResampledSource(ArraySource([noise], sampleRate: 44_100, staccato: 1), sampleRate: 44_100)
        #expect(source.frameCount == 5000)
        #expect(try source.readAll()[0] == noise)
        try source.seek(to: 4000)
        #expect(try source.readAll()[0] == Array(noise[4000...]))
    }

    @Test func `seeking gives what reading from the start gives`() throws {
        let noise = SeededNumbers.noise(6000, seed: 9)
        let source = try ResampledSource(ArraySource([noise], staccato: 2), sampleRate: 44_100, quality: .medium)
        let whole = try source.readAll()[0]
        for frame in [0, 3000, 3001, 10, 5000, 0, 5512, 5513, 100_000, 1] {
            try source.seek(to: Int64(frame))
            #expect(try source.readAll(chunk: 777)[0] == Array(whole.dropFirst(frame)))
        }
        try source.seek(to: 100)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 10)
        #expect(try source.readFully(into: &buffer, at: 0, frameCount: 10) == 10)
        try source.seek(to: 2000)
        try source.seek(to: 50)
        #expect(try source.readAll()[0] == Array(whole.dropFirst(50)))
    }

    @Test func `the length follows what the source delivers, not what it announces`() throws {
        for announced in [nil, 10_000, 5] as [Int64?] {
            let source = LyingSource(SeededNumbers.noise(3000, seed: 1), announced: announced)
            let resampled = try ResampledSource(source, sampleRate: 44_100, quality: .fast)
            #expect(
                resampled.frameCount == announced.map { ResampledSource.outputLength(of: $0, from: 48_000, to: 44_100) }
            )
            #expect(try resampled.readAll()[0].count == 2757)
            #expect(resampled.frameCount == 2757)
        }
    }

    @Test(arguments: [(88_200.0, 44_100.0), (30_870, 44_100), (44_100, 96_000), (44_100, 44_100), (12_345.678, 48_000)])
    func `a source played at another rate is the one whose format says so`(played: Double, to: Double) throws {
        let noise = [SeededNumbers.noise(3_000, seed: 4), SeededNumbers.noise(3_000, seed: 5)]
        let said = try ResampledSource(ArraySource(noise, sampleRate: played), sampleRate: to)
        let source = ArraySource(noise, sampleRate: 48_000, staccato: 6)
        let resampled = try ResampledSource(source, from: played, sampleRate: to)
        #expect(resampled.format == said.format && resampled.frameCount == said.frameCount)
        let whole = try said.readAll()
        #expect(try resampled.readAll() == whole)
        if played == to { #expect(whole == noise) }
        try resampled.seek(to: 777)
        #expect(try resampled.readAll() == whole.map { Array($0.dropFirst(777)) })
    }

    @Test func `impossible rates are refused with a next step`() {
        let source = ArraySource([[0]])
        for rate in [0, -1, Double.nan, .infinity, 48_000 / 257, 48_000 * 257] {
            #expect { _ = try ResampledSource(source, sampleRate: rate) } throws: {
                ($0 as? ConvertError)?.kind == .usage && ($0 as? ConvertError)?.nextStep != nil
            }
        }
        for played in [0, -1, Double.nan] {
            #expect { _ = try ResampledSource(source, from: played, sampleRate: 48_000) } throws: {
                ($0 as? ConvertError)?.kind == .badData
            }
        }
        #expect { _ = try ResampledSource(ArraySource([[0]], sampleRate: 0), sampleRate: 48_000) } throws: {
            ($0 as? ConvertError)?.kind == .badData
        }
        let wide = ArraySource([[Float]](repeating: [0], count: 200))
        #expect { _ = try ResampledSource(wide, sampleRate: 44_100, quality: .libsamplerateBest) } throws: {
            ($0 as? ConvertError)?.kind == .unavailable
        }
        #expect(throws: Never.self) { _ = try ResampledSource(wide, sampleRate: 44_100) }
        #expect(throws: Never.self) { _ = try ResampledSource(wide, sampleRate: 48_000) }
    }
}

/// A source whose announcement is wrong.
private final class LyingSource: FrameSource {
    let source: ArraySource
    let frameCount: Int64?

    init(_ samples: [Float], announced: Int64?) {
        source = ArraySource([samples])
        frameCount = announced
    }

    var format: StreamDescription { source.format }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        try source.read(into: &buffer, at: offset, frameCount: frameCount)
    }

    func seek(to frame: Int64) throws {
        try source.seek(to: frame)
    }
}
