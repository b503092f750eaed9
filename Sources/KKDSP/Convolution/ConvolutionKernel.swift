internal import KKMath
public import KKPCM

/// The arithmetic of a convolution: a sound in a room, or behind a filter, whose impulse response is known.
///
/// ```
/// input ─┬─► N frames late ─────────────────────────────── × (1 − wet) ─► + ─► output
///        └─► blocks of N ─► spectrum ─► × parts ─► sum ─► samples ─ × wet ─▲
/// ```
///
/// y(n) = Σ h(k) · x(n − k), over all of the impulse response, on the ways that ``ImpulseResponse`` has for its channels.
///
/// The response is cut into parts of N frames, the sound into blocks of as many. A block's spectrum is made once and
/// kept; the spectra of the last blocks, times those of the parts, add up to that of what comes out (overlap-save with
/// uniform partitions). N is an eighth of the response as a power of two, from 64 to 65,536 frames, and the latency.
/// The first sample of the response, where a channel goes to itself, passes with the dry sound: an impulse is the
/// identity, to the bit. The error is below −120 dB of the output's level, as of a direct convolution in Float64.
///
/// - The mix is linear: dry · (1 − w) + wet · w, both as late. With w = 0 the input passes.
/// - Settings hold from the next frame that comes out on.
/// - Where nothing is left of the sound, blocks begin with the next frame that is not zero.
///
/// What is not finite goes in as silence, and what is below 10⁻³⁰ as zero.
///
/// Source: T. G. Stockham, *High-speed Convolution and Correlation*, AFIPS 1966; W. G. Gardner, *Efficient Convolution
/// without Input-Output Delay*, J. Audio Eng. Soc. 43-3, 1995; F. Wefers, *Partitioned Convolution Algorithms for
/// Real-Time Auralization*, Aachen 2015, chapter 5.
///
/// ## Allocation
/// In `init` and ``setResponse(_:)``.
public struct ConvolutionKernel: EffectKernel, ~Copyable {
    /// What the unit's parameters say.
    public struct Settings: Hashable, Sendable {
        /// Percent of the convolved sound, 0 … 100.
        public var wetDryMix: Double
        /// Of the convolved sound, in decibels.
        public var gain: Double
        /// Whether the response is brought to the energy 1, so that noise is as loud behind it as before: the mean over
        /// the channels that come out.
        public var isNormalized: Bool

        public init(wetDryMix: Double = 100, gain: Double = 0, isNormalized: Bool = false) {
            (self.wetDryMix, self.gain, self.isNormalized) = (wetDryMix, gain, isNormalized)
        }
    }

    public let channelCount: Int
    /// What lies beyond its range is taken as the nearest end; what is no number, as the lower one.
    public var settings = Settings() {
        didSet { apply() }
    }
    /// An impulse, until another one is set.
    public private(set) var response: ImpulseResponse

    /// `nil` in a kernel that gets no frames.
    private var convolver: PartitionedConvolver?
    private var dry: Float = 0
    private var wet: Float = 1

    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        self.channelCount = channelCount
        response = .impulse
        convolver = Self.convolver(.impulse, channelCount)
    }

    private static func convolver(_ response: ImpulseResponse, _ channelCount: Int) -> PartitionedConvolver? {
        channelCount == 0 ? nil : PartitionedConvolver(response, channelCount: channelCount)
    }

    /// Takes another response, and begins anew. The one that it has is left as it is.
    ///
    /// - Parameter response: one that fits the channels; of none, any.
    public mutating func setResponse(_ response: ImpulseResponse) {
        if response === self.response { return }
        self.response = response
        convolver = Self.convolver(response, channelCount)
        apply()
    }

    public mutating func reset() { convolver?.reset() }

    public var latency: Int { response.partLength }

    public var tailFrameCount: Int? { response.frameCount - 1 }

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
