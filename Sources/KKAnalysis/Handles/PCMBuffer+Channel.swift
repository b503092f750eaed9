internal import KKPCM

extension PCMBuffer {
    /// Copies `count` frames of one channel of `source`, from `sourceOffset` on, to frame `offset` on of a channel of
    /// this buffer.
    mutating func copy(
        _ count: Int, framesFrom source: borrowing PCMBuffer, channel: Int, at sourceOffset: Int, toChannel own: Int,
        at offset: Int
    ) {
        precondition(
            count >= 0 && sourceOffset >= 0 && sourceOffset + count <= source.frameCapacity, "frames outside the source"
        )
        precondition(offset >= 0 && offset + count <= frameCapacity, "frames outside the buffer")
        unsafe (channelPointer(own) + offset).update(from: source.channelPointer(channel) + sourceOffset, count: count)
    }

    /// Makes the largest finite numbers of what is infinite, with the signs it has.
    mutating func clampToFinite(_ frames: Range<Int>) {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= frameCapacity, "frames outside the buffer")
        for channel in 0..<channelCount {
            let samples = unsafe channelPointer(channel)
            for frame in frames {
                unsafe samples[frame] = max(-.greatestFiniteMagnitude, min(.greatestFiniteMagnitude, samples[frame]))
            }
        }
    }
}
