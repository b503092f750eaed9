import Foundation
import KKDSP
import KKPCM
import Testing

@Suite struct FadeTests {
    @Test(arguments: FadeCurve.allCases)
    func `every curve begins at exactly nothing, ends at exactly one and never falls`(curve: FadeCurve) {
        let fade = Fade(length: 1000, curve: curve)
        #expect(fade.gain(at: 0) == 0)
        #expect(fade.gain(at: -5) == 0)
        #expect(fade.gain(at: 1000) == 1)
        #expect(fade.gain(at: .max) == 1)
        #expect((0..<1000).allSatisfy { fade.gain(at: $0) < fade.gain(at: $0 + 1) })
    }

    @Test func `the curves are what they are called`() {
        var worst = [0.0, 0, 0, 0]
        for frame in 1..<1000 as Range<Int64> {
            let x = Double(frame) / 1000
            let expected = [x, sin(x * .pi / 2), (1 - cos(x * .pi)) / 2, pow(10, (x - 1) * 3)]
            for (index, curve) in [FadeCurve.linear, .equalPower, .sCurve, .exponential].enumerated() {
                let gain = Fade(length: 1000, curve: curve).gain(at: frame)
                worst[index] = max(worst[index], abs(gain - expected[index]))
            }
        }
        #expect(worst.allSatisfy { $0 < 1e-14 })
    }

    @Test func `the exponential curve loses the same decibels everywhere`() {
        let fade = Fade(length: 60, curve: .exponential)
        #expect(abs(20 * log10(fade.gain(at: 30)) + 30) < 1e-9)
        #expect(abs(20 * log10(fade.gain(at: 1)) + 59) < 1e-9)
    }

    @Test func `a fade without length is full level`() {
        #expect(Fade(length: 0).gain(at: 0) == 1)
        #expect(Fade(length: -3).gain(at: 0) == 1)
    }

    @Test func `a linear pair across each other sums to one`() {
        let fade = Fade(length: 64)
        var rising = ones(64), falling = ones(64)
        rising.applyFadeIn(fade, at: 0, to: 0..<64)
        falling.applyFadeOut(fade, endingAt: 64, at: 0, to: 0..<64)
        let sums = zip(rising.samples(ofChannel: 0), falling.samples(ofChannel: 0)).map(+)
        #expect(sums.allSatisfy { $0 == 1 })
        #expect(falling.samples(ofChannel: 1).first == 1)
        #expect(falling.samples(ofChannel: 1).last == 0.015625)
    }

    @Test(arguments: FadeCurve.allCases)
    func `how a fade is cut changes no bit`(curve: FadeCurve) {
        let fade = Fade(length: 700, curve: curve)
        func faded(slice: Int) -> [UInt32] {
            var buffer = ones(1000)
            for start in stride(from: 0, to: 1000, by: slice) {
                let frames = start..<min(1000, start + slice)
                buffer.applyFadeIn(fade, at: Int64(start), to: frames)
                buffer.applyFadeOut(fade, endingAt: 900, at: Int64(start), to: frames)
            }
            return buffer.samples(ofChannel: 1).map(\.bitPattern)
        }
        let whole = faded(slice: 1000)
        #expect([1, 63, 512].allSatisfy { faded(slice: $0) == whole })
        #expect(whole[900...].allSatisfy { $0 == 0 })
    }

    private func ones(_ count: Int) -> PCMBuffer {
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: count)
        buffer.frameLength = count
        for channel in 0..<2 { buffer.fill(channel: channel, with: Array(repeating: 1, count: count)) }
        return buffer
    }
}
