internal import KKDSP
internal import KKPCM

/// One channel of a column to which samples are still added.
struct OpenColumn {
    private var range = SampleRange()
    private var count = 0
    private var hasClippedRun = false

    /// Adds `frames` of a channel, of which the first has the number `position`.
    ///
    /// - Returns: how many samples were infinite or no number.
    mutating func add(_ buffer: borrowing PCMBuffer, channel: Int, frames: Range<Int>, at position: Int64) -> Int {
        let before = range.nonFiniteCount
        buffer.addRange(of: frames, ofChannel: channel, place: Int(position & 7), to: &range)
        count += frames.count
        return range.nonFiniteCount - before
    }

    /// Looks for runs of samples at full scale in frames that were just added. Where the column has no such sample,
    /// nothing has to be looked at.
    ///
    /// - Parameter run: samples at full scale in a row before them.
    /// - Returns: the same after them.
    mutating func followRun(_ run: Int, _ buffer: borrowing PCMBuffer, channel: Int, frames: Range<Int>) -> Int {
        guard max(-range.lowest, range.highest) >= LevelMeter.fullScale else { return 0 }
        var run = run, isClipped = hasClippedRun
        buffer.forEach(frames, ofChannel: channel) { sample in
            run = sample.isFinite && sample.magnitude >= LevelMeter.fullScale ? run + 1 : 0
            if run >= LevelMeter.runLength { isClipped = true }
        }
        hasClippedRun = isClipped
        return run
    }

    /// What was added; `nil` for nothing.
    var column: SoundOverview.Column? {
        guard count > 0 else { return nil }
        guard range.nonFiniteCount < count else {
            return SoundOverview.Column(minimum: 0, maximum: 0, rms: 0, hasNonFinite: true)
        }
        let rms = Float((range.squares.total / Double(count)).squareRoot())
        return SoundOverview.Column(
            minimum: range.lowest, maximum: range.highest, rms: rms, hasNonFinite: range.nonFiniteCount > 0,
            hasClippedRun: hasClippedRun)
    }
}
