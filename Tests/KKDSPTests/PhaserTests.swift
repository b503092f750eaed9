import Foundation
import KKDSP
import KKPCM
import KKTestSupport
import Testing

/// Notches that go up and down, beside their formulas.
@Suite struct PhaserTests {
    private typealias Settings = PhaserKernel.Settings
    private let rate = 48_000.0

    private func phased(_ channels: [[Float]], _ settings: Settings, cut: Int = 100_000) -> [[Float]] {
        var kernel = PhaserKernel(channelCount: channels.count, sampleRate: rate, maximumFrameCount: cut)
        kernel.settings = settings
        return rendered(channels, slice: cut) { kernel.process($0, of: $1, into: &$2) }
    }

    private func pulse(_ count: Int) -> [Float] { [1] + [Float](repeating: 0, count: count - 1) }

    /// The magnitude of an impulse response at a frequency.
    private func magnitude(_ response: [Float], _ frequency: Double) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (frame, sample) in response.enumerated() {
            let angle = 2 * .pi * frequency / rate * Double(frame)
            real += Double(sample) * cos(angle)
            imaginary -= Double(sample) * sin(angle)
        }
        return hypot(real, imaginary)
    }

    /// 1 − w + w A / (1 − g z⁻¹ A), with the all-passes' phases in closed form.
    private func wanted(_ settings: Settings, _ frequency: Double) -> Double {
        let ratio = tan(.pi * frequency / rate) / tan(.pi * settings.frequency / rate)
        let phase = -2 * Double(settings.stageCount) * atan(ratio), w = settings.wetDryMix / 100
        let g = settings.feedback / 100, late = phase - 2 * .pi * frequency / rate
        let (down, side) = (1 - g * cos(late), -g * sin(late)), size = down * down + side * side
        let real = (cos(phase) * down + sin(phase) * side) / size
        let imaginary = (sin(phase) * down - cos(phase) * side) / size
        return hypot(1 - w + w * real, w * imaginary)
    }

    @Test(arguments: [(2, 0.0, 50.0), (4, 0, 50), (12, 0, 50), (4, 60, 50), (7, -70, 30), (6, 40, 100)])
    func `a phaser that stands still has the response of its formula`(stages: Int, feedback: Double, mix: Double) {
        let settings = Settings(wetDryMix: mix, frequency: 1500, feedback: feedback, stageCount: stages)
        let response = phased([pulse(8000)], settings)[0]
        for step in 0..<200 {
            let frequency = 20 * pow(1100, Double(step) / 199)
            #expect(abs(magnitude(response, frequency) - wanted(settings, frequency)) < 1e-5, "\(frequency) Hz")
        }
    }

    @Test(arguments: [2, 4, 8]) func `there is a notch for every two all-passes, and nothing is left in it`(stages: Int)
    {
        let response = phased([pulse(8000)], .init(frequency: 1000, stageCount: stages))[0]
        for notch in 1...stages / 2 {
            let place = tan(.pi * 1000 / rate) * tan(.pi * Double(2 * notch - 1) / Double(2 * stages))
            #expect(magnitude(response, atan(place) * rate / .pi) < 1e-5)
        }
    }

    @Test func `the notch is where the sine says, an octave up at its crest`() {
        let input = (0..<72_000).map { Float(sin(2 * .pi * 1600 / rate * Double($0))) }
        let sound = phased([input, input], .init(rate: 0.5, depth: 1, frequency: 800, spread: 180, stageCount: 2))
        func loudest(_ channel: Int, around second: Double) -> Float {
            let middle = Int(second * rate)
            return sound[channel][middle - 60..<middle + 60].reduce(0) { max($0, abs($1)) }
        }
        #expect(loudest(0, around: 0.5) < 2e-3 && loudest(1, around: 0.5) > 0.8)
        // At 1 s the notch goes down through 800 Hz.
        let still = wanted(.init(frequency: 800, stageCount: 2), 1600)
        #expect(abs(Double(loudest(0, around: 1)) - still) < 0.02)
    }

    @Test func `a loop at its most feedback loses energy, however fast it swings`() {
        var burst = SeededNumbers.noise(96_000, seed: 2)
        for frame in 480..<96_000 { burst[frame] = 0 }
        for feedback in [95.0, -95] {
            let sound = phased(
                [burst], .init(wetDryMix: 100, rate: 20, depth: 4, feedback: feedback, stageCount: 12))[0]
            #expect(sound.allSatisfy { abs($0) < 20 })
            let energies = stride(from: 4800, to: 96_000, by: 4800).map { start in
                sound[start..<start + 4800].reduce(0.0) { $0 + Double($1) * Double($1) }
            }
            #expect(energies.last! < 1e-9 * energies[0])
        }
    }

    @Test(arguments: [(2, 0.0), (12, 0), (4, 60), (6, -80)])
    func `behind the tail nothing is above −120 dB`(stages: Int, feedback: Double) throws {
        let settings = Settings(wetDryMix: 100, frequency: 400, feedback: feedback, stageCount: stages)
        var kernel = PhaserKernel(channelCount: 1, sampleRate: rate, maximumFrameCount: 100_000)
        kernel.settings = settings
        let found = kernel.tailFrameCount, tail = try #require(found)
        let sound = rendered([pulse(48_000)], slice: 48_000) { kernel.process($0, of: $1, into: &$2) }[0]
        #expect(sound[(tail + 1)...].allSatisfy { abs($0) < 1e-6 })
        // It is no longer than it has to be, by much.
        #expect(sound[(tail / 4)...].contains { abs($0) > 1e-6 }, "\(tail)")
    }

    @Test(arguments: [1, 63, 4096]) func `slices and pauses show in no bit`(cut: Int) {
        let noise = [SeededNumbers.noise(9000, seed: 1), SeededNumbers.noise(9000, seed: 2)]
        let settings = Settings(wetDryMix: 70, rate: 5, depth: 2, feedback: 60, spread: 45, stageCount: 5)
        #expect(phased(noise, settings, cut: cut) == phased(noise, settings))
        func late(_ skips: Bool) -> [[Float]] {
            var kernel = PhaserKernel(channelCount: 1, sampleRate: rate, maximumFrameCount: 2000)
            kernel.settings = settings
            if skips {
                kernel.skip(1777)
            } else {
                _ = rendered([Array(repeating: 0, count: 1777)], slice: cut) { kernel.process($0, of: $1, into: &$2) }
            }
            return rendered([noise[0]], slice: 100_000) { kernel.process($0, of: $1, into: &$2) }
        }
        #expect(late(true) == late(false))
    }

    @Test func `nothing of the effect passes every bit, and what is no number goes nowhere`() {
        let noise = SeededNumbers.noise(500, seed: 3)
        #expect(phased([noise], .init(wetDryMix: 0, depth: 1, feedback: 90)) == [noise])
        let sound = phased([[.nan, .infinity] + noise], .init(depth: 1, feedback: 50))[0]
        #expect(sound[2...].allSatisfy { $0.isFinite })
    }
}
