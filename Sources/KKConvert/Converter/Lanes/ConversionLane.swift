internal import KKPCM

/// The inside of an ``AudioConverter``: from the bytes of one description to those of the other, as far as the input
/// goes.
///
/// An enumeration and no protocol, so that each lane is compiled for its own kind of buffer.
enum ConversionLane {
    /// Samples are Float32 on the way.
    case narrow(StraightLane<PCMBuffer>)
    /// They are Float64.
    case wide(StraightLane<WideBuffer>)
    case rate(RateLane)

    /// Makes up to `frameCount` frames at `frame` of `output` from the frames of `input` that are `pending`, and takes
    /// those that it used off the range.
    ///
    /// - Returns: how many it made. Fewer than asked for: all input is used up, and more is needed, or it was the end.
    func convert(
        _ input: AudioBufferList, _ pending: inout Range<Int>, into output: inout AudioBufferList, at frame: Int,
        frameCount: Int
    ) throws(AudioConverterError) -> Int {
        switch self {
        case .narrow(let lane): lane.convert(input, &pending, into: &output, at: frame, frameCount: frameCount)
        case .wide(let lane): lane.convert(input, &pending, into: &output, at: frame, frameCount: frameCount)
        case .rate(let lane): try lane.convert(input, &pending, into: &output, at: frame, frameCount: frameCount)
        }
    }

    /// How many more frames of input it takes to make `frameCount` frames: one or more.
    func inputNeeded(for frameCount: Int) -> Int {
        if case .rate(let lane) = self { lane.inputNeeded(for: frameCount) } else { max(1, frameCount) }
    }

    /// There is no more input.
    func finish() {
        if case .rate(let lane) = self { lane.finish() }
    }

    /// Back to the state after `init`.
    func reset() {
        switch self {
        case .narrow(let lane): lane.reset()
        case .wide(let lane): lane.reset()
        case .rate(let lane): lane.reset()
        }
    }

    var primeInfo: AudioConverter.PrimeInfo {
        if case .rate(let lane) = self {
            lane.primeInfo
        } else {
            AudioConverter.PrimeInfo(leadingFrames: 0, trailingFrames: 0)
        }
    }

    /// What did not fit into the output's codes.
    var overloads: OverloadTally {
        switch self {
        case .narrow(let lane): lane.overloads
        case .wide(let lane): lane.overloads
        case .rate(let lane): lane.overloads
        }
    }
}
