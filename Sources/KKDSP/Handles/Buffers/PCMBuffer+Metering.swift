internal import CLanes
package import KKPCM

// What meters ask of samples (CLanes, `meter.c`). No result depends on how frames are cut: `place` is where the first
// of them is in a count that goes on from slice to slice.

extension PCMBuffer {
    /// Adds `frames` of a channel to `levels`, whose `fullCount` counts magnitudes of `limit` or more. At most 2²⁴
    /// frames.
    package func addLevels(
        of frames: Range<Int>, ofChannel channel: Int, place: Int, limit: Float, to levels: inout ChannelLevels,
        set: InstructionSet = .best
    ) {
        precondition(
            frames.lowerBound >= 0 && frames.upperBound <= frameCapacity && place >= 0, "frames outside the buffer")
        let samples = unsafe channelPointer(channel) + frames.lowerBound
        var state = lanes_levels_state()
        unsafe withUnsafeMutableBytes(of: &state.sum) {
            unsafe $0.storeBytes(of: levels.sum.lanes, as: SIMD8<Double>.self)
        }
        unsafe withUnsafeMutableBytes(of: &state.square) {
            unsafe $0.storeBytes(of: levels.squares.lanes, as: SIMD8<Double>.self)
        }
        state.peak = levels.peak
        unsafe lanes_levels(set.lanes, samples, frames.count, place, limit, &state)
        levels.sum.lanes = unsafe withUnsafeBytes(of: &state.sum) { unsafe $0.loadUnaligned(as: SIMD8<Double>.self) }
        levels.squares.lanes = unsafe withUnsafeBytes(of: &state.square) {
            unsafe $0.loadUnaligned(as: SIMD8<Double>.self)
        }
        levels.peak = state.peak
        levels.fullCount += Int(state.full)
        levels.nonFiniteCount += Int(state.wild)
    }

    /// Adds `frames` of a channel to `range`.
    package func addRange(
        of frames: Range<Int>, ofChannel channel: Int, place: Int, to range: inout SampleRange,
        set: InstructionSet = .best
    ) {
        precondition(
            frames.lowerBound >= 0 && frames.upperBound <= frameCapacity && place >= 0, "frames outside the buffer")
        let samples = unsafe channelPointer(channel) + frames.lowerBound
        var state = lanes_range_state()
        unsafe withUnsafeMutableBytes(of: &state.square) {
            unsafe $0.storeBytes(of: range.squares.lanes, as: SIMD8<Double>.self)
        }
        (state.lowest, state.highest) = (range.lowest, range.highest)
        unsafe lanes_range(set.lanes, samples, frames.count, place, &state)
        range.squares.lanes = unsafe withUnsafeBytes(of: &state.square) {
            unsafe $0.loadUnaligned(as: SIMD8<Double>.self)
        }
        (range.lowest, range.highest) = (state.lowest, state.highest)
        range.nonFiniteCount += Int(state.wild)
    }

    /// Adds the squares of `frames` of a channel to `sum`.
    package func addSquares(
        of frames: Range<Int>, ofChannel channel: Int, place: Int, to sum: inout LaneSum, set: InstructionSet = .best
    ) {
        precondition(
            frames.lowerBound >= 0 && frames.upperBound <= frameCapacity && place >= 0, "frames outside the buffer")
        let samples = unsafe channelPointer(channel) + frames.lowerBound
        unsafe withUnsafeMutableBytes(of: &sum.lanes) { bytes in
            unsafe lanes_squares(
                set.lanes, samples, frames.count, place, bytes.assumingMemoryBound(to: Double.self).baseAddress)
        }
    }

    /// The smallest and the largest sample of a channel, and zero; not-a-number counts as nothing.
    package func extremes(ofChannel channel: Int) -> (lowest: Float, highest: Float) {
        let samples = unsafe channelPointer(channel)
        var low = SIMD8<Float>(repeating: 0), high = low
        let whole = frameLength & ~7
        for index in stride(from: 0, to: whole, by: 8) {
            let eight = unsafe UnsafeRawPointer(samples + index).loadUnaligned(as: SIMD8<Float>.self)
            low.replace(with: eight, where: eight .< low)
            high.replace(with: eight, where: eight .> high)
        }
        var (lowest, highest) = (low.min(), high.max())
        for index in whole..<frameLength {
            if unsafe samples[index] < lowest { lowest = unsafe samples[index] }
            if unsafe samples[index] > highest { highest = unsafe samples[index] }
        }
        return (lowest, highest)
    }

    /// Whether all of `frames` are finite, on every channel.
    package func isFinite(_ frames: Range<Int>, set: InstructionSet = .best) -> Bool {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= frameCapacity, "frames outside the buffer")
        for channel in 0..<channelCount {
            if unsafe lanes_has_wild(set.lanes, channelPointer(channel) + frames.lowerBound, frames.count) != 0 {
                return false
            }
        }
        return true
    }

    /// Sets what is not finite in `frames` to zero, on every channel.
    package mutating func silenceNonFinite(_ frames: Range<Int>) {
        if isFinite(frames) { return }
        for channel in 0..<channelCount {
            let samples = unsafe channelPointer(channel)
            for frame in frames where unsafe !samples[frame].isFinite { unsafe samples[frame] = 0 }
        }
    }
}
