internal import CLanes
internal import KKDSP
internal import KKPCM

/// Runs the rows of a bank over channels of a buffer, up to four streams of samples at a time.
///
/// A stream is one channel in one period: with two channels, two periods are worked on together, and a row is loaded
/// once for all four.
@safe
struct PolyphaseKernel: ~Copyable {
    private let set: InstructionSet
    /// Where the streams of one call begin.
    private let inputs: UnsafeMutablePointer<UnsafePointer<Float>?>
    private let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>

    private static let streamCount = Int(LANES_STREAMS)

    init(_ set: InstructionSet) {
        self.set = set
        unsafe inputs = .allocate(capacity: Self.streamCount)
        unsafe inputs.initialize(repeating: nil, count: Self.streamCount)
        unsafe outputs = .allocate(capacity: Self.streamCount)
        unsafe outputs.initialize(repeating: nil, count: Self.streamCount)
    }

    deinit {
        unsafe inputs.deallocate()
        unsafe outputs.deallocate()
    }

    /// Makes the output frames of `phases` in each of `periods` periods.
    ///
    /// - Parameters:
    ///   - start: the frame of `history` that the first pair of rows begins with in the first of the periods.
    ///   - step: input frames from one period to the next.
    ///   - offset: the frame of `buffer` where the first output frame goes. With several periods, `phases` are all of a
    ///     period.
    func run(
        _ rows: borrowing WeightRows, reaches: [Int32], phases: Range<Int>, periods: Int = 1, step: Int = 0,
        over history: borrowing PCMBuffer, from start: Int, into buffer: inout PCMBuffer, at offset: Int
    ) {
        let (first, last) = (Int(reaches[phases.lowerBound / 2]), Int(reaches[(phases.upperBound - 1) / 2]))
        precondition(
            start + first >= 0 && start + (periods - 1) * step + last + rows.taps <= history.frameCapacity,
            "frames outside the history")
        precondition(
            offset >= 0 && offset + periods * phases.count <= buffer.frameCapacity, "frames outside the buffer")
        let channelCount = history.channelCount
        var stream = 0
        while stream < periods * channelCount {
            let width = min(Self.streamCount, periods * channelCount - stream)
            for index in 0..<width {
                let (period, channel) = (stream + index).quotientAndRemainder(dividingBy: channelCount)
                unsafe inputs[index] = UnsafePointer(history.channelPointer(channel)) + (start + period * step)
                unsafe outputs[index] = buffer.channelPointer(channel) + (offset + period * phases.count)
            }
            unsafe rows.sum(phases, reaches: reaches, inputs, outputs, streams: width, set)
            stream += width
        }
    }

    /// Makes a row between four others.
    func blend(_ row: borrowing WeightRows, of rows: borrowing WeightRows, from first: Int, shares: SIMD4<Double>) {
        row.blend(rows, from: first, shares: shares, set)
    }
}
