internal import CLanes
public import KKPCM

extension BiquadCascade {
    /// Filters `frames` of every channel in place. The buffer has ``channelCount`` channels at least; further ones stay
    /// as they are.
    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= buffer.frameCapacity, "frames outside the buffer")
        precondition(channelCount <= buffer.channelCount, "the buffer has too few channels")
        for channel in 0..<channelCount {
            let samples = unsafe buffer.channelPointer(channel) + frames.lowerBound
            unsafe inputs[channel] = UnsafePointer(samples)
            unsafe outputs[channel] = samples
        }
        process(frames.count)
    }

    /// Counts `count` frames of silence without processing them, as ``process(_:in:)`` does with zeros: the positions
    /// at which tiny state is cleared do not change.
    ///
    /// Call this only if ``isAtRest`` is true.
    public mutating func skipSilence(_ count: Int) {
        phase = (phase + count) % Self.flushInterval
    }

    /// Filters `count` frames from where `inputs` and `outputs` point to: in blocks that end where tiny state is
    /// cleared, and in each of them four channels at a time, then two, then one.
    private mutating func process(_ count: Int) {
        var left = count
        while left > 0 {
            let block = min(left, Self.flushInterval - phase)
            var channel = 0
            while channel < channelCount {
                let rest = channelCount - channel
                let width = rest >= 4 ? 4 : rest >= 2 ? 2 : 1
                run(block, channels: channel, width)
                channel += width
            }
            for channel in 0..<channelCount {
                unsafe inputs[channel]? += block
                unsafe outputs[channel]? += block
            }
            phase += block
            if phase == Self.flushInterval { clearTinyState() }
            left -= block
        }
    }

    /// One block of `width` channels.
    private func run(_ frames: Int, channels first: Int, _ width: Int) {
        let group = unsafe state + 4 * sectionCount * first
        let leading = orderCount == 0 ? sectionCount : unsafe Int(order[0])
        // Before the samples are overwritten: what the identities in front have passed on.
        for channel in 0..<width {
            guard leading > 0, let samples = unsafe inputs[first + channel] else { break }
            let newest = unsafe Double(samples[frames - 1]), older = unsafe frames > 1 ? Double(samples[frames - 2]) : 0
            for section in 0..<leading {
                unsafe pass(newest, older, frames, group + 4 * width * section + channel, width)
            }
        }
        unsafe lanes_biquad(set.lanes, terms, order, orderCount, group, width, inputs + first, outputs + first, frames)
        var next = 0
        for section in 0..<sectionCount {
            if next < orderCount, unsafe Int(order[next]) == section { next += 1; continue }
            guard section > leading else { continue }
            for channel in 0..<width {
                let own = unsafe group + 4 * width * section + channel
                let before = unsafe own - 4 * width
                unsafe pass(before[2 * width], before[3 * width], frames, own, width)
            }
        }
    }

    /// The state of an identity after `frames` frames, of which these are the last two.
    @unsafe
    private func pass(
        _ newest: Double, _ older: Double, _ frames: Int, _ own: UnsafeMutablePointer<Double>, _ width: Int
    ) {
        unsafe own[width] = frames > 1 ? older : own[0]
        unsafe own[3 * width] = frames > 1 ? older : own[2 * width]
        unsafe own[0] = newest
        unsafe own[2 * width] = newest
    }

    private mutating func clearTinyState() {
        phase = 0
        for index in 0..<4 * sectionCount * channelCount where unsafe state[index].magnitude < Self.smallest {
            unsafe state[index] = 0
        }
    }
}
