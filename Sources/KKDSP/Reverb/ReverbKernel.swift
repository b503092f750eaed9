internal import KKMath
public import KKPCM

/// Reverberation: sixteen delay lines that feed each other.
///
/// ```
///             ┌──────────── Hadamard matrix ◄────────────┐
///             ▼                                          │
/// input ────► + ─► delay line i ─► absorbing filter i ───┴─► ± ─► sum ─► × wet ─► + ─► output
///     └──────────────────────────────────────────────────── × (1 − wet) ──────────▲
/// ```
///
/// A feedback delay network after J.-M. Jot and A. Chaigne, *Digital Delay Networks for Designing Artificial
/// Reverberators* (90th AES Convention, 1991). The matrix is lossless. The loss of a line at a frequency depends on its
/// length, so that all lines decay equally: by 60 dB in the times set for 0 Hz and for half the sample rate. In
/// between, the one-pole filter of a line interpolates.
///
/// - The lengths are primes, from the shortest delay to the longest in about equal ratios, and their exact positions
///   and the signs of the lines follow from the seed (``CounterHash``).
/// - Line i belongs to channel i mod n of n channels: its input and output are that channel only, so the channels have
///   different delays and soon become independent of each other.
/// - Noise keeps its level for any decay, unless less than −60 dB is left after a line.
/// - The mix is linear: dry · (1 − w) + wet · w. With w = 0 the input passes unchanged, bit for bit.
/// - Settings take effect from the next frame. New delays and seeds make the echoes jump.
///
/// Samples that are not finite enter the lines as silence. Values below 10⁻³⁰ become zero in them.
///
/// There is no latency: the dry sound is not delayed, and the first echo comes after the shortest delay.
///
/// ## Allocation
/// In `init` alone.
public struct ReverbKernel: EffectKernel, ~Copyable {
    /// The settings, from the unit's parameters.
    public struct Settings: Hashable, Sendable {
        /// Percent of reverberation, 0 … 100.
        public var wetDryMix: Double
        /// The gain of the reverberation, in decibels.
        public var gain: Double
        /// Seconds, 0.0001 … 1; the longest is not below the shortest.
        public var shortestDelay: Double
        public var longestDelay: Double
        /// Seconds to −60 dB, 0.001 … 20, at 0 Hz and at half the sample rate.
        public var decayAt0Hz: Double
        public var decayAtNyquist: Double
        /// Selects a different room of the same kind.
        public var seed: Int

        public init(
            wetDryMix: Double = 100, gain: Double = 0, shortestDelay: Double = 0.008, longestDelay: Double = 0.05,
            decayAt0Hz: Double = 1, decayAtNyquist: Double = 0.5, seed: Int = 1
        ) {
            self.wetDryMix = wetDryMix
            self.gain = gain
            self.shortestDelay = shortestDelay
            self.longestDelay = longestDelay
            self.decayAt0Hz = decayAt0Hz
            self.decayAtNyquist = decayAtNyquist
            self.seed = seed
        }
    }

    static let lineCount = 16
    static let blockLength = 64

    /// Each channel needs at least one line.
    public static let channelCounts = Array(1...lineCount)
    /// Limits the memory of all lines of one second to 64 MiB.
    public static let highestSampleRate = 768_000.0

    public let channelCount: Int
    public let sampleRate: Double
    /// Values out of range are limited to the nearest end; NaN becomes the lower end.
    public var settings = Settings() {
        didSet { apply(settings, instead: oldValue) }
    }

    private(set) var lines = ReverbLines()
    private(set) var filters = ReverbFilters()
    /// What is in the lines: one after the other, 2^n frames each.
    var memory: [Float]
    let lineCapacity: Int
    /// Frames of all lines, side by side.
    var rows: [SIMD16<Float>]
    /// For each channel, how it goes into the lines and is heard from them.
    private(set) var ends: [(input: SIMD16<Float>, output: SIMD16<Float>)]
    /// Where the next frame goes in each line.
    var place = 0
    /// Of the filters.
    var states = SIMD16<Float>()
    private(set) var dry: Float = 0
    /// What the sum of a channel's lines is multiplied by.
    private(set) var wet: Float = 1
    /// Frames since anything but zero went into a line.
    var silentCount: Int

    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        precondition(
            channelCount <= Self.lineCount && sampleRate > 0 && sampleRate <= Self.highestSampleRate, "no such stream")
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        // The primes after a second that sixteen lines of the same length take are within 2048 frames.
        let capacity = 1 << (Int.bitWidth - (Int(sampleRate.rounded(.up)) + 2048 - 1).leadingZeroBitCount)
        lineCapacity = capacity
        memory = Array(repeating: 0, count: channelCount > 0 ? Self.lineCount * capacity : 0)
        rows = Array(repeating: SIMD16(), count: Self.blockLength)
        ends = Array(repeating: (SIMD16(), SIMD16()), count: channelCount)
        silentCount = capacity
        apply(settings, instead: nil)
    }

    public func heldByteCount(channelCount: Int) -> Int { Self.lineCount * lineCapacity * MemoryLayout<Float>.stride }

    public mutating func reset() {
        for index in memory.indices { memory[index] = 0 }
        states = SIMD16()
        silentCount = lineCapacity
    }

    /// Until the output is below −120 dB: twice the longer of the two decays, after the longest line.
    public var tailFrameCount: Int? {
        let seconds = Self.decays.clamping(max(settings.decayAt0Hz, settings.decayAtNyquist))
        return Int((2 * seconds * sampleRate).rounded(.up)) + Int(lines.lengths[Self.lineCount - 1])
    }

    public var isAtRest: Bool { silentCount >= lineCapacity && states == SIMD16() }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        precondition(buffer.channelCount == channelCount, "a reverb keeps the number of channels")
        reverberate(frames, in: &buffer)
    }

    private static let decays = 0.001...20.0
    private static let delays = 0.0001...1.0

    private mutating func apply(_ settings: Settings, instead old: Settings?) {
        let hasNewLines =
            old?.shortestDelay != settings.shortestDelay || old?.longestDelay != settings.longestDelay
            || old?.seed != settings.seed
        if hasNewLines {
            // At a rate of next to nothing a second is a frame.
            let shortest = max(1, Self.delays.clamping(settings.shortestDelay) * sampleRate)
            lines = ReverbLines(
                from: shortest, to: max(shortest, Self.delays.clamping(settings.longestDelay) * sampleRate),
                seed: settings.seed)
            for channel in 0..<channelCount { ends[channel] = lines.ends(ofChannel: channel, of: channelCount) }
        }
        if hasNewLines || old?.decayAt0Hz != settings.decayAt0Hz || old?.decayAtNyquist != settings.decayAtNyquist {
            filters = ReverbFilters(
                lines, decayAt0Hz: max(1, Self.decays.clamping(settings.decayAt0Hz) * sampleRate),
                atNyquist: max(1, Self.decays.clamping(settings.decayAtNyquist) * sampleRate))
        }
        let mix = (0...100).clamping(settings.wetDryMix) / 100
        dry = Float(1 - mix)
        let level = (Double(max(1, channelCount)) / Double(Self.lineCount) / filters.power).squareRoot()
        wet = Float(mix * level * Decibels((-120...40).clamping(settings.gain)).linear)
    }
}
