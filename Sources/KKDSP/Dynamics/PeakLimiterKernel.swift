public import KKMath
public import KKPCM

/// The arithmetic of Apple's peak limiter (`kAudioUnitSubType_PeakLimiter`): no sample is above full scale.
///
/// The ranges and defaults are those of AudioUnitParameters.h; the shape of the curve, which no source tells, is this
/// one. The signal is multiplied by the pre-gain and delayed by the attack time, and all channels get the same gain:
///
/// - A peak of magnitude p > 1 needs the gain 1/p. The gain goes there in a straight line that begins one attack time
///   before the peak, and is there one frame before it.
/// - Behind the peak, it goes back: from one attack time after the peak on, what is left of the reduction, 1 − gain, is
///   divided by e in every decay time. Before that, the way back is a mixture of the hold and of this curve, a moving
///   average of it as long as the attack.
/// - Where nothing near is above full scale the gain is exactly 1, and with a pre-gain of 0 dB the samples pass bit for
///   bit.
///
/// Both factors are applied at once in Float64, and the output is the only thing that is rounded to Float32.
///
/// The decay and the pre-gain hold from the next frame that comes in on. A new attack time is a new latency, so it
/// waits for the next ``reset()``.
///
/// What is not finite should be refused before it comes here. An infinity, also one that the pre-gain made, counts as
/// the largest finite number; a NaN comes out as NaN; neither leaves anything behind.
///
/// ## Allocation
/// In `init` alone.
public struct PeakLimiterKernel: EffectKernel, ~Copyable {
    /// What the unit's parameters say.
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
    /// Frames that are worked on together. A call may bring more.
    let blockLength: Int
    /// Frames by which the output is later than the input: the attack time at the last reset, rounded to whole frames,
    /// at least 1.
    public private(set) var latency: Int

    /// What lies beyond its range is taken as the nearest end; what is no number, as the lower one.
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

    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        precondition(
            channelCount >= 0 && maximumFrameCount > 0 && sampleRate > 0 && sampleRate <= Self.highestSampleRate,
            "no such stream")
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        blockLength = min(maximumFrameCount, 1024)
        kept = Self.frameCount(of: Self.attackRange.upperBound, at: sampleRate)
        latency = kept
        history = PCMBuffer(channelCount: channelCount, frameCapacity: kept + blockLength)
        preGains = Array(repeating: 1, count: kept + 1)
        curve = GainCurve(hold: kept + 1, first: kept, second: 1, release: 0)
        apply()
        reset()
    }

    /// Silence behind, a gain of 1, and the attack time that is set now: with the same settings, the next render is the
    /// first one again.
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

    /// It takes as long as reading the look-ahead once, and where sound has just come in no time at all.
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
    /// The nearest value within; the lower end for what is no number.
    func clamping(_ value: Double) -> Double {
        value >= lowerBound ? Swift.min(value, upperBound) : lowerBound
    }
}
