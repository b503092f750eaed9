import Foundation
import KKDSP
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// What the units say that they do to each frequency, and what they do.
@Suite struct EqualizerResponseTests {
    private static let singles: [EqualizerCase] = [
        .lowPass(10, 40), .lowPass(6900, 0), .lowPass(1000, -3.0103), .lowPass(3999, -20), .highPass(10, -20),
        .highPass(6900, 0), .highPass(500, 40),
        .bandPass(20, 100), .bandPass(5000, 600), .bandPass(1000, 12_000), .highShelf(10_000, 40),
        .highShelf(10_000, -40),
        .lowShelf(10, 40), .lowShelf(80, -40), .lowShelf(200, 3), .parametric(20, 0.1, 20), .parametric(2000, 1, -20),
        .parametric(3000, 20, 12),
        .graphic10, .graphic31, .iPod,
    ]
    private static let bands = FilterType.allCases.flatMap { kind in
        [(20, 24, 0.05), (30, -96, 0.5), (1000, 12, 0.5), (3000, -6, 5), (3900, 24, 1.9)].map {
            EqualizerCase.band(kind, $0, $1, $2)
        }
    }

    @Test(arguments: singles + bands)
    func `the response is the analog prototype's at a thousand frequencies of every rate`(
        equalizer: EqualizerCase
    ) throws {
        for rate in EqualizerCase.rates {
            let frequencies = (0..<1000).map { 5 * pow(rate * 0.49999 / 5, Double($0) / 999) }
            let response = try equalizer.unit(rate: rate).frequencyResponse(at: frequencies)
            var worst = 0.0, count = 0
            for (f, magnitude) in zip(frequencies, response) {
                let expected = equalizer.decibels(f, rate: rate)
                if expected < -60 { continue }
                count += 1
                let difference = abs(20 * log10(magnitude) - expected)
                worst = difference.isNaN ? .infinity : max(worst, difference)
            }
            #expect(worst < 0.001 && count > 0, "\(rate): \(worst) dB in \(count)")
        }
    }

    /// Against the analog prototypes, at 100 frequencies. What limits this is Float32: each sample of the impulse's
    /// answer is rounded by up to 2⁻²⁵ of itself, and all of these together stay below 0.001 dB down to −60 dB. How
    /// high the impulse is makes no difference to that.
    @Test(arguments: EqualizerCase.one, EqualizerCase.rates)
    func `an impulse comes out with that response`(equalizer: EqualizerCase, rate: Double) throws {
        let level: Float = 0.25
        let unit = try equalizer.unit(rate: rate)
        try unit.setRenderCallback(give([[level]]), bus: 0)
        try unit.initialize()
        let heard = try unit.rendered(1 << 15)[0].map { Double($0 / level) }
        // Behind this nothing is left that could be seen, and the sums become short.
        let end = (heard.lastIndex { $0.magnitude > 1e-12 } ?? 0) + 1
        let frequencies = (0..<100).map { 20 * pow(rate * 0.499 / 20, Double($0) / 99) }
        var worst = 0.0, count = 0
        for f in frequencies {
            let expected = equalizer.decibels(f, rate: rate)
            if expected < -60 { continue }
            count += 1
            // A turning pointer in place of a sine for every sample; what it loses in 2¹⁵ turns is below 10⁻¹¹.
            let (c, s) = (cos(2 * .pi * f / rate), sin(2 * .pi * f / rate))
            var (x, y, real, imaginary) = (1.0, 0.0, 0.0, 0.0)
            unsafe heard.withUnsafeBufferPointer { samples in
                for n in 0..<end {
                    unsafe real += samples[n] * x
                    unsafe imaginary += samples[n] * y
                    (x, y) = (x * c - y * s, x * s + y * c)
                }
            }
            let difference = abs(20 * log10(hypot(real, imaginary)) - expected)
            worst = difference.isNaN ? .infinity : max(worst, difference)
        }
        #expect(worst < 0.001 && count > 30, "\(worst) dB in \(count)")
    }

    @Test func `bands stand one behind the other, and the global gain behind them`() throws {
        let first = EqualizerCase.band(.parametric, 300, 6, 1, at: 0),
            second = EqualizerCase.band(.highShelf, 4000, -9, 1, at: 15)
        let unit = NBandEQ()
        try unit.setStreamFormat(format(48_000, 1), scope: .input)
        for (id, value) in first.settings + second.settings { try unit.setParameter(id, value) }
        try unit.setParameter(NBandEQ.Parameter.globalGain, -7.5)
        for f in [50.0, 300, 1000, 4000, 20_000] {
            let expected = first.decibels(f, rate: 48_000) + second.decibels(f, rate: 48_000) - 7.5
            #expect(abs(20 * log10(try unit.frequencyResponse(at: [f])[0]) - expected) < 0.001)
        }
        try unit.setParameter(NBandEQ.Parameter.bypassBand + 15, 1)
        #expect(
            abs(20 * log10(try unit.frequencyResponse(at: [20_000])[0]) - first.decibels(20_000, rate: 48_000) + 7.5)
                < 0.001)
    }

    @Test func `a frequency that the unit does not have is refused`() throws {
        let unit = LowPassFilter()
        try unit.setStreamFormat(format(48_000, 1), scope: .input)
        #expect(try unit.frequencyResponse(at: [0, 24_000]).count == 2 && unit.frequencyResponse(at: []).isEmpty)
        for f in [-1, 24_000.1, .nan, .infinity] {
            #expect(code { _ = try unit.frequencyResponse(at: [100, f]) } == .invalidPropertyValue, "\(f)")
        }
        #expect(code { _ = try MultiChannelMixer().frequencyResponse(at: [100]) } == .invalidProperty)
    }
}
