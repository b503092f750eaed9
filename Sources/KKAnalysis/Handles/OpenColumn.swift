internal import KKPCM

/// One channel of a column to which samples are still added.
struct OpenColumn {
    private var lowest = SIMD8<Float>(repeating: .infinity)
    private var highest = SIMD8<Float>(repeating: -.infinity)
    /// Squares, by the frame's number modulo 8.
    private var squares = SIMD8<Double>()
    private var count = 0
    private var nonFiniteCount = 0

    /// Adds `frames` of a channel, of which the first has the number `position`.
    ///
    /// - Returns: how many samples were infinite or no number.
    mutating func add(_ buffer: borrowing PCMBuffer, channel: Int, frames: Range<Int>, at position: Int64) -> Int {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= buffer.frameCapacity, "frames outside the buffer")
        let samples = unsafe buffer.channelPointer(channel)
        let before = nonFiniteCount
        count += frames.count
        var index = frames.lowerBound, lane = Int(position & 7)
        while lane != 0 && index < frames.upperBound {
            unsafe addOne(samples[index], lane)
            index += 1
            lane = (lane + 1) & 7
        }
        var low = lowest, high = highest, sums = squares
        while lane == 0 && index + 8 <= frames.upperBound {
            let value = unsafe UnsafeRawPointer(samples + index).loadUnaligned(as: SIMD8<Float>.self)
            // Only of what is finite is the difference with itself 0.
            let difference = value - value
            if difference == .zero {
                low = pointwiseMin(low, value)
                high = pointwiseMax(high, value)
                let wide = SIMD8<Double>(value)
                sums += wide * wide
            } else {
                (lowest, highest, squares) = (low, high, sums)
                for part in 0..<8 { addOne(value[part], part) }
                (low, high, sums) = (lowest, highest, squares)
            }
            index += 8
        }
        (lowest, highest, squares) = (low, high, sums)
        while index < frames.upperBound {
            unsafe addOne(samples[index], lane)
            index += 1
            lane += 1
        }
        return nonFiniteCount - before
    }

    private mutating func addOne(_ value: Float, _ lane: Int) {
        guard value.isFinite else {
            nonFiniteCount += 1
            return
        }
        lowest[lane] = min(lowest[lane], value)
        highest[lane] = max(highest[lane], value)
        squares[lane] += Double(value) * Double(value)
    }

    /// What was added; `nil` for nothing.
    var column: SoundOverview.Column? {
        guard count > 0 else { return nil }
        guard nonFiniteCount < count else { return SoundOverview.Column(minimum: 0, maximum: 0, rms: 0, hasNonFinite: true) }
        let halves = squares.lowHalf + squares.highHalf
        let sum = (halves[0] + halves[1]) + (halves[2] + halves[3])
        return SoundOverview.Column(
            minimum: lowest.min(), maximum: highest.max(), rms: Float((sum / Double(count)).squareRoot()), hasNonFinite: nonFiniteCount > 0)
    }
}
