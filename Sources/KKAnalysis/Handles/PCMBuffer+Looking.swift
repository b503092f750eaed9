internal import KKPCM

// Samples one by one, where a faster pass has said that there is something to find.

extension PCMBuffer {
    func firstFrame(of frames: Range<Int>, ofChannel channel: Int, where isWanted: (Float) -> Bool) -> Int? {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= frameCapacity, "frames outside the buffer")
        let samples = unsafe channelPointer(channel)
        for frame in frames where unsafe isWanted(samples[frame]) { return frame }
        return nil
    }

    func lastFrame(of frames: Range<Int>, ofChannel channel: Int, where isWanted: (Float) -> Bool) -> Int? {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= frameCapacity, "frames outside the buffer")
        let samples = unsafe channelPointer(channel)
        for frame in frames.reversed() where unsafe isWanted(samples[frame]) { return frame }
        return nil
    }

    func forEach(_ frames: Range<Int>, ofChannel channel: Int, _ body: (Float) -> Void) {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= frameCapacity, "frames outside the buffer")
        let samples = unsafe channelPointer(channel)
        for frame in frames { unsafe body(samples[frame]) }
    }

    /// Adds the square of each sample to `powers` from `place` on. What is not finite is zero.
    func addPowers(of frames: Range<Int>, ofChannel channel: Int, to powers: inout [Double], at place: Int) {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= frameCapacity, "frames outside the buffer")
        let samples = unsafe channelPointer(channel)
        let shift = place - frames.lowerBound
        for frame in frames {
            let sample = unsafe samples[frame]
            let value = sample.isFinite ? Double(sample) : 0
            powers[frame + shift] += value * value
        }
    }
}
