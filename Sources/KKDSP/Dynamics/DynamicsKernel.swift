internal import KKMath
public import KKPCM

/// Apple's dynamics processor (`kAudioUnitSubType_DynamicsProcessor`): a compressor, a downward expander, and a gain
/// after both.
///
/// The parameters are those of AudioUnitParameters.h. The only documented behaviour is that of the headroom: a steady
/// output never exceeds threshold + headroom. The rest is defined here:
///
/// - **Level.** The largest magnitude of the last 10 ms in any channel, in dB, from −120 to 120. All channels get one
///   gain.
/// - **Static curve.** A level d dB above the threshold becomes d · H / (H + d) above it, with the headroom H: the
///   slope is 1 at the threshold and decreases from there (a soft knee), and the limit is threshold + headroom. A level
///   d dB below the expansion threshold becomes ratio · d below it, at most 120 dB quieter. Both effects are added.
/// - **Attack and release.** The gain reduction in dB approaches that of the curve by 1 − 1/e of the difference in each
///   attack time when increasing, and in each release time when decreasing. The expander opens with the attack time and
///   closes with the release time. This is the smooth branching detector in the logarithmic domain, after the gain
///   computer, of D. Giannoulis, M. Massberg and J. Reiss, *Digital Dynamic Range Compressor Design*, JAES 60 (2012).
///   Differences below 4 · 10⁻⁷ dB are set to zero.
/// - **Gain.** Both reductions and the overall gain form one factor in Float64; only the product is rounded.
///
/// If neither is active and the overall gain is 0 dB, samples pass bit for bit. The expander starts in the state after
/// silence. There is no look-ahead and no latency. Settings take effect from the next frame.
///
/// Samples that are not finite should be refused before this. An infinity passes and counts as 120 dB, so that the gain
/// recovers with the release; a NaN passes and is ignored.
///
/// ## Allocation
/// In `init` alone.
public struct DynamicsKernel: EffectKernel, ~Copyable {
    /// The settings, from the unit's parameters.
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

    /// The unit's range begins at −40; that of a band of the multiband compressor is larger.
    public static let thresholdRange = -100.0...20.0
    public static let headRoomRange = 0.1...40.0
    public static let expansionRatioRange = 1.0...50.0
    public static let expansionThresholdRange = -120.0...0.0
    public static let attackRange = 0.0001...0.2
    public static let releaseRange = 0.01...3.0
    public static let overallGainRange = -40.0...40.0

    public let channelCount: Int
    public let sampleRate: Double

    /// Values out of range are limited to the nearest end; NaN becomes the lower end.
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

    /// The compressor's gain reduction at the latest frame, in decibels.
    public var compressionAmount: Double { compression.value * DynamicsCurve.octave }

    /// The input level at the latest frame, in decibels.
    public var inputAmplitude: Double { DynamicsCurve.level(level) * DynamicsCurve.octave }

    /// The output level at the latest frame, in decibels; at least −120.
    public var outputAmplitude: Double {
        guard level > 0 else { return -120 }
        return max(
            -120, (DynamicsCurve.level(level) + gain - compression.value - expansion.value) * DynamicsCurve.octave)
    }
}
