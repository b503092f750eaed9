public import KKPCM

/// A chorus or flanger: an echo with a modulated delay.
///
/// ```
/// input ─┬───────────────────────────────────────────── × (1 − wet) ─► + ─► output      each channel by itself
///        └─► + ─► delay line, read at delay + depth · sin ─┬─ × wet ────▲
///            ▲─────────────────── × feedback ──────────────┘
/// ```
///
/// - The delay is at least 2 frames. Between frames it interpolates with a cubic through the four nearest frames
///   (Lagrange), which never increases the level, so the loop is stable.
/// - The sine begins at 0 with the first frame; each channel is ahead of the one before it by the spread. A new rate
///   continues from the current phase.
/// - The mix is linear: dry · (1 − w) + wet · w. With w = 0 the input passes unchanged, bit for bit.
/// - Settings take effect from the next frame.
///
/// Samples that are not finite enter the line as silence, values below 10⁻³⁰ as zero. There is no latency: the dry
/// sound is not delayed.
///
/// Source: J. Dattorro, *Effect Design, Part 2: Delay-Line Modulation and Chorus*, J. Audio Eng. Soc. 45-10, 1997; T. I.
/// Laakso et al., *Splitting the Unit Delay*, IEEE Signal Processing Magazine 13-1, 1996.
///
/// ## Allocation
/// In `init` alone.
public struct ModulatedDelayKernel: EffectKernel, ~Copyable {
    /// The settings, from the unit's parameters.
    public struct Settings: Hashable, Sendable {
        /// Percent of the delayed signal, 0 … 100.
        public var wetDryMix: Double
        /// The frequency of the sine in hertz, 0 … 20.
        public var rate: Double
        /// The modulation depth to either side, and the centre delay, in seconds; together at most 0.07.
        public var depth: Double
        public var delay: Double
        /// Percent, −95 … 95.
        public var feedback: Double
        /// Degrees from channel to channel, 0 … 180.
        public var spread: Double

        public init(
            wetDryMix: Double = 50, rate: Double = 1, depth: Double = 0, delay: Double = 0, feedback: Double = 0,
            spread: Double = 0
        ) {
            (self.wetDryMix, self.rate, self.depth) = (wetDryMix, rate, depth)
            (self.delay, self.feedback, self.spread) = (delay, feedback, spread)
        }
    }

    /// Seconds.
    public static let longestDelay = 0.07

    public let sampleRate: Double
    /// Values out of range are limited to the nearest end; NaN becomes the lower end.
    public var settings = Settings() {
        didSet { apply() }
    }

    private var line: DelayLine
    private var oscillator = Oscillator()
    private var delay = 2.0
    private var depth = 0.0
    private var wet = 0.0
    private var feedback = 0.0
    private var spread = 0.0

    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        self.sampleRate = sampleRate
        line = DelayLine(channelCount: channelCount, capacity: Int((Self.longestDelay * sampleRate).rounded(.up)) + 5)
        apply()
    }

    private mutating func apply() {
        delay = (0...Self.longestDelay).clamping(settings.delay) * sampleRate
        depth = (0...Self.longestDelay).clamping(settings.depth) * sampleRate
        wet = (0...100).clamping(settings.wetDryMix) / 100
        feedback = (-95...95).clamping(settings.feedback) / 100
        spread = (0...180).clamping(settings.spread) / 360
        oscillator.set((0...20).clamping(settings.rate) / sampleRate)
    }

    public mutating func reset() {
        line.reset()
        oscillator.reset()
    }

    /// Until the output is below −120 dB of the last input frame, as ``DelayKernel/tailFrameCount``.
    public var tailFrameCount: Int? {
        Int((DelayKernel.echoCount(feedback.magnitude) * (longest + 2)).rounded(.up))
    }

    private var longest: Double { min(max(2, delay + depth), Double(line.capacity - 3)) }

    public func heldByteCount(channelCount: Int) -> Int { line.heldByteCount(channelCount: channelCount) }

    public var isAtRest: Bool { line.isEmpty }

    public mutating func skip(_ frameCount: Int) { oscillator.advance(frameCount) }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        precondition(buffer.channelCount == line.channelCount, "a delay keeps the number of channels")
        let dry = 1 - wet
        for channel in 0..<line.channelCount {
            let turns = spread * Double(channel), offset = turns - turns.rounded(.down)
            buffer.withMutableChannel(channel) { samples in
                for frame in frames {
                    let swing = depth * oscillator.sine(frame - frames.lowerBound, offset: offset)
                    let delayed = line.cubic(ofChannel: channel, min(max(2, delay + swing), longest))
                    let sample = samples[frame]
                    line.push(sample, and: feedback * delayed, toChannel: channel)
                    // A sum with nothing would lose the sign of a zero.
                    if wet != 0 { samples[frame] = Float(dry * Double(sample) + wet * delayed) }
                }
            }
        }
        oscillator.advance(frames.count)
        line.note(frames.count)
    }
}
