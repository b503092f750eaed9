internal import KKMath
public import KKPCM

/// Apple's delay (`kAudioUnitSubType_Delay`): echoes from a loop with a low-pass filter.
///
/// The ranges and defaults are those of AudioUnitParameters.h. What it does not specify is defined here:
///
/// - The time is rounded to whole frames, D, at least 1. A change makes the echoes jump, without a fade.
/// - The output of the line passes the filter (``OnePoleLowPass``) and goes from there to the output and, times the
///   feedback, back into the line. So the input at frame 0 returns at frame k · D with the gain feedback^(k − 1),
///   filtered k times, for k = 1, 2, 3 …
/// - The mix is linear: dry · (1 − w) + wet · w. With w = 0 the input passes unchanged, bit for bit, while the line
///   continues.
/// - Settings take effect from the next frame.
///
/// Samples that are not finite should be refused before this. Here they enter the line as silence. Values below 10⁻³⁰
/// become zero in the line.
///
/// There is no latency: the dry signal is not delayed.
///
/// ## Allocation
/// In `init` alone.
public struct DelayKernel: EffectKernel, ~Copyable {
    /// The settings, from the unit's parameters.
    public struct Settings: Hashable, Sendable {
        /// Percent of the delayed signal, 0 … 100.
        public var wetDryMix: Double
        /// Seconds, 0 … 2.
        public var time: Double
        /// Percent, −100 … 100.
        public var feedback: Double
        /// Hertz, 10 … half the sample rate, which means no filter.
        public var lopassCutoff: Double

        public init(wetDryMix: Double = 50, time: Double = 1, feedback: Double = 50, lopassCutoff: Double = 15_000) {
            self.wetDryMix = wetDryMix
            self.time = time
            self.feedback = feedback
            self.lopassCutoff = lopassCutoff
        }
    }

    public static let longestTime = 2.0

    public let sampleRate: Double
    /// Values out of range are limited to the nearest end; NaN becomes the lower end.
    public var settings = Settings() {
        didSet { apply() }
    }

    var line: DelayLine
    /// The filter's state, a number for each channel.
    var states: [Double]
    var filter: OnePoleLowPass
    /// The distance of the echoes in frames.
    public private(set) var delay = 1
    var wet = 0.0
    var feedback = 0.0

    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        precondition(
            channelCount >= 0 && sampleRate > 0 && sampleRate <= Self.highestSampleRate, "no such stream")
        self.sampleRate = sampleRate
        line = DelayLine(channelCount: channelCount, capacity: Int((Self.longestTime * sampleRate).rounded()))
        states = Array(repeating: 0, count: channelCount)
        filter = OnePoleLowPass(cutoff: sampleRate, sampleRate: sampleRate)
        apply()
    }

    public mutating func reset() {
        line.reset()
        for channel in states.indices { states[channel] = 0 }
    }

    private mutating func apply() {
        let time = (0...Self.longestTime).clamping(settings.time)
        delay = max(1, min(line.capacity, Int((time * sampleRate).rounded())))
        wet = (0...100).clamping(settings.wetDryMix) / 100
        feedback = (-100...100).clamping(settings.feedback) / 100
        filter = OnePoleLowPass(cutoff: max(10, settings.lopassCutoff), sampleRate: sampleRate)
    }

    /// The number of frames after the last input frame until the output is below −120 dB of it; `nil` if that never
    /// happens, with a feedback of about ±100 %.
    ///
    /// Echo k has the gain feedback^(k − 1), so the last relevant one is number 1 + ⌊log 10⁻⁶ / log |feedback|⌋. Each
    /// is delayed by the delay time and by the filter's delay for low frequencies, pole / (1 − pole) frames; the filter
    /// rings until pole^n is 10⁻⁶.
    public var tailFrameCount: Int? {
        let size = feedback.magnitude
        if size >= 1 { return nil }
        let ringing = filter.pole > 0 ? Self.floor / PortableMath.log2(filter.pole) : 0
        let late = filter.pole / (1 - filter.pole)
        let total = (Self.echoCount(size) * (Double(delay) + late) + ringing).rounded(.up)
        return total < 0x1p53 ? Int(total) : nil
    }

    /// The echoes above −120 dB of a loop with a gain below 1, whose sound is amplified after it.
    static func echoCount(_ gain: Double, amplified factor: Double = 1) -> Double {
        gain > 0 ? 1 + ((floor - PortableMath.log2(factor)) / PortableMath.log2(gain)).rounded(.down) : 1
    }

    /// log₂ 10⁻⁶.
    private static let floor = -19.931568569324174

    public func heldByteCount(channelCount: Int) -> Int { line.heldByteCount(channelCount: channelCount) }

    public var isAtRest: Bool { line.isEmpty && states.allSatisfy { $0 == 0 } }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        precondition(buffer.channelCount == line.channelCount, "a delay keeps the number of channels")
        for channel in 0..<line.channelCount { echo(frames, of: channel, in: &buffer) }
        line.note(frames.count)
    }
}
