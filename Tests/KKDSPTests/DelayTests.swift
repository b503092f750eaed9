@testable import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct DelayTests {
    private func echoes(
        _ channels: [[Float]], rate: Double = 8_000, _ settings: DelayKernel.Settings, slice: Int = 512
    ) -> [[Float]] {
        var delay = DelayKernel(channelCount: channels.count, sampleRate: rate, settings: settings)
        return rendered(channels, slice: slice) { delay.process($0, of: $1, into: &$2) }
    }

    private func impulse(_ count: Int) -> [Float] { [1] + [Float](repeating: 0, count: count - 1) }

    @Test(arguments: [8_000, 44_100, 192_000.0], [80, -50, 100, -100, 0.0])
    func `echo k comes at k times the delay with the gain feedback to the k − 1`(rate: Double, feedback: Double) {
        let frames = Int((0.01 * rate).rounded())
        let output = echoes(
            [impulse(8 * frames)], rate: rate,
            .init(wetDryMix: 100, time: 0.01, feedback: feedback, lopassCutoff: rate / 2))[0]
        var expected = [Float](repeating: 0, count: 8 * frames), gain = 1.0
        for echo in 1...7 {
            expected[echo * frames] = Float(gain)
            gain *= feedback / 100
        }
        #expect(output == expected)
    }

    @Test func `the low-pass is in the loop: echo k went through it k times`() {
        let rate = 48_000.0, frames = 480, cutoff = 3000.0
        let output = echoes(
            [impulse(5 * frames)], rate: rate, .init(wetDryMix: 100, time: 0.01, feedback: -70, lopassCutoff: cutoff))[
                0]
        // The response of k equal poles p is (1 − p)^k · C(n + k − 1, k − 1) · pⁿ, p by the definition of the cutoff.
        let c = PortableMath.cos(2 * .pi * cutoff / rate)
        let pole = 2 - c - ((2 - c) * (2 - c) - 1).squareRoot()
        for echo in 1...4 {
            for n in 0..<20 {
                var value = echo % 2 == 1 ? 1.0 : -1.0
                for k in 0..<echo { value *= (1 - pole) * (k > 0 ? 0.7 * Double(n + k) / Double(k) : 1) }
                for _ in 0..<n { value *= pole }
                #expect(abs(Double(output[echo * frames + n]) - value) < 2e-6, "echo \(echo), frame \(n)")
            }
        }
    }

    @Test(arguments: [8_000, 44_100, 192_000.0], [10, 100, 1000, 3999.0])
    func `the low-pass is 3 dB down at its cutoff`(rate: Double, cutoff: Double) {
        // |H|² of the impulse response at the cutoff, summed until nothing is left.
        let count = Int(rate * 0.5)
        let output = echoes(
            [impulse(count + 1)], rate: rate, .init(wetDryMix: 100, time: 0, feedback: 0, lopassCutoff: cutoff))[0]
        var real = 0.0, imaginary = 0.0
        for n in 0..<count {
            let angle = 2 * .pi * (cutoff / rate * Double(n)).truncatingRemainder(dividingBy: 1)
            real += Double(output[n + 1]) * PortableMath.cos(angle)
            imaginary += Double(output[n + 1]) * PortableMath.sin(angle)
        }
        #expect(abs((real * real + imaginary * imaginary) - 0.5) < 1e-5)
    }

    @Test func `the mix is linear, and without wet the input passes bit for bit`() {
        let noise = SeededNumbers.noise(2000, seed: 1) + [-0.0, 0x1p-139, .infinity]
        #expect(echoes([noise], .init(wetDryMix: 0, time: 0.01))[0].map(\.bitPattern) == noise.map(\.bitPattern))
        let wet = echoes([Array(noise[..<2000])], .init(wetDryMix: 100, time: 0.01))[0]
        let mixed = echoes([Array(noise[..<2000])], .init(wetDryMix: 25, time: 0.01))[0]
        for frame in 0..<2000 {
            #expect(abs(Double(mixed[frame]) - 0.75 * Double(noise[frame]) - 0.25 * Double(wet[frame])) < 1e-7)
        }
    }

    @Test func `times are rounded to frames, from one to two seconds`() {
        for (time, frames) in [(0, 1), (0.00019, 2), (1, 8000), (2, 16_000), (3, 16_000), (-1, 1), (.nan, 1)]
            as [(Double, Int)]
        {
            let delay = DelayKernel(channelCount: 1, sampleRate: 8_000, settings: .init(time: time))
            let rounded = delay.delay
            #expect(rounded == frames)
            let output = echoes([impulse(16_001)], .init(wetDryMix: 100, time: time, feedback: 0, lopassCutoff: 4000))[
                0]
            #expect(output.firstIndex(of: 1) == frames)
        }
    }

    @Test func `the tail is as long as it says`() throws {
        for (feedback, time, cutoff) in [
            (50, 0.01, 4000), (-90, 0.003, 4000), (70, 0.01, 500), (90, 0.002, 60), (0, 0.02, 10), (0, 0.5, 4000),
        ] {
            let settings = DelayKernel.Settings(
                wetDryMix: 100, time: time, feedback: Double(feedback), lopassCutoff: Double(cutoff))
            let reported = DelayKernel(channelCount: 1, sampleRate: 8_000, settings: settings).tailFrameCount
            let tail = try #require(reported)
            let output = echoes([impulse(2 * tail + 100)], settings)[0]
            let last = try #require(output.lastIndex { $0.magnitude > 1e-6 })
            #expect(last <= tail, "\(feedback) %, \(time) s, \(cutoff) Hz")
            if cutoff == 4000 { #expect(last == tail) }
        }
        for feedback in [100, -100, 250, 99.999_999_999_999_99] {
            let reported = DelayKernel(channelCount: 1, sampleRate: 8_000, settings: .init(feedback: feedback))
                .tailFrameCount
            #expect(reported == nil)
        }
    }

    @Test func `any cut gives the same bits, and a reset the first render again`() {
        let channels = [SeededNumbers.noise(9000, seed: 1), Signals.bursts(9000, seed: 2)]
        let settings = DelayKernel.Settings(wetDryMix: 60, time: 0.0123, feedback: 95, lopassCutoff: 2000)
        let whole = echoes(channels, settings, slice: 9000)
        for slice in [1, 7, 64, 555, 4096] { #expect(echoes(channels, settings, slice: slice) == whole) }
        var delay = DelayKernel(channelCount: 2, sampleRate: 8_000, settings: settings)
        _ = rendered(channels, slice: 100) { delay.process($0, of: $1, into: &$2) }
        delay.reset()
        #expect(rendered(channels, slice: 100) { delay.process($0, of: $1, into: &$2) } == whole)
    }

    @Test(arguments: [500, 4000.0])
    func `nothing lives on below what can be heard`(cutoff: Double) {
        var delay = DelayKernel(
            channelCount: 1, sampleRate: 8_000,
            settings: .init(wetDryMix: 100, time: 0.01, feedback: 50, lopassCutoff: cutoff))
        _ = rendered([impulse(16_000)], slice: 512) { delay.process($0, of: $1, into: &$2) }
        let state = delay.states[0], last = (1...80).map { delay.line.sample(ofChannel: 0, $0) }
        #expect(state == 0 && last.allSatisfy { $0 == 0 })
    }

    @Test(arguments: [Float.nan, .infinity])
    func `what is no number does not go round`(value: Float) {
        var samples = [Float](repeating: 0, count: 1000)
        samples[10] = value
        let output = echoes([samples], .init(wetDryMix: 100, time: 0.005, feedback: 100))[0]
        #expect(output[11...].allSatisfy { $0 == 0 })
    }

    @Test(arguments: [1, 7, 64, 555, 4096])
    func `a sample delay is exact`(slice: Int) {
        let samples = SeededNumbers.noise(10_000, seed: 3) + [-0.0, 0x1p-139]
        for frames in [0, 1, 7, 4095, 8000] {
            var delay = SampleDelayKernel(channelCount: 2, maximumDelay: 8000, frameCount: frames)
            let output = rendered([samples, samples.reversed()], slice: slice) { delay.process($0, of: $1, into: &$2) }
            let expected = ([Float](repeating: 0, count: frames) + samples).prefix(samples.count)
            #expect(output[0].map(\.bitPattern) == expected.map(\.bitPattern))
            delay.reset()
            #expect(
                rendered([samples, samples.reversed()], slice: slice) { delay.process($0, of: $1, into: &$2) } == output
            )
        }
    }

    @Test func `a sample delay keeps to its range and jumps to a new one`() {
        var delay = SampleDelayKernel(channelCount: 1, maximumDelay: 100, frameCount: 1000)
        let longest = delay.frameCount
        delay.frameCount = -5
        let shortest = delay.frameCount
        #expect(longest == 100 && shortest == 0)
        let samples = (0..<200).map { Float($0) }
        _ = rendered([samples], slice: 50) { delay.process($0, of: $1, into: &$2) }
        delay.frameCount = 30
        let output = rendered([samples], slice: 50) { delay.process($0, of: $1, into: &$2) }[0]
        #expect(Array(output[..<31]) == Array(samples[170...]) + [0])
    }
}
