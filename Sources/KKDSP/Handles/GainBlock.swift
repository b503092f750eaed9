internal import CLanes
internal import KKPCM

/// A few frames whose gain is found frame by frame: how loud each is, and the gain of each.
///
/// ## Allocation
/// In `init`.
struct GainBlock {
    /// Frames that are worked on together.
    static let length = 256

    /// The largest magnitude of each frame in any channel.
    private(set) var magnitudes = [Float](repeating: 0, count: length)
    /// The gain of each frame in octaves, until it is applied.
    var gains = [Double](repeating: 0, count: length)

    /// Takes the magnitudes of `count` frames, at most ``length``. A NaN is larger than nothing.
    mutating func listen(to buffer: borrowing PCMBuffer, at start: Int, count: Int) {
        unsafe magnitudes.withUnsafeMutableBufferPointer { magnitudes in
            unsafe buffer.writeMagnitudes(count, at: start, into: magnitudes)
        }
    }

    /// Makes levels of the magnitudes.
    mutating func hold(_ peak: inout HeldPeak, count: Int) {
        unsafe magnitudes.withUnsafeMutableBufferPointer { unsafe peak.hold($0, count) }
    }

    /// The first frame after `start` whose level is another one; `count` when there is none.
    func endOfLevel(from start: Int, count: Int) -> Int {
        unsafe magnitudes.withUnsafeBufferPointer { levels in
            let level = unsafe levels[start].bitPattern
            var end = start + 1
            // Eight at a time, without a branch in them.
            while end + 8 <= count {
                var difference: UInt32 = 0
                for frame in end..<end + 8 { unsafe difference |= levels[frame].bitPattern ^ level }
                if difference != 0 { break }
                end += 8
            }
            while end < count, unsafe levels[end].bitPattern == level { end += 1 }
            return end
        }
    }

    /// Sets the gains of some frames to `gain` less two values that go on their way.
    ///
    /// - Returns: whether any of them is not 0.
    mutating func approach(
        _ frames: Range<Int>, gain: Double, _ first: inout Approach, _ second: inout Approach
    )
        -> Bool
    {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= gains.count, "frames outside the block")
        var (one, other) = (first, second)
        var isTouched = false
        var frame = frames.lowerBound
        unsafe gains.withUnsafeMutableBufferPointer { gains in
            while frame < frames.upperBound {
                // That a value arrives ends the loop: within it no frame waits for the question.
                let nearest = (
                    one: one.rest == 0 ? -1 : Approach.nearest, other: other.rest == 0 ? -1 : Approach.nearest
                )
                while frame < frames.upperBound {
                    one.rest *= one.part
                    other.rest *= other.part
                    if one.rest.magnitude < nearest.one || other.rest.magnitude < nearest.other {
                        one.stop()
                        other.stop()
                        unsafe gains[frame] = gain - (one.value + other.value)
                        if unsafe gains[frame] != 0 { isTouched = true }
                        frame += 1
                        break
                    }
                    let octaves = gain - (one.value + other.value)
                    unsafe gains[frame] = octaves
                    if octaves != 0 { isTouched = true }
                    frame += 1
                }
            }
        }
        (first, second) = (one, other)
        return isTouched
    }

    /// Multiplies every channel of `count` frames by their gains.
    mutating func apply(to buffer: inout PCMBuffer, at start: Int, count: Int) {
        precondition(
            start >= 0 && start + count <= buffer.frameCapacity && count <= gains.count, "frames outside the buffer")
        let set = InstructionSet.best.lanes
        unsafe gains.withUnsafeMutableBufferPointer { gains in
            guard let factors = gains.baseAddress else { return }
            unsafe lanes_factors(set, factors, count)
            for channel in 0..<buffer.channelCount {
                unsafe lanes_multiply(set, buffer.channelPointer(channel) + start, factors, count)
            }
        }
    }
}

extension HeldPeak {
    /// Puts the level with each frame in the place of its magnitude; a NaN is skipped.
    mutating func hold(_ magnitudes: UnsafeMutableBufferPointer<Float>, _ count: Int) {
        var frame = 0
        while frame < count {
            if isAtRest && current == 0 {
                guard unsafe magnitudes[frame] > 0 else {
                    unsafe magnitudes[frame] = 0
                    frame += 1
                    continue
                }
            }
            let end = min(count, frame + partLength - position), loudest = older > current ? older : current
            position += end - frame
            // What is not negative is in the order of its bits, and the largest of integers is found by lanes.
            var most = Int32(bitPattern: current.bitPattern)
            for index in frame..<end { most = unsafe max(most, Int32(bitPattern: magnitudes[index].bitPattern)) }
            current = Float(bitPattern: UInt32(bitPattern: most))
            if current <= loudest {
                for index in frame..<end { unsafe magnitudes[index] = loudest }
            } else {
                var level = loudest
                for index in frame..<end {
                    if unsafe magnitudes[index] > level { level = unsafe magnitudes[index] }
                    unsafe magnitudes[index] = level
                }
            }
            frame = end
            if position == partLength { endPart() }
        }
    }
}

extension PCMBuffer {
    /// Writes the largest magnitude of each frame in any channel; a NaN is skipped.
    func writeMagnitudes(_ count: Int, at start: Int, into magnitudes: UnsafeMutableBufferPointer<Float>) {
        precondition(
            start >= 0 && start + count <= frameCapacity && count <= magnitudes.count, "frames outside the buffer")
        for frame in 0..<count { unsafe magnitudes[frame] = 0 }
        for channel in 0..<channelCount {
            let samples = unsafe channelPointer(channel) + start
            for frame in 0..<count {
                let magnitude = unsafe samples[frame].magnitude
                unsafe magnitudes[frame] = magnitude > magnitudes[frame] ? magnitude : magnitudes[frame]
            }
        }
    }
}
