import CLanes
import KKDSP
import KKMath
import KKTestSupport
import Testing

/// The factors of a compressor's gains.
@Suite struct GainLanesTests {
    private let octaves =
        SeededNumbers.noise(1003, seed: 1).map { Double($0) * 40 } + [0, 1, -1, 20, -20, -0.5, 1000, -1000]

    @Test func `octaves become factors within 1e-11, exact for integers, and no instruction set changes a bit`() {
        var all: [[UInt64]] = []
        for set in InstructionSet.available {
            for count in [octaves.count, 1, 2, 3, 5] {
                var factors = octaves
                unsafe factors.withUnsafeMutableBufferPointer { factors in
                    guard let first = factors.baseAddress else { return }
                    unsafe lanes_factors(set.lanes, first, count)
                }
                for (octave, factor) in zip(octaves, factors).prefix(count) {
                    let expected = PortableMath.exp2(octave)
                    #expect(abs(factor / expected - 1) < (octave == octave.rounded() ? 1e-300 : 1e-11))
                }
                #expect(factors[count...] == octaves[count...])
                if count == octaves.count { all.append(factors.map(\.bitPattern)) }
            }
        }
        #expect(all.allSatisfy { $0 == all[0] })
    }

    @Test func `samples are multiplied and rounded once, by every instruction set`() {
        let samples = SeededNumbers.noise(octaves.count, seed: 2)
        for set in InstructionSet.available {
            for count in [octaves.count, 0, 1, 3, 6] {
                var made = samples
                unsafe made.withUnsafeMutableBufferPointer { made in
                    unsafe octaves.withUnsafeBufferPointer { factors in
                        guard let first = made.baseAddress, let by = factors.baseAddress else { return }
                        unsafe lanes_multiply(set.lanes, first, by, count)
                    }
                }
                let expected = zip(samples, octaves).enumerated().map { index, pair in
                    index < count ? Float(Double(pair.0) * pair.1) : pair.0
                }
                #expect(bits([made]) == bits([expected]))
            }
        }
    }
}
