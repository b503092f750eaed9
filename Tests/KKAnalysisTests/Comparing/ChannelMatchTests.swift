@testable import KKAnalysis
import KKPCM
import KKTestSupport
import Testing

@Suite struct ChannelMatchTests {
    /// Nearly mono: both sides are one sound, and what sets them apart is 34 dB below it. The left one was changed so
    /// that it looks more like the right one, and the right one so that it looks like neither, and still more like
    /// itself.
    @Test func `near-mono music whose one channel looks like the other has not changed places`() throws {
        let middle = SeededNumbers.noise(40_000, seed: 1), side = SeededNumbers.noise(40_000, seed: 2).map { $0 * 0.02 }
        let noise = SeededNumbers.noise(40_000, seed: 3).map { $0 * 0.2 }
        let left = zip(middle, side).map { $0 + $1 }, right = zip(middle, side).map { $0 - $1 }
        let lossy = [zip(left, side).map { $0 - 1.5 * $1 }, zip(right, noise).map { $0 + $1 }]
        let result = try SoundComparator(.loose).compare([left, right], lossy, rate: 48_000)
        #expect(result.passed && !result.missed.contains(.arrangement), "\(result.missed)")
        let diagnosis = try SoundComparator(.exact).compare([left, right], lossy, rate: 48_000).diagnosis
        #expect(diagnosis?.isSwapped != true)
    }

    @Test func `near-mono music whose sides did change places has`() throws {
        let middle = SeededNumbers.noise(40_000, seed: 1), side = SeededNumbers.noise(40_000, seed: 2).map { $0 * 0.02 }
        let noise = SeededNumbers.noise(40_000, seed: 3).map { $0 * 0.005 }
        let left = zip(middle, side).map { $0 + $1 }, right = zip(middle, side).map { $0 - $1 }
        let swapped = [zip(right, noise).map { $0 + $1 }, zip(left, noise).map { $0 - $1 }]
        #expect(try SoundComparator(.loose).compare([left, right], swapped, rate: 48_000).missed == [.arrangement])
    }

    @Test func `a channel beside noise or silence is still found to have moved`() throws {
        let sound = SeededNumbers.noise(20_000, seed: 1),
            hiss = (2...4).map { SeededNumbers.noise(20_000, seed: $0).map { $0 * 0.001 } }
        for (reference, actual) in [
            ([sound, hiss[0]], [hiss[1], sound]), ([sound, sound.map { _ in 0 }], [sound.map { _ in 0 }, sound]),
        ] {
            let result = try SoundComparator(.loose).compare(reference, actual, rate: 48_000)
            #expect(result.missed.contains(.arrangement), "\(result.missed)")
        }
    }

    /// Two channels of ±1 that have nothing in common, and what is made of them: an exact sum each.
    private func map(_ make: (_ first: Float, _ second: Float) -> (reference: [Float], actual: [Float])) -> [Int] {
        var reference = PCMBuffer(channelCount: 2, frameCapacity: 64),
            actual = PCMBuffer(channelCount: 2, frameCapacity: 64)
        for frame in 0..<64 {
            let sample = make(frame % 2 == 0 ? 1 : -1, frame / 2 % 2 == 0 ? 1 : -1)
            for channel in 0..<2 {
                reference.fill(channel: channel, at: frame, with: [sample.reference[channel]])
                actual.fill(channel: channel, at: frame, with: [sample.actual[channel]])
            }
        }
        var match = ChannelMatch(channelCount: 2)
        match.add(actual, reference, count: 64)
        return match.map
    }

    /// Each side has the other one at 1 and itself at b: exchanged they leave b² / (1 + b²), in their places 1 / (1 +
    /// b²). The ratio is b².
    @Test(arguments: [(0.69, true), (0.71, false)])
    func `sides have changed places where that leaves at most seven tenths of what their own places do`(
        ratio: Double, isMoved: Bool
    ) {
        let own = Float(ratio.squareRoot())
        #expect(
            map { first, second in ([first, second], [second + own * first, first + own * second]) }
                == (isMoved ? [1, 0] : [0, 1]))
    }

    /// A side that is the other one turned by an angle: exchanged they leave nothing, in their places sin² each.
    @Test(arguments: [(1.1e-4, true), (0.9e-4, false)])
    func `sides that differ by less than a ten-thousandth of their power stay where they are`(
        difference: Double, isMoved: Bool
    ) {
        let sine = Float(difference.squareRoot()), cosine = Float((1 - difference).squareRoot())
        #expect(
            map { first, second in
                let turned = cosine * first + sine * second
                return ([first, turned], [turned, first])
            } == (isMoved ? [1, 0] : [0, 1]))
    }

    @Test(arguments: 1...6) func `the assignment is the cheapest of all orders`(count: Int) {
        for seed in 1...20 as ClosedRange<UInt64> {
            var numbers = SeededNumbers(seed: seed)
            let costs = (0..<count).map { _ in (0..<count).map { _ in Double(numbers.next() % 50) } }
            func total(_ map: [Int]) -> Double { map.enumerated().reduce(0) { $0 + costs[$1.offset][$1.element] } }
            var orders: [[Int]] = [[]]
            for place in 0..<count {
                orders = orders.flatMap { order in (0...place).map { order[..<$0] + [place] + order[$0...] } }
            }
            let found = assignment(costs)
            #expect(found.sorted() == Array(0..<count) && total(found) == orders.map(total).min())
        }
    }
}
