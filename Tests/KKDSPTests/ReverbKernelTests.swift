@testable import KKDSP
import Foundation
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct ReverbKernelTests {
    private func room(
        _ channels: [[Float]], rate: Double = 48_000, _ settings: ReverbKernel.Settings, slice: Int = 512
    ) -> [[Float]] {
        var reverb = ReverbKernel(channelCount: channels.count, sampleRate: rate, settings: settings)
        return rendered(channels, slice: slice) { reverb.process($0, of: $1, into: &$2) }
    }

    private func impulse(_ count: Int) -> [Float] { [1] + [Float](repeating: 0, count: count - 1) }

    private func kernel(_ settings: ReverbKernel.Settings) -> ReverbKernel {
        ReverbKernel(channelCount: 1, sampleRate: 48_000, settings: settings)
    }

    /// The power of a block around a frequency, by sums with a cosine and a sine under a Hann window.
    private func power(_ samples: ArraySlice<Float>, around frequency: Double, rate: Double) -> Double {
        let count = samples.count
        var total = 0.0
        for offset in -6...6 {
            let step = 2 * .pi * (frequency / rate + Double(offset) / Double(count))
            var (real, imaginary) = (0.0, 0.0)
            for (index, sample) in samples.enumerated() {
                let window = 0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(count))
                real += window * Double(sample) * cos(step * Double(index))
                imaginary += window * Double(sample) * sin(step * Double(index))
            }
            total += real * real + imaginary * imaginary
        }
        return total
    }

    /// Of every pole of such a network the magnitude is that of the losses over the frames of all lines, so the sound
    /// falls by 60 dB in −3 Σ M / Σ log₁₀ |H|.
    @Test(arguments: [(1, 0.5), (0.4, 0.4), (2, 0.5), (0.5, 1)])
    func `a sound of each band falls by 60 dB in its time`(at0Hz: Double, atNyquist: Double) {
        let rate = 48_000.0
        let seeds = 1...6
        let sounds = seeds.map {
            room([impulse(72_000)], .init(decayAt0Hz: at0Hz, decayAtNyquist: atNyquist, seed: $0))[0]
        }
        let reverb = kernel(.init(decayAt0Hz: at0Hz, decayAtNyquist: atNyquist))
        let (lines, filters) = (reverb.lines, reverb.filters)
        for frequency in [60, 125, 500, 2000, 8000, 16_000, 23_500.0] {
            var frames = 0.0, losses = 0.0
            for line in 0..<16 {
                let (feed, pole) = (Double(filters.feeds[line]), Double(filters.poles[line]))
                let cosine = cos(2 * .pi * frequency / rate)
                losses += log10(feed * feed / (1 + pole * pole - 2 * pole * cosine)) / 2
                frames += Double(lines.lengths[line])
            }
            let expected = -3 * frames / losses / rate
            if frequency == 60 { #expect(abs(expected / at0Hz - 1) < 0.01) }
            if frequency == 23_500 { #expect(abs(expected / atNyquist - 1) < 0.01) }
            // Between two blocks, over several rooms: one room's echoes come and go.
            let block = 8192, first = 4000..<4000 + block, step = Int(0.6 * expected * rate)
            func power(_ frames: Range<Int>) -> Double {
                sounds.reduce(0) { $0 + self.power($1[frames], around: frequency, rate: rate) }
            }
            let later = power(first.lowerBound + step..<first.upperBound + step)
            let found = 6 * Double(step) / rate / log10(power(first) / later)
            #expect(abs(found / expected - 1) < 0.05, "\(frequency) Hz: \(found) s, \(expected) s expected")
        }
    }

    @Test(arguments: [(1, 0.5), (0.3, 0.1), (5, 1.1), (20, 0.5), (0.5, 1)])
    func `noise comes out as loud as it goes in`(at0Hz: Double, atNyquist: Double) {
        let noise = (0..<2).map { SeededNumbers.noise(96_000, seed: UInt64($0 + 5)) }
        let settings = ReverbKernel.Settings(decayAt0Hz: at0Hz, decayAtNyquist: atNyquist)
        // From rest to a steady sound takes as long as a decay.
        let warm =
            at0Hz > 1 ? [noise, noise, noise, noise].reduce([[], []]) { [$0[0] + $1[0], $0[1] + $1[1]] } : noise
        for (given, heard) in zip(warm, room(warm, settings)) {
            let last = given.count - 48_000
            func power(_ samples: [Float]) -> Double { samples[last...].reduce(0) { $0 + Double($1) * Double($1) } }
            #expect(abs(10 * log10(power(heard) / power(given))) < 1)
        }
    }

    @Test func `the first echo is late by the shortest line, and as the closed form has it`() {
        let reverb = kernel(.init()), count = 2000
        let heard = room([impulse(count)], .init())[0]
        // 8 ms are 384 frames, and 389 is the next prime.
        #expect(reverb.lines.lengths[0] == 389 && reverb.lines.lengths[15] == 2411)
        #expect(heard[..<389].allSatisfy { $0 == 0 })
        let (feed, pole) = (reverb.filters.feeds[0], reverb.filters.poles[0])
        let sign = reverb.lines.signsIn[0] * reverb.lines.signsOut[0]
        for (index, factor) in [1, pole, pole * pole].enumerated() {
            #expect(abs(heard[389 + index] - sign * reverb.wet * feed * factor) < 1e-7)
        }
    }

    @Test func `lines are primes that grow, within the delays`() {
        for seed in [1, 2, 77, 1000] {
            let lines = kernel(.init(shortestDelay: 0.01, longestDelay: 0.08, seed: seed)).lines
            var last: Int32 = 480
            for line in 0..<16 {
                let length = lines.lengths[line]
                #expect(length > last && (2..<Int32(100)).allSatisfy { $0 >= length || length % $0 != 0 })
                #expect(abs(lines.signsIn[line]) == 1 && abs(lines.signsOut[line]) == 1)
                last = length
            }
            #expect(last < 3840 + 40)
        }
        #expect(kernel(.init(shortestDelay: 0.5, longestDelay: 0.1)).lines.lengths[0] == 24_001)
    }

    @Test func `another seed is another room, and the same is the same`() {
        let rooms = [1, 2, 1].map { room([impulse(9000)], .init(seed: $0))[0] }
        #expect(rooms[0] == rooms[2] && rooms[0] != rooms[1])
    }

    @Test func `the two ends of a stereo room are heard by different ears`() {
        let silence = [Float](repeating: 0, count: 48_000)
        let left = room([impulse(48_000), silence], .init())
        let late = 4800..<24_000
        func product(_ a: [Float], _ b: [Float]) -> Double {
            late.reduce(0) { $0 + Double(a[$1]) * Double(b[$1]) }
        }
        let own = product(left[0], left[0]), other = product(left[1], left[1])
        #expect(abs(10 * log10(own / other)) < 1)
        #expect(abs(product(left[0], left[1])) / (own * other).squareRoot() < 0.05)
    }

    @Test func `without the room every bit passes, and half of it is half of each`() {
        let noise = [SeededNumbers.noise(6000, seed: 1)]
        #expect(room(noise, .init(wetDryMix: 0)) == noise)
        let (half, whole) = (room(noise, .init(wetDryMix: 50))[0], room(noise, .init())[0])
        for frame in 0..<6000 { #expect(abs(half[frame] - (noise[0][frame] + whole[frame]) / 2) < 1e-6) }
        let louder = room(noise, .init(gain: 6.020599913279624))[0]
        for frame in 0..<6000 { #expect(abs(louder[frame] - 2 * whole[frame]) < 1e-5) }
    }

    @Test func `what is no number is silence in the lines, and a short room comes to rest`() {
        let input = [[Float.nan, .infinity, 1] + [Float](repeating: 0, count: 40_000)]
        let heard = room(input, .init())[0]
        #expect(heard[3...].allSatisfy { $0.isFinite })
        var reverb = ReverbKernel(
            channelCount: 1, sampleRate: 8000, settings: .init(decayAt0Hz: 0.002, decayAtNyquist: 0.001))
        let (atFirst, tail) = (reverb.isAtRest, reverb.tailFrameCount)
        #expect(atFirst && tail == 32 + 401)
        _ = rendered([impulse(400)], slice: 100) { reverb.process($0, of: $1, into: &$2) }
        let during = reverb.isAtRest
        _ = rendered([[Float](repeating: 0, count: 40_000)], slice: 100) { reverb.process($0, of: $1, into: &$2) }
        let afterwards = reverb.isAtRest
        #expect(!during && afterwards)
    }

    @Test(arguments: [3, 5, 16]) func `every channel of many has lines of its own`(count: Int) {
        for channel in 0..<count {
            var input = [[Float]](repeating: [Float](repeating: 0, count: 1200), count: count)
            input[channel][0] = 1
            let heard = room(input, rate: 8000, .init())
            let own = heard[channel].firstIndex { $0 != 0 }
            #expect(own != nil && heard.allSatisfy { ($0.firstIndex { $0 != 0 } ?? 1200) >= own ?? 0 })
        }
    }
}
