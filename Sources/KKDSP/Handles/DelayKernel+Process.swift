internal import KKPCM

extension SampleDelayKernel {
    mutating func delay(_ frames: Range<Int>, of channel: Int, in buffer: inout PCMBuffer) {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= buffer.frameCapacity, "frames outside the buffer")
        let samples = unsafe buffer.channelPointer(channel)
        for frame in frames {
            let sample = unsafe samples[frame]
            if frameCount > 0 { unsafe samples[frame] = Float(line.sample(ofChannel: channel, frameCount)) }
            line.push(Double(sample), toChannel: channel)
        }
    }
}

extension DelayKernel {
    mutating func echo(_ frames: Range<Int>, of channel: Int, in buffer: inout PCMBuffer) {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= buffer.frameCapacity, "frames outside the buffer")
        let samples = unsafe buffer.channelPointer(channel)
        let dry = 1 - wet
        for frame in frames {
            let sample = unsafe samples[frame]
            let delayed = filter.next(line.sample(ofChannel: channel, delay), &states[channel])
            line.push(sample, and: feedback * delayed, toChannel: channel)
            // A sum with nothing would lose the sign of a zero.
            if wet != 0 { unsafe samples[frame] = Float(dry * Double(sample) + wet * delayed) }
        }
    }
}
