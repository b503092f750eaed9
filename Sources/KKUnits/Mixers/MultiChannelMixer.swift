internal import KKConvert
internal import KKDSP
internal import KKPCM

/// Any number of input buses, each with any number of channels, summed into one output bus: `kAudioUnitSubType_MultiChannelMixer`.
///
/// A bus goes through the channel matrix from its layout to the output's, its pan and its volume, and is added in the order of the
/// buses, in Float32. At unity a single track leaves as it came, bit for bit, and no track's level depends on another's.
/// Pan is a balance (``Pan``), and has no effect on a mono output.
///
/// All buses run at the output's rate. An idle bus is skipped. A bus that is not enabled is still pulled, so that its time goes on,
/// and adds nothing. The output is marked as silence when every bus was.
public final class MultiChannelMixer: AudioUnit {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// A linear factor, 1 unless set; on input and output buses. Any finite value.
        public static let volume: ParameterID = 0
        /// 0 or 1, 1 unless set; on input buses.
        public static let enable: ParameterID = 1
        /// −1 … 1, 0 unless set; on input buses.
        public static let pan: ParameterID = 2
    }

    /// The input buses of a new mixer.
    public static let defaultBusCount = 8

    private static let volumeInfo = ParameterInfo(
        id: Parameter.volume, name: "Volume", unit: .linearGain, range: 0...1, defaultValue: 1, acceptsAnyFiniteValue: true)
    private static let inputInfos = [
        volumeInfo,
        ParameterInfo(id: Parameter.enable, name: "Enable", unit: .boolean, range: 0...1, defaultValue: 1),
        ParameterInfo(id: Parameter.pan, name: "Pan", unit: .pan, range: -1...1, defaultValue: 0),
    ]

    /// The way of every bus to the output; there while the mixer is initialized.
    private var crosspoints: [Crosspoints] = []
    private var row = PCMBuffer(channelCount: 0, frameCapacity: 0)

    public init() {
        super.init(
            .multiChannelMixer, inputCount: Self.defaultBusCount, outputCount: 1,
            inputParameters: Self.inputInfos, outputParameters: [Self.volumeInfo])
    }

    override func isElementCountWritable(_ scope: Scope) -> Bool { scope == .input }

    override func validate() throws(AudioUnitError) {
        let rate = outputs[0].format.sampleRate
        for (index, element) in inputs.enumerated() where element.isSupplied && element.format.sampleRate != rate {
            throw AudioUnitError(
                .formatNotSupported, place: place(.input, index),
                "the format [\(element.format)] has another rate than the output [\(outputs[0].format)]",
                nextStep: "put a Converter before it")
        }
    }

    override func prepare() {
        row = PCMBuffer(channelCount: 1, frameCapacity: maximumFramesPerSlice)
        crosspoints = inputs.map { Crosspoints(.mixing($0.layout, to: outputs[0].layout)) }
        for index in inputs.indices { updateGains(ofBus: index) }
    }

    override func unprepare() {
        row = PCMBuffer(channelCount: 0, frameCapacity: 0)
        crosspoints = []
    }

    override func parameterDidChange(_ scope: Scope, _ element: Int) {
        if scope == .input && crosspoints.indices.contains(element) { updateGains(ofBus: element) }
    }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        let frames = 0..<frameCount
        let pullFlags = flags
        let isPulled = try pullSideBySide { bus in
            inputs[bus].pulledFlags = try pullInput(bus, pullFlags, time: time, frameCount: frameCount)
        }
        var isSilent = true
        var isEmpty = true
        for index in inputs.indices where inputs[index].isSupplied {
            let pulled = isPulled ? inputs[index].pulledFlags : try pullInput(index, flags, time: time, frameCount: frameCount)
            // The order of `inputInfos`: volume, enable, pan.
            if inputs[index].values[1] == 0 || inputs[index].values[0] == 0 { continue }
            // A silent slice is added like any other: skipping it would let the slicing decide between −0 and +0.
            crosspoints[index].mix(frames, of: inputs[index].buffer, into: &buffer, replacing: isEmpty, row: &row)
            isEmpty = false
            if !pulled.contains(.outputIsSilence) { isSilent = false }
        }
        if isEmpty { buffer.silence(frames) }
        if isSilent { flags.insert(.outputIsSilence) }
        buffer.applyGain(outputs[0].values[0], to: frames)
    }

    /// What a bus gave to one sample of the slice that was rendered last, as it left the mixer.
    ///
    /// - Parameter frame: within that slice.
    public func contribution(ofBus bus: Int, toChannel channel: Int, frame: Int) -> Float {
        guard crosspoints.indices.contains(bus), inputs[bus].isSupplied, inputs[bus].values[1] != 0, inputs[bus].values[0] != 0 else { return 0 }
        return crosspoints[bus].share(ofFrame: frame, of: inputs[bus].buffer, toChannel: channel) * outputs[0].values[0]
    }

    private func updateGains(ofBus index: Int) {
        let layout = outputs[0].layout
        let pan = layout.channelCount == 1 ? 0 : inputs[index].values[2]
        crosspoints[index].setGains(volume: inputs[index].values[0], pan: Pan(pan), layout: layout)
    }
}
