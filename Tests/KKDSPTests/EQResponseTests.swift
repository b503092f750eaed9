import Foundation
import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

/// Responses, held against the analog prototypes, in two ways: the transfer function of the difference equation, which
/// the five numbers give exactly, however slow the decay; and the impulse response that a cascade really gives,
/// transformed, for sections that decay within it.
@Suite struct EQResponseTests {
    static let rates: [Double] = [
        8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000,
    ]

    static func worst(_ band: EQBand, rate: Double, frequencies: [Double], _ measured: (Double) -> Double) -> Double {
        let prototype = AnalogPrototype(band, rate: rate)
        var worst = 0.0
        for f in frequencies {
            let expected = prototype.decibels(f)
            if expected < -60 { continue }
            let difference = abs(measured(f) - expected)
            if difference.isNaN { return .infinity }
            worst = max(worst, difference)
        }
        return worst
    }

    @Test(arguments: FilterType.allCases)
    func `the difference equation has the prototype's response at a thousand frequencies of every rate`(
        kind: FilterType
    ) {
        for rate in Self.rates {
            let frequencies = (0..<1000).map { pow(rate * 0.49999 / 5, Double($0) / 999) * 5 }
            let settings: [(Double, Double, Double)] = [
                (20, 24, 0.05), (20, -24, 5), (30, -96, 0.5), (100, 6, 1), (1000, 12, 0.5), (1000, -3, 0.05),
                (3000, 24, 5), (0.2 * rate, 6, 2),
                (0.25 * rate, -96, 1), (0.45 * rate, 9, 0.3), (0.49 * rate, -12, 5), (0.5 * rate, 6, 1.5),
            ]
            for (frequency, gain, bandwidth) in settings {
                let band = EQBand(kind, frequency: frequency, gain: gain, bandwidth: bandwidth)
                let section = band.coefficients(sampleRate: rate)
                let worst = Self.worst(band, rate: rate, frequencies: frequencies) {
                    section.decibels(atFrequency: $0, sampleRate: rate)
                }
                #expect(worst < 0.001, "\(kind) \(rate) \(frequency) \(gain) \(bandwidth)")
            }
        }
    }

    /// What a cascade of one section gives for an impulse of 1.
    static func impulseResponse(_ section: BiquadCoefficients, length: Int) -> [Float] {
        var cascade = BiquadCascade(sectionCount: 1, channelCount: 1)
        cascade[0] = section
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: length)
        buffer.frameLength = length
        buffer.fill(channel: 0, with: [1])
        cascade.process(0..<length, in: &buffer)
        return buffer.samples(ofChannel: 0)
    }

    @Test(arguments: FilterType.allCases)
    func `the measured impulse response has the prototype's response`(kind: FilterType) {
        let length = 8192
        for rate in Self.rates {
            for (place, gain, bandwidth) in [(0.01, 6.0, 1.0), (0.05, -9, 0.5), (0.2, 12, 2), (0.4, -6, 0.7)] {
                let band = EQBand(kind, frequency: place * rate, gain: gain, bandwidth: bandwidth)
                let response = Self.impulseResponse(band.coefficients(sampleRate: rate), length: length)
                let spectrum = Transform.magnitudes(response)
                let frequencies = (0..<1000).map { Double(1 + $0 * 4) * rate / Double(length) }
                let worst = Self.worst(band, rate: rate, frequencies: frequencies) {
                    20 * log10(spectrum[Int(($0 * Double(length) / rate).rounded())])
                }
                #expect(worst < 0.001, "\(kind) \(rate) \(place) \(gain) \(bandwidth)")
            }
        }
    }

    @Test func `a steady sine through a narrow peak at 20 Hz of 192 kHz has the peak's gain`() {
        let rate = 192_000.0, length = 19_200 * 64, period = 9600
        var cascade = BiquadCascade(sectionCount: 1, channelCount: 1)
        cascade[0] = EQBand(.parametric, frequency: 20, gain: 12, bandwidth: 0.5).coefficients(sampleRate: rate)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: length)
        buffer.frameLength = length
        let turn = (0..<period).map { Float(0.1 * sin(2 * .pi * Double($0) / Double(period))) }
        for start in stride(from: 0, to: length, by: period) { buffer.fill(channel: 0, at: start, with: turn) }
        cascade.process(0..<length, in: &buffer)
        let last = buffer.samples(ofChannel: 0).suffix(period).map(Double.init)
        let level = 20 * log10(sqrt(last.map { $0 * $0 }.reduce(0, +) / Double(period)) / (0.1 / sqrt(2)))
        #expect(abs(level - 12) < 0.001)
    }

    @Test func `published anchors are exact`() {
        for rate in Self.rates {
            for frequency in [50.0, 440, 3000] {
                func level(_ band: EQBand, _ f: Double) -> Double {
                    band.coefficients(sampleRate: rate).decibels(atFrequency: f, sampleRate: rate)
                }
                let butterworth = -3.010299956639812
                #expect(abs(level(EQBand(.lowPass, frequency: frequency), frequency) - butterworth) < 1e-6)
                #expect(abs(level(EQBand(.highPass, frequency: frequency), frequency) - butterworth) < 1e-6)
                for gain in [-18.0, -6, 3, 24] {
                    #expect(abs(level(EQBand(.parametric, frequency: frequency, gain: gain), frequency) - gain) < 1e-6)
                    for kind in [FilterType.lowShelf, .highShelf, .resonantLowShelf, .resonantHighShelf] {
                        let band = EQBand(kind, frequency: frequency, gain: gain, bandwidth: 1)
                        #expect(abs(level(band, frequency) - gain / 2) < 1e-6)
                        let isLow = kind == .lowShelf || kind == .resonantLowShelf
                        #expect(abs(level(band, 0) - (isLow ? gain : 0)) < 1e-6)
                        #expect(abs(level(band, rate / 2) - (isLow ? 0 : gain)) < 1e-6)
                    }
                }
                // The default bandwidth of half an octave has Q = 1 / (2 sinh(ln 2 / 4)).
                let resonance = 20 * log10(0.5 / sinh(log(2) / 4))
                #expect(abs(level(EQBand(.resonantLowPass, frequency: frequency), frequency) - resonance) < 1e-6)
                #expect(abs(level(EQBand(.resonantHighPass, frequency: frequency), frequency) - resonance) < 1e-6)
                #expect(abs(level(EQBand(.bandPass, frequency: frequency), frequency)) < 1e-6)
                #expect(level(EQBand(.bandStop, frequency: frequency), frequency) < -100)
            }
        }
    }

    @Test func `band edges lie where the bandwidth says`() {
        let rate = 192_000.0
        for frequency in [100.0, 1000] {
            for octaves in [0.1, 0.5, 1, 2] {
                for edge in [frequency * exp2(octaves / 2), frequency * exp2(-octaves / 2)] {
                    let peak = EQBand(.parametric, frequency: frequency, gain: 10, bandwidth: octaves).coefficients(
                        sampleRate: rate)
                    #expect(abs(peak.decibels(atFrequency: edge, sampleRate: rate) - 5) < 0.002)
                    let pass = BiquadCoefficients.bandPass(
                        frequency: frequency, cents: 1200 * octaves, sampleRate: rate)
                    #expect(abs(pass.decibels(atFrequency: edge, sampleRate: rate) + 3.0103) < 0.002)
                    let stop = EQBand(.bandStop, frequency: frequency, bandwidth: octaves).coefficients(
                        sampleRate: rate)
                    #expect(abs(stop.decibels(atFrequency: edge, sampleRate: rate) + 3.0103) < 0.002)
                }
            }
        }
    }

    @Test func `the units' resonance is the gain at the cutoff, and the parametric's Q the prototype's`() {
        for resonance in [-20.0, -3.0103, 0, 10, 40] {
            for frequency in [10.0, 6900, 20_000] {
                let low = BiquadCoefficients.lowPass(
                    frequency: frequency, resonance: Decibels(resonance), sampleRate: 48_000)
                let high = BiquadCoefficients.highPass(
                    frequency: frequency, resonance: Decibels(resonance), sampleRate: 48_000)
                #expect(abs(low.decibels(atFrequency: frequency, sampleRate: 48_000) - resonance) < 1e-4)
                #expect(abs(high.decibels(atFrequency: frequency, sampleRate: 48_000) - resonance) < 1e-4)
            }
        }
        var prototype = AnalogPrototype(EQBand(.parametric, frequency: 2000, gain: 9), rate: 48_000)
        prototype.damping = 1 / 3.0
        let section = BiquadCoefficients.parametric(frequency: 2000, q: 3, gain: Decibels(9), sampleRate: 48_000)
        for f in stride(from: 10.0, to: 24_000, by: 97) {
            #expect(abs(section.decibels(atFrequency: f, sampleRate: 48_000) - prototype.decibels(f)) < 1e-6)
        }
    }
}

/// A transform of 2ᵏ samples, in place, for these tests.
enum Transform {
    static func magnitudes(_ samples: [Float]) -> [Double] {
        let count = samples.count
        var real = samples.map(Double.init), imaginary = [Double](repeating: 0, count: count)
        var from = 0
        for to in 1..<count {
            var bit = count >> 1
            while from & bit != 0 { from ^= bit; bit >>= 1 }
            from ^= bit
            if to < from { real.swapAt(to, from) }
        }
        var width = 2
        while width <= count {
            let half = width / 2
            for k in 0..<half {
                let (c, s) = (cos(2 * .pi * Double(k) / Double(width)), -sin(2 * .pi * Double(k) / Double(width)))
                var at = k
                while at < count {
                    let (r, i) = (
                        real[at + half] * c - imaginary[at + half] * s, real[at + half] * s + imaginary[at + half] * c
                    )
                    (real[at + half], imaginary[at + half]) = (real[at] - r, imaginary[at] - i)
                    (real[at], imaginary[at]) = (real[at] + r, imaginary[at] + i)
                    at += width
                }
            }
            width *= 2
        }
        return (0...count / 2).map { hypot(real[$0], imaginary[$0]) }
    }
}
