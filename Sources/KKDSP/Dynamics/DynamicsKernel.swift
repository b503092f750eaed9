internal import KKMath
public import KKPCM

/// The arithmetic of Apple's dynamics processor (`kAudioUnitSubType_DynamicsProcessor`): a compressor, a downward
/// expander, and a gain behind both.
///
/// The parameters are those of AudioUnitParameters.h. What they do, which no source tells but for the headroom, that
/// nothing steady comes out above threshold + headroom, is this:
///
/// - **Level.** The largest magnitude of the last 10 ms in any channel, in dB, from −120 to 120. All channels get one
///   gain.
/// - **Static curve.** A level d dB above the threshold comes out d · H / (H + d) above it, H being the headroom: the
///   slope is 1 at the threshold and falls from there, so the knee is soft, and the limit is threshold + headroom. A
///   level d dB below the expansion threshold comes out ratio · d below it, at most 120 dB softer. Where both act both
///   count.
/// - **Attack and release.** What the compressor takes away, in dB, goes to what the curve says by 1 − 1/e of the rest
///   in every attack time when it grows, and in every release time when it falls. The expander opens with the attack
///   time and closes with the release time. This is the smooth branching detector in the logarithmic domain, behind the
///   gain computer, of D. Giannoulis, M. Massberg and J. Reiss, *Digital Dynamic Range Compressor Design*, JAES 60
///   (2012). What is nearer than 4 · 10⁻⁷ dB has arrived.
/// - **Gain.** Both reductions and the overall gain are one factor in Float64, and the product alone is rounded.
///
/// Where neither acts and the overall gain is 0 dB the samples pass bit for bit. At first the expander is where silence
/// leaves it. There is no look-ahead, and no latency. Settings hold from the next frame on.
///
/// What is not finite should be refused before it comes here. An infinity passes and counts as 120 dB, so what follows
/// comes back with the release; a NaN passes and counts as nothing.
///
/// ## Allocation
/// In `init` alone.
public struct DynamicsKernel: EffectKernel, ~Copyable {
    /// What the unit's parameters say.
    public struct Settings: Hashable, Sendable {
        /// Decibels, −100 … 20.
        public var threshold: Double
        /// Decibels, 0.1 … 40.
        public var headRoom: Double
        /// 1 … 50.
        public var expansionRatio: Double
        /// Decibels, −120 … 0.
        public var expansionThreshold: Double
        /// Seconds, 0.0001 … 0.2.
        public var attack: Double
        /// Seconds, 0.01 … 3.
        public var release: Double
        /// Decibels, −40 … 40.
        public var overallGain: Double

        public init(
            threshold: Double = -20, headRoom: Double = 5, expansionRatio: Double = 2,
            expansionThreshold: Double = -120, attack: Double = 0.001, release: Double = 0.05, overallGain: Double = 0
        ) {
            self.threshold = threshold
            self.headRoom = headRoom
            self.expansionRatio = expansionRatio
            self.expansionThreshold = expansionThreshold
            self.attack = attack
            self.release = release
            self.overallGain = overallGain
        }
    }

    /// The unit's begins at −40; a band of the multiband compressor goes further.
    public static let thresholdRange = -100.0...20.0
    public static let headRoomRange = 0.1...40.0
    public static let expansionRatioRange = 1.0...50.0
    public static let expansionThresholdRange = -120.0...0.0
    public static let attackRange = 0.0001...0.2
    public static let releaseRange = 0.01...3.0
    public static let overallGainRange = -40.0...40.0

    public let channelCount: Int
    public let sampleRate: Double

    /// What lies beyond its range is taken as the nearest end; what is no number, as the lower one.
    public var settings = Settings() {
        didSet { apply() }
    }

    private var peak: HeldPeak
    private var curve = DynamicsCurve()
    /// What is left of the way after a frame.
    private var attack = 0.0
    private var release = 0.0
    /// The overall gain in octaves.
    private var gain = 0.0
    /// The level that the targets are those of.
    private var level: Float = 0
    /// What is taken away, in octaves.
    private var compression = Approach()
    private var expansion = Approach()
    private var block = GainBlock()

    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        precondition(
            channelCount >= 0 && maximumFrameCount > 0 && sampleRate > 0 && sampleRate <= Self.highestSampleRate,
            "no such stream")
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        peak = HeldPeak(sampleRate: sampleRate)
        apply()
        reset()
    }

    public mutating func reset() {
        peak.reset()
        level = 0
        aim()
        (compression.rest, expansion.rest) = (0, 0)
    }

    private mutating func apply() {
        let octave = DynamicsCurve.octave
        curve = DynamicsCurve(
            threshold: Self.thresholdRange.clamping(settings.threshold) / octave,
            headRoom: Self.headRoomRange.clamping(settings.headRoom) / octave,
            expansionThreshold: Self.expansionThresholdRange.clamping(settings.expansionThreshold) / octave,
            expansionRatio: Self.expansionRatioRange.clamping(settings.expansionRatio))
        attack = rest(Self.attackRange.clamping(settings.attack))
        release = rest(Self.releaseRange.clamping(settings.release))
        gain = Self.overallGainRange.clamping(settings.overallGain) / octave
        aim()
    }

    /// The part of the way that is left after a frame when 1 − 1/e of it is gone after `time`.
    private func rest(_ time: Double) -> Double { PortableMath.exp2(-1.4426950408889634 / (time * sampleRate)) }

    private mutating func aim() {
        let octaves = DynamicsCurve.level(level)
        compression.aim(at: curve.compression(of: octaves), rising: attack, falling: release)
        expansion.aim(at: curve.expansion(of: octaves), rising: release, falling: attack)
    }

    public var isAtRest: Bool {
        peak.isAtRest && compression.rest == 0 && expansion.rest == 0 && compression.target == 0
    }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        precondition(buffer.channelCount == channelCount, "a dynamics processor keeps the number of channels")
        var start = frames.lowerBound
        while start < frames.upperBound {
            let count = min(GainBlock.length, frames.upperBound - start)
            block.listen(to: buffer, at: start, count: count)
            if findGains(count) { block.apply(to: &buffer, at: start, count: count) }
            start += count
        }
    }

    /// The gain of each frame of the block in octaves, from its magnitude.
    ///
    /// - Returns: whether any of them is not 0.
    private mutating func findGains(_ count: Int) -> Bool {
        block.hold(&peak, count: count)
        var isTouched = false
        var start = 0
        while start < count {
            if block.magnitudes[start] != level {
                level = block.magnitudes[start]
                aim()
            }
            let end = block.endOfLevel(from: start, count: count)
            if block.approach(start..<end, gain: gain, &compression, &expansion) { isTouched = true }
            start = end
        }
        return isTouched
    }

    /// Decibels that the compressor takes away from the newest frame.
    public var compressionAmount: Double { compression.value * DynamicsCurve.octave }

    /// The level of the newest frame, in decibels.
    public var inputAmplitude: Double { DynamicsCurve.level(level) * DynamicsCurve.octave }

    /// The level that comes out for it, in decibels; −120 at least.
    public var outputAmplitude: Double {
        guard level > 0 else { return -120 }
        return max(
            -120, (DynamicsCurve.level(level) + gain - compression.value - expansion.value) * DynamicsCurve.octave)
    }
}
