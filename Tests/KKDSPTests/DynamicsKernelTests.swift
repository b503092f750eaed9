import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct DynamicsKernelTests {
    private func rendered(
        _ channels: [[Float]], rate: Double = 48_000, _ settings: DynamicsKernel.Settings = .init(), slice: Int = 512
    ) -> [[Float]] {
        var kernel = DynamicsKernel(
            channelCount: channels.count, sampleRate: rate, maximumFrameCount: slice, settings: settings)
        return KKDSPTests.rendered(channels, slice: slice) { kernel.process($0, of: $1, into: &$2) }
    }

    private func linear(_ decibels: Double) -> Double { Decibels(decibels).linear }
    private func level(_ ratio: Double) -> Double { Decibels(linear: ratio).value }

    /// A wave of one magnitude: its level is the same in every frame.
    private func square(_ decibels: Double, _ count: Int) -> [Float] {
        (0..<count).map { $0 % 2 == 0 ? Float(linear(decibels)) : -Float(linear(decibels)) }
    }

    /// What the documentation says of a steady level.
    private func expected(_ x: Double, _ s: DynamicsKernel.Settings) -> Double {
        var y = x
        if x > s.threshold { y = s.threshold + (x - s.threshold) * s.headRoom / (s.headRoom + x - s.threshold) }
        if x < s.expansionThreshold { y -= min(120, (s.expansionRatio - 1) * (s.expansionThreshold - x)) }
        return y + s.overallGain
    }

    @Test(arguments: [
        DynamicsKernel.Settings(), .init(threshold: -40, headRoom: 0.1), .init(threshold: -12, headRoom: 20),
        .init(threshold: -10, expansionRatio: 3, expansionThreshold: -30, overallGain: 6),
        .init(threshold: -35, headRoom: 2, expansionRatio: 50, expansionThreshold: -50),
    ])
    func `a steady level comes out as the curve says, to a hundredth of a decibel`(settings: DynamicsKernel.Settings) {
        for x in stride(from: -70.0, through: 12, by: 4.1) {
            let output = rendered([square(x, 48_000)], settings)[0]
            let y = level(Double(output[47_999]))
            #expect(abs(y - expected(x, settings)) < 0.01, "\(x) dB came out at \(y)")
        }
    }

    @Test(arguments: [8_000, 44_100, 96_000.0], [60, 400, 3_500.0])
    func `a sine is turned down like its peak, and is not bent`(rate: Double, frequency: Double) {
        let input = sine(Int(rate), frequency: frequency / rate, phase: 0.3, amplitude: linear(-6))
        let output = rendered([input], rate: rate)[0]
        let gains = (Int(rate) * 3 / 4..<Int(rate)).filter { input[$0].magnitude > 0.1 }.map {
            Double(output[$0]) / Double(input[$0])
        }
        // Half a sample beside the crest, a peak of the samples is lower.
        let crest = rate / frequency > 8 ? 0.2 : 1.5
        let (least, most) = (gains.min() ?? 0, gains.max() ?? 0), said = expected(-6, .init()) + 6
        #expect(abs(level(least) - said) < crest)
        #expect(most - least < 0.002)
    }

    @Test(arguments: [8_000, 48_000, 192_000.0])
    func `attack and release go 1 − 1:e of the way in their times`(rate: Double) {
        let settings = DynamicsKernel.Settings(attack: 0.02, release: 0.2)
        let quiet = Int(0.1 * rate), loud = Int(0.5 * rate)
        let input = square(-40, quiet) + square(0, loud) + square(-40, Int(rate))
        let output = rendered([input], rate: rate, settings)[0]
        let taken = input.indices.map { level(Double(input[$0]) / Double(output[$0])) }
        let whole = -expected(0, settings), part = 1 - 1 / 2.718281828459045
        #expect(taken[..<quiet].allSatisfy { $0 == 0 })
        // The first loud frame is the first step.
        let attack = Int((0.02 * rate).rounded()), release = Int((0.2 * rate).rounded())
        let risen = taken[quiet + attack - 1], reached = taken[quiet + loud - 1]
        #expect(abs(risen - part * whole) < 0.01)
        #expect(abs(reached - whole) < 0.001)
        // The level is held for 10 ms and what is left of a part.
        let behind = (quiet + loud..<input.count).first { taken[$0] < whole - 1e-4 } ?? 0
        let held = Double(behind - quiet - loud) / rate, left = taken[behind + release - 1]
        #expect(held > 0.0099 && held < 0.0115)
        #expect(abs(left - (1 - part) * whole) < 0.01)
    }

    @Test func `the expander opens with the attack and closes with the release`() {
        let settings = DynamicsKernel.Settings(
            threshold: 20, expansionRatio: 3, expansionThreshold: -40, attack: 0.01, release: 0.1)
        let input = square(-50, 24_000) + square(-20, 24_000) + square(-50, 48_000)
        let output = rendered([input], settings)[0]
        let taken = input.indices.map { level(Double(input[$0]) / Double(output[$0])) }
        for (frame, decibels) in [(23_999, 20.0), (47_999, 0), (95_999, 20)] {
            #expect(abs(taken[frame] - decibels) < 0.01)
        }
        let left = 20 / 2.718281828459045, opening = taken[24_000 + 479]
        #expect(abs(opening - left) < 0.01)
        let behind = (48_000..<96_000).first { taken[$0] > 1e-4 } ?? 0
        let closing = taken[behind + 4799]
        #expect(abs(closing - (20 - left)) < 0.02)
    }

    @Test func `what neither half concerns passes bit for bit`() {
        let samples = SeededNumbers.noise(5000, seed: 1).map { $0 * 0.09 } + [0.1, -0.1, -0.0, 0x1p-139]
        #expect(bits(rendered([samples])) == bits([samples]))
        let loud = SeededNumbers.noise(5000, seed: 2)
        #expect(bits(rendered([loud], .init(threshold: 0.1, expansionRatio: 1, expansionThreshold: 0))) == bits([loud]))
    }

    @Test func `all channels get the gain of the loudest one, up to eight and more`() {
        for count in [2, 8, 11] {
            var channels = (0..<count).map { _ in [Float](repeating: 0.125, count: 4000) }
            channels[count - 1] = Array(repeating: 1, count: 4000)
            let output = rendered(channels)
            for channel in 0..<count - 1 { #expect(bits([output[channel]]) == bits([output[0]])) }
            for frame in [0, 77, 3999] {
                let (soft, loud) = (output[0][frame], output[count - 1][frame])
                #expect(abs(soft * 8 - loud) < 1e-6)
            }
        }
    }

    @Test(arguments: [1, 63, 4096]) func `slices change no bit`(slice: Int) {
        let channels = (1...2).map { Signals.music(20_000, seed: $0, level: 1.5) }
        let settings = DynamicsKernel.Settings(expansionThreshold: -25, attack: 0.003, overallGain: 3)
        #expect(bits(rendered(channels, settings, slice: slice)) == bits(rendered(channels, settings, slice: 1000)))
    }

    @Test func `what is not finite passes, and is forgotten`() {
        var samples = SeededNumbers.noise(70_000, seed: 4).map { $0 * 0.05 }
        (samples[100], samples[200], samples[300]) = (.nan, .infinity, -.infinity)
        let output = rendered([samples])[0]
        #expect(output[100].isNaN && output[200] == .infinity && output[300] == -.infinity)
        #expect(bits([Array(output[..<100])]) == bits([Array(samples[..<100])]))
        let isBack = output[69_000...].map(\.bitPattern) == samples[69_000...].map(\.bitPattern)
        #expect(isBack)
    }

    @Test func `after a long silence it is as at first`() {
        let burst = SeededNumbers.noise(2001, seed: 5)
        let settings = DynamicsKernel.Settings(expansionThreshold: -20)
        for pause in [150_000, 150_001, 150_037] {
            let output = rendered([burst + Array(repeating: 0, count: pause) + burst], settings)[0]
            #expect(bits([Array(output[(2001 + pause)...])]) == bits([Array(output[..<2001])]))
            #expect(output[2001..<2001 + pause].allSatisfy { $0.bitPattern == 0 })
        }
    }

    @Test func `a setting beyond its range is the nearest end`() {
        let samples = [SeededNumbers.noise(3000, seed: 6)]
        let wild = DynamicsKernel.Settings(
            threshold: -900, headRoom: 0, expansionRatio: .nan, expansionThreshold: 7, attack: 0, release: 9,
            overallGain: -.infinity)
        let tame = DynamicsKernel.Settings(
            threshold: -100, headRoom: 0.1, expansionRatio: 1, expansionThreshold: 0, attack: 0.0001, release: 3,
            overallGain: -40)
        #expect(bits(rendered(samples, wild)) == bits(rendered(samples, tame)))
    }
}
