import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct MultibandCompressorKernelTests {
    private func rendered(
        _ channels: [[Float]], rate: Double = 48_000, slice: Int = 512,
        _ change: (inout MultibandCompressorKernel) -> Void = { _ in }
    ) -> [[Float]] {
        var kernel = MultibandCompressorKernel(channelCount: channels.count, sampleRate: rate, maximumFrameCount: slice)
        for band in 0..<4 {
            kernel.setBand(band, threshold: 0, headRoom: 5, attack: 0.001, release: 0.05, gain: 0)
        }
        change(&kernel)
        kernel.reset()
        return KKDSPTests.rendered(channels, slice: slice) { kernel.process($0, of: $1, into: &$2) }
    }

    /// How loud a frequency is in an impulse response, in decibels: Goertzel's recurrence.
    private func level(_ response: [Float], _ frequency: Double, rate: Double) -> Double {
        let angle = 2 * .pi * frequency / rate, factor = 2 * portableSine(.pi / 2 - angle)
        var (newest, older) = (0.0, 0.0)
        for sample in response { (newest, older) = (Double(sample) + factor * newest - older, newest) }
        return Decibels(linear: newest * newest + older * older - factor * newest * older).value / 2
    }

    @Test(arguments: [44_100, 96_000.0], [[120, 700, 3_000.0], [60, 8_000, 900], [500, 500, 500]])
    func `four bands without compression add up flat`(rate: Double, crossovers: [Double]) {
        let impulse: [Float] = [0.5] + Array(repeating: 0, count: 8191)
        let response = rendered([impulse], rate: rate) { $0.setCrossovers(crossovers[0], crossovers[1], crossovers[2]) }
        #expect(response[0] != impulse)
        var most = 0.0
        for number in 0..<1000 {
            let frequency = 20 * PortableMath.exp2(Double(number) / 1000 * 9.9)
            most = max(most, abs(level(response[0], frequency, rate: rate) - level(impulse, frequency, rate: rate)))
        }
        #expect(most < 0.01)
    }

    @Test(arguments: 0..<4, [40.0, 120, 300, 700, 1_450, 3_000, 9_000])
    func `a band's gain is that of its frequencies, which fall by 24 dB an octave beside it`(
        band: Int, frequency: Double
    ) {
        let impulse: [Float] = [0.5] + Array(repeating: 0, count: 8191)
        let alone = rendered([impulse]) { kernel in
            for other in 0..<4 {
                kernel.setBand(
                    other, threshold: 0, headRoom: 5, attack: 0.001, release: 0.05, gain: other == band ? 0 : -40)
            }
        }[0]
        /// What the bilinear transform makes of a frequency, to the fourth power.
        func place(_ frequency: Double) -> Double {
            let angle = .pi * frequency / 48_000, tangent = portableSine(angle) / portableSine(.pi / 2 - angle)
            return tangent * tangent * tangent * tangent
        }
        func low(_ corner: Double) -> Double { 1 / (1 + place(frequency) / place(corner)) }
        func high(_ corner: Double) -> Double { 1 - low(corner) }
        let passed = [low(700) * low(120), low(700) * high(120), high(700) * low(3000), high(700) * high(3000)][band]
        // The other three are 40 dB softer, and not gone.
        let found = Decibels(level(alone, frequency, rate: 48_000) + 6.0206).linear
        #expect(abs(found - passed) < 0.0105)
    }

    @Test func `each band is pressed by its own level alone`() {
        func tone(_ frequency: Double, _ level: Double) -> [Float] {
            sine(48_000, frequency: frequency / 48_000, phase: 0, amplitude: Decibels(level).linear)
        }
        let low = tone(60, -6), high = tone(12_000, -50)
        let mixed = zip(low, high).map { $0 + $1 }
        let output = rendered([mixed]) {
            $0.setCrossovers(500, 2_000, 6_000)
            for band in 0..<4 {
                $0.setBand(band, threshold: -30, headRoom: 6, attack: 0.005, release: 0.05, gain: 0)
            }
        }[0]
        let last = Array(output[24_000...]), before = Array(mixed[24_000...])
        func change(_ frequency: Double) -> Double {
            level(last, frequency, rate: 48_000) - level(before, frequency, rate: 48_000)
        }
        // 24 dB above the threshold come out as 24 · 6 / 30 above it: 4.8.
        #expect(abs(change(60) + 19.2) < 0.1)
        #expect(abs(change(12_000)) < 0.01)
    }

    @Test(arguments: [1, 63, 4096]) func `slices change no bit`(slice: Int) {
        let channels = (1...3).map { Signals.music(20_000, seed: $0, level: 1.2) }
        let press: (inout MultibandCompressorKernel) -> Void = { kernel in
            kernel.setGains(pre: 3, post: -2)
            for band in 0..<4 {
                kernel.setBand(band, threshold: -40, headRoom: 4, attack: 0.003, release: 0.02, gain: Double(band))
            }
        }
        #expect(bits(rendered(channels, slice: slice, press)) == bits(rendered(channels, slice: 1000, press)))
    }
}
