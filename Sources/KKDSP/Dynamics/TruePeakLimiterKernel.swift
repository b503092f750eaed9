public import KKMath
public import KKPCM

/// A limiter that looks ahead: no sample and, between the samples, no crest of the output is above a ceiling.
///
/// The peak of each frame is read at 16 places up to the next one (``TruePeakFilter``), on all channels together: they
/// are turned down by the same gain, so the picture does not move. The gain that a peak needs is held from
/// ``guardCount`` frames before it to as many behind, approached in a smooth ramp over about 5 ms before it, and left
/// exponentially (``GainCurve``). Output frame n is input frame n − ``latency`` times the gain, in Float64 and rounded
/// once. Where the gain is 1 the samples pass bit for bit, and it is 1 for a signal of which neither meter reads more
/// than the ceiling.
///
/// The true peak of the output is not above the ceiling as ``TruePeakMeter`` reads it, at any rate, nor is any sample.
/// A gain that moves while a filter looks on leaves crests that no frame's peak told of, so what is too loud is turned
/// down a little further (``margin``). For content up to 0.45 of the sample rate, however fine a meter reads less than
/// 0.05 dB above the ceiling.
///
/// What is not finite should be refused before it comes here. If it does come, it comes out as NaN, an infinity turns
/// everything near it down to silence, and the curve recovers from it as from any peak: nothing of it stays behind.
///
/// Latency: frames before the first one are silence; to hear the end, `latency` more frames of silence have to be put
/// in.
///
/// ## Allocation
/// In `init` alone.
public struct TruePeakLimiterKernel: EffectKernel, ~Copyable {
    public let channelCount: Int
    public let sampleRate: Double
    /// Frames that are worked on together. A call may bring more.
    let blockLength: Int
    /// In decibels of full scale, true peak (dBTP); finite.
    ///
    /// Another one holds for every frame that comes in from here on. Those that are inside already keep to the one that
    /// they came in under, or to the lower of the two.
    ///
    /// Behind a lower ceiling the last step, which keeps a sample from being rounded up over it, still stands at the
    /// highest ceiling since the last ``reset()``: a sample may then be above the new one by its own rounding to
    /// Float32, and by no more.
    public var ceiling = Decibels(-1) {
        didSet {
            precondition(ceiling.value.isFinite, "a ceiling is finite")
            if ceiling == oldValue { return }
            limit = ceiling.linear
            target = limit * Self.margin(at: sampleRate)
            largestSample = max(largestSample, Self.largestSample(upTo: limit))
        }
    }
    /// Frames by which the output is later than the input: 5 ms, and 56 more for the filters and the guard.
    public let latency: Int

    /// The way down to a peak, in seconds.
    public static let attack = 0.005
    /// The time, in seconds, after which 1/e of a reduction is left.
    public static let release = 0.1
    /// The gain of a peak holds for as many frames before and behind it: what a filter makes between the samples comes
    /// from those around.
    static let guardCount = 8

    let filter = TruePeakFilter()
    /// The ceiling as a factor, to what louder frames are turned down, and the largest Float32 that is not above the
    /// ceiling.
    var limit: Double
    var target: Double
    var largestSample: Float
    /// Input: `kept` frames that came before, and what comes.
    let kept: Int
    var history: PCMBuffer
    /// One channel: the peaks of the frames that are worked on.
    var peaks: PCMBuffer
    var curve: GainCurve
    /// For the tests: no result shows it.
    var set = InstructionSet.best

    /// The times are in whole frames, at least 4 for the way down.
    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        precondition(
            channelCount >= 0 && maximumFrameCount > 0 && sampleRate > 0 && sampleRate <= Self.highestSampleRate,
            "no such stream")
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        blockLength = min(maximumFrameCount, 1024)
        limit = ceiling.linear
        target = limit * Self.margin(at: sampleRate)
        largestSample = Self.largestSample(upTo: limit)

        let ramp = Self.ramp(at: sampleRate)
        let window = 2 * ramp - 1
        latency = TruePeakFilter.delay + window - 1 + Self.guardCount
        // A frame's peak lies before the next frame: one frame more behind it.
        let release = PortableMath.exp2(-1.4426950408889634 / (Self.release * sampleRate))
        curve = GainCurve(hold: window + 2 * Self.guardCount + 1, first: ramp, second: ramp, release: release)

        kept = max(latency, TruePeakFilter.delay + TruePeakFilter.reach)
        history = PCMBuffer(channelCount: channelCount, frameCapacity: kept + blockLength + TruePeakFilter.reach)
        peaks = PCMBuffer(channelCount: 1, frameCapacity: blockLength + 8)
    }

    /// Frames of each half of the way down.
    private static func ramp(at sampleRate: Double) -> Int { max(2, Int((attack * sampleRate / 2).rounded())) }

    /// The factor by which what is too loud is turned down below the ceiling.
    ///
    /// The filter's outer weights meet another gain than its middle: by the curve's bend, which is the square of one
    /// over the ramp. Of noise, clicks, bursts and random signs no more than 8/ramp² dB was found above the ceiling
    /// without it (0.02 dB at 8 kHz, 0.0004 dB at 48 kHz), and where the ramp is far shorter than the filter never 0.3
    /// dB. The rest is for the rounding of the meter's sums.
    static func margin(at sampleRate: Double) -> Double {
        let ramp = Double(ramp(at: sampleRate))
        return Decibels(-(min(0.5, 12 / (ramp * ramp)) + 5e-5)).linear
    }

    public mutating func reset() {
        largestSample = Self.largestSample(upTo: limit)
        history.silence(0..<history.frameCapacity)
        curve.reset(hold: curve.hold, first: curve.first, second: curve.second)
    }

    /// The largest Float32 that is not above a limit.
    private static func largestSample(upTo limit: Double) -> Float {
        let rounded = Float(limit)
        return Double(rounded) > limit ? rounded.nextDown : rounded
    }

    /// It takes as long as reading the look-ahead once, and where sound has just come in no time at all.
    public var isAtRest: Bool { curve.isAtRest && history.isSilent(0..<kept) }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        precondition(buffer.channelCount == channelCount, "a limiter keeps the number of channels")
        var start = frames.lowerBound
        while start < frames.upperBound {
            let count = min(blockLength, frames.upperBound - start)
            history.copy(count, framesFrom: buffer, at: start, to: kept)
            findPeaks(count)
            turnDown(count, into: &buffer, at: start)
            history.moveToFront(from: count, count: kept)
            start += count
        }
    }
}
