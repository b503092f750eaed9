/// Apple Lossless' linear prediction: what is next is guessed from the samples before, whose weights follow the signs
/// of the errors.
///
/// All sums are of 32 bits and go round, samples are cut to `width` bits.
///
/// Source: Apple's ALAC, the dynamic predictor.
struct ALACPredictor {
    /// How many samples the guess is made from: 0 is none at all, 31 the sample before alone, without weights.
    var order = 0
    /// The weights' binary places.
    var shift = 0
    /// Whether the differences are differences of differences.
    var isTwofold = false
    /// The weight of the sample before first.
    var weights = [Int32](repeating: 0, count: 32)

    static let differenceOrder = 31

    /// Makes samples of the `count` differences at the front of `samples`, where they stand.
    mutating func restore(_ count: Int, width: Int, _ samples: inout MutableSpan<Int32>) {
        let unused = Int32(32 - width)
        if isTwofold { Self.sumUp(count, unused, &samples) }
        if order == Self.differenceOrder { return Self.sumUp(count, unused, &samples) }
        guard order > 0, count > 1 else { return }
        for index in 1..<min(order + 1, count) { samples[index] = cut(samples[index] &+ samples[index - 1], unused) }
        guard order + 1 < count else { return }
        let (order, places) = (order, Int32(shift))
        var weights = weights.mutableSpan
        for index in order + 1..<count {
            let guess = Self.guess(index, samples, weights, order, places)
            let difference = samples[index]
            if difference != 0 { Self.follow(difference, index, samples, &weights, order, places) }
            samples[index] = cut(difference &+ guess, unused)
        }
    }

    /// What sample `index` is guessed to be.
    @inline(__always)
    private static func guess(
        _ index: Int, _ samples: borrowing MutableSpan<Int32>, _ weights: borrowing MutableSpan<Int32>, _ order: Int,
        _ places: Int32
    ) -> Int32 {
        let base = samples[index - order - 1]
        var sum: Int32 = places > 0 ? 1 << (places - 1) : 0
        for tap in 0..<order { sum = sum &+ weights[tap] &* (samples[index - 1 - tap] &- base) }
        return base &+ sum >> places
    }

    /// Moves the weights by the sign of an error other than 0.
    @inline(__always)
    private static func follow(
        _ difference: Int32, _ index: Int, _ samples: borrowing MutableSpan<Int32>,
        _ weights: inout MutableSpan<Int32>, _ order: Int, _ places: Int32
    ) {
        let base = samples[index - order - 1]
        let direction: Int32 = difference > 0 ? 1 : -1
        // What is left of the error.
        var rest = difference
        var tap = order - 1
        while tap >= 0 {
            let distance = base &- samples[index - 1 - tap]
            let sign = direction * distance.signum()
            weights[tap] = Int32(Int16(truncatingIfNeeded: weights[tap] - sign))
            // Of either sign rounded downwards.
            let share = (sign &* distance) >> places
            rest = rest &- Int32(order - tap) &* share
            if direction > 0 ? rest <= 0 : rest >= 0 { break }
            tap -= 1
        }
    }

    private static func sumUp(_ count: Int, _ unused: Int32, _ samples: inout MutableSpan<Int32>) {
        guard count > 1 else { return }
        for index in 1..<count { samples[index] = cut(samples[index] &+ samples[index - 1], unused) }
    }
}

extension ALACPredictor {
    /// A predictor before its first packet, with the weights that Apple's encoder begins with.
    static func start(order: Int) -> ALACPredictor {
        var predictor = ALACPredictor()
        (predictor.order, predictor.shift) = (order, 9)
        for (tap, weight) in ([1216, -928, -64] as [Int32]).enumerated() { predictor.weights[tap] = weight }
        return predictor
    }

    /// The differences of which ``restore(_:width:_:)`` makes the first `count` of `samples`.
    mutating func predict(_ count: Int, width: Int, _ samples: inout [Int32], to differences: inout [Int32]) {
        let (order, places, unused) = (order, Int32(shift), Int32(32 - width))
        let samples = samples.mutableSpan
        var differences = differences.mutableSpan
        var weights = weights.mutableSpan
        for index in 0..<count {
            guard index > order else {
                differences[index] = index == 0 ? samples[0] : cut(samples[index] &- samples[index - 1], unused)
                continue
            }
            let difference = cut(samples[index] &- Self.guess(index, samples, weights, order, places), unused)
            if difference != 0 { Self.follow(difference, index, samples, &weights, order, places) }
            differences[index] = difference
        }
    }
}

/// The lower bits of a number, the highest of them its sign.
private func cut(_ number: Int32, _ unused: Int32) -> Int32 {
    (number &<< unused) >> unused
}
