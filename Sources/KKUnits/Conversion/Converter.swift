public import KKConvert
internal import KKPCM

/// Changes the sample rate and the channels of one bus: `kAudioUnitSubType_AUConverter`.
///
/// ```
/// input ─► [channels] ─► rate ─► [channels] ─► output      channels are changed on the side that has fewer of them
/// ```
///
/// The input is pulled on a time line of its own, in slices of its own choosing; so the output is the same whatever
/// slices it is asked for. The channels are mixed from layout to layout (``KKConvert/ChannelMatrix``), unless a
/// ``channelMap`` says which goes where.
///
/// Latency 0, as the rate converter looks ahead in its input; tail 0.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``.
public final class Converter: AudioUnit {
    /// How well the rate is converted. Another quality holds from the next initialization on.
    public var quality: ResamplerQuality = .high {
        didSet { if quality != oldValue { conversion = Conversion(quality) } }
    }

    /// Core Audio's names for the quality.
    var conversion = Conversion(.high)
    /// For every output channel the input channel it is a copy of, or −1 for silence; `nil`: see ``Converter``.
    public internal(set) var channelMap: [Int]?
    /// Whether the input's time line begins at zero (`kAudioOutputUnitProperty_StartTimestampsAtZero`). If not, it
    /// begins where the output does: at the time of the first slice after initializing or ``AudioUnit/reset()``,
    /// counted at the input's rate and rounded to a whole frame. The frames are the same. Another setting holds from
    /// the next such slice on.
    public var startsTimestampsAtZero = true {
        didSet { if startsTimestampsAtZero != oldValue { propertyDidChange(.startTimestampsAtZero, .global, 0) } }
    }

    /// What comes out: the input itself, or the input at the other rate; before the channels grow.
    private var source: (any FrameSource)?
    private var pulled: PulledInput?
    /// The way from the source's channels to the output's, where there are more of those.
    private var upmix: Crosspoints?
    private var narrow = PCMBuffer(channelCount: 0, frameCapacity: 0)
    private var row = PCMBuffer(channelCount: 0, frameCapacity: 0)

    public init() {
        super.init(.converter, inputCount: 1, outputCount: 1)
    }

    public override var supportedChannelPairs: [ChannelPair] { [.any] }

    override func validate() throws(AudioUnitError) { try checkChannelMap() }

    override func prepare() throws(AudioUnitError) {
        let input = inputs[0], output = outputs[0]
        let matrix = channelMatrix
        let mixing: Crosspoints? = matrix.isIdentity ? nil : Crosspoints(matrix)
        let mixesFirst = output.format.channelCount <= input.format.channelCount
        let pulled = PulledInput(of: self, bus: 0, mixing: mixesFirst ? mixing : nil)
        self.pulled = pulled
        source = pulled
        if output.format.sampleRate != input.format.sampleRate {
            do {
                source = try ResampledSource(pulled, sampleRate: output.format.sampleRate, quality: quality)
            } catch {
                throw AudioUnitError(
                    .formatNotSupported, kind: error.kind, place: name, error.problem, nextStep: error.nextStep)
            }
        }
        upmix = mixesFirst ? nil : mixing
        if upmix != nil {
            narrow = PCMBuffer(channelCount: input.format.channelCount, frameCapacity: maximumFramesPerSlice)
            row = PCMBuffer(channelCount: 1, frameCapacity: maximumFramesPerSlice)
        }
    }

    override func unprepare() {
        source = nil
        pulled = nil
        upmix = nil
        narrow = PCMBuffer(channelCount: 0, frameCapacity: 0)
        row = PCMBuffer(channelCount: 0, frameCapacity: 0)
    }

    override func resetState() {
        // The pulled input and the rate converter over it cannot fail to go back to their start.
        try? source?.seek(to: 0)
        pulled?.origin = nil
    }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        guard let source else { return }
        pulled?.begin(at: time, isZero: startsTimestampsAtZero)
        guard let upmix else {
            let count = try source.readFully(into: &buffer, at: 0, frameCount: frameCount)
            buffer.silence(count..<frameCount)
            return
        }
        let count = try source.readFully(into: &narrow, at: 0, frameCount: frameCount)
        narrow.silence(count..<frameCount)
        upmix.mix(0..<frameCount, of: narrow, into: &buffer, replacing: true, row: &row)
    }
}
