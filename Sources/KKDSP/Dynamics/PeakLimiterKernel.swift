public import KKMath
public import KKPCM

/// Apple's peak limiter (`kAudioUnitSubType_PeakLimiter`): no output sample exceeds full scale.
///
/// The ranges and defaults are those of AudioUnitParameters.h; the shape of the curve is not documented and is defined
/// here. The signal is multiplied by the pre-gain and delayed by the attack time, and all channels get the same gain:
///
/// - A peak of magnitude p > 1 needs the gain 1/p. The gain goes there linearly, starting one attack time before the
///   peak and arriving one frame before it.
/// - After the peak it returns: from one attack time after the peak, the remaining reduction, 1 − gain, is divided by e
///   in each decay time. Before that, it is a moving average, as long as the attack, of the hold and this curve.
/// - If no nearby sample exceeds full scale, the gain is exactly 1; with a pre-gain of 0 dB samples pass bit for bit.
///
/// Both factors are applied together in Float64; only the output is rounded to Float32.
///
/// The decay and the pre-gain take effect from the next input frame. A new attack time changes the latency, so it takes
/// effect at the next ``reset()``.
///
/// Samples that are not finite should be refused before this. An infinity, also one caused by the pre-gain, counts as
/// the largest finite number; a NaN stays NaN; neither affects later samples.
///
/// ## Allocation
/// In `init` alone.
public struct PeakLimiterKernel: EffectKernel, ~Copyable {
    /// The settings, from the unit's parameters.
    public struct Settings: Hashable, Sendable {
        /// Seconds, 0.001 … 0.03.
        public var attack = 0.012
        /// Seconds, 0.001 … 0.06.
        public var decay = 0.024
        /// Decibels, −40 … 40.
        public var preGain = Decibels(0)

        public init(attack: Double = 0.012, decay: Double = 0.024, preGain: Decibels = Decibels(0)) {
            self.attack = attack
            self.decay = decay
            self.preGain = preGain
        }
    }

    public static let attackRange = 0.001...0.03
    public static let decayRange = 0.001...0.06
    public static let preGainRange = -40.0...40.0

    public let channelCount: Int
    public let sampleRate: Double
    /// The number of frames processed together. A call may have more.
    let blockLength: Int
    /// Frames by which the output is later than the input: the attack time at the last reset, rounded to whole frames,
    /// at least 1.
    public private(set) var latency: Int

    /// Values out of range are limited to the nearest end; NaN becomes the lower end.
    public var settings = Settings() {
        didSet { apply() }
    }

    /// The input: as many frames that came before as the longest attack has, and what comes.
    let kept: Int
    var history: PCMBuffer
    var curve: GainCurve
    var preGain = 1.0
    /// The pre-gains of the frames that are kept, a ring, and where the next one goes. They meet the samples together
    /// with the gain, so that the sound is rounded once.
    var preGains: [Double]
    var place = 0

    private static let longestBlock = 1024

    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        precondition(
            channelCount >= 0 && maximumFrameCount > 0 && sampleRate > 0 && sampleRate <= Self.highestSampleRate,
            "no such stream")
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        blockLength = min(maximumFrameCount, Self.longestBlock)
        kept = Self.frameCount(of: Self.attackRange.upperBound, at: sampleRate)
        latency = kept
        history = PCMBuffer(channelCount: channelCount, frameCapacity: kept + blockLength)
        preGains = Array(repeating: 1, count: kept + 1)
        curve = GainCurve(hold: kept + 1, first: kept, second: 1, release: 0)
        apply()
        reset()
    }

    /// What is kept of the input, and a block.
    public func heldByteCount(channelCount: Int) -> Int {
        PCMBuffer.byteCount(channelCount: channelCount, frameCapacity: kept + Self.longestBlock)
    }

    /// Resets to silence, a gain of 1, and the current attack time: with the same settings, the next render equals the
    /// first one.
    public mutating func reset() {
        latency = Self.frameCount(of: Self.attackRange.clamping(settings.attack), at: sampleRate)
        history.silence(0..<history.frameCapacity)
        curve.reset(hold: latency + 1, first: latency, second: 1)
    }

    private mutating func apply() {
        curve.release = PortableMath.exp2(-1.4426950408889634 / (Self.decayRange.clamping(settings.decay) * sampleRate))
        preGain = Decibels(Self.preGainRange.clamping(settings.preGain.value)).linear
    }

    private static func frameCount(of time: Double, at sampleRate: Double) -> Int {
        max(1, Int((time * sampleRate).rounded()))
    }

    /// Reads the look-ahead once; immediate if there has been sound just now.
    public var isAtRest: Bool { curve.isAtRest && history.isSilent(0..<kept) }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        precondition(buffer.channelCount == channelCount, "a limiter keeps the number of channels")
        var start = frames.lowerBound
        while start < frames.upperBound {
            let count = min(blockLength, frames.upperBound - start)
            history.copy(count, framesFrom: buffer, at: start, to: kept)
            turnDown(count, into: &buffer, at: start)
            history.moveToFront(from: count, count: kept)
            start += count
        }
    }
}

extension ClosedRange<Double> {
    /// The nearest value within; the lower end for what is not a number.
    func clamping(_ value: Double) -> Double {
        value >= lowerBound ? Swift.min(value, upperBound) : lowerBound
    }
}
