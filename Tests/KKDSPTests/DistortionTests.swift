import Foundation
import KKDSP
import KKPCM
import KKTestSupport
import Testing

/// Each stage of a distortion beside its formula.
@Suite struct DistortionTests {
    private typealias Settings = DistortionKernel.Settings
    private let rate = 48_000.0, late = 119

    /// Nothing but the soft clipper, and nothing dry.
    private func settings(_ change: (inout Settings) -> Void = { _ in }) -> Settings {
        var settings = Settings()
        (settings.delayMix, settings.softClipGain, settings.finalMix) = (0, 0, 100)
        change(&settings)
        return settings
    }

    private func distorted(_ channels: [[Float]], _ settings: Settings, cut: Int = 4096) -> [[Float]] {
        var kernel = DistortionKernel(channelCount: channels.count, sampleRate: rate, maximumFrameCount: cut)
        kernel.settings = settings
        return rendered(channels, slice: cut) { kernel.process($0, of: $1, into: &$2) }
    }

    private func sine(_ frequency: Double, _ count: Int, amplitude: Double = 1) -> [Float] {
        (0..<count).map { Float(amplitude * sin(2 * .pi * frequency / rate * Double($0))) }
    }

    /// The sine of full scale through a curve, of which nothing above 0.45 of the rate is left: its Fourier series.
    private func bent(_ frequency: Double, _ count: Int, _ curve: (Double) -> Double) -> [Double] {
        let size = 1 << 14, period = (0..<size).map { curve(sin(2 * .pi * Double($0) / Double(size))) }
        var result = [Double](repeating: 0, count: count)
        for harmonic in 0...Int(0.45 * rate / frequency) {
            var (real, imaginary) = (0.0, 0.0)
            for (index, value) in period.enumerated() {
                let angle = 2 * .pi * Double(index * harmonic % size) / Double(size)
                real += value * cos(angle)
                imaginary += value * sin(angle)
            }
            let scale = (harmonic == 0 ? 1 : 2) / Double(size)
            for frame in 0..<count {
                let angle = 2 * .pi * frequency / rate * Double(harmonic) * Double(frame)
                result[frame] += scale * (real * cos(angle) + imaginary * sin(angle))
            }
        }
        return result
    }

    /// ±1 beyond 35/16; between, the integral of (1 − (16 u / 35)²)³.
    private func clipped(_ value: Double) -> Double {
        let end = 35.0 / 16, u = max(-1, min(1, value / end))
        return end * (u - pow(u, 3) + 3 * pow(u, 5) / 5 - pow(u, 7) / 7)
    }

    /// No harmonic is between 0.45 and half of the rate, where the filter falls.
    @Test(arguments: [
        (997.0, -6.0, [1.0, 0, 0]), (5000, 0, [1, 0, 0]), (7000, 6, [1, 0, 0]), (19_000, 6, [1, 0, 0]),
        (1900, 20, [1, 0, 0]), (5000, 12, [1, 0, 0]), (997, -6, [0.5, 1.5, 0]), (5000, 0, [0.2, 0.4, 1]),
        (7000, -12, [1, 2, 3]),
    ])
    func `a sine is bent as its Fourier series says, 119 frames late, and aliases stay below −80 dBFS`(
        frequency: Double, gain: Double, terms: [Double]
    ) {
        let sound = distorted(
            [sine(frequency, 3000)],
            settings {
                ($0.softClipGain, $0.polynomialMix) = (gain, 100)
                ($0.linearTerm, $0.squaredTerm, $0.cubicTerm) = (terms[0], terms[1], terms[2])
            })[0]
        let factor = pow(10, gain / 20)
        let wanted = bent(frequency, 3000) { clipped(factor * ($0 * (terms[0] + $0 * (terms[1] + $0 * terms[2])))) }
        let worst = (600..<3000).map { abs(Double(sound[$0]) - wanted[$0 - late]) }.max() ?? 1
        #expect(worst < 1e-4)
    }

    @Test func `a polynomial's mix is linear, and so is the final one, with the dry sound as late`() {
        let input = sine(1000, 2000)
        let sound = distorted(
            [input],
            settings {
                ($0.softClipGain, $0.finalMix) = (-10, 25)
                ($0.linearTerm, $0.cubicTerm, $0.polynomialMix) = (0, 2, 30)
            })[0]
        let wanted = bent(1000, 2000) { clipped(pow(10, -0.5) * (0.7 * $0 + 0.3 * 2 * $0 * $0 * $0)) }
        for frame in 600..<2000 {
            let mixed = 0.75 * Double(input[frame - late]) + 0.25 * wanted[frame - late]
            #expect(abs(Double(sound[frame]) - mixed) < 2e-5)
        }
    }

    @Test func `a ring modulator multiplies by two sines from the first frame on`() {
        let input = sine(1000, 3000, amplitude: 0.01)
        let sound = distorted(
            [input],
            settings {
                ($0.ringModFrequency1, $0.ringModFrequency2) = (440, 7000)
                ($0.ringModBalance, $0.ringModMix) = (25, 60)
            })[0]
        for frame in 600..<3000 {
            let time = 2 * .pi * Double(frame - late) / rate
            let carrier = 0.75 * sin(440 * time) + 0.25 * sin(7000 * time)
            #expect(abs(Double(sound[frame]) - Double(input[frame - late]) * (0.4 + 0.6 * carrier)) < 2e-6)
        }
    }

    @Test func `echoes are e to the power of minus the decay softer each time`() {
        let input = SeededNumbers.noise(3000, seed: 4)
        var echoed = input.map { 0.6 * Double($0) }
        for echo in 1...6 {
            for frame in 480 * echo..<3000 {
                echoed[frame] += 0.4 * exp(-0.7 * Double(echo - 1)) * Double(input[frame - 480 * echo])
            }
        }
        let wanted = distorted([echoed.map { Float($0) }], settings())[0]
        let sound = distorted([input], settings { ($0.delay, $0.decay, $0.delayMix) = (10, 0.7, 40) })[0]
        for (left, right) in zip(sound, wanted) { #expect(abs(left - right) < 1e-6) }
    }

    @Test func `decimation keeps fewer samples, from all to 250 a second, and holds them`() {
        let input = SeededNumbers.noise(4000, seed: 5)
        for part in [0.0, 10, 50, 90] {
            let period = pow(192, part / 100)
            var kept: Float = 0
            let steps = input.enumerated().map { frame, sample in
                if frame == 0 || floor(Double(frame) / period) > floor(Double(frame - 1) / period) { kept = sample }
                return kept
            }
            let sound = distorted([input], settings { ($0.decimation, $0.decimationMix) = (part, 100) })
            #expect(sound == distorted([steps], settings()), "\(part) %")
        }
    }

    @Test func `rounding leaves 16 bits to one`() {
        let input = SeededNumbers.noise(2000, seed: 6)
        for (part, size) in [(0.001, pow(2, -15 + 0.00015)), (60, pow(2, -6)), (100, 1)] {
            let steps = input.map { Float((Double($0) / size).rounded(.toNearestOrEven) * size) }
            let sound = distorted([input], settings { ($0.rounding, $0.decimationMix) = (part, 100) })[0]
            for (left, right) in zip(sound, distorted([steps], settings())[0]) { #expect(abs(left - right) < 1e-6) }
        }
    }

    @Test func `with nothing of it every bit passes, late`() {
        let noise = SeededNumbers.noise(1000, seed: 3)
        let sound = distorted([noise], settings { $0.finalMix = 0 })[0]
        #expect(Array(sound[late...]) == Array(noise[..<(1000 - late)]) && sound[..<late].allSatisfy { $0 == 0 })
    }

    private var everything: Settings {
        settings {
            ($0.delay, $0.decay, $0.delayMix) = (2, 0.5, 40)
            ($0.decimation, $0.rounding, $0.squaredTerm, $0.cubicTerm) = (33, 40, 1, 3)
            ($0.ringModFrequency1, $0.ringModFrequency2, $0.ringModMix, $0.finalMix) = (99, 1234, 50, 70)
        }
    }

    @Test(arguments: [1, 63, 4096, 0]) func `slices and pauses show in no bit`(cut: Int) {
        let noise = [SeededNumbers.noise(9000, seed: 1), SeededNumbers.noise(9000, seed: 2)]
        let whole = distorted(noise, everything, cut: 9000)
        if cut > 0 {
            #expect(distorted(noise, everything, cut: cut) == whole)
        } else {
            var kernel = DistortionKernel(channelCount: 2, sampleRate: rate, maximumFrameCount: 500)
            kernel.settings = everything
            var heard: [[Float]] = [[], []], start = 0, numbers = SeededNumbers(seed: 9)
            while start < 9000 {
                let end = min(9000, start + 1 + Int(numbers.next() % 500))
                let parts = rendered(noise.map { Array($0[start..<end]) }, slice: 4096) {
                    kernel.process($0, of: $1, into: &$2)
                }
                for (channel, part) in parts.enumerated() {
                    heard[channel] += part
                }
                start = end
            }
            #expect(heard == whole)
        }
        func late(_ skips: Bool) -> [[Float]] {
            var kernel = DistortionKernel(channelCount: 1, sampleRate: rate, maximumFrameCount: 4096)
            kernel.settings = everything
            if skips {
                kernel.skip(1777)
            } else {
                _ = rendered([Array(repeating: 0, count: 1777)], slice: max(1, cut)) {
                    kernel.process($0, of: $1, into: &$2)
                }
            }
            return rendered([noise[0]], slice: 4096) { kernel.process($0, of: $1, into: &$2) }
        }
        #expect(late(true) == late(false))
    }

    @Test func `behind the tail nothing is above −120 dB, and then it is at rest`() throws {
        var kernel = DistortionKernel(channelCount: 1, sampleRate: rate, maximumFrameCount: 4096)
        kernel.settings = settings { ($0.delay, $0.decay, $0.delayMix, $0.softClipGain) = (3, 0.4, 100, 20) }
        let found = kernel.tailFrameCount, tail = try #require(found)
        let sound = rendered([[1] + [Float](repeating: 0, count: 60_000)], slice: 4096) {
            kernel.process($0, of: $1, into: &$2)
        }[0]
        #expect(sound[(late + tail + 1)...].allSatisfy { abs($0) < 1e-6 })
        #expect(sound[(late + tail * 3 / 4)...].contains { abs($0) > 1e-6 })
        let isAtRest = kernel.isAtRest
        #expect(isAtRest)
    }

    @Test func `what is no number, or far too large, leaves nothing behind`() {
        let noise = SeededNumbers.noise(4000, seed: 7)
        let sound = distorted(
            [[.nan, .infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude] + noise], everything)[0]
        #expect(sound[(late + 4)...].allSatisfy { $0.isFinite && abs($0) < 40 })
    }
}
