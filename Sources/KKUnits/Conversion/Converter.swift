public import KKConvert
internal import KKPCM

extension ComponentDescription {
    public static let converter = ComponentDescription(type: .formatConverterUnit, subType: "conv")
}

/// Changes sample rate and channels of one bus: `kAudioUnitSubType_AUConverter`.
///
/// ```
/// input ─► [channels] ─► rate ─► [channels] ─► output      channels are changed on the side that has fewer of them
/// ```
///
/// The input is pulled on its own time line, in slices that the unit chooses, so the output does not depend on the
/// requested slices. The channels are mixed from layout to layout (``KKConvert/ChannelMatrix``), unless there is a
/// ``channelMap``.
///
/// Latency 0, as the rate converter looks ahead in its input; tail 0.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``.
public final class Converter: AudioUnit {
    /// The quality of rate conversion. A change applies from the next initialization.
    public var quality: ResamplerQuality = .high {
        didSet { if quality != oldValue { conversion = Conversion(quality) } }
    }

    /// Core Audio's names for the quality.
    var conversion = Conversion(.high)
    /// For every output channel the input channel that it copies, or −1 for silence; `nil`: see ``Converter``.
    public internal(set) var channelMap: [Int]?
    /// Whether the input's time line begins at zero (`kAudioOutputUnitProperty_StartTimestampsAtZero`). If not, it
    /// begins where the output does: at the time of the first slice after initializing or ``AudioUnit/reset()``,
    /// counted at the input's rate and rounded to a whole frame. The frames are the same. A change applies from the
    /// next such slice.
    public var startsTimestampsAtZero = true {
        didSet { if startsTimestampsAtZero != oldValue { propertyDidChange(.startTimestampsAtZero, .global, 0) } }
    }

    private var converted: ConvertedInput?

    public init() {
        super.init(.converter, inputCount: 1, outputCount: 1)
    }

    public override var supportedChannelPairs: [ChannelPair] { [.any] }

    override func validate() throws(AudioUnitError) { try checkChannelMap() }

    override func prepare() throws(AudioUnitError) {
        converted = try ConvertedInput(of: self, bus: 0, by: channelMatrix, quality: quality)
    }

    override func unprepare() {
        converted = nil
    }

    override func resetState() {
        converted?.reset()
    }

    override func endTime(ofOutput bus: Int, from time: AudioTime) -> Int64? {
        inputs[0].isSupplied ? converted?.endTime(ofInput: inputs[0].endTime) : 0
    }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        try converted?.render(time, startsAtZero: startsTimestampsAtZero, frameCount: frameCount, into: &buffer)
    }
}
