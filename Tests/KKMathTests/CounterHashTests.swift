import KKMath
import Testing

@Suite struct CounterHashTests {
    /// How often each bit is set and how often neighbours agree, over `count` frames; each is a coin of standard
    /// deviation √count / 2.
    @Test func `every bit is a fair coin, in itself and from frame to frame`() {
        let count = 20_000
        let noise = CounterHash(seed: 1, channel: 0, frame: 0)
        var set = [Int](repeating: 0, count: 32)
        var same = [Int](repeating: 0, count: 32)
        for frame in 0..<count {
            let bits = noise.bits(UInt32(frame))
            let change = bits ^ noise.bits(UInt32(frame + 1))
            for bit in 0..<32 {
                set[bit] += Int(bits >> UInt32(bit) & 1)
                same[bit] += Int(change >> UInt32(bit) & 1)
            }
        }
        let limit = 5 * Double(count).squareRoot() / 2
        #expect(set.allSatisfy { abs(Double($0) - Double(count) / 2) < limit })
        #expect(same.allSatisfy { abs(Double($0) - Double(count) / 2) < limit })
    }

    @Test func `seeds, channels and distant frames have noise of their own`() {
        let streams = [
            CounterHash(seed: 1, channel: 0, frame: 0), CounterHash(seed: 2, channel: 0, frame: 0),
            CounterHash(seed: 1, channel: 1, frame: 0),
            CounterHash(seed: 0, channel: 1, frame: 0), CounterHash(seed: 1, channel: 0, frame: 1 << 32),
            CounterHash(seed: 1, channel: 0, frame: -1),
        ]
        var worst = 0.0
        for (index, one) in streams.enumerated() {
            for other in streams[..<index] {
                for lag in UInt32(0)..<3 {
                    var agreeing = 0
                    for counter in UInt32(0)..<2000 {
                        agreeing += 32 - (one.bits(counter) ^ other.bits(counter + lag)).nonzeroBitCount
                    }
                    worst = max(worst, abs(Double(agreeing) - 32_000))
                }
            }
        }
        // 64 000 coins: the standard deviation is 126.
        #expect(worst < 700)
    }

    @Test func `a frame's bits are those of its stream`() {
        for frame in [Int64(0), 5, 1 << 32 + 5, -1, .max, .min] {
            let noise = CounterHash(seed: 9, channel: 3, frame: frame)
            #expect(
                CounterHash.bits(seed: 9, channel: 3, frame: frame) == noise.bits(UInt32(truncatingIfNeeded: frame)))
        }
    }

    @Test func `the bits never change`() {
        let frames: [Int64] = [0, 1, 2, 1 << 32, -1]
        #expect(
            frames.map { CounterHash.bits(seed: 0, channel: 0, frame: $0) } == [
                1997805269, 109033394, 773412069, 1735041753, 3324434366,
            ])
        #expect(
            frames.map { CounterHash.bits(seed: 0x0123_4567_89AB_CDEF, channel: 7, frame: $0) } == [
                2389942369, 4109523302, 702024173, 56353929, 2855786303,
            ])
    }
}
