public import KKPCM

/// The first sample that is infinite or not a number: the lowest frame, and in it the lowest channel. `nil` if all are
/// finite.
///
/// It checks `frames` of `buffer`, whatever the buffer's length is. The frame is counted from the buffer's first.
///
/// ## Allocation
/// None.
public func firstNonFinite(in buffer: borrowing PCMBuffer, frames: Range<Int>) -> (channel: Int, frame: Int)? {
    precondition(frames.lowerBound >= 0 && frames.upperBound <= buffer.frameCapacity, "frames outside the buffer")
    var start = frames.lowerBound
    while start < frames.upperBound {
        let count = min(1024, frames.upperBound - start)
        var found: (channel: Int, frame: Int)?
        for channel in 0..<buffer.channelCount {
            let samples = unsafe UnsafePointer(buffer.channelPointer(channel) + start)
            guard unsafe hasNonFinite(samples, count: count) else { continue }
            for index in 0..<count where unsafe !samples[index].isFinite {
                if found.map({ start + index < $0.frame }) ?? true { found = (channel, start + index) }
                break
            }
        }
        if let found { return found }
        start += count
    }
    return nil
}

/// An exponent of all ones carries into the sign bit when one is added to it: an addition and an OR per sample, and no
/// branch.
private func hasNonFinite(_ samples: UnsafePointer<Float>, count: Int) -> Bool {
    var carries: UInt32 = 0
    for index in 0..<count {
        carries |= unsafe (samples[index].bitPattern & 0x7F80_0000) &+ 0x0080_0000
    }
    return carries >> 31 != 0
}
