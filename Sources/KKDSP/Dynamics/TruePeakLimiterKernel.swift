public import KKMath
public import KKPCM

/// A look-ahead limiter: no sample and no true peak of the output exceeds a ceiling.
///
/// The peak of each frame is measured at 16 positions up to the next frame (``TruePeakFilter``), for all channels
/// together: they get the same gain, so the stereo image does not move. The gain for a peak is held from ``guardCount``
/// frames before to ``guardCount`` frames after it, approached in a smooth ramp over about 5 ms before it, and released
/// exponentially (``GainCurve``). Output frame n is input frame n − ``latency`` times the gain, in Float64 and rounded
/// once. With a gain of 1, samples pass bit for bit; it is 1 for a signal whose sample and true peaks do not exceed the
/// ceiling.
///
/// At any rate, neither a sample nor the true peak of the output as read by ``TruePeakMeter`` exceeds the ceiling. A
/// gain that changes within the length of a filter can create new peaks, so loud parts are attenuated a little more
/// (``margin``). For content up to 0.45 of the sample rate, even an ideal meter reads less than 0.05 dB above the
/// ceiling.
///
/// Samples that are not finite should be refused before this. Here they become NaN; an infinity reduces its
/// surroundings to silence, and the gain recovers as from any peak, with no lasting effect.
///
/// Latency: frames before the first one are silent; to get the end, add `latency` more frames of silence.
///
/// ## Allocation
/// In `init` alone.
public struct TruePeakLimiterKernel: EffectKernel, ~Copyable {
    public let channelCount: Int
    public let sampleRate: Double
    /// The number of frames processed together. A call may have more.
    let blockLength: Int
    /// In decibels of full scale, true peak (dBTP); finite.
    ///
    /// A new ceiling applies to all following input frames. Frames already inside keep their former ceiling or the
    /// lower of the two.
    ///
    /// After a change to a lower ceiling, the last step, which prevents rounding above the ceiling, still uses the
    /// highest ceiling since the last ``reset()``: a sample may then exceed the new one by its rounding to Float32.
    public var ceiling = Decibels(-1) {
        didSet {
            precondition(ceiling.value.isFinite, "a ceiling is finite")
            if ceiling == oldValue { return }
            limit = ceiling.linear
            target = limit * Self.margin(at: sampleRate)
            largestSample = max(largestSample, Self.largestSample(upTo: limit))
        }
    }
    /// The delay from input to output in frames: 5 ms, plus 56 for the filters and the guard.
    public let latency: Int

    /// The attack time before a peak, in seconds.
    public static let attack = 0.005
    /// The time, in seconds, after which 1/e of a reduction is left.
    public static let release = 0.1
    /// The gain of a peak holds for as many frames before and after it: what a filter makes between the samples comes
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

    private static let longestBlock = 1024

    /// Times are rounded to whole frames; the attack is at least 4.
    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        precondition(
            channelCount >= 0 && maximumFrameCount > 0 && sampleRate > 0 && sampleRate <= Self.highestSampleRate,
            "no such stream")
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        blockLength = min(maximumFrameCount, Self.longestBlock)
        limit = ceiling.linear
        target = limit * Self.margin(at: sampleRate)
        largestSample = Self.largestSample(upTo: limit)

        let ramp = Self.ramp(at: sampleRate)
        let window = 2 * ramp - 1
        latency = TruePeakFilter.delay + window - 1 + Self.guardCount
        // A frame's peak lies before the next frame: one frame more after it.
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

    /// What is kept of the input, and a block.
    public func heldByteCount(channelCount: Int) -> Int {
        PCMBuffer.byteCount(channelCount: channelCount, frameCapacity: kept + Self.longestBlock)
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

    /// Reads the look-ahead once; immediate if there has been sound just now.
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
