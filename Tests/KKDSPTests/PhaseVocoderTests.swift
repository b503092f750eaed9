import KKMath
import KKPCM
import KKTestSupport
import Testing

@testable import KKDSP

@Suite struct PhaseVocoderTests {
    /// Frames of a vocoder, added up.
    private func frames(_ set: InstructionSet, of channels: [[Float]]) -> [[Float]] {
        let vocoder = PhaseVocoder(channelCount: channels.count, size: 256, set: set)
        var input = PCMBuffer(channelCount: channels.count, frameCapacity: channels[0].count)
        for (number, samples) in channels.enumerated() { input.fill(channel: number, with: samples) }
        var sums = PCMBuffer(channelCount: channels.count + 1, frameCapacity: 1_024)
        for number in 0..<8 {
            vocoder.advance(
                to: number * 50 - 100, of: input, frames: 0..<channels[0].count, by: number == 0 ? nil : 64)
            vocoder.add(to: &sums, at: number * 64, end: 256)
        }
        sums.frameLength = 1_024
        return (0...channels.count).map { sums.samples(ofChannel: $0) }
    }

    @Test func `every instruction set has the same bits`() {
        let channels = [SeededNumbers.noise(1_000, seed: 1), SeededNumbers.noise(1_000, seed: 2)]
        let expected = frames(.baseline, of: channels)
        #expect(expected[0].contains { $0 != 0 })
        for set in InstructionSet.available {
            for (one, other) in zip(frames(set, of: channels), expected) { #expect(haveSameBits(one[...], other[...])) }
        }
    }

    /// Where the input moves as fast as the output, phases turn by nothing.
    @Test func `frames that move with the input give the input`() {
        let noise = SeededNumbers.noise(1_000, seed: 3)
        let vocoder = PhaseVocoder(channelCount: 1, size: 256)
        var input = PCMBuffer(channelCount: 1, frameCapacity: 1_000)
        input.fill(channel: 0, with: noise)
        var sums = PCMBuffer(channelCount: 2, frameCapacity: 1_024)
        for number in 0..<9 {
            vocoder.advance(to: number * 64, of: input, frames: 0..<1_000, by: number == 0 ? nil : 64)
            vocoder.add(to: &sums, at: number * 64, end: 256)
        }
        sums.frameLength = 1_024
        let (sum, weights) = (sums.samples(ofChannel: 0), sums.samples(ofChannel: 1))
        for frame in 200..<500 { #expect(abs(sum[frame] / weights[frame] - noise[frame]) < 2e-5) }
    }
}

@Suite struct OnsetDetectorTests {
    private func onsets(_ samples: [Float], cut: Int = 100_000) -> [Int64] {
        var detector = OnsetDetector(channelCount: 1, sampleRate: 48_000)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: samples.count)
        buffer.fill(channel: 0, with: samples)
        buffer.frameLength = samples.count
        var found: [Int64] = [], start = 0
        while start < samples.count {
            detector.take(start..<min(samples.count, start + cut), of: buffer)
            start += cut
            while let onset = detector.next(after: found.last ?? 0) { found.append(onset) }
        }
        return found
    }

    private func strokes(at places: [Int], count: Int) -> [Float] {
        var samples = SeededNumbers.noise(count, seed: 5).map { $0 * 0.001 }
        let noise = SeededNumbers.noise(2_000, seed: 6)
        for place in places { for index in 0..<2_000 { samples[place + index] += noise[index] * 0.5 } }
        return samples
    }

    @Test(arguments: [1, 63, 1_024, 100_000]) func `strokes are found where they are, however they come`(cut: Int) {
        let places = [10_000, 20_011, 31_137]
        let found = onsets(strokes(at: places, count: 40_000), cut: cut)
        #expect(found.count == 3)
        for (place, onset) in zip(places, found) { #expect((place - 64...place).contains(Int(onset))) }
    }

    @Test func `steady sound, tones that change and pulses of a voice are no strokes`() {
        let tones = (0..<48_000).map { Float(0.5 * PortableMath.sin(Double($0) * ($0 < 24_000 ? 0.05 : 0.07))) }
        let pulses = (0..<48_000).map { index in
            let phase = Double(index % 480)
            return Float(PortableMath.exp2(-phase / 60) * PortableMath.sin(phase * 0.2))
        }
        #expect(onsets(SeededNumbers.noise(48_000, seed: 8)).allSatisfy { $0 < 2_000 })
        #expect(onsets(tones).allSatisfy { $0 < 2_000 })
        #expect(onsets(pulses).allSatisfy { $0 < 2_000 })
    }
}
