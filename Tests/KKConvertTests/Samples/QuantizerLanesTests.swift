import CLanes
@testable import KKConvert
import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

/// Samples to codes in lanes: by every instruction set the numbers of the formula.
@Suite struct QuantizerLanesTests {
    private let hash = CounterHash(seed: 5, channel: 1, frame: 1 << 33)
    private let counter: UInt32 = 0xFFFF_FFF0

    /// Noise, its ends, codes and their ties, and what is outside.
    private func samples(_ bits: Int) -> [Double] {
        let half = Double(1 << (bits - 1))
        let edges = [
            0, -0.0, 1, -1, (half - 0.5) / half, (half - 1) / half, (-half - 0.5) / half, 1.5 / half, 2.5 / half,
            -0.5 / half, 1e30, -1e30, .infinity, -.infinity,
        ]
        return edges + SeededNumbers.noise(1_003, seed: 3).map { Double($0) * 1.01 }
    }

    private func active(_ count: Int) -> [Int32] { (0..<count).map { $0 % 7 == 3 ? 0 : -1 } }

    private func made<Work: RoundingFloat, Sample: WorkingSample>(
        _ samples: [Sample], _ quantizer: Quantizer<Work>, dithered: Bool, _ set: InstructionSet
    ) -> (codes: [Int32], isOutside: Bool) {
        var codes = [Int32](repeating: 99, count: samples.count)
        let active = active(samples.count)
        let isOutside = unsafe samples.withUnsafeBufferPointer { x in
            unsafe active.withUnsafeBufferPointer { active in
                unsafe codes.withUnsafeMutableBufferPointer { y in
                    guard let x = x.baseAddress, let active = active.baseAddress, let y = y.baseAddress else {
                        return false
                    }
                    let noise = unsafe RunNoise(hash: hash, counter: counter, active: active)
                    return unsafe quantizer.quantize(
                        x, count: samples.count, noise: dithered ? noise : nil, to: y, set: set)
                }
            }
        }
        return (codes, isOutside)
    }

    /// By the formula, with the rounding of the standard library.
    private func wanted<Work: RoundingFloat, Sample: WorkingSample>(
        _ samples: [Sample], _ quantizer: Quantizer<Work>, dithered: Bool
    ) -> [Int32] {
        zip(samples, active(samples.count)).enumerated().map { index, item in
            var value = Work(item.0) * quantizer.scale
            if dithered {
                let bits = hash.bits(counter &+ UInt32(index))
                value += Work(Int32(bits & 0xFFFF) - Int32(bits >> 16)) / 65_536
            }
            let limited = min(max(value, quantizer.lowest), quantizer.highest)
            let code = Int32(limited.rounded(.toNearestOrEven)) << quantizer.shift
            return dithered ? code & item.1 : code
        }
    }

    private func check<Work: RoundingFloat, Sample: WorkingSample>(
        _ samples: [Sample], _ quantizer: Quantizer<Work>
    ) {
        for set in InstructionSet.available {
            for dithered in [false, true] {
                let made = made(samples, quantizer, dithered: dithered, set)
                #expect(made.codes == wanted(samples, quantizer, dithered: dithered))
                #expect(made.isOutside)
                let inside = Array(samples.suffix(9)).map { $0 / 2 }
                let few = self.made(inside, quantizer, dithered: dithered, set)
                #expect(few.codes == wanted(inside, quantizer, dithered: dithered) && !few.isOutside)
            }
        }
    }

    @Test func `sixteen bits in Float32`() throws {
        check(samples(16).map { Float($0) }, Quantizer<Float>(try SampleFormat(pcm(16)), bits: 16))
        check(samples(16).map { Float($0) }, Quantizer<Float>(try SampleFormat(pcm(16)), bits: 12))
    }

    @Test func `twenty-four bits in Float64, of samples in either`() throws {
        let quantizer = Quantizer<Double>(try SampleFormat(pcm(24)), bits: 24)
        check(samples(24).map { Float($0) }, quantizer)
        check(samples(24), quantizer)
    }

    @Test func `a sample that is no number is outside, by every instruction set`() throws {
        let quantizer = Quantizer<Float>(try SampleFormat(pcm(16)), bits: 16)
        for set in InstructionSet.available {
            for place in 0..<20 {
                var samples = [Float](repeating: 0.25, count: 20)
                samples[place] = .nan
                #expect(made(samples, quantizer, dithered: false, set).isOutside)
            }
        }
    }
}
