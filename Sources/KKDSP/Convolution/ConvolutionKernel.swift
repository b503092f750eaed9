internal import KKMath
public import KKPCM

/// Convolution with an impulse response, of a room or a filter.
///
/// ```
/// input ─┬─► N frames late ─────────────────────────────── × (1 − wet) ─► + ─► output
///        └─► blocks of N ─► spectrum ─► × parts ─► sum ─► samples ─ × wet ─▲
/// ```
///
/// y(n) = Σ h(k) · x(n − k), over the whole impulse response, with the channel routing of ``ImpulseResponse``.
///
/// The response is divided into parts of N frames, the sound into blocks of N frames. The spectrum of a block is
/// computed once and kept; the spectra of the last blocks, multiplied by those of the parts, add up to the spectrum of
/// the output (overlap-save with uniform partitions). N is a power of two near an eighth of the response, from 64
/// frames on, and the latency. Of a response of more than 32,768 frames it is near a quarter, up to 65,536 frames, and
/// the latency is 2 N: a block is due only when the next one is complete, so ``workers`` can make it, a channel each.
/// The first sample of the response, if a channel goes to itself, is applied with the dry sound, so that an impulse is
/// the exact identity. The error compared with a direct convolution in Float64 is below −120 dB of the output's level
/// for noise, and of the input's level times the response's largest gain for any sound.
///
/// - The mix is linear: dry · (1 − w) + wet · w, both with the same delay. With w = 0 the input passes unchanged.
/// - Settings take effect from the next output frame.
/// - After silence, blocks begin with the next frame that is not zero.
///
/// Samples that are not finite count as silence, values below 10⁻³⁰ as zero.
///
/// Source: T. G. Stockham, *High-speed Convolution and Correlation*, AFIPS 1966; W. G. Gardner, *Efficient Convolution
/// without Input-Output Delay*, J. Audio Eng. Soc. 43-3, 1995; F. Wefers, *Partitioned Convolution Algorithms for
/// Real-Time Auralization*, Aachen 2015, chapter 5.
///
/// ## Allocation
/// In `init` and ``setResponse(_:)``.
public struct ConvolutionKernel: EffectKernel, ~Copyable {
    /// The settings, from the unit's parameters.
    public struct Settings: Hashable, Sendable {
        /// Percent of the convolved sound, 0 … 100.
        public var wetDryMix: Double
        /// The gain of the convolved sound, in decibels.
        public var gain: Double
        /// Whether the response is scaled to an energy of 1 (mean over the output channels), so that noise keeps its
        /// level.
        public var isNormalized: Bool

        public init(wetDryMix: Double = 100, gain: Double = 0, isNormalized: Bool = false) {
            (self.wetDryMix, self.gain, self.isNormalized) = (wetDryMix, gain, isNormalized)
        }
    }

    public let channelCount: Int
    /// Values out of range are limited to the nearest end; NaN becomes the lower end.
    public var settings = Settings() {
        didSet { apply() }
    }
    /// The response; initially an impulse.
    public private(set) var response: ImpulseResponse
    /// Who makes long blocks; `nil`, as at first, for the thread that renders. Setting it allocates.
    public var workers: (any KernelWorkers)? {
        didSet { if workers !== oldValue { convolver?.use(workers) } }
    }

    /// `nil` in a kernel that gets no frames.
    private var convolver: PartitionedConvolver?
    private var dry: Float = 0
    private var wet: Float = 1

    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        self.channelCount = channelCount
        response = .impulse
        convolver = Self.convolver(.impulse, channelCount)
    }

    deinit { convolver?.use(nil) }

    private static func convolver(_ response: ImpulseResponse, _ channelCount: Int) -> PartitionedConvolver? {
        channelCount == 0 ? nil : PartitionedConvolver(response, channelCount: channelCount)
    }

    /// Sets another response and resets. Setting the current one changes nothing.
    ///
    /// - Parameter response: one that fits the channels; any for 0 channels.
    public mutating func setResponse(_ response: ImpulseResponse) {
        if response === self.response { return }
        self.response = response
        convolver?.use(nil)
        convolver = Self.convolver(response, channelCount)
        convolver?.use(workers)
        apply()
    }

    public mutating func reset() { convolver?.reset() }

    public var latency: Int { response.latency }

    public var tailFrameCount: Int? { response.frameCount - 1 }

    public func heldByteCount(channelCount: Int) -> Int {
        PartitionedConvolver.heldByteCount(of: response, channelCount: channelCount)
    }

    public var isAtRest: Bool { convolver?.isAtRest ?? true }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        convolver?.process(frames, of: &buffer, dry: dry, wet: wet)
    }

    private mutating func apply() {
        let mix = (0...100).clamping(settings.wetDryMix) / 100
        let level = settings.isNormalized ? 1 / (convolver?.energy ?? 1).squareRoot() : 1
        dry = Float(1 - mix)
        wet = Float(mix * level * Decibels((-120...120).clamping(settings.gain)).linear)
    }
}
