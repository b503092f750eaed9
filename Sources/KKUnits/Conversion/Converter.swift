public import KKConvert
internal import KKPCM

/// Changes the sample rate and the channels of one bus: `kAudioUnitSubType_AUConverter`.
///
/// The input is pulled on a time line of its own, which begins at zero, in slices of its own choosing; so the output is the same
/// whatever slices it is asked for. Channels are mixed on the side that has fewer of them.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``.
public final class Converter: AudioUnit {
    /// How well the rate is converted. Another quality holds from the next initialization on.
    public var quality: ResamplerQuality = .high

    /// What comes out: the input itself, or the input at the other rate; before the channels grow.
    private var source: (any FrameSource)?
    /// The way from the source's channels to the output's, where there are more of those.
    private var upmix: Crosspoints?
    private var narrow = PCMBuffer(channelCount: 0, frameCapacity: 0)
    private var row = PCMBuffer(channelCount: 0, frameCapacity: 0)

    public init() {
        super.init(.converter, inputCount: 1, outputCount: 1)
    }

    override func prepare() throws(AudioUnitError) {
        let input = inputs[0], output = outputs[0]
        let mixing: Crosspoints? = input.layout == output.layout ? nil : Crosspoints(.mixing(input.layout, to: output.layout))
        let mixesFirst = output.format.channelCount <= input.format.channelCount
        let pulled = PulledInput(of: self, bus: 0, mixing: mixesFirst ? mixing : nil)
        source = pulled
        if output.format.sampleRate != input.format.sampleRate {
            do {
                source = try ResampledSource(pulled, sampleRate: output.format.sampleRate, quality: quality)
            } catch {
                throw AudioUnitError(.formatNotSupported, kind: error.kind, place: name, error.problem, nextStep: error.nextStep)
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
        upmix = nil
        narrow = PCMBuffer(channelCount: 0, frameCapacity: 0)
        row = PCMBuffer(channelCount: 0, frameCapacity: 0)
    }

    override func resetState() {
        // The pulled input and the rate converter over it cannot fail to go back to their start.
        try? source?.seek(to: 0)
    }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        guard let source else { return }
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
