/// The gain of a look-ahead limiter, frame by frame, from how much each frame needs to be turned down.
///
/// What is held is the reduction, 1 − gain, in whole steps of 2⁻³⁶ and rounded up, so that a sum of them is exact in
/// whatever order it grew: the curve does not depend on how the work is cut, never takes too little, and comes back to
/// exactly 1. Three stages:
///
/// 1. the largest reduction of the last `hold` frames (D. Lemire, *Streaming maximum-minimum filter using no more than
///    three comparisons per element*, 2006);
/// 2. where that falls, an exponential way back: what is left of the reduction shrinks by the same factor every frame
///    (a release of the level-corrected kind in D. Giannoulis, M. Massberg and J. Reiss, *Digital Dynamic Range
///    Compressor Design*, JAES 60, 2012);
/// 3. two moving averages one after the other, `first` and `second` frames long, whose window is a trapezium, or a
///    straight ramp where `second` is 1.
///
/// With hold ≥ first + second − 1, the gain `first + second − 2` frames later has come down to what the frame needs,
/// exactly and in time.
struct GainCurve {
    /// One whole: a gain of 0.
    private static let whole = Double(1 << 36)

    private(set) var hold: Int
    private(set) var first: Int
    private(set) var second: Int
    private var scale: Double
    /// What remains of the reduction after one frame of release.
    var release: Double

    private var time: Int64 = 0
    // The frames that may become the largest, the largest first: a ring.
    private var candidates: [Double]
    private var births: [Int64]
    private var front = 0
    private var count = 0
    private var released = 0.0
    // The last `first` reductions and the last `second` sums of them.
    private var firstRing: [Int64]
    private var secondRing: [Int64]
    private var firstPlace = 0
    private var secondPlace = 0
    private var firstSum: Int64 = 0
    private var secondSum: Int64 = 0

    /// Memory for these lengths, each at least 1. The product of `first` and `second` is at most 2²⁶.
    init(hold: Int, first: Int, second: Int, release: Double) {
        self.hold = hold
        self.first = first
        self.second = second
        self.release = release
        scale = 1 / (Self.whole * Double(first) * Double(second))
        candidates = Array(repeating: 0, count: hold + 1)
        births = Array(repeating: 0, count: hold + 1)
        firstRing = Array(repeating: 0, count: first)
        secondRing = Array(repeating: 0, count: second)
    }

    /// Back to a gain of 1, with lengths that are not a greater than those of the beginning.
    mutating func reset(hold: Int, first: Int, second: Int) {
        precondition(
            hold < candidates.count && first <= firstRing.count && second <= secondRing.count,
            "no memory for such a curve")
        (self.hold, self.first, self.second) = (hold, first, second)
        scale = 1 / (Self.whole * Double(first) * Double(second))
        (time, front, count, released) = (0, 0, 0, 0)
        (firstPlace, secondPlace, firstSum, secondSum) = (0, 0, 0, 0)
        for index in firstRing.indices { firstRing[index] = 0 }
        for index in secondRing.indices { secondRing[index] = 0 }
    }

    /// Whether nothing of a reduction is left anywhere: as long as nothing new is needed, the gain is 1 and stays it.
    var isAtRest: Bool { count == 0 && released == 0 && firstSum == 0 && secondSum == 0 }

    /// `count` frames that need no reduction, of a curve at rest.
    mutating func rest(_ count: Int) { time += Int64(count) }

    /// The gain of the next frame, 0 … 1.
    ///
    /// - Parameter reduction: what the frame that comes in needs, 0 … 1.
    mutating func next(_ reduction: Double) -> Double {
        let held = largest(reduction * Self.whole)
        // Below one step nothing is left: no denormal number lives here.
        let left = released * release
        released = held > left ? held : (left < 1 ? 0 : left)
        let steps = released == 0 ? 0 : Int64(released) + 1

        firstSum += steps - firstRing[firstPlace]
        firstRing[firstPlace] = steps
        firstPlace = firstPlace + 1 == first ? 0 : firstPlace + 1
        secondSum += firstSum - secondRing[secondPlace]
        secondRing[secondPlace] = firstSum
        secondPlace = secondPlace + 1 == second ? 0 : secondPlace + 1
        return secondSum == 0 ? 1 : max(0, 1 - Double(secondSum) * scale)
    }

    private mutating func largest(_ value: Double) -> Double {
        let room = candidates.count
        if count > 0, births[front] <= time - Int64(hold) {
            front = front + 1 == room ? 0 : front + 1
            count -= 1
        }
        if value > 0 {
            while count > 0 {
                let last = front + count - 1
                if candidates[last >= room ? last - room : last] > value { break }
                count -= 1
            }
            let next = front + count
            candidates[next >= room ? next - room : next] = value
            births[next >= room ? next - room : next] = time
            count += 1
        }
        time += 1
        return count > 0 ? candidates[front] : 0
    }
}
