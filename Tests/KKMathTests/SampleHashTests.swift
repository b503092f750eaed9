import KKMath
import Testing

@Suite struct SampleHashTests {
    private func hash(_ samples: [Float], channel: Int = 0, firstFrame: Int64 = 0) -> UInt64 {
        var hash = SampleHash()
        hash.add(samples.span, channel: channel, firstFrame: firstFrame)
        return hash.value
    }

    private let noise: [Float] = (0..<999).map { Float(CounterHash.bits(seed: 1, channel: 0, frame: $0)) * 0x1p-32 }

    @Test func `pieces in any order are the whole`() {
        var pieces = SampleHash()
        for start in stride(from: 981, through: 0, by: -109) {
            let end = min(999, start + 109)
            pieces.add(Array(noise[start..<end]).span, channel: 2, firstFrame: 5 + Int64(start))
        }
        #expect(pieces.value == hash(noise, channel: 2, firstFrame: 5))
    }

    @Test func `silence is nothing, with either sign, and says how long it is to nobody`() {
        #expect(hash([0, -0.0, 0]) == 0 && hash([]) == 0)
        #expect(hash([1, -0.0, 0.5]) == hash([1, 0, 0.5, 0]))
    }

    @Test func `a sample, its sign, its frame and its channel all count`() {
        let sum = hash(noise)
        for change in 0..<50 {
            var other = noise
            other[change * 19] = other[change * 19].nextUp
            #expect(hash(other) != sum)
            other[change * 19] = -noise[change * 19]
            #expect(hash(other) != sum)
        }
        var swapped = noise
        swapped.swapAt(3, 4)
        #expect(hash(swapped) != sum && hash(noise, channel: 1) != sum && hash(noise, firstFrame: 1) != sum)
    }

    @Test func `the bits never change`() {
        #expect(hash(noise) == 0xFA78_03FD_E37F_20DD && hash([1]) == 0x2A5C_F130_132E_A644)
    }
}
