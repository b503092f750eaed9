public import KKPCM

/// The arithmetic of an effect: what a unit does to the frames that go through it, and what it remembers of them.
///
/// A kernel is a value that a unit (`Effect` of KKUnits) makes for one stream and keeps for itself. Its settings are
/// properties of its own choice, which the unit sets from its parameters. It knows neither the unit nor the time line:
/// frames come one after the other.
///
/// ```
/// struct Gain: EffectKernel {
///     var factor: Float = 1
///
///     init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {}
///
///     mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
///         for channel in 0..<buffer.channelCount {
///             buffer.withMutableChannel(channel) { samples in
///                 for frame in frames { samples[frame] *= factor }
///             }
///         }
///     }
/// }
/// ```
///
/// ## Slices
/// How the frames are cut into calls must show in no bit: what happens every so many frames is counted from the first
/// frame since ``reset()``.
///
/// ## Settings
/// New settings hold for the frames that come in from then on, and what was heard stays. They may come before any call
/// of ``process(_:in:)``, several times between two of them, and have to be taken as they are: the unit has checked
/// each against its parameter's range.
///
/// ## The end of the stream
/// There is none: a kernel is not told that its input is over. Whoever renders asks for ``latency`` and
/// ``tailFrameCount`` more frames, and the kernel gets silence for them.
///
/// ## Allocation
/// In `init`, and in settings that are not changed while rendering. ``process(_:in:)``, ``reset()``, ``skip(_:)`` and
/// the settings behind a unit's parameters take no memory and no lock, and read no clock.
///
/// ## Threads
/// One at a time. Units that feed different buses of a mixer may be rendered at once, so kernels share nothing that
/// changes.
public protocol EffectKernel: ~Copyable {
    /// The channel counts that there is a kernel for; empty, as by default, for any. A unit refuses others by
    /// `formatNotSupported`.
    static var channelCounts: [Int] { get }

    /// The highest sample rate that there is a kernel for, in hertz: by default 3 MHz, so that memory for seconds has
    /// an end. A unit refuses others by `formatNotSupported`.
    static var highestSampleRate: Double { get }

    /// A kernel with its default settings, at rest.
    ///
    /// - Parameters:
    ///   - channelCount: one of ``channelCounts``; or 0 in a kernel that gets no frames, and only says what its latency,
    ///     its tail and its response are.
    ///   - sampleRate: in hertz, above 0 and up to ``highestSampleRate``.
    ///   - maximumFrameCount: the most frames of a call, at least 1.
    init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int)

    /// Works on `frames` of every channel of `buffer`, in place. The buffer has the kernel's channels, and the frames
    /// are within its length.
    mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer)

    /// Silence behind, and the settings as they are: the next frame is the first one again. Nothing, by default.
    mutating func reset()

    /// Frames by which the output is later than the input; 0 by default. A setting may change it at the next
    /// ``reset()``, and not before.
    var latency: Int { get }

    /// Frames for which the output goes on behind the input's last one, beyond the latency; 0 by default, `nil` for
    /// what never ends.
    var tailFrameCount: Int? { get }

    /// Whether nothing of what was heard is left, so that silence in is silence out, every sample positive zero. The
    /// unit then leaves ``process(_:in:)`` out for silence and says that it gives silence. `false` by default, which is
    /// always right.
    var isAtRest: Bool { get }

    /// Counts frames of silence that were left out while the kernel was at rest, for one that does something every so
    /// many frames. Nothing, by default.
    mutating func skip(_ frameCount: Int)

    /// How much of a frequency in hertz passes, as a factor of amplitude; `nil`, as by default, for what is no filter.
    func magnitude(atFrequency frequency: Double) -> Double?
}

extension EffectKernel where Self: ~Copyable {
    public static var channelCounts: [Int] { [] }
    public static var highestSampleRate: Double { 3_000_000 }
    public mutating func reset() {}
    public var latency: Int { 0 }
    public var tailFrameCount: Int? { 0 }
    public var isAtRest: Bool { false }
    public mutating func skip(_ frameCount: Int) {}
    public func magnitude(atFrequency frequency: Double) -> Double? { nil }
}
