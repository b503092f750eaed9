public import KKPCM

// The arithmetic of a mixer: one pass over one channel each, Float32, + and × alone. Every sample depends on nothing
// but its own inputs, so cutting the work into slices never changes a bit; the compiler turns each loop into vector
// instructions. A gain of 1 is exact: x × 1 is x.

extension PCMBuffer {
    /// Adds `frames` of a channel of `source`, times `gain`, to the same frames of `channel`.
    public mutating func add(
        _ frames: Range<Int>, ofChannel sourceChannel: Int, of source: borrowing PCMBuffer, gain: Float,
        toChannel channel: Int
    ) {
        precondition(
            frames.lowerBound >= 0 && frames.upperBound <= min(frameCapacity, source.frameCapacity),
            "frames outside a buffer")
        let input = unsafe source.channelPointer(sourceChannel) + frames.lowerBound
        let output = unsafe channelPointer(channel) + frames.lowerBound
        if gain == 1 {
            for index in 0..<frames.count { unsafe output[index] += input[index] }
        } else {
            for index in 0..<frames.count { unsafe output[index] += input[index] * gain }
        }
    }

    /// Adds the first `count` frames of `source` to those from frame `offset` on. Both have the same number of channels.
    mutating func add(_ count: Int, framesFrom source: borrowing PCMBuffer, to offset: Int) {
        precondition(source.channelCount == channelCount, "a sum keeps the number of channels")
        precondition(
            count >= 0 && count <= source.frameCapacity && offset >= 0 && count <= frameCapacity - offset,
            "frames outside a buffer")
        for channel in 0..<channelCount {
            let input = unsafe source.channelPointer(channel), output = unsafe channelPointer(channel) + offset
            for index in 0..<count { unsafe output[index] += input[index] }
        }
    }

    /// Replaces `frames` of `channel` by the same frames of a channel of `source`, times `gain`.
    ///
    /// The first signal of a sum is set instead of added to zero, because 0 + (−0) would lose the sign of zero.
    public mutating func set(
        _ frames: Range<Int>, ofChannel sourceChannel: Int, of source: borrowing PCMBuffer, gain: Float,
        toChannel channel: Int
    ) {
        precondition(
            frames.lowerBound >= 0 && frames.upperBound <= min(frameCapacity, source.frameCapacity),
            "frames outside a buffer")
        let input = unsafe source.channelPointer(sourceChannel) + frames.lowerBound
        let output = unsafe channelPointer(channel) + frames.lowerBound
        if gain == 1 {
            unsafe output.update(from: input, count: frames.count)
        } else {
            for index in 0..<frames.count { unsafe output[index] = input[index] * gain }
        }
    }

    /// Multiplies `frames` of `channel` by `gain`.
    public mutating func applyGain(_ gain: Float, to frames: Range<Int>, ofChannel channel: Int) {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= frameCapacity, "frames outside the buffer")
        if gain == 1 { return }
        let samples = unsafe channelPointer(channel) + frames.lowerBound
        for index in 0..<frames.count { unsafe samples[index] *= gain }
    }

    /// Multiplies `frames` of every channel by `gain`.
    public mutating func applyGain(_ gain: Float, to frames: Range<Int>) {
        for channel in 0..<channelCount { applyGain(gain, to: frames, ofChannel: channel) }
    }

    /// Sets `frames` of `channel` to zero.
    public mutating func silence(_ frames: Range<Int>, ofChannel channel: Int) {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= frameCapacity, "frames outside the buffer")
        unsafe (channelPointer(channel) + frames.lowerBound).update(repeating: 0, count: frames.count)
    }
}
