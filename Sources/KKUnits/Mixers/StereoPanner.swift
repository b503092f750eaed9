internal import KKDSP
internal import KKPCM

extension ComponentDescription {
    /// kkmix's own; Core Audio does not have it.
    public static let stereoPanner = ComponentDescription(type: .pannerUnit, subType: "span", manufacturer: .kkmix)
}

/// Places a mono or stereo sound between left and right: kkmix's own, `'aupn' 'span' 'kkmx'`. See ``KKDSP/StereoPan``.
///
/// One or two channels in, two out, both at the same rate. Setting the input's format sets the output's rate, unless that
/// was set itself. The pan follows ramps, frame by frame. Latency 0; tail 0.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``.
public final class StereoPanner: AudioUnit {
    public enum Parameter {
        /// −1 … 1, left to right; 0.
        public static let pan: ParameterID = 0
        /// 0 is equal power, 1 is balance; 0.
        public static let law: ParameterID = 1
    }

    public init() {
        super.init(
            .stereoPanner, inputCount: 1, outputCount: 1,
            globalParameters: [
                ParameterInfo(
                    id: Parameter.pan, name: "Pan", unit: .pan, range: -1...1, defaultValue: 0, canRamp: true),
                ParameterInfo(
                    id: Parameter.law, name: "Law", unit: .indexed, range: 0...1, defaultValue: 0,
                    valueNames: ["Equal Power", "Balance"]),
            ])
    }

    public override var supportedChannelPairs: [ChannelPair] {
        [ChannelPair(input: 1, output: 2), ChannelPair(input: 2, output: 2)]
    }

    override func formatDidChange(_ scope: Scope, _ element: Int) {
        guard scope == .input, !outputs[0].isFormatSet else { return }
        outputs[0].format = .canonical(sampleRate: inputs[0].format.sampleRate, channels: 2)
    }

    override func validate() throws(AudioUnitError) { try requireSameRate() }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        let pulled = try pullInput(0, flags, time: time, frameCount: frameCount)
        flags.formUnion(pulled.intersection(.outputIsSilence))
        guard global.isRamping else {
            return pan.put(0..<frameCount, of: inputs[0].buffer, into: &buffer)
        }
        for frame in 0..<frameCount {
            global.followRamps(to: frame)
            pan.put(frame..<frame + 1, of: inputs[0].buffer, into: &buffer)
        }
    }

    private var pan: StereoPan {
        StereoPan(
            global.values[0], law: global.values[1] < 0.5 ? .equalPower : .balance,
            isMono: inputs[0].format.channelCount == 1)
    }
}
