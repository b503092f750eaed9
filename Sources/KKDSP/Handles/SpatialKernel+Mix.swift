internal import KKPCM

extension SpatialKernel {
    mutating func mix(_ frames: Range<Int>, of source: borrowing PCMBuffer, to output: inout PCMBuffer) {
        precondition(
            frames.lowerBound >= 0 && frames.upperBound <= min(source.frameCapacity, output.frameCapacity),
            "frames outside the buffer")
        let inputs = unsafe (source.channelPointer(0), source.channelPointer(channelCount - 1))
        let outputs = unsafe (output.channelPointer(channels.0), output.channelPointer(channels.1))
        for frame in frames {
            let sides = unsafe next(inputs.0[frame], inputs.1[frame])
            unsafe outputs.0[frame] += Float(sides.left)
            unsafe outputs.1[frame] += Float(sides.right)
        }
    }
}
