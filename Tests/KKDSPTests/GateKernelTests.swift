import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct GateKernelTests {
    private let settings = GateKernel.Settings(
        threshold: -30, hysteresis: 6, gainAbove: -2, gainBelow: -42, attack: 0.02, hold: 0.05, release: 0.2)

    private func rendered(
        _ channels: [[Float]], rate: Double = 48_000, _ settings: GateKernel.Settings, slice: Int = 512
    ) -> [[Float]] {
        var kernel = GateKernel(
            channelCount: channels.count, sampleRate: rate, maximumFrameCount: slice, settings: settings)
        return KKDSPTests.rendered(channels, slice: slice) { kernel.process($0, of: $1, into: &$2) }
    }

    /// A wave of one magnitude: its level is the same in every frame.
    private func square(_ decibels: Double, _ count: Int) -> [Float] {
        let magnitude = Float(Decibels(decibels).linear)
        return (0..<count).map { $0 % 2 == 0 ? magnitude : -magnitude }
    }

    /// The gain of each frame, in decibels.
    private func gains(_ input: [Float], _ output: [Float]) -> [Double] {
        zip(input, output).map { Decibels(linear: Double($1) / Double($0)).value }
    }

    @Test func `a steady level is let through from the threshold on, and turned down below it`() {
        for level in stride(from: -80.0, through: 0, by: 2.5) {
            let input = square(level + 0.001, 12_000)
            let gain = gains(input, rendered([input], settings)[0])[11_999]
            #expect(abs(gain - (level >= -30 ? -2 : -42)) < 1e-5, "\(level) dB: \(gain)")
        }
    }

    @Test func `what has opened it keeps it open down to the hysteresis below the threshold`() {
        for (level, gain) in [(-30.0, -2.0), (-33, -2), (-35.99, -2), (-36.01, -42), (-50, -42)] {
            let input = square(-20, 4000) + square(level, 40_000)
            let found = gains(input, rendered([input], settings)[0])[43_999]
            #expect(abs(found - gain) < 1e-5, "\(level) dB: \(found)")
        }
        let closed = square(-50, 4000) + square(-33, 40_000)
        let found = gains(closed, rendered([closed], settings)[0])[43_999]
        #expect(abs(found + 42) < 1e-5)
    }

    @Test(arguments: [8_000, 48_000, 192_000.0])
    func `it opens evenly in the attack time, is held, and closes evenly in the release time`(rate: Double) {
        let quiet = Int(0.1 * rate), loud = Int(0.1 * rate)
        let input = square(-60, quiet) + square(-10, loud) + square(-60, Int(0.4 * rate))
        let gain = gains(input, rendered([input], rate: rate, settings)[0])
        let attack = Int(0.02 * rate), hold = Int(0.05 * rate), release = Int(0.2 * rate)
        let begun = gain[..<quiet].allSatisfy { abs($0 + 42) < 1e-5 }
        #expect(begun)
        // The first loud frame is the first step.
        for (part, expected) in [(0.25, -32.0), (0.5, -22), (1, -2)] {
            let frame = quiet + Int(part * Double(attack)) - 1
            #expect(abs(gain[frame] - expected) < 1e-4)
        }
        // The level itself is held for 10 ms and what is left of a part.
        let behind = (quiet + loud..<input.count).first { gain[$0] < -2 - 1e-4 } ?? 0
        let held = Double(behind - quiet - loud - hold) / rate
        #expect(held > 0.0099 && held < 0.0115)
        for (part, expected) in [(0.25, -12.0), (0.5, -22), (1, -42)] {
            let frame = behind + Int(part * Double(release)) - 1
            #expect(abs(gain[frame] - expected) < 1e-4)
        }
    }

    @Test func `no step of the gain is larger than the attack's and the release's`() {
        let input = (0..<30).flatMap { square($0 % 2 == 0 ? -10 : -60, 100 + 97 * $0) }
        let gain = gains(input, rendered([input], settings)[0])
        let most = zip(gain, gain.dropFirst()).map { abs($1 - $0) }.max() ?? 0
        #expect(most < 40 / (0.02 * 48_000) + 1e-4)
    }

    @Test func `a ducker's settings turn the sound down while the key is loud, and let every bit pass else`() {
        let ducks = GateKernel.Settings(
            threshold: -40, gainAbove: -12, gainBelow: 0, attack: 0.01, hold: 0.02, release: 0.05)
        let sound = SeededNumbers.noise(24_000, seed: 1)
        let keys = [Array(repeating: 0, count: 6000) + square(-20, 6000) + Array(repeating: 0, count: 12_000)]
        var kernel = GateKernel(channelCount: 1, sampleRate: 48_000, maximumFrameCount: 24_000, settings: ducks)
        var key = PCMBuffer(channelCount: 1, frameCapacity: 24_000)
        key.fill(channel: 0, with: keys[0])
        key.frameLength = 24_000
        let output = KKDSPTests.rendered([sound], slice: 700) { frames, input, output in
            output.copy(frames.count, framesFrom: input, at: frames.lowerBound, to: frames.lowerBound)
            kernel.process(frames, in: &output, key: key)
        }[0]
        #expect(bits([Array(output[..<6000])]) == bits([Array(sound[..<6000])]))
        let down = Float(Decibels(-12).linear)
        let isDown = (6480..<12_000).allSatisfy { abs(output[$0] - sound[$0] * down) < 1e-6 }
        #expect(isDown)
        #expect(bits([Array(output[16_000...])]) == bits([Array(sound[16_000...])]))
    }

    @Test func `all channels get the gain of the loudest one, up to eight and more`() {
        for count in [2, 8, 11] {
            var channels = (0..<count).map { _ in square(-70, 4000) }
            channels[count - 1] = square(-5, 4000)
            let output = rendered(channels, settings)
            let gain = gains(channels[0], output[0]), loud = gains(channels[count - 1], output[count - 1])
            #expect(zip(gain, loud).allSatisfy { abs($0 - $1) < 1e-4 })
            #expect(abs(gain[3999] + 2) < 1e-4)
        }
    }

    @Test(arguments: [1, 63, 4096]) func `slices change no bit`(slice: Int) {
        let channels = (1...2).map { Signals.music(20_000, seed: $0, level: 0.5) }
        let busy = GateKernel.Settings(threshold: -10, hysteresis: 2, attack: 0.003, hold: 0, release: 0.004)
        #expect(bits(rendered(channels, busy, slice: slice)) == bits(rendered(channels, busy, slice: 1000)))
    }

    @Test func `what is not finite opens it or counts as nothing, and is forgotten`() {
        var samples = square(-70, 60_000)
        (samples[100], samples[30_000]) = (.nan, .infinity)
        let output = rendered([samples], settings)[0]
        let gain = gains(samples, output)
        #expect(abs(gain[29_999] + 42) < 1e-4 && abs(gain[31_000] + 2) < 1e-4 && abs(gain[59_999] + 42) < 1e-4)
    }

    @Test func `a setting beyond its range is the nearest end`() {
        let samples = [SeededNumbers.noise(3000, seed: 6)]
        let wild = GateKernel.Settings(
            threshold: -900, hysteresis: .nan, gainAbove: 7, gainBelow: -.infinity, attack: 0, hold: -1, release: 900)
        let tame = GateKernel.Settings(
            threshold: -96, hysteresis: 0, gainAbove: 0, gainBelow: -120, attack: 0.0001, hold: 0, release: 5)
        #expect(bits(rendered(samples, wild)) == bits(rendered(samples, tame)))
    }
}
