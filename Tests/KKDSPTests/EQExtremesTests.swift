import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct EQExtremesTests {
    @Test func `every band of any numbers is stable, and noise through it stays finite`() {
        let dice: [Float] = SeededNumbers.noise(8 * 2000, seed: 77)
        let noise: [Float] = SeededNumbers.noise(512, seed: 78)
        for turn in 0..<2000 {
            let d = dice[8 * turn..<8 * turn + 8].map(Double.init)
            let rate = EQResponseTests.rates[abs(Int(d[0] * 1000)) % EQResponseTests.rates.count]
            // Far outside the ranges as well, and at both of their ends.
            let frequency = d[5] > 0.5 ? rate / 2 * (1 + 0.001 * d[1]) : 20 * PortableMath.exp2(12 * d[1])
            let band = EQBand(
                FilterType.allCases[abs(Int(d[4] * 10_000)) % 11], frequency: frequency, gain: 130 * d[2],
                bandwidth: 0.05 * PortableMath.exp2(8 * d[3]))
            let section = band.coefficients(sampleRate: rate)
            #expect(section.isStable, "\(band) \(rate)")
            var cascade = BiquadCascade(sectionCount: 1, channelCount: 1)
            cascade[0] = section
            var buffer = PCMBuffer(channelCount: 1, frameCapacity: 512)
            buffer.frameLength = 512
            buffer.fill(channel: 0, with: noise)
            cascade.process(0..<512, in: &buffer)
            let largest = buffer.samples(ofChannel: 0).reduce(Float(0)) {
                $1.magnitude <= $0 ? $0 : $1.magnitude.isNaN ? .infinity : $1.magnitude
            }
            #expect(largest < 1e4, "\(band) \(rate)")
        }
    }

    @Test func `the single sections are stable over the whole of the units' ranges and beyond`() {
        for rate in EQResponseTests.rates {
            for frequency in [0, 1e-3, 10, 200, rate / 4, rate / 2, rate, 1e300] {
                for level in [-1000.0, -40, -20, 0, 20, 40, 1000] {
                    let gain = Decibels(level)
                    let sections: [BiquadCoefficients] = [
                        .lowPass(frequency: frequency, resonance: gain, sampleRate: rate),
                        .highPass(frequency: frequency, resonance: gain, sampleRate: rate),
                        .lowShelf(frequency: frequency, gain: gain, sampleRate: rate),
                        .highShelf(frequency: frequency, gain: gain, sampleRate: rate),
                        .parametric(frequency: frequency, q: 0.1, gain: gain, sampleRate: rate),
                        .parametric(frequency: frequency, q: 20, gain: gain, sampleRate: rate),
                        .bandPass(frequency: frequency, cents: 100, sampleRate: rate),
                        .bandPass(frequency: frequency, cents: 12_000, sampleRate: rate),
                    ]
                    for section in sections { #expect(section.isStable, "\(rate) \(frequency) \(level) \(section)") }
                }
            }
        }
    }

    @Test func `numbers that are not finite make the identity, and so do a bypass and no gain`() {
        for bad in [Double.nan, .infinity, -.infinity] {
            #expect(EQBand(frequency: bad, gain: 3).coefficients(sampleRate: 48_000) == .identity)
            #expect(EQBand(gain: bad).coefficients(sampleRate: 48_000) == .identity)
            #expect(EQBand(gain: 3, bandwidth: bad).coefficients(sampleRate: 48_000) == .identity)
            #expect(EQBand(gain: 3).coefficients(sampleRate: bad) == .identity)
            #expect(BiquadCoefficients.lowPass(frequency: 100, width: .quality(bad), sampleRate: 48_000) == .identity)
        }
        #expect(EQBand(gain: 3).coefficients(sampleRate: 0) == .identity)
        #expect(EQBand(gain: 3).coefficients(sampleRate: 48_000) != .identity)
        for kind in FilterType.allCases {
            #expect(EQBand(kind, gain: 3, isBypassed: true).coefficients(sampleRate: 48_000) == .identity)
            #expect((EQBand(kind, gain: 0).coefficients(sampleRate: 48_000) == .identity) == kind.usesGain)
        }
    }

    @Test func `a tail's length is that of the impulse response`() {
        #expect(BiquadCoefficients.identity.tailLength() == 0)
        #expect(BiquadCoefficients(b0: 1, b1: 0, b2: 0, a1: 0, a2: 1).tailLength() == 1 << 30)
        // One pole at ½: 6.02 dB a frame.
        #expect(BiquadCoefficients(b0: 1, b1: 0, b2: 0, a1: -0.5, a2: 0).tailLength(to: Decibels(-60)) == 10)
        #expect(BiquadCoefficients(b0: 1, b1: 0, b2: 0, a1: 0, a2: 0.25).tailLength(to: Decibels(-60)) == 10)
        for kind in FilterType.allCases {
            for bandwidth in [0.1, 1, 4] {
                let section = EQBand(kind, frequency: 1000, gain: 6, bandwidth: bandwidth).coefficients(
                    sampleRate: 48_000)
                let tail = section.tailLength(to: Decibels(-90))
                let response = EQResponseTests.impulseResponse(section, length: 4 * tail)
                let largest = response.dropFirst().map(\.magnitude).max() ?? 0
                let after = response.dropFirst(tail).map(\.magnitude).max() ?? 0,
                    before = response.dropFirst(tail / 2).map(\.magnitude).max() ?? 0
                // Half the way is 45 dB, a factor of 178.
                #expect(after < largest * 2e-4 && before > after * 50 && before < after * 600, "\(kind) \(bandwidth)")
            }
        }
    }
}
