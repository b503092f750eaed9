internal import KKConvert
internal import KKDSP
internal import KKPCM

/// A channel matrix as the list of its non-zero crosspoints, each with the gain it has at the moment.
///
/// An output channel's share of a bus is worked out in full, rounded to Float32, and then set or added as one number:
/// summing the shares of several buses elsewhere, in the same order, gives the same bits.
struct Crosspoints {
    private struct Crosspoint {
        var input: Int
        var level: Float
        var gain: Float
    }

    private var points: [Crosspoint] = []
    /// Where the points of every output channel begin, and where those of the last one end.
    private var starts = [0]

    init(_ matrix: ChannelMatrix) {
        for output in 0..<matrix.outputCount {
            for input in 0..<matrix.inputCount {
                let level = matrix[output: output, input: input]
                if level != 0 { points.append(Crosspoint(input: input, level: level, gain: level)) }
            }
            starts.append(points.count)
        }
    }

    private var outputs: Range<Int> { 0..<starts.count - 1 }

    private func row(_ output: Int) -> Range<Int> { starts[output]..<starts[output + 1] }

    /// Sets every gain to the matrix's level × the volume × the pan's gain for the output channel.
    mutating func setGains(volume: Float, pan: Pan, layout: ChannelLayout) {
        for output in outputs {
            let factor = volume * pan.gain(for: layout.labels[output])
            for index in row(output) { points[index].gain = points[index].level * factor }
        }
    }

    /// Mixes `frames` of `input` into the same frames of `output`: in its place, or on top of what is there.
    ///
    /// - Parameter row: a channel of room for the frames.
    func mix(
        _ frames: Range<Int>, of input: borrowing PCMBuffer, into output: inout PCMBuffer, replacing: Bool,
        row: inout PCMBuffer
    ) {
        for channel in outputs {
            let range = self.row(channel)
            switch (range.count, replacing) {
            case (0, true):
                output.silence(frames, ofChannel: channel)
            case (0, false):
                break
            case (1, true):
                let point = points[range.lowerBound]
                output.set(frames, ofChannel: point.input, of: input, gain: point.gain, toChannel: channel)
            case (1, false):
                let point = points[range.lowerBound]
                output.add(frames, ofChannel: point.input, of: input, gain: point.gain, toChannel: channel)
            default:
                let first = points[range.lowerBound]
                row.set(frames, ofChannel: first.input, of: input, gain: first.gain, toChannel: 0)
                for index in range.dropFirst() {
                    row.add(frames, ofChannel: points[index].input, of: input, gain: points[index].gain, toChannel: 0)
                }
                if replacing {
                    output.set(frames, ofChannel: 0, of: row, gain: 1, toChannel: channel)
                } else {
                    output.add(frames, ofChannel: 0, of: row, gain: 1, toChannel: channel)
                }
            }
        }
    }

    /// The same where a factor on the matrix's levels changes from frame to frame: what
    /// ``setGains(volume:pan:layout:)`` would have set for each of them.
    ///
    /// - Parameter factors: a channel for each output channel, of the same frames.
    func mix(
        _ frames: Range<Int>, of input: borrowing PCMBuffer, into output: inout PCMBuffer, replacing: Bool,
        factors: borrowing PCMBuffer,
        row: inout PCMBuffer
    ) {
        for channel in outputs {
            for (place, index) in self.row(channel).enumerated() {
                let point = points[index]
                row.withMutableChannel(0) { sum in
                    input.withChannel(point.input) { samples in
                        factors.withChannel(channel) { factors in
                            for frame in frames {
                                let product = samples[frame] * (point.level * factors[frame])
                                sum[frame] = place == 0 ? product : sum[frame] + product
                            }
                        }
                    }
                }
            }
            switch (self.row(channel).isEmpty, replacing) {
            case (true, true): output.silence(frames, ofChannel: channel)
            case (true, false): break
            case (false, true): output.set(frames, ofChannel: 0, of: row, gain: 1, toChannel: channel)
            case (false, false): output.add(frames, ofChannel: 0, of: row, gain: 1, toChannel: channel)
            }
        }
    }

    /// An output channel's share of one frame of `input`.
    func share(ofFrame frame: Int, of input: borrowing PCMBuffer, toChannel channel: Int) -> Float {
        guard outputs.contains(channel), frame < input.frameLength else { return 0 }
        return row(channel).reduce(0) { sum, index in
            sum + input.withChannel(points[index].input) { $0[frame] } * points[index].gain
        }
    }
}
