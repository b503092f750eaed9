internal import KKDSP
public import KKPCM

/// Measures peak, RMS, offset, clipping and silence of the samples. The slice size does not change the results. Samples
/// that are not finite are counted, and are zero for everything else.
///
/// ## Allocation
/// In `init` alone.
public final class LevelMeter {
    /// Samples of this magnitude or more are at full scale: the largest 16-bit code, 1 − 2⁻¹⁵, as in Audacity's Find
    /// Clipping. Normalising leaves one such sample; clipping leaves three or more in a row.
    public static let fullScale: Float = 1 - 0x1p-15
    /// Samples below this are silence: half a 16-bit step, 2⁻¹⁶ or −96 dBFS, so that the faint noise of a lossy codec
    /// still counts as silence.
    public static let silence: Float = 0x1p-16

    /// Samples at full scale in a row that make a run.
    static let runLength = 3
    /// Frames that are looked at together, so that what must be looked for is near.
    private static let blockCount = 2048

    private let channelCount: Int
    private let cells: CellBorders
    private var channels: [State]
    private var frame = 0
    private var cell = 0
    private var cellEnd: Int
    private var firstLoud: Int?
    private var lastLoud = -1
    private var firstNonFinite: Levels.Place?
    private var quietest: QuietestWindow

    /// What is known of a channel: after its last whole tenth of a second, and since.
    private struct State {
        var level = ChannelLevel()
        var sum = 0.0
        var squares = 0.0
        var open = ChannelLevels()
        /// Samples at full scale in a row up to here.
        var run = 0
    }

    /// - Parameter sampleRate: must be within ``SoundMeter/sampleRates``; anything else is a programming error.
    public init(channelCount: Int, sampleRate: Double) {
        precondition(channelCount >= 0 && SoundMeter.sampleRates.contains(sampleRate), "no such stream")
        self.channelCount = channelCount
        cells = CellBorders(sampleRate: sampleRate, perSecond: 10)
        channels = Array(repeating: State(), count: channelCount)
        cellEnd = cells.border(1)
        quietest = QuietestWindow(sampleRate: sampleRate)
        closeFinishedCells()
    }

    /// Adds `frames` of a buffer with this meter's channels.
    public func add(_ buffer: borrowing PCMBuffer, frames: Range<Int>) {
        precondition(buffer.channelCount == channelCount, "a meter keeps the number of channels")
        quietest.add(buffer, frames: frames)
        var start = frames.lowerBound
        while start < frames.upperBound {
            let end = min(frames.upperBound, start + min(Self.blockCount, cellEnd - frame))
            for channel in 0..<channelCount { look(at: start..<end, ofChannel: channel, of: buffer) }
            frame += end - start
            start = end
            closeFinishedCells()
        }
    }

    /// Returns the results.
    public func finish() -> Levels {
        var levels = Levels(channels: [])
        var squares = 0.0
        for state in channels {
            let sum = state.sum + state.open.sum.total, own = state.squares + state.open.squares.total
            var level = state.level
            if frame > 0 {
                level.dcOffset = sum / Double(frame)
                level.rms = (own / Double(frame)).squareRoot()
            }
            squares += own
            levels.channels.append(level)
        }
        if frame > 0, channelCount > 0 { levels.rms = (squares / (Double(frame) * Double(channelCount))).squareRoot() }
        levels.noiseFloor = quietest.meanPower.map { ($0 / Double(max(1, channelCount))).squareRoot() }
        levels.leadingSilence = firstLoud ?? frame
        levels.trailingSilence = frame - 1 - lastLoud
        levels.firstNonFinite = firstNonFinite
        return levels
    }

    /// Frames of one channel that lie in one tenth of a second.
    private func look(at frames: Range<Int>, ofChannel channel: Int, of buffer: borrowing PCMBuffer) {
        var found = ChannelLevels()
        swap(&found, &channels[channel].open)
        (found.peak, found.fullCount, found.nonFiniteCount) = (0, 0, 0)
        // The lane of a sample is its place in the sound.
        buffer.addLevels(of: frames, ofChannel: channel, place: frame, limit: Self.fullScale, to: &found)
        if Double(found.peak) > channels[channel].level.peak {
            channels[channel].level.peak = Double(found.peak)
            channels[channel].level.peakFrame = frame(
                of: buffer.firstFrame(of: frames, ofChannel: channel) { $0.magnitude == found.peak }, frames)
        }
        if found.peak >= Self.silence { noteSound(in: frames, ofChannel: channel, of: buffer) }
        if found.nonFiniteCount > 0 {
            channels[channel].level.nonFiniteCount += found.nonFiniteCount
            if let place = frame(of: buffer.firstFrame(of: frames, ofChannel: channel) { !$0.isFinite }, frames),
                place < firstNonFinite?.frame ?? .max
            {
                firstNonFinite = Levels.Place(frame: place, channel: channel)
            }
        }
        if found.fullCount > 0 {
            channels[channel].level.clippedSampleCount += found.fullCount
            countRuns(in: frames, ofChannel: channel, of: buffer)
        } else {
            channels[channel].run = 0
        }
        channels[channel].open = found
    }

    private func noteSound(in frames: Range<Int>, ofChannel channel: Int, of buffer: borrowing PCMBuffer) {
        let isLoud = { (sample: Float) in sample.isFinite && sample.magnitude >= Self.silence }
        if firstLoud ?? .max > frame,
            let first = frame(of: buffer.firstFrame(of: frames, ofChannel: channel, where: isLoud), frames)
        {
            firstLoud = min(firstLoud ?? .max, first)
        }
        if let last = frame(of: buffer.lastFrame(of: frames, ofChannel: channel, where: isLoud), frames) {
            lastLoud = max(lastLoud, last)
        }
    }

    private func countRuns(in frames: Range<Int>, ofChannel channel: Int, of buffer: borrowing PCMBuffer) {
        var run = channels[channel].run, runs = 0
        buffer.forEach(frames, ofChannel: channel) { sample in
            run = sample.isFinite && sample.magnitude >= Self.fullScale ? run + 1 : 0
            if run == Self.runLength { runs += 1 }
        }
        channels[channel].run = run
        channels[channel].level.clippedRunCount += runs
    }

    /// A frame of the buffer as one of the sound.
    private func frame(of index: Int?, _ frames: Range<Int>) -> Int? { index.map { frame + $0 - frames.lowerBound } }

    private func closeFinishedCells() {
        while frame >= cellEnd {
            for channel in 0..<channelCount {
                channels[channel].sum += channels[channel].open.sum.total
                channels[channel].squares += channels[channel].open.squares.total
                channels[channel].open = ChannelLevels()
            }
            cell += 1
            cellEnd = cells.border(cell + 1)
        }
    }
}
