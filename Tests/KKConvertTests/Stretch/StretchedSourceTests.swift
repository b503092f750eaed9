import Foundation
import KKConvert
import KKPCM
import KKTestSupport
import Testing

@Suite struct StretchedSourceTests {
    private static let rate = 8_000.0

    private func stretched(
        _ channels: [[Float]], by ratio: Double, rate: Double = rate, staccato: UInt64? = nil, chunk: Int = 4_096
    ) throws -> [[Float]] {
        let source = ArraySource(channels, sampleRate: rate, staccato: staccato)
        return try StretchedSource(source, by: ratio).readAll(chunk: chunk)
    }

    private func sine(_ frequency: Double, _ count: Int, rate: Double = rate) -> [Float] {
        (0..<count).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / rate)) }
    }

    @Test(arguments: [0.0078125, 0.1, 0.7, 0.9999, 1, 1.1, 1.5, 3, 128])
    func `it lasts ceil(n · ratio) frames, and decimals are what they say`(ratio: Double) throws {
        for count in [0, 1, 10, 11, 700, 5_000] {
            let billionths = Int((ratio * 1e9).rounded())
            let expected = (count * billionths + 999_999_999) / 1_000_000_000
            let source = try StretchedSource(
                ArraySource([SeededNumbers.noise(count, seed: 3)], sampleRate: Self.rate, staccato: 1), by: ratio)
            #expect(source.frameCount == Int64(expected))
            let sound = try source.readAll()
            #expect(sound[0].count == expected, "\(count) frames")
            #expect(sound[0].allSatisfy { $0.isFinite })
            #expect(source.frameCount == Int64(expected))
        }
    }

    @Test(arguments: [8_000, 10_000_000.0]) func `a ratio of 1 passes every bit, at any rate`(rate: Double) throws {
        let noise = SeededNumbers.noise(3_000, seed: 4)
        #expect(try stretched([noise, noise], by: 1, rate: rate) == [noise, noise])
    }

    @Test func `a rate without a window is refused`() {
        #expect { try stretched([[0]], by: 2, rate: 10_000_000) } throws: { ($0 as? ConvertError)?.kind == .badData }
    }

    /// The middle of the sound, by the sine that fits it best: its amplitude, and what is left.
    private func fit(_ samples: ArraySlice<Float>, _ frequency: Double) -> (amplitude: Double, rest: Double) {
        var (xs, xc, ss, cc, sc) = (0.0, 0.0, 0.0, 0.0, 0.0)
        let step = 2 * Double.pi * frequency / Self.rate
        for (index, sample) in samples.enumerated() {
            let (s, c) = (sin(step * Double(index)), cos(step * Double(index)))
            (xs, xc) = (xs + Double(sample) * s, xc + Double(sample) * c)
            (ss, cc, sc) = (ss + s * s, cc + c * c, sc + s * c)
        }
        let determinant = ss * cc - sc * sc
        let (a, b) = ((xs * cc - xc * sc) / determinant, (xc * ss - xs * sc) / determinant)
        var rest = 0.0
        for (index, sample) in samples.enumerated() {
            let error = Double(sample) - a * sin(step * Double(index)) - b * cos(step * Double(index))
            rest += error * error
        }
        return ((a * a + b * b).squareRoot(), 10 * log10(rest / Double(samples.count) / 0.125))
    }

    /// An error of the frequency of 0.1 cent would leave −30 dB over these 4 s.
    @Test(arguments: [0.25, 0.8, 1.3, 2, 7]) func `a tone keeps its frequency and its level`(ratio: Double) throws {
        let sound = try stretched([sine(997.3, Int(40_000 / ratio))], by: ratio)[0]
        let (amplitude, rest) = fit(sound[4_000..<36_000], 997.3)
        #expect(abs(amplitude - 0.5) < 1e-4)
        #expect(rest < -85)
    }

    @Test(arguments: [0.4, 0.9, 1.1, 2, 3]) func `noise loses less than two decibels`(ratio: Double) throws {
        func level(_ samples: ArraySlice<Float>) -> Double {
            10 * log10(samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count))
        }
        let noise = SeededNumbers.noise(16_000, seed: 7)
        let sound = try stretched([noise], by: ratio)[0]
        #expect(abs(level(sound[(sound.count / 8)..<(7 * sound.count / 8)]) - level(noise[...])) < 2)
    }

    @Test(arguments: [0.6, 1.7]) func `two tones stay two`(ratio: Double) throws {
        let both = zip(sine(440, 24_000), sine(1_234, 24_000)).map { $0 + $1 }
        let sound = try stretched([both], by: ratio)[0]
        let middle = sound[(sound.count / 4)..<(3 * sound.count / 4)]
        for frequency in [440.0, 1_234] { #expect(abs(fit(middle, frequency).amplitude - 0.5) < 2e-3) }
    }

    @Test func `the bits do not depend on how either side reads`() throws {
        var channels = [SeededNumbers.noise(9_001, seed: 1), SeededNumbers.noise(9_001, seed: 2)]
        for index in 4_000..<5_000 { channels[0][index] *= 0.001 }
        for ratio in [0.3, 1.4] {
            let whole = try stretched(channels, by: ratio, chunk: 100_000)
            for (seed, chunk) in [(UInt64(5), 1), (6, 63), (7, 1_024), (8, 5_000)] {
                #expect(try stretched(channels, by: ratio, staccato: seed, chunk: chunk) == whole)
            }
        }
    }

    @Test(arguments: [0.5, 1.6, 4]) func `what is struck is struck once, in time, and as it was`(ratio: Double) throws {
        var strokes = [Float](repeating: 0, count: 60_000)
        let places = [13_000, 29_000, 45_000]
        for place in places {
            for index in 0..<400 { strokes[place + index] = Float(exp(-Double(index) / 60) * sin(Double(index) * 0.7)) }
        }
        let sound = try stretched([strokes], by: ratio, rate: 44_100)[0]
        for place in places {
            let there = Int((Double(place) * ratio).rounded())
            // The stroke's block begins up to 1.4 ms before it, and that is not stretched.
            let slack = Int(60 * max(1, ratio - 1))
            let before = sound[(there - 600)..<(there - slack - 16)].map { abs($0) }.max() ?? 1
            #expect(before < 0.002, "heard before")
            let found = (there - slack...there + slack).min { one, other in
                func error(_ start: Int) -> Float {
                    (1..<100).reduce(0) { $0 + abs(sound[start + $1] - strokes[place + $1]) }
                }
                return error(one) < error(other)
            }
            let start = try #require(found)
            let error = (0..<100).map { abs(sound[start + $0] - strokes[place + $0]) }.max() ?? 1
            #expect(error < 0.02, "not as it was")
        }
    }

    @Test(arguments: [0.25, 0.1]) func `a fast sound keeps the strokes that are left out between windows`(
        ratio: Double
    ) throws {
        var strokes = [Float](repeating: 0, count: 60_000)
        let places = Array(stride(from: 5_000, to: 55_000, by: 2_600))
        let noise = SeededNumbers.noise(1_200, seed: 3)
        for place in places { for index in 0..<1_200 { strokes[place + index] = noise[index] } }
        let sound = try stretched([strokes], by: ratio, rate: 44_100)[0]
        for place in places {
            let there = Int((Double(place) * ratio).rounded())
            // From its attack to where the sound pauses; a window is three times as long, so it is softer.
            let heard = sound[(there + 8)..<(there + Int(1_000 * ratio))].reduce(0) { $0 + $1 * $1 }
            #expect(heard / Float(Int(1_000 * ratio) - 8) > 0.03, "the stroke at \(place)")
        }
    }

    @Test func `what is between the channels stays`() throws {
        let left = SeededNumbers.noise(12_000, seed: 9)
        let sound = try stretched([left, left.map { -0.5 * $0 }], by: 1.37)
        for frame in sound[0].indices { #expect(abs(sound[1][frame] + 0.5 * sound[0][frame]) < 1e-5) }
    }

    @Test func `a place that is sought has the bits that reading gives`() throws {
        let source = ArraySource([SeededNumbers.noise(6_000, seed: 2)], sampleRate: Self.rate)
        let stretched = try StretchedSource(source, by: 1.25)
        let whole = try stretched.readAll()[0]
        for place in [0, 1, 777, 7_499, 7_500, 9_000] {
            try stretched.seek(to: Int64(place))
            #expect(try stretched.readAll()[0] == Array(whole.dropFirst(place)))
        }
    }

    @Test func `what is no number is silence, and goes nowhere`() throws {
        var noise = SeededNumbers.noise(5_000, seed: 6)
        let clean = noise.enumerated().map { $0.offset % 500 == 7 ? 0 : $0.element }
        for index in stride(from: 7, to: 5_000, by: 500) { noise[index] = index % 1_000 == 7 ? .nan : .infinity }
        #expect(try stretched([noise], by: 1.5) == stretched([clean], by: 1.5))
    }

    @Test(arguments: [0, 0.0078, 129, -1, .nan, .infinity]) func `other ratios are refused`(ratio: Double) {
        #expect { try StretchedSource(ArraySource([[0]]), by: ratio) } throws: { ($0 as? ConvertError)?.kind == .usage }
    }

    @Test(arguments: [1.0, 1_000, 768_000]) func `every rate has a window`(rate: Double) throws {
        let sound = try stretched([SeededNumbers.noise(2_000, seed: 1)], by: 1.5, rate: rate)
        #expect(sound[0].count == 3_000)
    }
}
