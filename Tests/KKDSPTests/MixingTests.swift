import KKDSP
import KKPCM
import KKTestSupport
import Testing

@Suite struct MixingTests {
    @Test func `a gain of one is exact and keeps the sign of zero`() {
        let noise: [Float] = SeededNumbers.noise(1000, seed: 1) + [-0.0, 0.0, .leastNonzeroMagnitude, 3e38]
        var source = PCMBuffer(channelCount: 1, frameCapacity: noise.count)
        source.fill(channel: 0, with: noise)
        var sum = PCMBuffer(channelCount: 1, frameCapacity: noise.count)
        sum.frameLength = noise.count
        sum.set(0..<noise.count, ofChannel: 0, of: source, gain: 1, toChannel: 0)
        #expect(sum.samples(ofChannel: 0).map(\.bitPattern) == noise.map(\.bitPattern))
        sum.applyGain(1, to: 0..<noise.count)
        #expect(sum.samples(ofChannel: 0).map(\.bitPattern) == noise.map(\.bitPattern))
    }

    @Test func `adding multiplies by the gain, within the frames asked for`() {
        var source = PCMBuffer(channelCount: 2, frameCapacity: 100)
        source.fill(channel: 1, with: Array(repeating: 0.5, count: 100))
        var sum = PCMBuffer(channelCount: 3, frameCapacity: 100)
        sum.frameLength = 100
        sum.fill(channel: 2, with: Array(repeating: 1, count: 100))
        sum.add(10..<20, ofChannel: 1, of: source, gain: -0.25, toChannel: 2)
        let expected = (0..<100).map { (10..<20).contains($0) ? Float(0.875) : 1 }
        #expect(sum.samples(ofChannel: 2) == expected)
        #expect(sum.samples(ofChannel: 0).allSatisfy { $0 == 0 })
    }

    @Test func `any cut gives the same bits`() {
        let first = SeededNumbers.noise(4096, seed: 2), second = SeededNumbers.noise(4096, seed: 3)
        var source = PCMBuffer(channelCount: 1, frameCapacity: 4096)
        source.fill(channel: 0, with: second)
        func sum(slice: Int) -> [UInt32] {
            var sum = PCMBuffer(channelCount: 1, frameCapacity: 4096)
            sum.frameLength = 4096
            sum.fill(channel: 0, with: first)
            for start in stride(from: 0, to: 4096, by: slice) {
                let frames = start..<min(4096, start + slice)
                sum.add(frames, ofChannel: 0, of: source, gain: 0.3, toChannel: 0)
                sum.applyGain(0.7, to: frames)
            }
            return sum.samples(ofChannel: 0).map(\.bitPattern)
        }
        let whole = sum(slice: 4096)
        let byHand = zip(first, second).map { (($0 + $1 * 0.3) * 0.7).bitPattern }
        #expect(whole == byHand)
        #expect([1, 7, 63, 512].allSatisfy { sum(slice: $0) == whole })
    }

    @Test func `one channel can be silenced alone`() {
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 4)
        buffer.frameLength = 4
        buffer.fill(channel: 0, with: [1, 2, 3, 4])
        buffer.fill(channel: 1, with: [1, 2, 3, 4])
        buffer.silence(1..<3, ofChannel: 1)
        #expect(buffer.samples(ofChannel: 0) == [1, 2, 3, 4])
        #expect(buffer.samples(ofChannel: 1) == [1, 0, 0, 4])
    }
}
