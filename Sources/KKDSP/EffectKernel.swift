public import KKPCM

/// The signal processing of an effect: the operation on its frames, and its state.
///
/// A kernel is a value that a unit (`Effect` of KKUnits) makes and owns for one stream. Its settings are its own
/// properties, which the unit sets from its parameters. It knows neither the unit nor the time: frames arrive in order.
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
/// The division of frames into calls must not change any bit: periodic operations are counted from the first frame
/// since ``reset()``.
///
/// ## Settings
/// New settings apply to all following input frames and keep the state. They may be set before any call of
/// ``process(_:in:)``, also several times between two calls, and must be accepted: the unit has checked each against
/// its parameter's range.
///
/// ## The end of the stream
/// A kernel is not notified of the end of its input. To get the rest, render ``latency`` and ``tailFrameCount`` more
/// frames; the kernel gets silence as their input.
///
/// ## Allocation
/// In `init`, and in settings that are not changed while rendering. ``process(_:in:)``, ``reset()``, ``skip(_:)`` and
/// the settings after a unit's parameters do not allocate, lock or read a clock.
///
/// ## Threads
/// One thread at a time. Units on different buses of a mixer may be rendered in parallel, so kernels must not share
/// mutable state.
public protocol EffectKernel: ~Copyable {
    /// The supported channel counts; empty (the default) for any. A unit refuses others with `formatNotSupported`.
    static var channelCounts: [Int] { get }

    /// The highest supported sample rate in hertz; the default is 3 MHz, which limits memory that is proportional to
    /// seconds. A unit refuses others with `formatNotSupported`.
    static var highestSampleRate: Double { get }

    /// A kernel with its default settings, at rest.
    ///
    /// - Parameters:
    ///   - channelCount: one of ``channelCounts``; or 0 for a kernel that gets no frames and is used only for its
    ///     latency, tail and response.
    ///   - sampleRate: in hertz, above 0 and up to ``highestSampleRate``.
    ///   - maximumFrameCount: the largest number of frames in a call, at least 1.
    init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int)

    /// Works on `frames` of every channel of `buffer`, in place. The buffer has the kernel's channels, and the frames
    /// are within its length.
    mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer)

    /// Silence behind, and the settings as they are: the next frame is the first one again. Nothing, by default.
    mutating func reset()

    /// The delay from input to output in frames; default: 0. A setting may change it only at the next ``reset()``.
    var latency: Int { get }

    /// The number of frames for which the output continues after the input's last frame, beyond the latency; default:
    /// 0; `nil` if it never ends.
    var tailFrameCount: Int? { get }

    /// Whether no state is left, so that silent input gives silent output (positive zeros). The unit then skips
    /// ``process(_:in:)`` for silence and reports silence. The default `false` is always correct.
    var isAtRest: Bool { get }

    /// Counts frames of silence that were left out while the kernel was at rest, for one that does something every so
    /// many frames. Nothing, by default.
    mutating func skip(_ frameCount: Int)

    /// The bytes that a kernel with these settings holds for a sound of `channelCount` channels, as far as they grow with
    /// the channels, the rate or a response; 0, the default, for next to nothing. A kernel without channels is asked, so
    /// that the answer is known before the memory is taken.
    func heldByteCount(channelCount: Int) -> Int

    /// How much of a frequency in hertz passes, as a factor of amplitude; `nil`, as by default, for what is not a
    /// filter.
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
    public func heldByteCount(channelCount: Int) -> Int { 0 }
    public func magnitude(atFrequency frequency: Double) -> Double? { nil }
}
