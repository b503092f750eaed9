internal import KKPCM

extension SampleDelay {
    mutating func delay(
        _ frames: Range<Int>, of input: borrowing PCMBuffer, into output: inout PCMBuffer, _ channel: Int
    ) {
        precondition(
            frames.lowerBound >= 0 && frames.upperBound <= min(input.frameCapacity, output.frameCapacity),
            "frames outside a buffer")
        let samples = unsafe input.channelPointer(channel), results = unsafe output.channelPointer(channel)
        for frame in frames {
            let sample = unsafe samples[frame]
            unsafe results[frame] = frameCount == 0 ? sample : Float(line.sample(ofChannel: channel, frameCount))
            line.push(Double(sample), toChannel: channel)
        }
    }
}

extension FeedbackDelay {
    mutating func echo(
        _ frames: Range<Int>, of input: borrowing PCMBuffer, into output: inout PCMBuffer, _ channel: Int
    ) {
        precondition(
            frames.lowerBound >= 0 && frames.upperBound <= min(input.frameCapacity, output.frameCapacity),
            "frames outside a buffer")
        let samples = unsafe input.channelPointer(channel), results = unsafe output.channelPointer(channel)
        let dry = 1 - wet
        for frame in frames {
            let sample = unsafe samples[frame]
            let delayed = filter.next(line.sample(ofChannel: channel, delay), &states[channel])
            line.push(kept((sample.isFinite ? Double(sample) : 0) + feedback * delayed), toChannel: channel)
            // A sum with nothing would lose the sign of a zero.
            unsafe results[frame] = wet == 0 ? sample : Float(dry * Double(sample) + wet * delayed)
        }
    }

    /// No denormal number goes round.
    @inline(__always)
    private func kept(_ value: Double) -> Double { value.magnitude < 1e-30 ? 0 : value }
}
