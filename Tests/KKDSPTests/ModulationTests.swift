import Foundation
import KKDSP
import KKPCM
import KKTestSupport
import Testing

/// Delays and levels that swing, beside their formulas.
@Suite struct ModulationTests {
    private func delayed(
        _ channels: [[Float]], _ settings: ModulatedDelayKernel.Settings, rate: Double = 48_000, cut: Int = 100_000
    ) -> [[Float]] {
        var kernel = ModulatedDelayKernel(channelCount: channels.count, sampleRate: rate, maximumFrameCount: cut)
        kernel.settings = settings
        return rendered(channels, slice: cut) { kernel.process($0, of: $1, into: &$2) }
    }

    @Test func `a whole delay that stands still is an echo, and feedback repeats it`() {
        var pulse = [Float](repeating: 0, count: 400)
        pulse[3] = 1
        let sound = delayed([pulse], .init(wetDryMix: 40, delay: 100 / 48_000, feedback: -50))[0]
        for (frame, sample) in sound.enumerated() {
            let wanted: Float = [3: 0.6, 103: 0.4, 203: -0.2, 303: 0.1][frame] ?? 0
            #expect(abs(sample - wanted) < 1e-6, "frame \(frame)")
        }
    }

    /// y(n) = x(n − D − A sin φ) of a sine is known at every place.
    @Test func `a delay that swings reads its input where the sine says`() {
        let step = 2 * Double.pi * 400 / 48_000, turn = 2 * Double.pi * 3 / 48_000
        let input = (0..<48_000).map { Float(sin(step * Double($0))) }
        let settings = ModulatedDelayKernel.Settings(
            wetDryMix: 100, rate: 3, depth: 0.002, delay: 0.01, feedback: 0, spread: 90)
        let sound = delayed([input, input], settings)
        for channel in 0..<2 {
            for frame in stride(from: 2_000, to: 48_000, by: 7) {
                let swing = 96 * sin(turn * Double(frame) + Double(channel) * .pi / 2)
                let wanted = sin(step * (Double(frame) - 480 - swing))
                #expect(abs(Double(sound[channel][frame]) - wanted) < 1e-4)
            }
        }
    }

    @Test func `a loop at its most feedback dies away, whatever it reads between frames`() {
        var burst = SeededNumbers.noise(48_000, seed: 2)
        for frame in 480..<48_000 { burst[frame] = 0 }
        let sound = delayed(
            [burst], .init(wetDryMix: 100, rate: 20, depth: 0.001, delay: 0.0015, feedback: 95))[0]
        #expect(sound.allSatisfy { abs($0) < 20 })
        #expect(sound[40_000...].allSatisfy { abs($0) < 1e-6 })
    }

    @Test func `a tremolo's gain is 1 − depth (1 − cos) / 2, and channels take turns`() {
        var kernel = TremoloKernel(channelCount: 2, sampleRate: 1_000, maximumFrameCount: 1_000)
        (kernel.rate, kernel.depth, kernel.spread) = (4, 80, 180)
        let sound = rendered([Array(repeating: 1, count: 1_000), Array(repeating: 1, count: 1_000)], slice: 63) {
            kernel.process($0, of: $1, into: &$2)
        }
        for frame in 0..<1_000 {
            let cosine = cos(2 * .pi * 4 * Double(frame) / 1_000)
            let (left, right) = (1 - 0.4 * (1 - cosine), 1 - 0.4 * (1 + cosine))
            #expect(abs(Double(sound[0][frame]) - left) < 1e-6 && abs(Double(sound[1][frame]) - right) < 1e-6)
        }
    }

    @Test(arguments: [1, 63, 4_096]) func `slices and pauses show in no bit`(cut: Int) {
        let noise = [SeededNumbers.noise(9_000, seed: 1), SeededNumbers.noise(9_000, seed: 2)]
        let settings = ModulatedDelayKernel.Settings(
            wetDryMix: 70, rate: 5, depth: 0.003, delay: 0.005, feedback: 60, spread: 45)
        #expect(delayed(noise, settings, cut: cut) == delayed(noise, settings))
        // What is skipped at rest counts as what is rendered.
        func late(_ skips: Bool) -> [[Float]] {
            var kernel = ModulatedDelayKernel(channelCount: 1, sampleRate: 48_000, maximumFrameCount: 2_000)
            kernel.settings = settings
            if skips {
                kernel.skip(1_777)
            } else {
                _ = rendered([Array(repeating: 0, count: 1_777)], slice: cut) { kernel.process($0, of: $1, into: &$2) }
            }
            return rendered([noise[0]], slice: 100_000) { kernel.process($0, of: $1, into: &$2) }
        }
        #expect(late(true) == late(false))
    }

    @Test func `nothing of the effect passes every bit, and what is no number goes nowhere`() {
        let noise = SeededNumbers.noise(500, seed: 3)
        #expect(delayed([noise], .init(wetDryMix: 0, depth: 0.001, delay: 0.002, feedback: 90)) == [noise])
        let sound = delayed([[.nan, .infinity] + noise], .init(wetDryMix: 50, delay: 0.001, feedback: 50))[0]
        #expect(sound[2...].allSatisfy { $0.isFinite })
    }
}
