internal import KKPCM

/// A channel matrix at work: between buffers of either sample type, in the order of the inputs.
///
/// A channel that comes from one other at full level is a copy, bit by bit.
struct ChannelMixer {
    private struct Point {
        var input: Int
        var gain: Float
    }

    private var rows: [Range<Int>] = []
    private var points: [Point] = []

    /// `nil` if there is nothing to do.
    init?(_ matrix: ChannelMatrix) {
        if matrix.isIdentity { return nil }
        for output in 0..<matrix.outputCount {
            let start = points.count
            for input in 0..<matrix.inputCount where matrix[output: output, input: input] != 0 {
                points.append(Point(input: input, gain: matrix[output: output, input: input]))
            }
            rows.append(start..<points.count)
        }
    }

    /// Mixes the first `count` frames.
    func mix<Buffer: WorkBuffer & ~Copyable>(_ count: Int, of input: borrowing Buffer, into output: inout Buffer) {
        precondition(count <= input.frameCapacity && count <= output.frameCapacity, "frames outside the buffers")
        for channel in rows.indices {
            let sum = unsafe output.channelPointer(channel)
            guard let first = rows[channel].first else {
                unsafe sum.update(repeating: 0, count: count)
                continue
            }
            let samples = unsafe input.channelPointer(points[first].input)
            if points[first].gain == 1 {
                unsafe sum.update(from: samples, count: count)
            } else {
                let gain = Buffer.Sample(points[first].gain)
                for frame in 0..<count { unsafe sum[frame] = samples[frame] * gain }
            }
            for index in rows[channel].dropFirst() {
                let samples = unsafe input.channelPointer(points[index].input)
                let gain = Buffer.Sample(points[index].gain)
                for frame in 0..<count { unsafe sum[frame] += samples[frame] * gain }
            }
        }
    }
}
