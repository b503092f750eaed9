internal import KKDSP
internal import KKPCM

/// One channel of a column to which samples are still added.
struct OpenColumn {
    private var range = SampleRange()
    private var count = 0

    /// Adds `frames` of a channel, of which the first has the number `position`.
    ///
    /// - Returns: how many samples were infinite or no number.
    mutating func add(_ buffer: borrowing PCMBuffer, channel: Int, frames: Range<Int>, at position: Int64) -> Int {
        let before = range.nonFiniteCount
        buffer.addRange(of: frames, ofChannel: channel, place: Int(position & 7), to: &range)
        count += frames.count
        return range.nonFiniteCount - before
    }

    /// What was added; `nil` for nothing.
    var column: SoundOverview.Column? {
        guard count > 0 else { return nil }
        guard range.nonFiniteCount < count else { return SoundOverview.Column(minimum: 0, maximum: 0, rms: 0, hasNonFinite: true) }
        let rms = Float((range.squares.total / Double(count)).squareRoot())
        return SoundOverview.Column(minimum: range.lowest, maximum: range.highest, rms: rms, hasNonFinite: range.nonFiniteCount > 0)
    }
}
