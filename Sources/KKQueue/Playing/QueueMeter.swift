internal import KKPCM

/// The level of some channels, as RMS and largest magnitude over blocks of a fixed number of frames, counted from the
/// first frame.
///
/// What it shows is the last block that is full, so it does not depend on the pieces in which the frames come.
///
/// ## Allocation
/// In `init`.
struct QueueMeter {
    let blockLength: Int
    private var squares: [Double]
    private var peaks: [Float]
    private var count = 0
    /// Of the last full block; 0 before there is one.
    private(set) var levels: [AudioQueue.LevelMeterState]

    /// - Parameter sampleRate: a block is a twentieth of a second.
    init(channelCount: Int, sampleRate: Double) {
        blockLength = max(1, Int((sampleRate / 20).rounded()))
        squares = Array(repeating: 0, count: channelCount)
        peaks = Array(repeating: 0, count: channelCount)
        levels = Array(repeating: AudioQueue.LevelMeterState(average: 0, peak: 0), count: channelCount)
    }

    /// Takes the first `frameCount` of the `frameLength` frames of `buffer`.
    mutating func add(_ frameCount: Int, of buffer: borrowing PCMBuffer) {
        var start = 0
        while start < frameCount {
            let end = start + min(frameCount - start, blockLength - count)
            for channel in squares.indices {
                var (sum, peak) = (squares[channel], peaks[channel])
                buffer.withChannel(channel) { span in
                    for frame in start..<end {
                        sum += Double(span[frame]) * Double(span[frame])
                        peak = max(peak, span[frame].magnitude)
                    }
                }
                squares[channel] = sum
                peaks[channel] = peak
            }
            count += end - start
            start = end
            if count == blockLength { finishBlock() }
        }
    }

    private mutating func finishBlock() {
        for channel in squares.indices {
            levels[channel] = AudioQueue.LevelMeterState(
                average: Float((squares[channel] / Double(blockLength)).squareRoot()), peak: peaks[channel])
            squares[channel] = 0
            peaks[channel] = 0
        }
        count = 0
    }
}
