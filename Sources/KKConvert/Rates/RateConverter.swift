internal import KKDSP
public import KKPCM

/// Changes the sample rate of frames that come in pieces.
///
/// With a fixed ratio, output frame k is the input's sound at frame `origin` + k · from / to: nothing is delayed unless
/// `origin` says so, and the input is silent before its first and after its last frame. If n frames were pushed before
/// ``finish()``, the output has exactly ⌈(n − origin) · to / from⌉ frames. The bits do not depend on the pieces that
/// are pushed or pulled, and with kkmix's own qualities not on the processor.
///
/// Not thread-safe: one caller at a time.
///
/// ## Allocation
/// Only in `init`; converters with the same ratio and quality share the filter.
public final class RateConverter {
    /// Channels of the buffers that are pushed and pulled.
    public let channelCount: Int
    private let engine: any RateEngine

    /// The allowed ratios of the two rates.
    public static let ratios = 1.0 / 256...256

    /// - Parameters:
    ///   - from: the input's frames per second, above 0, whole or not.
    ///   - to: the output's, from 1/256 to 256 times as many.
    ///   - origin: the input frame at which output frame 0 is. Use ``leadingFrames`` for input that begins with this
    ///     many earlier frames, and minus ``trailingFrames`` for output that is delayed by this much; libsamplerate
    ///     allows only 0.
    /// - Throws: `usage` if `to` is not a rate, too far from `from`, or the same; `badData` if `from` is not a rate;
    ///   `unavailable` for what libsamplerate cannot do.
    public convenience init(
        from: Double, to: Double, channelCount: Int, quality: ResamplerQuality = .high, origin: Int = 0
    ) throws(ConvertError) {
        try self.init(from: from, to: to, channelCount: channelCount, quality: quality, origin: origin, .best)
    }

    init(
        from: Double, to: Double, channelCount: Int, quality: ResamplerQuality, origin: Int, _ set: InstructionSet
    ) throws(ConvertError) {
        try Self.check(from: from, to: to)
        let ratio = RateRatio(from: from, to: to)
        self.channelCount = channelCount
        if let design = quality.design {
            let stages = RateStage.stages(from: from, to: to, design)
            engine =
                stages.count > 1
                ? StagedEngine(stages, ratio: ratio, channelCount: channelCount, origin: origin, set)
                : PolyphaseEngine(PolyphaseBank.shared(ratio, design), channelCount: channelCount, origin: origin, set)
            guard origin >= -engine.trailingFrames else {
                throw ConvertError(
                    kind: .usage, problem: "an origin of \(origin) frames is before the reach of the filter",
                    nextStep: "choose at least \(-engine.trailingFrames)")
            }
        } else {
            guard origin == 0 else {
                throw ConvertError(
                    kind: .unavailable, problem: "libsamplerate begins at frame 0 only",
                    nextStep: "choose another converter for an origin of \(origin) frames")
            }
            engine = try SamplerateEngine(.constant(ratio), quality: quality, channelCount: channelCount)
        }
    }

    /// A converter with a varying ratio, by libsamplerate: like a tape with a changing speed.
    ///
    /// - Parameters:
    ///   - ratio: output frames per input frame at an output frame, from 1/256 to 256. It is called for frames 0, 64,
    ///     128, …, once and in order, at most one such step ahead of what is pulled, and again from 0 after
    ///     ``reset()``. In between, the ratio is interpolated linearly. Output frame k + 1 lies 1 / ratio input frames
    ///     after frame k, and the last one is the last that lies before the input's end, to a millionth of a frame.
    ///     Where the ratio falls to a sixteenth or less within a few hundred input frames, libsamplerate may have
    ///     dropped what its longer filter wants of the past, and levels are off by some percent for the length of that
    ///     filter.
    ///   - quality: one of libsamplerate's. Below a ratio of 1 the filter follows the ratio, so nothing folds back.
    /// - Throws: `usage` for one of the own qualities, whose filters are made for one ratio, and from here or
    ///   ``pull(into:at:frameCount:)`` for a ratio out of range; `unavailable` for what libsamplerate cannot do.
    public init(
        varying ratio: @escaping (Int64) -> Double, channelCount: Int, quality: ResamplerQuality = .libsamplerateBest
    ) throws(ConvertError) {
        guard quality.design == nil else {
            throw ConvertError(
                kind: .usage, problem: "\(quality) cannot change its ratio",
                nextStep: "choose one of libsamplerate's for a varying ratio")
        }
        self.channelCount = channelCount
        engine = try SamplerateEngine(.varying(ratio), quality: quality, channelCount: channelCount)
    }

    /// The number of input frames before an output frame's position on which it depends.
    public var leadingFrames: Int { engine.leadingFrames }
    /// The number of input frames after it.
    public var trailingFrames: Int { engine.trailingFrames }

    /// Pushes frames of `buffer`, from `offset`.
    ///
    /// - Returns: the number of frames that were taken; 0 if output must be pulled first, and after ``finish()``.
    public func push(_ buffer: borrowing PCMBuffer, at offset: Int, frameCount: Int) throws(ConvertError) -> Int {
        try check(buffer, offset, frameCount)
        return try engine.push(buffer, at: offset, frameCount: frameCount)
    }

    /// Ends the input.
    public func finish() { engine.finish() }

    /// Pulls at most `frameCount` frames into `buffer` from its frame `offset`.
    ///
    /// - Returns: the number of frames; 0 if more input is needed, or, after ``finish()``, at the end.
    public func pull(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(ConvertError) -> Int {
        try check(buffer, offset, frameCount)
        return try engine.pull(into: &buffer, at: offset, frameCount: frameCount)
    }

    /// Forgets everything; the next input is a new stream.
    public func reset() throws(ConvertError) { _ = try engine.restart(at: 0) }

    /// Makes `frame` the next output frame to be pulled.
    ///
    /// - Returns: the input frame that must be pushed next.
    func restart(at frame: Int64) throws(ConvertError) -> Int64 { try engine.restart(at: frame) }

    private func check(_ buffer: borrowing PCMBuffer, _ offset: Int, _ frameCount: Int) throws(ConvertError) {
        if buffer.channelCount == channelCount, offset >= 0, frameCount >= 0,
            frameCount <= buffer.frameCapacity - offset
        {
            return
        }
        throw ConvertError(
            kind: .defect,
            problem:
                "a buffer of \(buffer.channelCount) channels and \(buffer.frameCapacity) frames has no \(frameCount) frames of \(channelCount) channels "
                + "at \(offset)",
            nextStep: "give one of the converter's channels with room for the frames")
    }

    /// Refuses rates that no converter is made for: what ``init(from:to:channelCount:quality:origin:)`` says of them,
    /// for those who want to know it before there is anything to convert.
    package static func check(from: Double, to: Double) throws(ConvertError) {
        guard from.isFinite, from > 0 else {
            throw ConvertError(
                kind: .badData, problem: "the input's sample rate is \(StreamDescription.rateText(from))",
                nextStep: "state its true rate")
        }
        guard to.isFinite, to > 0 else {
            throw ConvertError(
                kind: .usage, problem: "\(StreamDescription.rateText(to)) is not a sample rate",
                nextStep: "choose one above 0 Hz, such as 48000")
        }
        guard ratios.contains(to / from) else {
            throw ConvertError(
                kind: .usage,
                problem:
                    "a rate of \(StreamDescription.rateText(from)) Hz cannot become \(StreamDescription.rateText(to)) Hz: that is beyond 1 : 256",
                nextStep:
                    "choose a rate from \(StreamDescription.rateText(from / 256)) to \(StreamDescription.rateText(from * 256)) Hz"
            )
        }
    }
}
