import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct PeakLimiterKernelTests {
    private func limited(
        _ channels: [[Float]], rate: Double = 48_000, _ settings: PeakLimiterKernel.Settings = .init(),
        slice: Int = 512,
        capacity: Int = 512
    ) -> (output: [[Float]], latency: Int) {
        var limiter = PeakLimiterKernel(
            channelCount: channels.count, sampleRate: rate, maximumFrameCount: capacity, settings: settings)
        let output = rendered(channels, slice: slice) { limiter.process($0, of: $1, into: &$2) }
        return (output, limiter.latency)
    }

    @Test func `the defaults and the latency are the attack time in frames`() {
        #expect(limited([[]]).latency == 576)
        #expect(limited([[]], rate: 44_100).latency == 529)
        #expect(limited([[]], rate: 8_000, .init(attack: 0.001)).latency == 8)
        #expect(limited([[]], rate: 192_000, .init(attack: 1)).latency == 5760)
        #expect(limited([[]], rate: 8_000, .init(attack: .nan)).latency == 8)
    }

    @Test func `up to full scale everything passes bit for bit, late by the latency`() {
        let samples = SeededNumbers.noise(5000, seed: 1) + [1, -1, -0.0, 0x1p-139]
        let (output, latency) = limited([samples + [Float](repeating: 0, count: 600)])
        #expect(output[0][latency..<latency + samples.count].map(\.bitPattern) == samples.map(\.bitPattern))
        #expect(output[0][..<latency].allSatisfy { $0.bitPattern == 0 })
    }

    @Test(arguments: [8_000, 44_100, 192_000.0])
    func `no sample is above full scale`(rate: Double) {
        for gain in [0, 6, 40.0] {
            for attack in [0.001, 0.012, 0.03] {
                let settings = PeakLimiterKernel.Settings(attack: attack, decay: 0.001, preGain: Decibels(gain))
                let output = limited(
                    [Signals.music(9000, seed: 4, level: 2), SeededNumbers.noise(9000, seed: 3)], rate: rate, settings
                ).output
                #expect(output.joined().allSatisfy { $0.magnitude <= 1 })
                #expect(output.joined().contains { $0.magnitude > 0.99 })
            }
        }
    }

    @Test func `not even rounding brings a sample above full scale`() {
        let samples = SeededNumbers.noise(50_000, seed: 8).enumerated().map { $1 * (1 + 100 * Float($0)) }
        let output = limited([samples], .init(attack: 0.001, decay: 0.001)).output[0]
        #expect(output.allSatisfy { $0.magnitude <= 1 })
        #expect(output.contains { $0 > 0.999 })
    }

    @Test(arguments: [8_000, 44_100, 192_000.0], [0.001, 0.012, 0.03])
    func `attack and decay are what they say`(rate: Double, attack: Double) {
        let decay = 0.02, peak = Int(rate * 0.05), frames = Int((attack * rate).rounded())
        var samples = [Float](repeating: 0.25, count: Int(rate * 0.25))
        samples[peak] = 4
        let (output, latency) = limited(
            [samples, samples.map { _ in 0.25 }], rate: rate, .init(attack: attack, decay: decay))
        let gains = output[1].dropFirst(latency).map { Double($0) * 4 }
        #expect(latency == frames)
        // A straight line that begins one attack before the peak: untouched before, a quarter on the frame before the
        // peak and at it.
        #expect(gains[peak - frames - 1] == 1 && gains[peak - frames] < 1)
        for step in 1...frames {
            #expect(abs(gains[peak - frames - 1 + step] - (1 - 0.75 * Double(step) / Double(frames))) < 1e-7)
        }
        #expect(abs(gains[peak] - 0.25) < 1e-7)
        #expect(abs(output[0][peak + latency] - 1) < 1e-7)
        // The way back: 1/e of the reduction is left after each decay time.
        let start = peak + frames, span = Int((decay * rate).rounded())
        let expected = PortableMath.exp2(-1.4426950408889634 * Double(span) / (decay * rate))
        #expect(abs((1 - gains[start + span]) / (1 - gains[start]) - expected) < 1e-4)
        #expect(abs(expected - 0.36787944) < 0.002)
    }

    @Test func `the pre-gain comes before the limiter`() {
        let samples = SeededNumbers.noise(2000, seed: 7).map { $0 * 0.4 }
        let (output, latency) = limited([samples], .init(preGain: Decibels(-6)))
        let factor = Decibels(-6).linear
        #expect(zip(output[0].dropFirst(latency), samples).allSatisfy { $0 == Float(Double($1) * factor) })
    }

    /// 64 frames of attack, so that every step of the curve is a number without a remainder: where a peak p stays, the
    /// gain is 1 less the steps of 2⁻³⁶ that 1 − 1/p needs, rounded up.
    @Test func `pre-gain and gain are rounded once, together`() {
        let gain = Decibels(7).linear, length = 4000
        let quiet = SeededNumbers.noise(length, seed: 11).map { $0 * 0.1 }
        let settings = PeakLimiterKernel.Settings(attack: 0.001, preGain: Decibels(7))
        let (output, latency) = limited([[Float](repeating: 0.75, count: length), quiet], rate: 64_000, settings)
        let steps = ((1 - 1 / (0.75 * gain)) * 0x1p36).rounded(.down) + 1
        let reduced = 1 - steps * 0x1p-36
        #expect(latency == 64)
        let heard = output[1][2000..<4000], expected = quiet[1936..<3936].map { Float(Double($0) * gain * reduced) }
        #expect(heard.elementsEqual(expected))
    }

    @Test(arguments: [1, 100, 512]) func `a new pre-gain holds from the next frame that comes in`(slice: Int) {
        let samples = [Float](repeating: 0.1, count: 4000)
        var limiter = PeakLimiterKernel(channelCount: 1, sampleRate: 48_000, maximumFrameCount: 512)
        var frame = 0
        let output = rendered([samples], slice: slice) {
            if frame >= 2000 && limiter.settings.preGain == Decibels(0) { limiter.settings.preGain = Decibels(6) }
            limiter.process($0, of: $1, into: &$2)
            frame += $0.count
        }[0]
        let change = (2000 + slice - 1) / slice * slice + limiter.latency
        #expect(output[576..<change].allSatisfy { $0 == 0.1 })
        #expect(output[change...].allSatisfy { $0 == Float(Double(Float(0.1)) * Decibels(6).linear) })
    }

    @Test func `a new decay holds at once, a new attack after a reset`() {
        let samples = [Float](repeating: 1.5, count: 3000)
        var limiter = PeakLimiterKernel(channelCount: 1, sampleRate: 48_000, maximumFrameCount: 512)
        let first = rendered([samples], slice: 100) { limiter.process($0, of: $1, into: &$2) }
        limiter.settings = .init(attack: 0.03)
        let before = limiter.latency
        limiter.reset()
        let after = limiter.latency
        #expect(before == 576 && after == 1440)
        limiter.settings = .init()
        limiter.reset()
        #expect(rendered([samples], slice: 100) { limiter.process($0, of: $1, into: &$2) } == first)
    }

    @Test func `any cut gives the same bits`() {
        let channels = [Signals.music(12_000, seed: 1, level: 2), Signals.bursts(12_000, seed: 2)]
        let whole = limited(channels, slice: 4096, capacity: 4096).output
        for slice in [1, 7, 64, 555, 4096] {
            #expect(limited(channels, slice: slice, capacity: 600).output == whole, "slices of \(slice)")
        }
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity])
    func `what is no number leaves nothing behind`(value: Float) {
        let noise = SeededNumbers.noise(30_000, seed: 5)
        var samples = noise
        samples[1000] = value
        let (output, latency) = limited([samples], rate: 8_000, .init(preGain: Decibels(0)))
        let end = 20_000..<30_000
        #expect(output[0][end].elementsEqual(noise[end.lowerBound - latency..<end.upperBound - latency]))
    }
}
