internal import KKPCM

/// One input bus, and several output buses with the same frames, bit for bit.
///
/// All buses have the same rate, number of channels and layout: setting one sets all, except those that were set
/// themselves or are connected. The unit cannot be initialized if they differ. The outputs share a time line, and may
/// be pulled separately, in slices of any size. Each frame of the input is pulled once, and kept for four slices (at
/// least 8192 frames). A request for an older frame, or one that goes back in time without a reset, is refused; an
/// output never gives wrong frames.
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
