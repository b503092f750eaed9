@testable import KKDSP
import KKTestSupport
import Testing

@Suite struct GainCurveTests {
    /// Reductions that come alone and in crowds.
    private func needs(_ count: Int, seed: UInt64) -> [Double] {
        SeededNumbers.noise(count, seed: seed).enumerated().map { $0 / 300 % 2 == 0 ? max(0, Double($1) * 4 - 3) : 0 }
    }

    @Test(arguments: [(1, 1, 1), (9, 5, 5), (20, 7, 3), (30, 31, 1)])
    func `the curve is its definition, summed afresh for every frame`(hold: Int, first: Int, second: Int) {
        let needs = needs(2000, seed: 1), release = 0.99
        var curve = GainCurve(hold: hold, first: first, second: second, release: release)
        let gains = needs.map { curve.next($0) }
        var steps: [Int64] = [], released = 0.0
        for frame in needs.indices {
            let held = needs[max(0, frame - hold + 1)...frame].max()! * 0x1p36
            released = held > released * release ? held : (released * release < 1 ? 0 : released * release)
            steps.append(released == 0 ? 0 : Int64(released) + 1)
        }
        for frame in needs.indices {
            var sum: Int64 = 0
            for outer in 0..<second {
                for inner in 0..<first where frame - outer - inner >= 0 { sum += steps[frame - outer - inner] }
            }
            #expect(abs(gains[frame] - (1 - Double(sum) / (0x1p36 * Double(first * second)))) < 1e-15)
        }
    }

    @Test func `what a frame needs is reached in time, to the last step`() {
        let needs = needs(5000, seed: 2), first = 12, second = 9
        var curve = GainCurve(hold: first + second - 1, first: first, second: second, release: 0.9)
        let gains = needs.map { curve.next($0) }
        for frame in 0..<needs.count - (first + second) {
            #expect(gains[frame + first + second - 2] <= 1 - needs[frame])
        }
    }

    @Test func `a curve comes to rest, at exactly one`() {
        var curve = GainCurve(hold: 10, first: 8, second: 8, release: 0.99)
        #expect(curve.isAtRest)
        _ = curve.next(1)
        #expect(!curve.isAtRest)
        var last = 0.0
        // 36 halvings of a whole and no more.
        for _ in 0..<2600 { last = curve.next(0) }
        #expect(curve.isAtRest && last == 1)
    }

    @Test func `a rest is as many frames that need nothing`() {
        let needs = needs(900, seed: 3)
        var rested = GainCurve(hold: 10, first: 8, second: 8, release: 0.5)
        var counted = rested
        rested.rest(777)
        for _ in 0..<777 { _ = counted.next(0) }
        #expect(needs.map { rested.next($0) } == needs.map { counted.next($0) })
    }
}
