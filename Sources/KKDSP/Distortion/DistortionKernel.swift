internal import KKMath
public import KKPCM

/// Apple's distortion (`kAudioUnitSubType_Distortion`): an echo, decimation, a ring modulator, a polynomial and a soft
/// clipper in series.
///
/// ```
/// input ─┬─────────────────────────────────────────── 119 frames ───────────────────────────── × (1 − mix) ─► + ─► output
///        └─► echo ─► decimation ─► four samples for each ─► ring modulation ─► polynomial ─► soft clip ─► one ─ × mix ─▲
/// ```
///
/// The ranges and defaults are those of AudioUnitParameters.h, which does not specify the processing. It is defined
/// here; each mix is linear, dry · (1 − w) + wet · w:
///
/// - Echo k comes after k times the delay, which is rounded to whole frames and at least one, with the gain e^(−decay · (k − 1)).
/// - Decimation keeps fewer samples per second, exponentially from all at 0 % to 250 at 100 %; each is held until the
///   next one. Rounding goes from 16 bits at 0 %, where it is off, to 1 bit at 100 %.
/// - The ring modulator multiplies by two sines, (1 − b) sin(2π f₁ t) + b sin(2π f₂ t), which begin at 0 with the first
///   frame.
/// - The polynomial is a₁ x + a₂ x² + a₃ x³; a squared term adds an offset to the sound. The gain of the soft clipper
///   (``WaveShaper``) is applied before it.
/// - The last three work at four times the rate (``Oversampler``). While the clipper's input is within ±35/16, its
///   aliases are below −90 dBFS; after a polynomial, this is true for sound up to a sixth of the rate. With more
///   clipping, the aliases of a full-scale sine stay below −80 dBFS up to 5 kHz at a gain of 12 dB, and up to 2 kHz at
///   20 dB.
/// - With a final mix of 0 the input passes bit for bit, delayed by 119 frames.
///
/// Settings take effect from the next frame; shapes and mixes apply to the signal that reaches them. Samples that are not finite count as silence.
///
/// ## Allocation
/// In `init` alone.
public struct DistortionKernel: EffectKernel, ~Copyable {
    /// The settings, from the unit's parameters.
    public struct Settings: Hashable, Sendable {
        /// Milliseconds, 0.1 … 500; the part of each echo, 0.1 … 50; percent.
        public var delay = 0.1
        public var decay = 1.0
        public var delayMix = 50.0
        /// Percent, 0 … 100.
        public var decimation = 0.0
        public var rounding = 0.0
        public var decimationMix = 50.0
        /// 0 … 1; 0 … 20; 0 … 20; percent.
        public var linearTerm = 1.0
        public var squaredTerm = 0.0
        public var cubicTerm = 0.0
        public var polynomialMix = 50.0
        /// Hertz, 0.5 … 8000; percent of the second; percent.
        public var ringModFrequency1 = 100.0
        public var ringModFrequency2 = 100.0
        public var ringModBalance = 50.0
        public var ringModMix = 0.0
        /// Decibels, −80 … 20.
        public var softClipGain = -6.0
        /// Percent, 0 … 100.
        public var finalMix = 50.0

        public init() {}
    }

    /// Seconds.
    private static let longestDelay = 0.5
    /// No sample that a curve gets is larger.
    private static let largest = 1e9

    public let sampleRate: Double
    /// Values out of range are limited to the nearest end; NaN becomes the lower end.
    public var settings = Settings() {
        didSet { apply() }
    }

    private let channelCount: Int
    /// The input as it was, for the mix.
    private var dry: DelayLine
    private var line: DelayLine
    private var decimator = Decimator()
    /// The decimated sample of each channel.
    private var held: [Double]
    private var ring: (Oscillator, Oscillator) = (Oscillator(), Oscillator())
    /// What the ring modulator multiplies by: four for each frame of a block.
    private var carrier: [Double]
    private var shaper = WaveShaper()
    private var oversampler: Oversampler
    /// Frames since anything but zero went into the oversampler, as far as it matters.
    private var silentCount = Oversampler.memory

    private var delay = 1
    private var period = 1.0
    /// What is left of an echo in the next one.
    private var feedback = 0.0
    private var mixes = (delay: 0.0, decimation: 0.0, ring: 0.0, final: 0.0)
    private var balance = 0.0

    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        dry = DelayLine(channelCount: channelCount, capacity: Oversampler.latency)
        line = DelayLine(channelCount: channelCount, capacity: Int((Self.longestDelay * sampleRate).rounded(.up)) + 1)
        held = Array(repeating: 0, count: channelCount)
        oversampler = Oversampler(
            channelCount: channelCount, blockLength: min(max(1, maximumFrameCount), Oversampler.longestBlock))
        carrier = Array(repeating: 1, count: Oversampler.factor * oversampler.blockLength)
        apply()
    }

    private mutating func apply() {
        func part(_ percent: Double) -> Double { (0...100).clamping(percent) / 100 }
        mixes = (
            part(settings.delayMix), part(settings.decimationMix), part(settings.ringModMix), part(settings.finalMix)
        )
        let time = (0...1000 * Self.longestDelay).clamping(settings.delay) / 1000
        delay = max(1, min(line.capacity, Int((time * sampleRate).rounded())))
        feedback = PortableMath.exp2(-1.4426950408889634 * (0.1...50).clamping(settings.decay))
        period = PortableMath.exp2(part(settings.decimation) * PortableMath.log2(max(1, sampleRate / 250)))
        let rounding = part(settings.rounding)
        decimator.set(period: period, size: rounding > 0 ? PortableMath.exp2(15 * rounding - 15) : 0)
        let fineRate = Double(Oversampler.factor) * sampleRate
        ring.0.set((0.5...8000).clamping(settings.ringModFrequency1) / fineRate)
        ring.1.set((0.5...8000).clamping(settings.ringModFrequency2) / fineRate)
        balance = part(settings.ringModBalance)
        shaper = WaveShaper(
            linear: (0...1).clamping(settings.linearTerm), squared: (0...20).clamping(settings.squaredTerm),
            cubic: (0...20).clamping(settings.cubicTerm), mix: part(settings.polynomialMix),
            gain: Decibels((-80...20).clamping(settings.softClipGain)).linear)
    }

    public mutating func reset() {
        dry.reset()
        line.reset()
        decimator.reset()
        for channel in held.indices { held[channel] = 0 }
        ring.0.reset()
        ring.1.reset()
        oversampler.reset()
        silentCount = Oversampler.memory
    }

    public var latency: Int { Oversampler.latency }

    /// Until the output is below −120 dB of the last input frame: the delay of the filters, a held sample, and the
    /// echoes with their gain.
    public var tailFrameCount: Int? {
        let echoes = DelayKernel.echoCount(feedback, amplified: max(1, shaper.gain))
        return Oversampler.latency + Int(period.rounded(.up)) + Int(echoes) * delay
    }

    public func heldByteCount(channelCount: Int) -> Int {
        dry.heldByteCount(channelCount: channelCount) + line.heldByteCount(channelCount: channelCount)
            + Oversampler.heldByteCount(channelCount: channelCount)
    }

    public var isAtRest: Bool {
        silentCount == Oversampler.memory && line.isEmpty && dry.isEmpty && held.allSatisfy { $0 == 0 }
    }

    public mutating func skip(_ frameCount: Int) {
        decimator.skip(frameCount)
        ring.0.advance(Oversampler.factor &* frameCount)
        ring.1.advance(Oversampler.factor &* frameCount)
    }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        precondition(buffer.channelCount == channelCount, "a distortion keeps the number of channels")
        var start = frames.lowerBound
        while start < frames.upperBound {
            let end = min(frames.upperBound, start + oversampler.blockLength)
            work(start..<end, in: &buffer)
            start = end
        }
    }

    /// A block.
    private mutating func work(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        if mixes.ring > 0 { modulate(frames.count) }
        var quietest = Oversampler.memory
        for channel in 0..<channelCount {
            var clock = decimator, silent = silentCount
            buffer.withMutableChannel(channel) { samples in
                for frame in frames {
                    let sample = samples[frame], late = dry.sample(ofChannel: channel, Oversampler.latency)
                    dry.push(Double(sample), toChannel: channel)
                    let fed = echoed(sample, channel, &clock)
                    silent = fed == 0 ? min(silent + 1, Oversampler.memory) : 0
                    let wet = Double(distorted(fed, channel, frame - frames.lowerBound))
                    samples[frame] = Float(mixes.final == 0 ? late : late * (1 - mixes.final) + wet * mixes.final)
                }
            }
            quietest = min(quietest, silent)
        }
        silentCount = channelCount > 0 ? quietest : silentCount
        dry.note(frames.count)
        line.note(frames.count)
        oversampler.finish(frames.count)
        skip(frames.count)
    }

    private mutating func modulate(_ count: Int) {
        for place in 0..<Oversampler.factor * count {
            // The first frame is there when the filter's middle has come to it.
            let late = place - Oversampler.rise
            let sines = (ring.0.sine(late, offset: 0), ring.1.sine(late, offset: 0))
            carrier[place] = 1 - mixes.ring + mixes.ring * ((1 - balance) * sines.0 + balance * sines.1)
        }
    }

    /// A sample with its echoes, decimated.
    @inline(__always)
    private mutating func echoed(_ sample: Float, _ channel: Int, _ clock: inout Decimator) -> Float {
        let echo = line.sample(ofChannel: channel, delay), input = sample.isFinite ? Double(sample) : 0
        line.push(sample, and: feedback * echo, toChannel: channel)
        let mixed = input + mixes.delay * (echo - input), bounded = max(-Self.largest, min(Self.largest, mixed))
        let decimated = clock.next(bounded, &held[channel])
        return Float(bounded + mixes.decimation * (decimated - bounded))
    }

    @inline(__always)
    private mutating func distorted(_ sample: Float, _ channel: Int, _ index: Int) -> Float {
        oversampler.raise(sample, channel, at: index)
        for place in Oversampler.factor * index..<Oversampler.factor * (index + 1) {
            let raised = Double(oversampler[channel, place])
            oversampler[channel, place] = Float(shaper.shaped(mixes.ring > 0 ? raised * carrier[place] : raised))
        }
        return oversampler.lowered(channel, at: index)
    }
}
