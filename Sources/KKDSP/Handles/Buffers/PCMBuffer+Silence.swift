internal import KKPCM

extension PCMBuffer {
    /// Whether all of `frames` are zero, and positive zero at that, on every channel. The newest are looked at first,
    /// so where sound still comes in the answer is there at once.
    func isSilent(_ frames: Range<Int>) -> Bool {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= frameCapacity, "frames outside the buffer")
        for channel in 0..<channelCount {
            let samples = unsafe channelPointer(channel)
            for frame in frames.reversed() where unsafe samples[frame].bitPattern != 0 { return false }
        }
        return true
    }
}
