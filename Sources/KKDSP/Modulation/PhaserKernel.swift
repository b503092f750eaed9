internal import KKMath
public import KKPCM

/// A phaser: moving notches at the frequencies where a chain of all-passes inverts the phase.
///
/// ```
/// input ─┬──────────────────────────────────────────────── × (1 − wet) ─► + ─► output      each channel by itself
///        └─► + ─► all-pass ─► … ─► all-pass ─┬─ × wet ───────────────────▲
///            ▲────── × feedback, one frame ──┘
/// ```
///
/// - An all-pass of first order, (k + z⁻¹) / (1 + k z⁻¹), turns by a quarter where k = (tan(πf/r) − 1) / (tan(πf/r) + 1).
///   With n of them and a mix of 50 % there are n / 2 notches: where tan of their frequency is tan(πf/r) · tan(π(2i − 1) / 2n).
/// - That frequency f swings around the set one by the depth in octaves, as a sine; it stays within 10 Hz and 0.49 of the
///   sample rate. The sine begins at 0 with the first frame; each channel is ahead of the one before it by the spread.
/// - Each all-pass is a rotation of its input and its state (the normalized ladder), so the loop loses energy with
///   every frame, whatever the modulation.
/// - The mix is linear: dry · (1 − w) + wet · w. With w = 0 the input passes unchanged, bit for bit.
/// - Settings take effect from the next frame. An added all-pass starts with zero state.
///
/// Samples that are not finite enter the chain as silence, values below 10⁻³⁰ as zero. There is no latency.
///
/// Source: J. O. Smith, *An Allpass Approach to Digital Phasing and Flanging*, ICMC 1984; A. H. Gray and J. D. Markel, *A
/// Normalized Digital Filter Structure*, IEEE Trans. ASSP 23-3, 1975.
///
/// ## Allocation
/// In `init` alone.
public struct PhaserKernel: EffectKernel, ~Copyable {
    /// The settings, from the unit's parameters.
    public struct Settings: Hashable, Sendable {
        /// Percent of the chain's sound, 0 … 100.
        public var wetDryMix: Double
        /// The frequency of the sine in hertz, 0 … 20.
        public var rate: Double
        /// The modulation depth to either side in octaves, 0 … 4.
        public var depth: Double
        /// The centre frequency in hertz.
        public var frequency: Double
        /// Percent, −95 … 95.
        public var feedback: Double
        /// Degrees from channel to channel, 0 … 180.
        public var spread: Double
        /// The number of all-passes, 2 … 12.
        public var stageCount: Int

        public init(
            wetDryMix: Double = 50, rate: Double = 0.4, depth: Double = 0, frequency: Double = 800,
            feedback: Double = 0, spread: Double = 0, stageCount: Int = 4
        ) {
            (self.wetDryMix, self.rate, self.depth, self.frequency) = (wetDryMix, rate, depth, frequency)
            (self.feedback, self.spread, self.stageCount) = (feedback, spread, stageCount)
        }
    }

    public static let stageCounts = 2...12

    public let sampleRate: Double
    /// Values out of range are limited to the nearest end; NaN becomes the lower end.
    public var settings = Settings() {
        didSet { apply() }
    }

    private let channelCount: Int
    /// Of every channel the states of the most all-passes, and after them the chain's last sample.
    private var states: [Double]
    private var oscillator = Oscillator()
    private var stageCount = 4
    private var wet = 0.0
    private var depth = 0.0
    private var frequency = 0.0
    private var feedback = 0.0
    private var spread = 0.0

    private static let size = stageCounts.upperBound + 1

    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        states = Array(repeating: 0, count: channelCount * Self.size)
        apply()
    }

    private mutating func apply() {
        wet = (0...100).clamping(settings.wetDryMix) / 100
        depth = (0...4).clamping(settings.depth)
        frequency = (10...max(10, sampleRate / 2)).clamping(settings.frequency)
        feedback = (-95...95).clamping(settings.feedback) / 100
        spread = (0...180).clamping(settings.spread) / 360
        stageCount = min(max(settings.stageCount, Self.stageCounts.lowerBound), Self.stageCounts.upperBound)
        oscillator.set((0...20).clamping(settings.rate) / sampleRate)
        for channel in 0..<channelCount {
            for stage in stageCount..<Self.size - 1 { states[channel * Self.size + stage] = 0 }
        }
    }

    public mutating func reset() {
        for index in states.indices { states[index] = 0 }
        oscillator.reset()
    }

    /// Until the output is below −120 dB of the last input frame, at the sweep's lowest frequency: the loop's
    /// slowest pole is where an all-pass is the n-th root of 1 / feedback.
    public var tailFrameCount: Int? {
        let angle = angle(-1), tangent = PortableMath.sin(angle) / PortableMath.cos(angle), size = feedback.magnitude
        let root = PortableMath.exp2(-PortableMath.log2(max(size, 1e-6)) / Double(stageCount))
        let passes = 14 * (root + 1) / (root - 1) + 3 * Double(stageCount)
        return Int((passes / (2 * tangent) + DelayKernel.echoCount(size)).rounded(.up))
    }

    public var isAtRest: Bool { states.allSatisfy { $0 == 0 } }

    public mutating func skip(_ frameCount: Int) { oscillator.advance(frameCount) }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        precondition(buffer.channelCount == channelCount, "a phaser keeps the number of channels")
        let dry = 1 - wet
        for channel in 0..<channelCount {
            let turns = spread * Double(channel), offset = turns - turns.rounded(.down)
            buffer.withMutableChannel(channel) { samples in
                for frame in frames {
                    let sample = samples[frame]
                    let turned = turn(
                        sample, channel, angle(oscillator.sine(frame - frames.lowerBound, offset: offset)))
                    // A sum with nothing would lose the sign of a zero.
                    if wet != 0 { samples[frame] = Float(dry * Double(sample) + wet * turned) }
                }
            }
        }
        oscillator.advance(frames.count)
    }

    /// πf / r, where the sine is at `place`.
    @inline(__always)
    private func angle(_ place: Double) -> Double {
        .pi * min(max(10 / sampleRate, frequency * PortableMath.exp2(depth * place) / sampleRate), 0.49)
    }

    /// A sample, once through the chain.
    @inline(__always)
    private mutating func turn(_ sample: Float, _ channel: Int, _ angle: Double) -> Double {
        let sine = PortableMath.sin(angle), cosine = PortableMath.cos(angle)
        let k = (sine - cosine) / (sine + cosine), c = (1 - k * k).squareRoot()
        let first = channel * Self.size, last = first + Self.size - 1
        var passing = (sample.isFinite ? Double(sample) : 0) + feedback * states[last]
        for stage in first..<first + stageCount {
            let state = states[stage], kept = c * passing - k * state
            passing = k * passing + c * state
            states[stage] = kept.magnitude < 1e-30 ? 0 : kept
        }
        states[last] = passing.magnitude < 1e-30 ? 0 : passing
        return states[last]
    }
}
