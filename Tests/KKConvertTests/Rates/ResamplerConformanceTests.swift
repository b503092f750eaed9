import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKConvert

/// The conformance sheet, measured again: sines through every pair of rates, as libsamplerate tests itself.
@Suite struct ResamplerConformanceTests {
    /// What was asked of each quality: flat to here, within 0.01 dB, aliases and noise below this.
    static let promises: [(ResamplerQuality, passband: Double, floor: Double)] = [
        (.best, 0.907, -140), (.high, 0.907, -120), (.medium, 0.84, -100), (.fast, 0.75, -80),
    ]

    @Test(arguments: promises.indices)
    func `the sheet's figures are what a measurement finds, and keep the promise`(index: Int) throws {
        let (quality, passband, floor) = Self.promises[index]
        let sheet = try #require(quality.figures)
        var found = (ripple: 0.0, alias: -400.0, noise: -400.0)
        for from in ResamplerFigures.rates {
            for to in ResamplerFigures.rates where to != from {
                let lower = min(from, to) / 2
                let tones = [0.013, 0.31, 0.57, 0.8 * passband, 0.96 * passband, passband].map { $0 * lower }
                for (frequency, output) in zip(tones, try converted(tones, from: from, to: to, quality)) {
                    let (gain, residual) = Self.sine(output, frequency: frequency, rate: to)
                    found.ripple = max(found.ripple, abs(20 * log10(gain)))
                    found.noise = max(found.noise, 20 * log10(residual))
                }
                guard from > to else { continue }
                let aliases = [1, 1.002, 1.006, 1.014, 1.03, 1.2, 0.61 * from / to, 0.97 * from / to].map {
                    min(max(1, $0), 0.999 * from / to) * lower
                }
                for output in try converted(aliases, from: from, to: to, quality) {
                    found.alias = max(found.alias, 20 * log10(Double(output.map(\.magnitude).max() ?? 1)))
                }
            }
        }
        #expect(found.ripple <= 0.01 && found.alias < floor && found.noise < floor, "\(quality): \(found)")
        #expect(sheet.passband == passband)
        #expect(abs(found.ripple - sheet.ripple) <= 0.00006, "\(quality): ripple \(found.ripple)")
        #expect(abs(found.alias - sheet.alias) <= 0.1, "\(quality): alias \(found.alias)")
        #expect(abs(found.noise - sheet.noise) <= 0.1, "\(quality): noise \(found.noise)")
        let design = try #require(quality.design)
        #expect(PolyphaseBank.shared(RateRatio(from: 44_100, to: 48_000), design).taps == sheet.taps)
        #expect(sheet.arithmetic == (design.isDouble ? "Float64" : "Float32"))
    }

    @Test(arguments: promises.indices)
    func `the passband is flat between its ends, too`(index: Int) throws {
        let (quality, passband, _) = Self.promises[index]
        for (from, to) in [(44_100.0, 48_000.0), (48_000, 44_100), (44_100, 96_000), (44_056, 48_000)] {
            let tones = (1...48).map { Double($0) / 48 * passband * min(from, to) / 2 }
            let strays = zip(tones, try converted(tones, from: from, to: to, quality)).map { frequency, output in
                abs(20 * log10(Self.sine(output, frequency: frequency, rate: to).gain))
            }
            #expect(strays.max() ?? 1 <= 0.01, "\(quality), \(from) to \(to)")
        }
    }

    /// Just above the lower Nyquist frequency the stop band is worst. Where the rates are near one another, a sine and
    /// its mirror above the upper Nyquist frequency both come through and add up.
    @Test(arguments: promises.indices)
    func `nothing folds back, swept closely, also between rates that are almost the same`(index: Int) throws {
        let (quality, _, floor) = Self.promises[index]
        for (from, to) in [
            (48_000.0, 44_100.0), (192_000, 8_000), (48_000, 44_056), (47_999, 44_101), (44_100, 44_056),
        ] {
            let top = min(1.05, 0.9999 * from / to)
            let aliases = (0..<48).map { (1 + Double($0) / 47 * (top - 1)) * to / 2 }
            let worst =
                try converted(aliases, from: from, to: to, quality).map { Double($0.map(\.magnitude).max() ?? 1) }.max()
                ?? 1
            #expect(20 * log10(worst) < floor, "\(quality), \(from) to \(to): \(20 * log10(worst))")
        }
    }

    @Test(arguments: promises.indices)
    func `a rate with an endless period keeps the quality`(index: Int) throws {
        let (quality, passband, floor) = Self.promises[index]
        for (from, to) in [
            (44_056.0, 48_000.0), (48_000, 44_056), (44_100.1, 48_000), (96_000, 44_055.944), (8_000, 47_999.5),
            (11_025, 192_000),
        ] {
            let lower = min(from, to) / 2
            let tones = [0.013, 0.31, 0.57, 0.8 * passband, 0.96 * passband, passband].map { $0 * lower }
            for (frequency, output) in zip(tones, try converted(tones, from: from, to: to, quality)) {
                let (gain, residual) = Self.sine(output, frequency: frequency, rate: to)
                #expect(
                    abs(20 * log10(gain)) <= 0.01 && 20 * log10(residual) < floor,
                    "\(quality), \(from) to \(to), \(frequency): \(20 * log10(residual))")
            }
        }
    }

    /// The middle of what sines of full scale become, one channel for each frequency.
    private func converted(
        _ frequencies: [Double], from: Double, to: Double, _ quality: ResamplerQuality
    ) throws -> [ArraySlice<Float>] {
        let lower = min(from, to)
        let halfLength = try #require(quality.design).halfLength + 12
        let count = Int((2 * halfLength + 500) * from / lower)
        let source = ArraySource(
            frequencies.map { frequency in
                // By hand: a debug build spends ten times as long on iterators and closures as on the sines.
                var wave = [Float](repeating: 0, count: count), index = 0
                let step = 2 * .pi * frequency / from
                while index < count {
                    wave[index] = Float(sin(step * Double(index) + 0.3))
                    index += 1
                }
                return wave
            }, sampleRate: from)
        let edge = Int(halfLength * to / lower)
        return try ResampledSource(source, sampleRate: to, quality: quality).readAll(chunk: 1 << 16).map {
            $0[edge..<$0.count - edge]
        }
    }

    /// The level of the sine of that frequency in the samples, by least squares, and the level of all the rest: both 1
    /// for a sine of full scale.
    static func sine(_ samples: ArraySlice<Float>, frequency: Double, rate: Double) -> (gain: Double, residual: Double)
    {
        let step = 2 * Double.pi * frequency / rate
        var (ss, sc, cc, sx, cx) = (0.0, 0.0, 0.0, 0.0, 0.0)
        var sines = [(s: Double, c: Double)](repeating: (0, 0), count: samples.count), n = 0
        while n < sines.count {
            let place = step * Double(samples.startIndex + n)
            let (s, c, x) = (sin(place), cos(place), Double(samples[samples.startIndex + n]))
            ss += s * s; sc += s * c; cc += c * c; sx += s * x; cx += c * x
            sines[n] = (s, c)
            n += 1
        }
        let determinant = ss * cc - sc * sc
        let (a, b) = ((sx * cc - cx * sc) / determinant, (cx * ss - sx * sc) / determinant)
        var rest = 0.0
        n = 0
        while n < sines.count {
            let difference = Double(samples[samples.startIndex + n]) - a * sines[n].s - b * sines[n].c
            rest += difference * difference
            n += 1
        }
        return ((a * a + b * b).squareRoot(), (2 * rest / Double(samples.count)).squareRoot())
    }
}
