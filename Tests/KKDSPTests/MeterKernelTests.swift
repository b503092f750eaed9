@testable import KKDSP
import KKPCM
import KKTestSupport
import Testing

@Suite struct MeterKernelTests {
    private func buffer(_ samples: [Float]) -> PCMBuffer {
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: samples.count)
        buffer.fill(channel: 0, with: samples)
        buffer.frameLength = samples.count
        return buffer
    }

    private let samples: [Float] = {
        var samples = SeededNumbers.noise(5003, seed: 40)
        for (place, value) in [(3, Float.nan), (100, .infinity), (4999, -.infinity), (5002, .nan), (200, -0.0)] {
            samples[place] = value
        }
        return samples
    }()

    private func levels(slice: Int, set: InstructionSet = .best) -> ChannelLevels {
        let buffer = buffer(samples)
        var levels = ChannelLevels()
        for start in stride(from: 0, to: samples.count, by: slice) {
            buffer.addLevels(
                of: start..<min(samples.count, start + slice), ofChannel: 0, place: start, limit: 0.9, to: &levels,
                set: set)
        }
        return levels
    }

    @Test("sums, peak and counts are those of the finite samples")
    func values() {
        let levels = levels(slice: 5003)
        let finite = samples.filter(\.isFinite)
        #expect(abs(levels.sum.total - finite.reduce(0) { $0 + Double($1) }) < 1e-9)
        #expect(abs(levels.squares.total - finite.reduce(0) { $0 + Double($1) * Double($1) }) < 1e-9)
        #expect(levels.peak == finite.map(\.magnitude).max())
        #expect(levels.fullCount == finite.count { $0.magnitude >= 0.9 })
        #expect(levels.nonFiniteCount == 4)
    }

    @Test("every cut and every instruction set gives the same bits")
    func cuts() {
        let whole = levels(slice: 5003)
        for set in InstructionSet.available {
            for slice in [1, 3, 8, 13, 1000] {
                #expect(levels(slice: slice, set: set) == whole, "slices of \(slice), \(set)")
            }
        }
    }

    @Test("the extremes are those of the numbers and zero, for every length")
    func extremes() {
        for count in Array(0...17) + [5003] {
            let numbers = Array(samples[..<count])
            let extremes = buffer(numbers).extremes(ofChannel: 0)
            #expect(extremes.lowest == numbers.filter { !$0.isNaN }.reduce(0, min), "\(count)")
            #expect(extremes.highest == numbers.filter { !$0.isNaN }.reduce(0, max), "\(count)")
        }
    }

    private func range(slice: Int, set: InstructionSet = .best, of samples: [Float]) -> SampleRange {
        let buffer = buffer(samples)
        var range = SampleRange()
        for start in stride(from: 0, to: samples.count, by: slice) {
            buffer.addRange(
                of: start..<min(samples.count, start + slice), ofChannel: 0, place: start, to: &range, set: set)
        }
        return range
    }

    @Test("a range is that of the finite samples")
    func ranges() {
        let range = range(slice: 5003, of: samples), finite = samples.filter(\.isFinite)
        #expect(range.lowest == finite.min() && range.highest == finite.max() && range.nonFiniteCount == 4)
        #expect(abs(range.squares.total - finite.reduce(0) { $0 + Double($1) * Double($1) }) < 1e-9)
        let far = self.range(slice: 16, of: [Float](repeating: .greatestFiniteMagnitude, count: 16))
        #expect(far.lowest == .greatestFiniteMagnitude && far.highest == .greatestFiniteMagnitude)
        let none = self.range(slice: 16, of: [Float](repeating: .nan, count: 16))
        #expect(
            none.lowest == .infinity && none.highest == -.infinity && none.nonFiniteCount == 16
                && none.squares.total == 0)
    }

    @Test("every cut and every instruction set gives a range of the same bits, wherever its ends are")
    func rangeCuts() {
        for place in [0, 3, 8, 5002] {
            var samples = samples
            (samples[place], samples[place == 5002 ? 5001 : place + 1]) = (1.5, -1.5)
            let whole = range(slice: 5003, of: samples)
            #expect(whole.lowest == -1.5 && whole.highest == 1.5)
            for set in InstructionSet.available {
                for slice in [1, 3, 8, 13, 1000] {
                    #expect(range(slice: slice, set: set, of: samples) == whole, "slices of \(slice), \(set)")
                }
            }
        }
    }

    @Test("squares are summed in the same way by every cut and every instruction set")
    func squares() {
        let noise = buffer(SeededNumbers.noise(1003, seed: 41))
        var whole = LaneSum()
        noise.addSquares(of: 0..<1003, ofChannel: 0, place: 0, to: &whole)
        let samples = noise.samples(ofChannel: 0)
        #expect(abs(whole.total - samples.reduce(0) { $0 + Double($1) * Double($1) }) < 1e-10)
        for set in InstructionSet.available {
            for slice in [1, 7, 64] {
                var sum = LaneSum()
                for start in stride(from: 0, to: 1003, by: slice) {
                    noise.addSquares(
                        of: start..<min(1003, start + slice), ofChannel: 0, place: start, to: &sum, set: set)
                }
                #expect(sum == whole)
            }
        }
    }

    @Test("one sample that is not finite is found at every place, and silenced alone")
    func finite() {
        for set in InstructionSet.available {
            for place in 0..<19 {
                var values = [Float](repeating: .greatestFiniteMagnitude, count: 19)
                values[place] = place % 2 == 0 ? -.infinity : .nan
                var buffer = buffer(values)
                let found = (
                    all: buffer.isFinite(0..<19, set: set), before: buffer.isFinite(0..<place, set: set),
                    behind: buffer.isFinite(place + 1..<19, set: set)
                )
                #expect(!found.all && found.before && found.behind)
                buffer.silenceNonFinite(0..<19)
                values[place] = 0
                let silenced = buffer.samples(ofChannel: 0)
                #expect(silenced == values)
            }
        }
    }

    @Test("a difference and a product have the same bits with every instruction set")
    func differences() {
        let first = buffer(SeededNumbers.noise(5003, seed: 42)), second = buffer(SeededNumbers.noise(5003, seed: 43))
        for frames in [0..<5003, 1..<8, 3..<3, 17..<4100] {
            for scale in [1, -0.7] as [Float] {
                let best = first.difference(frames, ofChannel: 0, from: second, channel: 0, scale: scale)
                for set in InstructionSet.available {
                    #expect(
                        first.difference(frames, ofChannel: 0, from: second, channel: 0, scale: scale, set: set)
                            == best, "\(frames), \(set)")
                }
            }
        }
        let odd = buffer(samples)
        for set in InstructionSet.available {
            let found = odd.difference(0..<5003, ofChannel: 0, from: first, channel: 0, scale: 1, set: set)
            #expect(!found.isFinite && found.referencePeak.isFinite)
        }
    }
}
