internal import KKMath
public import KKPCM

/// A noise gate or a ducker: one gain while the level is high, another one while it is low.
///
/// ```
/// level ▲     ▁▃▅▇▇▇▅▄▃▂
///       │┄┄┄┄▞┄┄┄┄┄┄┄┄┄▚┄┄┄┄┄┄┄┄┄┄┄┄┄┄ threshold                  gain    ▗▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖
///       │┄┄┄▞┄┄┄┄┄┄┄┄┄┄┄▚┄┄┄┄┄┄┄┄┄┄┄┄┄ threshold − hysteresis     above ▗▘                ▝▖
///       │▂▂▞             ▚▂▂▂▂▂▂▂▂▂▂▂                             below ▄▘                  ▝▄▄▄▄
///                                                                     attack        hold  release
/// ```
///
/// - **Level.** The largest magnitude of the last 10 ms in any channel of the key, which is the sound itself unless
///   another one is connected. All channels get the same gain.
/// - **Above and below.** It counts as loud from the first frame with a level at or above the threshold, until the
///   level has been below threshold − hysteresis for longer than the hold time.
/// - **Attack and release.** The gain changes linearly in decibels: from the lower to the upper one in the attack time,
///   and back in the release time. It can reverse at any point, with the same speed. After a change of settings it goes
///   from its current value to the new one at that speed, and at least 6.02 dB in that time.
/// - **Gain.** One factor in Float64; only the product is rounded. At 0 dB samples pass bit for bit.
///
/// It starts as not loud. There is no look-ahead and no latency. Settings take effect from the next frame.
///
/// Thresholds, hysteresis and times are those of a noise gate in U. Zölzer (ed.), *DAFX: Digital Audio Effects*, 2nd ed.
/// (2011), chapter 4; the level and the even ramps are kkmix's own choice.
///
/// Samples that are not finite should be refused before this. An infinity is loud; a NaN is ignored.
///
/// ## Allocation
/// In `init` alone.
public struct GateKernel: SideChainKernel, ~Copyable {
    public struct Settings: Hashable, Sendable {
        /// Decibels, −96 … 0.
        public var threshold: Double
        /// Decibels, 0 … 24.
        public var hysteresis: Double
        /// Decibels, −120 … 0.
        public var gainAbove: Double
        public var gainBelow: Double
        /// Seconds, 0.0001 … 1.
        public var attack: Double
        /// Seconds, 0 … 5.
        public var hold: Double
        /// Seconds, 0.001 … 5.
        public var release: Double

        public init(
            threshold: Double = -50, hysteresis: Double = 6, gainAbove: Double = 0, gainBelow: Double = -60,
            attack: Double = 0.001, hold: Double = 0.05, release: Double = 0.1
        ) {
            self.threshold = threshold
            self.hysteresis = hysteresis
            self.gainAbove = gainAbove
            self.gainBelow = gainBelow
            self.attack = attack
            self.hold = hold
            self.release = release
        }
    }

    public static let thresholdRange = -96.0...0.0
    public static let hysteresisRange = 0.0...24.0
    public static let gainRange = -120.0...0.0
    public static let attackRange = 0.0001...1.0
    public static let holdRange = 0.0...5.0
    public static let releaseRange = 0.001...5.0

    public let sampleRate: Double

    /// Values out of range are limited to the nearest end; NaN becomes the lower end.
    public var settings = Settings() {
        didSet { if settings != oldValue { apply() } }
    }

    private var peak: HeldPeak
    private var block = GainBlock()
    /// The magnitudes from which on it is loud, and below which it may end.
    private var opening: Float = 0
    private var closing: Float = 0
    private var holdLength = 0
    /// Octaves, and octaves a frame.
    private var above = 0.0
    private var below = 0.0
    private var attack = 0.0
    private var release = 0.0

    private var isLoud = false
    /// Whether the level has been loud since the last reset.
    public private(set) var hasBeenLoud = false
    /// Frames that the level has been too low.
    private var lowCount = 0
    /// The gain of the newest frame in octaves.
    private var gain = 0.0

    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        precondition(
            channelCount >= 0 && maximumFrameCount > 0 && sampleRate > 0 && sampleRate <= Self.highestSampleRate,
            "no such stream")
        self.sampleRate = sampleRate
        peak = HeldPeak(sampleRate: sampleRate)
        apply()
        reset()
    }

    public mutating func reset() {
        peak.reset()
        (isLoud, hasBeenLoud, lowCount, gain) = (false, false, 0, below)
    }

    private mutating func apply() {
        let octave = DynamicsCurve.octave
        let threshold = Self.thresholdRange.clamping(settings.threshold)
        let hysteresis = Self.hysteresisRange.clamping(settings.hysteresis)
        opening = Float(PortableMath.exp2(threshold / octave))
        closing = Float(PortableMath.exp2((threshold - hysteresis) / octave))
        above = Self.gainRange.clamping(settings.gainAbove) / octave
        below = Self.gainRange.clamping(settings.gainBelow) / octave
        let way = max(1, (above - below).magnitude)
        attack = way / (Self.attackRange.clamping(settings.attack) * sampleRate)
        release = way / (Self.releaseRange.clamping(settings.release) * sampleRate)
        holdLength = Int((Self.holdRange.clamping(settings.hold) * sampleRate).rounded())
    }

    public var isAtRest: Bool { peak.isAtRest && !isLoud && gain == below }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        for start in stride(from: frames.lowerBound, to: frames.upperBound, by: GainBlock.length) {
            let count = min(GainBlock.length, frames.upperBound - start)
            block.listen(to: buffer, at: start, count: count)
            if findGains(count) { block.apply(to: &buffer, at: start, count: count) }
        }
    }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer, key: borrowing PCMBuffer) {
        for start in stride(from: frames.lowerBound, to: frames.upperBound, by: GainBlock.length) {
            let count = min(GainBlock.length, frames.upperBound - start)
            block.listen(to: key, at: start, count: count)
            if findGains(count) { block.apply(to: &buffer, at: start, count: count) }
        }
    }

    /// The gain of each frame of the block in octaves, from its magnitude.
    ///
    /// - Returns: whether any of them is not 0.
    private mutating func findGains(_ count: Int) -> Bool {
        block.hold(&peak, count: count)
        var isTouched = false
        for frame in 0..<count {
            listen(block.magnitudes[frame])
            let target = isLoud ? above : below
            if gain != target {
                let step = isLoud ? attack : release
                gain = gain < target ? min(target, gain + step) : max(target, gain - step)
            }
            block.gains[frame] = gain
            if gain != 0 { isTouched = true }
        }
        return isTouched
    }

    @inline(__always)
    private mutating func listen(_ level: Float) {
        if level >= opening {
            (isLoud, hasBeenLoud, lowCount) = (true, true, 0)
        } else if level >= closing {
            lowCount = 0
        } else if isLoud {
            if lowCount >= holdLength { isLoud = false }
            lowCount += 1
        }
    }
}
