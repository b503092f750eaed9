internal import KKConvert
internal import KKPCM

/// The way from what is enqueued to the output's sample rate: buffers, tap before the effects, varispeed, tap after
/// them, rate converter.
///
/// It goes in steps, each of which either gives frames or takes one piece of input in. What a step does depends only on
/// how many frames were given and on the material, never on how many are asked for: so a parameter that is set, or a
/// buffer that is enqueued, between two steps meets the same frame.
///
/// From one flush to the next is a *run*: at its end varispeed and converter give all they hold, and then begin again.
///
/// ## Allocation
/// In `init`.
final class QueueLine {
    /// What a step came to.
    enum Step {
        case frames(Int)
        /// There may be more after another step; buffers may have been read to their end.
        case again
        /// More must be enqueued.
        case dry
        /// The run is over.
        case ended
    }

    /// A rate that holds from a frame after the varispeed on, and the place of that frame in 2⁻²⁴ of a frame of the
    /// run.
    struct Bend {
        var frame: Int64
        var position: Int64
        var rate: Double
    }

    let feed: BufferFeed
    let tap: AudioQueue.ProcessingTap?
    let varispeed: VarispeedConverter?
    let converter: RateConverter?
    let sampleRate: Double
    let outputRate: Double
    /// The most frames of a step.
    let chunk: Int
    /// The rate of playing, and whether it has no effect.
    private(set) var playRate: Float = 1
    private(set) var isBypassed = false
    /// Whether the last flush is the end of all.
    var isStopping = false

    private var pitchInput: PCMBuffer
    private var rateInput: PCMBuffer
    /// Frames that the converter is given at a time: with a varispeed a fixed number, so that how far that is ahead of
    /// the output follows from the output frame alone, and a play rate that is set meets the same frame whatever the
    /// buffers are.
    private let piece: Int
    /// The frames of a piece that are there, and those that the converter has not taken.
    private var collected = 0
    private var pending = 0..<0
    private var isFinished = false
    /// Where the run begins on the queue's time line, and how many frames of it were given.
    private(set) var runStart: Int64 = 0
    private(set) var outputFrame: Int64 = 0
    var bends: [Bend] = []

    init(
        _ feed: BufferFeed, format: StreamDescription, outputRate: Double, chunk: Int, hasTimePitch: Bool,
        tap: AudioQueue.ProcessingTap?, quality: ResamplerQuality
    ) throws(ConvertError) {
        self.feed = feed
        self.tap = tap
        self.chunk = chunk
        self.outputRate = outputRate
        sampleRate = format.sampleRate
        let channelCount = format.channelCount
        varispeed = hasTimePitch ? VarispeedConverter(channelCount: channelCount, room: chunk) : nil
        pitchInput = PCMBuffer(channelCount: channelCount, frameCapacity: hasTimePitch ? chunk : 0)
        let isEqual = outputRate == format.sampleRate
        converter =
            isEqual
            ? nil
            : try RateConverter(from: format.sampleRate, to: outputRate, channelCount: channelCount, quality: quality)
        piece = hasTimePitch ? 64 : chunk
        rateInput = PCMBuffer(channelCount: channelCount, frameCapacity: isEqual ? 0 : piece)
        rateInput.frameLength = rateInput.frameCapacity
        bends.reserveCapacity(64)
        beginRun()
    }

    /// Forgets what is under way: what is read next is a new run.
    func beginRun() {
        varispeed?.reset()
        // Only libsamplerate can fail in it, and a converter that was made can be made empty.
        try? converter?.reset()
        collected = 0
        pending = 0..<0
        isFinished = false
        runStart = feed.readTime
        outputFrame = 0
        bends.removeAll(keepingCapacity: true)
        bends.append(Bend(frame: 0, position: 0, rate: varispeed?.rate ?? 1))
    }

    /// Whether the run that is played is the last one.
    var isLastRun: Bool { isStopping && feed.isAtLastFlush }

    func setPlayRate(_ rate: Float, isBypassed: Bool) {
        playRate = rate
        self.isBypassed = isBypassed
        guard let varispeed else { return }
        varispeed.setRate(isBypassed ? 1 : Double(rate))
        bend(varispeed)
    }

    /// Says that `count` frames were given.
    func advance(_ count: Int) { outputFrame += Int64(count) }

    /// One step towards at most `frameCount` frames at frame `offset` of `buffer`.
    func step(_ frameCount: Int, into buffer: inout PCMBuffer, at offset: Int) throws -> Step {
        placeMarks()
        let limit = min(frameCount, chunk, framesToNextMark)
        guard let converter else { return try processed(limit, into: &buffer, at: offset) }
        let given = try converter.pull(into: &buffer, at: offset, frameCount: limit)
        if given > 0 { return .frames(given) }
        if isFinished { return .ended }
        if pending.isEmpty {
            let step = try processed(piece - collected, into: &rateInput, at: collected)
            switch step {
            case .frames(let count):
                collected += count
                if varispeed != nil && collected < piece { return .again }
            case .ended where collected > 0:
                break
            case .ended:
                converter.finish()
                isFinished = true
                return .again
            case .again, .dry:
                return step
            }
            pending = 0..<collected
            collected = 0
        }
        let taken = try converter.push(rateInput, at: pending.lowerBound, frameCount: pending.count)
        guard taken > 0 else {
            throw AudioQueueError(
                .cannotStart, kind: .defect, place: "sample rate", "the rate converter neither takes nor gives frames")
        }
        pending = pending.lowerBound + taken..<pending.upperBound
        return .again
    }

    private func processed(_ frameCount: Int, into buffer: inout PCMBuffer, at offset: Int) throws -> Step {
        guard let tap, tap.isPostEffects else { return try pitched(frameCount, into: &buffer, at: offset) }
        return try tap.step(frameCount, of: self, into: &buffer, at: offset)
    }

    /// What comes out of the varispeed.
    private func pitched(_ frameCount: Int, into buffer: inout PCMBuffer, at offset: Int) throws -> Step {
        guard let varispeed else { return try source(frameCount, into: &buffer, at: offset) }
        placeMarks()
        let given = varispeed.render(min(frameCount, framesToNextBend), into: &buffer, at: offset)
        if given > 0 { return .frames(given) }
        if varispeed.isDrained { return .ended }
        let step = try source(chunk, into: &pitchInput, at: 0)
        switch step {
        case .frames(let count): varispeed.push(pitchInput, count)
        case .ended: varispeed.finish()
        case .again, .dry: return step
        }
        return .again
    }

    private func source(_ frameCount: Int, into buffer: inout PCMBuffer, at offset: Int) throws -> Step {
        guard let tap, !tap.isPostEffects else { return try fed(frameCount, into: &buffer, at: offset) }
        return try tap.step(frameCount, of: self, into: &buffer, at: offset)
    }

    private func fed(_ frameCount: Int, into buffer: inout PCMBuffer, at offset: Int) throws -> Step {
        let finishedCount = feed.finished.count
        let count = try feed.read(frameCount, into: &buffer, at: offset)
        if count > 0 { return .frames(count) }
        if feed.finished.count > finishedCount { return .again }
        return feed.isAtFlush ? .ended : .dry
    }

    /// What a tap takes its audio from.
    func tapSource(_ frameCount: Int, into buffer: inout PCMBuffer, at offset: Int, isPostEffects: Bool) throws -> Step
    {
        isPostEffects
            ? try pitched(frameCount, into: &buffer, at: offset) : try fed(frameCount, into: &buffer, at: offset)
    }
}
