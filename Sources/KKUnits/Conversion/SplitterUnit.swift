internal import KKPCM

/// One input bus, and several output buses that all give its frames, bit for bit.
///
/// All buses have one rate and number of channels, and one layout: setting any of them sets all, but for those that were
/// set themselves or come with a connection. The unit cannot be initialized where they differ. The outputs share a time
/// line, and may be pulled separately, in slices of any sizes and out of step: a frame of the input is pulled once, and
/// kept until the last four slices (8192 frames at least) have pushed it out. An output that is further behind than that
/// is refused, and so is one that goes back in time without a reset; neither ever gives wrong frames.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``.
public class SplitterUnit: AudioUnit {
    private var ring: InputRing?

    init(_ component: ComponentDescription, outputCount: Int) {
        super.init(component, inputCount: 1, outputCount: outputCount)
    }

    public override var supportedChannelPairs: [ChannelPair] { [.same] }

    override func formatDidChange(_ scope: Scope, _ element: Int) {
        let changed = scope == .input ? inputs[element] : outputs[element]
        for other in inputs + outputs where other !== changed { other.follow(changed) }
    }

    override func validate() throws(AudioUnitError) { try requireSameFormats() }

    override func elementCountDidChange(_ scope: Scope) {
        formatDidChange(.input, 0)
    }

    override func prepare() {
        ring = InputRing(ofBus: 0, of: self)
    }

    override func unprepare() {
        ring = nil
    }

    override func resetState() {
        ring?.reset()
    }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        guard let ring else { return }
        let read = try ring.read(flags, time: time, frameCount: frameCount, into: &buffer, taker: place(.output, bus))
        if read.isSilent { flags.insert(.outputIsSilence) }
    }
}
